package floor

import (
	"bytes"
	"io"
	"testing"
)

// TestLoop sends octets both ways, in lengths about that of a chunk.
func TestLoop(t *testing.T) {
	l, err := connect()
	if err != nil {
		t.Fatal(err)
	}
	octets := make([]byte, chunk)
	for i := range octets {
		octets[i] = byte(i * 7 >> 3)
	}
	for _, n := range []int{1, 1000, chunk - 1, chunk} {
		for from := range 2 {
			into := make([]byte, n)
			if err := l.carry(from, octets[:n], into); err != nil || !bytes.Equal(into, octets[:n]) {
				t.Errorf("%d octets from %d: they differ, %v", n, from, err)
			}
		}
	}
	l.ends[0].Close()
	if err := l.carry(0, octets[:10], make([]byte, 10)); err == nil {
		t.Error("a closed end carries")
	}
}

// BenchmarkLoop shows what package net would cost besides.
func BenchmarkLoop(b *testing.B) {
	for _, n := range []int{400, 4000, chunk} {
		octets, into := make([]byte, n), make([]byte, n)
		name := "octets=" + decimal(n)
		b.Run("by=system/"+name, func(b *testing.B) {
			l, err := connect()
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(n))
			for b.Loop() {
				if err := l.carry(0, octets, into); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("by=net/"+name, func(b *testing.B) {
			l, err := connect()
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(n))
			for b.Loop() {
				if _, err := l.ends[0].Write(octets); err != nil {
					b.Fatal(err)
				}
				if _, err := io.ReadFull(l.ends[1], into); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
