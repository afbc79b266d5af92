//go:build !race

package leanhttp_test

const raced = false
