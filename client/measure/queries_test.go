package measure

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/quake"
)

const aQuery = "2001-08-08T22:20:07.298Z 2001-08-14T16:26:20.744Z 161.25735 178.19275 -42.2719 -30.833717 8"

func TestReadQueries(t *testing.T) {
	list, matches, err := ReadQueries(strings.NewReader(aQuery + "\n" + aQuery))
	if err != nil || len(list) != 2 || matches != 16 {
		t.Fatalf("%v, %d matches, %v", list, matches, err)
	}
	if want := (quake.Query{
		MinDate: time.Date(2001, 8, 8, 22, 20, 7, 298e6, time.UTC), MaxDate: time.Date(2001, 8, 14, 16, 26, 20, 744e6, time.UTC),
		Longitude: quake.Between(161.25735, 178.19275), Latitude: quake.Between(-42.2719, -30.833717),
	}); list[1] != want {
		t.Errorf("%+v, want %+v", list[1], want)
	}
	for change, want := range map[[2]string]string{
		{aQuery, ""}:                        "there are none",
		{" 8", ""}:                          "line 2: 6 fields: write minDate maxDate minLong maxLong minLat maxLat matches",
		{"2001-08-14T", "14-08-2001 "}:      "line 2: 8 fields: ",
		{"20:07.298Z", "20:07.298"}:         `line 2: minDate "2001-08-08T22:20:07.298": write it as 2006-01-02T15:04:05.000Z`,
		{"178.19275", "east"}:               `line 2: maxLong "east": write degrees`,
		{"-42.2719", "NaN"}:                 `line 2: minLat "NaN": write degrees`,
		{"-42.2719", "-inf"}:                `line 2: minLat "-inf": write degrees`,
		{"-42.2719", "1e39"}:                `line 2: minLat "1e39": write degrees`,
		{" 8", " -8"}:                       `line 2: matches "-8": write how many quakes match`,
		{" 8", " 9223372036854775807"}:      "line 2: more matches than can be counted",
		{" 8", strings.Repeat("8", 70_000)}: "after line 1: bufio.Scanner: token too long",
	} {
		text := aQuery + "\n" + strings.Replace(aQuery, change[0], change[1], 1)
		if want == "there are none" {
			text = ""
		}
		if _, _, err := ReadQueries(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), "measure: queries: "+want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestReadQueriesOfOthers reads the sequences as the original client's generator wrote them, whose totals are known.
func TestReadQueriesOfOthers(t *testing.T) {
	for _, s := range Sequences() {
		f, err := os.Open("../../../shared/data/requests-" + s.Name + ".txt")
		if err != nil {
			t.Skip("the samples beside the repository are not here: ", err)
		}
		defer f.Close()
		list, matches, err := ReadQueries(f)
		if err != nil || len(list) != s.Calls || matches != map[string]int{"small": 816, "large": 176745}[s.Name] {
			t.Fatalf("%s: %d queries, %d matches, %v", s.Name, len(list), matches, err)
		}
	}
}

// TestPart has quakes in the middle of two of three queries: two in the second, one in the third.
func TestPart(t *testing.T) {
	s := Small().Part(0, 3, quake.NewStore(nil))
	queries := s.Queries()
	var quakes []quake.Quake
	for _, i := range []int{1, 1, 2} {
		q := queries[i]
		quakes = append(quakes, quake.Quake{
			Time: (q.MinDate.Unix() + q.MaxDate.Unix()) / 2, Latitude: (q.Latitude.Min + q.Latitude.Max) / 2,
			Longitude: (q.Longitude.Min + q.Longitude.Max) / 2, Method: "Mw",
		})
	}
	store := quake.NewStore(quakes)
	for _, c := range []struct{ skip, calls, want int }{{0, 3, 3}, {0, 1, 0}, {1, 1, 2}, {2, 1, 1}, {1, 2, 3}} {
		part := s.Part(c.skip, c.calls, store)
		if part.Want != c.want || !slices.Equal(part.Queries(), queries[c.skip:c.skip+c.calls]) {
			t.Errorf("%d calls after %d: %+v", c.calls, c.skip, part)
		}
	}
	for _, skip := range []int{0, 1} {
		if n, err := s.Part(skip, 3-skip, store).firstFull(store); n != 1 || err != nil {
			t.Errorf("the first full query after %d is %d, %v", skip, n, err)
		}
	}
	if _, err := s.firstFull(quake.NewStore(nil)); err == nil || err.Error() != "no query of the sequence small matches anything: choose a larger fraction or another catalogue" {
		t.Error(err)
	}
}

// FuzzReadQueries holds that what was read is written so that it reads the same.
func FuzzReadQueries(f *testing.F) {
	f.Add([]byte(aQuery + "\n"))
	store := quake.NewStore(nil)
	f.Fuzz(func(t *testing.T, text []byte) {
		list, _, err := ReadQueries(bytes.NewReader(text))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := writeQueries(&again, store, list); err != nil {
			t.Fatal(err)
		}
		reread, matches, err := ReadQueries(&again)
		if err != nil || matches != 0 || len(reread) != len(list) {
			t.Fatalf("%v, %d matches, %d of %d queries", err, matches, len(reread), len(list))
		}
		for i := range list {
			if reread[i] != list[i] {
				t.Errorf("%+v, was %+v", reread[i], list[i])
			}
		}
	})
}
