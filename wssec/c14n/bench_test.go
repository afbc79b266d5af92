package c14n

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"seismark/wssec/xmltok"
)

// answer is an element of the size and shape of a large answer's Body: n elements of eight attributes, in
// groups with some text, in canonical form.
func answer(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteString(`<s:Body xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><results xmlns="urn:answer" count="1767">`)
	for i := range n {
		if i%100 == 0 {
			if i > 0 {
				b.WriteString("</quakes></set>")
			}
			fmt.Fprintf(&b, `<set><name>Area number %d</name><regions count="1"><region ident="r%d" index="%d">NEAR THE COAST</region></regions><quakes count="100">`, i, i, i)
		}
		fmt.Fprintf(&b, `<quake depth="%.1f" latitude="%.4f" longitude="%.4f" magnitude="%.1f" method="Mb" millis="%d" region="r%d" time="2001-08-%02dT%02d:48:39Z"></quake>`,
			600*r.Float32(), 180*r.Float32()-90, 360*r.Float32()-180, 2+5*r.Float32(), r.IntN(1000), r.IntN(757), 1+r.IntN(28), r.IntN(24))
	}
	b.WriteString("</quakes></set></results></s:Body>")
	return b.Bytes()
}

// BenchmarkIsCanonical reads an element that is in canonical form.
func BenchmarkIsCanonical(b *testing.B) { benchmark(b, answer(1767), true) }

// BenchmarkCanonical reads elements that are not.
func BenchmarkCanonical(b *testing.B) {
	a := answer(1767)
	b.Run("form=selfclosing", func(b *testing.B) {
		benchmark(b, bytes.ReplaceAll(a, []byte("></quake>"), []byte("/>")), false)
	})
	b.Run("form=apostrophes", func(b *testing.B) {
		benchmark(b, bytes.ReplaceAll(a, []byte(`"`), []byte("'")), false)
	})
	b.Run("form=unordered", func(b *testing.B) {
		benchmark(b, bytes.ReplaceAll(a, []byte(`method="Mb"`), []byte(`a="Mb"`)), false)
	})
}

func benchmark(b *testing.B, source []byte, same bool) {
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	var k xmltok.Tokenizer
	var c Canonicalizer
	for b.Loop() {
		k.Reset(source)
		if _, err := k.Next(); err != nil {
			b.Fatal(err)
		}
		if err := c.Whole(&k, exclusive); err != nil {
			b.Fatal(err)
		}
		if c.Same() != same {
			b.Fatal("same: ", c.Same())
		}
	}
}
