package leanhttp

import "bytes"

// readAnswer reads the head of an answer at the beginning of b: a final one of HTTP/1.1 that has a body, one
// Content-Length within limit, and else only fields that do not bear on how it is read.
func readAnswer(b []byte, limit int) (status int, h head, v verdict) {
	line, at, v := cutLine(b, 0)
	if v != plain {
		return 0, h, v
	}
	if status = answerStatus(line); status == 0 {
		return 0, h, other
	}
	v = h.read(b, at, answerFields)
	if v == plain && (!h.seen[contentLength] || h.length > limit) {
		v = other
	}
	return status, h, v
}

// answerStatus is the one of a status line, 0 for one that net/http shall look at.
func answerStatus(line []byte) int {
	const version = "HTTP/1.1 "
	rest, ok := bytes.CutPrefix(line, []byte(version))
	if !ok || len(rest) < len("200 ") || rest[3] != ' ' || !isText(rest) {
		return 0
	}
	status, ok := number(rest[:3])
	if !ok || status < 200 || status > 599 || status == 204 || status == 304 {
		return 0
	}
	return status
}
