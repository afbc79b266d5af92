package leanhttp

// Head is a head of the table.
type Head struct {
	Name, Text string
	Plain      bool
	Status     int
}

// Heads gives the table to the tests of the package from outside.
func Heads() (list []Head) {
	for _, c := range heads {
		list = append(list, Head{c.name, c.text, c.verdict == plain, c.status})
	}
	return list
}
