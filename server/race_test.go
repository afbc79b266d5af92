//go:build race

package server_test

// raced: the race detector makes pools forget.
const raced = true
