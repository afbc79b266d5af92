//go:build !unix

package leanhttp

// quiet reports whether nothing has come on a link between two calls, as far as one knows without asking the
// system.
func (l *link) quiet() bool { return l.r.Buffered() == 0 }
