package leanhttp

import "slices"

// Head is a head of the table.
type Head struct {
	Name, Text string
	Plain      bool
	Stricter   bool // than net/http
	Status     int  // of net/http
}

// Heads gives the table to the tests of the package from outside.
func Heads() (list []Head) {
	for _, c := range heads {
		list = append(list, Head{c.name, c.text, c.verdict == plain, slices.Contains(stricter, c.name), c.status})
	}
	return list
}
