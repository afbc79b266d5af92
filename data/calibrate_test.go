package data

import (
	"errors"
	"slices"
	"testing"

	"seismark/quake"
)

// The totals once more, by testing every quake against every bound as the contract says it.
func TestTotalsQuakeByQuake(t *testing.T) {
	quakes := slices.Collect(Builtin().All())
	for _, c := range []struct {
		fraction    float64
		calls, want int
	}{{SmallFraction, SmallCalls, SmallTotal}, {LargeFraction, LargeCalls, LargeTotal}} {
		total := 0
		for _, q := range (quake.Generator{Seed: QuerySeed, Fraction: c.fraction}).Queries(c.calls) {
			first, last := q.MinDate.UnixMilli(), q.MaxDate.Unix()
			for _, k := range quakes {
				if k.Latitude >= q.Latitude.Min && k.Latitude < q.Latitude.Max &&
					k.Longitude >= q.Longitude.Min && k.Longitude < q.Longitude.Max &&
					k.Time*1000 >= first && k.Time <= last {
					total++
				}
			}
		}
		if total != c.want {
			t.Errorf("%d queries of %v match %d, want %d", c.calls, c.fraction, total, c.want)
		}
	}
}

func TestCalibrateFindsTheDefaults(t *testing.T) {
	store := Builtin()
	for _, c := range []struct {
		calls, want int
		fraction    float64
	}{{SmallCalls, SmallTotal, SmallFraction}, {LargeCalls, LargeTotal, LargeFraction}} {
		fraction, total, err := Calibrate(store, c.calls, QuerySeed, c.want)
		if err != nil || fraction != c.fraction || total != c.want {
			t.Errorf("%v gives %d, %v; want %v", fraction, total, err, c.fraction)
		}
	}
}

func TestCalibrateElsewhere(t *testing.T) {
	quakes := generate(t, 2, Extent{Quakes: 3000})
	store := quake.NewStore(quakes)
	for _, want := range []int{1, 100, 20_000} {
		fraction, total, err := Calibrate(store, 50, 9, want)
		if err != nil || total != want {
			t.Fatalf("%d: %v gives %d, %v", want, fraction, total, err)
		}
		g := quake.Generator{Seed: 9, Fraction: fraction}
		g.Start, g.End = store.Span()
		if total := Total(store, g, 50); total != want {
			t.Errorf("%v gives %d afterwards, want %d", fraction, total, want)
		}
	}
}

func TestCalibrateSaysTheNearest(t *testing.T) {
	quakes := generate(t, 2, Extent{Quakes: 100})
	store := quake.NewStore(quakes)
	fraction, total, err := Calibrate(store, 5, 9, 1_000_000)
	if !errors.Is(err, ErrInexact) || fraction != 1 || total == 0 || total > 500 {
		t.Errorf("%v gives %d, %v", fraction, total, err)
	}
	// Two quakes at one place and in one second come together or not at all.
	twin := []quake.Quake{quakes[50], quakes[50]}
	twin = append(twin, quakes[0], quakes[99])
	fraction, total, err = Calibrate(quake.NewStore(twin), 1, 9, 1)
	if err == nil && total != 1 || err != nil && !errors.Is(err, ErrInexact) {
		t.Errorf("%v gives %d, %v", fraction, total, err)
	}
	if _, _, err := Calibrate(quake.NewStore(nil), 1, 9, 1); err == nil {
		t.Error("an empty catalogue has been calibrated")
	}
}
