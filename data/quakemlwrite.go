package data

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"seismark/quake"
)

const quakemlHead = `<?xml version="1.0" encoding="UTF-8"?>
<q:quakeml xmlns:q="http://quakeml.org/xmlns/quakeml/1.2" xmlns="http://quakeml.org/xmlns/bed/1.2">
<eventParameters publicID="smi:local/catalogue">
`

const quakemlEvent = `<event publicID="smi:local/event/%[1]d">
<preferredOriginID>smi:local/origin/%[1]d</preferredOriginID>
<preferredMagnitudeID>smi:local/magnitude/%[1]d</preferredMagnitudeID>
<type>earthquake</type>
<description><text>%[2]s</text><type>Flinn-Engdahl region</type></description>
<origin publicID="smi:local/origin/%[1]d">
<time><value>%[3]s</value></time>
<latitude><value>%[4]s</value></latitude>
<longitude><value>%[5]s</value></longitude>
<depth><value>%[6]s</value></depth>
</origin>
<magnitude publicID="smi:local/magnitude/%[1]d">
<mag><value>%[7]s</value></mag>
<type>%[8]s</type>
<originID>smi:local/origin/%[1]d</originID>
</magnitude>
</event>
`

const quakemlTail = `</eventParameters>
</q:quakeml>
`

func writeQuakeML(w *bufio.Writer, quakes iter.Seq[quake.Quake], author string) error {
	w.WriteString(quakemlHead)
	if author != "" {
		fmt.Fprintf(w, "<creationInfo><author>%s</author></creationInfo>\n", escaped(author))
	}
	n := 0
	for q := range quakes {
		n++
		_, err := fmt.Fprintf(w, quakemlEvent, n, escaped(quake.RegionName(q.Region)), isoTime(q), decimal(q.Latitude),
			decimal(q.Longitude), metres(q.Depth), decimal(q.Magnitude), escaped(q.Method))
		if err != nil {
			return err
		}
	}
	_, err := w.WriteString(quakemlTail)
	return err
}

func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s))
	return b.String()
}

// metres moves the decimal point of a depth in kilometres: to multiply would add digits.
func metres(depth float32) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(float64(depth), 'e', -1, 32), "e")
	n, _ := strconv.Atoi(exponent)
	f, _ := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(n+3), 64)
	return strconv.FormatFloat(f, 'f', -1, 64)
}
