package c14n

import (
	"slices"
	"strings"

	"seismark/wssec/xmltok"
)

// base is the xml:base that results for the apex from those around it and its own, empty for none
// (Canonical XML 1.1, section 2.4). Where there are none around it, its own stays as it is.
func (c *Canonicalizer) base(around []xmltok.XMLAttr) (base string, joined bool) {
	for _, a := range around {
		switch {
		case a.Local != "base":
		case joined:
			base = join(base, a.Value)
		default:
			base, joined = a.Value, true
		}
	}
	if own := c.t.Attr(xmltok.XMLNamespace, "base"); own != nil && joined {
		base = join(base, string(own.Value()))
	}
	return base, joined
}

// reference is a URI reference in its five parts (RFC 3986, appendix B).
type reference struct {
	scheme, authority, path, query string
	hasAuthority, hasQuery         bool
}

func parse(s string) (r reference) {
	s, _, _ = strings.Cut(s, "#") // no fragment in a base
	if i := strings.IndexAny(s, ":/?"); i > 0 && s[i] == ':' {
		r.scheme, s = s[:i], s[i+1:]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		i := strings.IndexAny(rest, "/?")
		if i < 0 {
			i = len(rest)
		}
		r.authority, r.hasAuthority, s = rest[:i], true, rest[i:]
	}
	r.path, r.query, r.hasQuery = strings.Cut(s, "?")
	return r
}

func (r reference) String() string {
	s := r.path
	if r.hasAuthority {
		s = "//" + r.authority + s
	}
	if r.scheme != "" {
		s = r.scheme + ":" + s
	}
	if r.hasQuery {
		s += "?" + r.query
	}
	return s
}

// join is join-URI-References: RFC 3986, section 5.2, with the changes of Canonical XML 1.1, by which the
// base may be relative too.
func join(base, ref string) string {
	b, r := parse(base), parse(ref)
	switch {
	case r.scheme != "":
		r.path = tidyPath(r.path)
	case r.hasAuthority:
		r.scheme, r.path = b.scheme, tidyPath(r.path)
	default:
		if r.path == "" {
			r.path = tidyPath(b.path)
			if !r.hasQuery {
				r.query, r.hasQuery = b.query, b.hasQuery
			}
		} else if strings.HasPrefix(r.path, "/") {
			r.path = tidyPath(r.path)
		} else {
			r.path = tidyPath(merge(b, r.path))
		}
		r.scheme, r.authority, r.hasAuthority = b.scheme, b.authority, b.hasAuthority
	}
	return r.String()
}

// merge puts a relative path behind the last slash of the base's. A base that ends in .. is a folder.
func merge(b reference, path string) string {
	if b.hasAuthority && b.path == "" {
		return "/" + path
	}
	if b.path == ".." || strings.HasSuffix(b.path, "/..") {
		return b.path + "/" + path
	}
	return b.path[:strings.LastIndexByte(b.path, '/')+1] + path
}

// tidyPath is the Remove Dot Segments of RFC 3986, section 5.2.4, with the changes of Canonical XML 1.1: it
// takes . and .. out of a path, but for .. that lead it where it is relative, makes several slashes one, and
// puts one behind .. at the end.
func tidyPath(path string) string {
	rooted := strings.HasPrefix(path, "/")
	segments := strings.Split(path, "/")
	last := segments[len(segments)-1]
	folder := last == "" || last == "." || last == ".."
	var out []string
	for _, s := range segments {
		switch {
		case s == "" || s == ".":
		case s == ".." && len(out) > 0 && out[len(out)-1] != "..":
			out = slices.Delete(out, len(out)-1, len(out))
		case s == ".." && rooted:
		default:
			out = append(out, s)
		}
	}
	path = strings.Join(out, "/")
	if folder && len(out) > 0 {
		path += "/"
	}
	if rooted {
		path = "/" + path
	}
	return path
}
