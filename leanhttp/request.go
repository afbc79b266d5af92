package leanhttp

import "bytes"

// readRequest reads the head of a request at the beginning of b. It takes less than RFC 9112 allows: a POST of
// HTTP/1.1 to a path as it is in the list, one Host, one Content-Length within limit, and else only fields that
// do not bear on how the message is read.
func readRequest(b []byte, paths []string, limit int) (path string, h head, v verdict) {
	line, at, v := cutLine(b, 0)
	if v != plain {
		return "", h, v
	}
	if path, v = requestPath(line, paths); v != plain {
		return "", h, v
	}
	v = h.read(b, at, requestFields)
	if v == plain && (!h.seen[host] || !h.seen[contentLength] || h.length > limit) {
		v = other
	}
	return path, h, v
}

// requestPath finds the path of a request line.
func requestPath(line []byte, paths []string) (string, verdict) {
	const method, version = "POST ", " HTTP/1.1"
	if !bytes.HasPrefix(line, []byte(method)) || !bytes.HasSuffix(line, []byte(version)) {
		return "", other
	}
	target := line[len(method):max(len(method), len(line)-len(version))]
	for _, path := range paths {
		if string(target) == path {
			return path, plain
		}
	}
	return "", other
}
