// Package leanhttp is the plain part of HTTP/1.1 without hand-overs between goroutines, for both ends; the
// rest is left to net/http.
//
// A server gives its listener to Listen, and serves what comes out of it with net/http: plain requests are
// answered before they get there. A client takes a Transport in the place of an http.Transport.
//
// A request is plain if it is a POST with a Content-Length, to a known path and with well-known fields only;
// readHead says it just. All else is handed to net/http with the octets that were read: chunked and
// compressed bodies, expectations, upgrades, other versions, whatever has been used to smuggle requests. So
// there is one set of rules about hostile input, and none of its parts is written twice. The client reads
// answers by http.ReadResponse.
//
// What that is for: most of the time of a small call goes into waking the other process, and net/http wakes
// a goroutine on each side besides. 1000 small plain calls between two processes on two cores that were busy
// with other work too, the same work around them (Xeon at 2.1 GHz, Linux, Go 1.26, November 2026, least of
// 40 rounds, three times):
//
//	the octets alone, sent and sent back                16 ms
//	raw connections, by hand, nothing checked           20-22 ms
//	the same with blocking system calls                 18-22 ms
//	raw server, http.ReadResponse in the client         22-24 ms
//	fasthttp 1.78 on both ends                          23-24 ms
//	net/http on both ends                               52-54 ms
//
// fasthttp would do as well, but has its own opinion of odd requests (it takes HTTP/2.0 and
// "Transfer-Encoding: identity" beside a Content-Length), sends a POST again where a connection ends before
// the answer, and does not end a call with its context. Blocking system calls, past the runtime's poller, gain
// little and lose the deadlines. To spin before a read waits gains a third where both cores are free, and
// makes a busy machine five times slower. With large answers (270 kB) all are the same. BenchmarkCall of
// package server compares net and lean.
//
// Specifications: RFC 9110, RFC 9112.
package leanhttp
