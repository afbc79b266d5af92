package c14n

// listed are the prefixes of a Method, to be looked up. Zero holds none.
type listed struct {
	list []string
	set  map[string]bool // instead of list, where that is long
}

// fewListed prefixes are found faster one by one than in a map.
const fewListed = 8

const defaultNamespace = "#default"

func (l *listed) reset(prefixes []string) {
	l.list, l.set = prefixes, nil
	if len(prefixes) > fewListed {
		l.set = make(map[string]bool, len(prefixes))
		for _, p := range prefixes {
			l.set[p] = true
		}
	}
}

// has reports whether a prefix is listed, the empty one as #default.
func (l *listed) has(prefix string) bool {
	if prefix == "" {
		prefix = defaultNamespace
	}
	if l.set != nil {
		return l.set[prefix]
	}
	for _, p := range l.list {
		if p == prefix {
			return true
		}
	}
	return false
}
