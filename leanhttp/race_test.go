//go:build race

package leanhttp_test

// raced: the race detector takes other sockets.
const raced = true
