package data

import "math"

// earthRadius in kilometres, of the sphere with the Earth's volume.
const earthRadius = 6371.0

// place is a point of the globe, in degrees. A longitude may run past 180 while it is computed with.
type place struct{ lon, lat float64 }

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
func degrees(radians float64) float64 { return radians * 180 / math.Pi }

// to gives the way along the great circle to q: the distance in kilometres and the first bearing in radians.
func (p place) to(q place) (distance, bearing float64) {
	lat1, lat2, turn := radians(p.lat), radians(q.lat), radians(q.lon-p.lon)
	sin1, cos1 := math.Sincos(lat1)
	sin2, cos2 := math.Sincos(lat2)
	sinTurn, cosTurn := math.Sincos(turn)
	east := sinTurn * cos2
	north := cos1*sin2 - sin1*cos2*cosTurn
	return earthRadius * math.Atan2(math.Hypot(east, north), sin1*sin2+cos1*cos2*cosTurn), math.Atan2(east, north)
}

// moved is the place at a distance in kilometres along the great circle that starts with the bearing.
func (p place) moved(bearing, distance float64) place {
	sinLat, cosLat := math.Sincos(radians(p.lat))
	sinWay, cosWay := math.Sincos(distance / earthRadius)
	sinBearing, cosBearing := math.Sincos(bearing)
	lat := math.Asin(sinLat*cosWay + cosLat*sinWay*cosBearing)
	turn := math.Atan2(sinBearing*sinWay*cosLat, cosWay-sinLat*math.Sin(lat))
	return place{p.lon + degrees(turn), degrees(lat)}
}

// wrapped has its longitude in [-180, 180).
func (p place) wrapped() place {
	p.lon -= 360 * math.Floor((p.lon+180)/360)
	return p
}

// turn is the angle from one bearing to another, in (-pi, pi].
func turn(from, to float64) float64 {
	angle := to - from
	for angle > math.Pi {
		angle -= 2 * math.Pi
	}
	for angle <= -math.Pi {
		angle += 2 * math.Pi
	}
	return angle
}
