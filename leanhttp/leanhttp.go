// Package leanhttp is the plain part of HTTP/1.1 without hand-overs between goroutines, for both ends; the
// rest is left to net/http.
//
// A server gives its listener to Listen, and serves what comes out of it with net/http: plain requests are
// answered before they get there. A client makes a Caller and calls Call.
//
// A request is plain if it is a POST with a Content-Length to a known path, and an answer if it has a
// Content-Length, and if either has none but well-known fields: readRequest and readAnswer say it just. All else
// is handed to net/http with the octets that were read: chunked and compressed bodies, expectations, upgrades,
// other versions, whatever has been used to smuggle requests. So there is one set of rules about hostile input.
//
// What that is for: most of the time of a small call goes into system calls and into waking the other process.
// net/http wakes a goroutine on each side besides, twice on the client's. 1000 small plain calls between two
// processes, with the same work around them and nothing secured (EPYC, 2 cores, busy with other work too, Linux
// 6.18, Go 1.26, November 2026; least of 50 rounds, in turn, several times):
//
//	the octets alone, sent and sent back            16-17 ms
//	raw connections, by hand, nothing checked       22-25 ms
//	the same with the system calls of socket        21-23 ms, first quarter 22-24
//	the same with blocking system calls             19-22 ms, first quarter 23-27
//	fasthttp 1.78 on both ends                      24-27 ms, with the system calls of socket 23-24
//	net/http on both ends                           51-63 ms
//
// fasthttp is nearly as fast, but has an opinion of its own of odd requests (it takes HTTP/2.0, and
// "Transfer-Encoding: identity" beside a Content-Length), does not end a call with its context, and dies of a
// handler that panics: to mend that is as much code as to leave it. Blocking system calls, past the runtime's
// poller, gain no more than those of socket and lose the deadlines. To spin before a read waits gives 13 ms
// where both cores are free, and 110 where they are not.
//
// With large answers (270 kB) all of these are the same, and net/http is a third slower. BenchmarkCall of
// package server compares the two; here it is a call with nothing to do.
//
// Specifications: RFC 9110, RFC 9112.
package leanhttp
