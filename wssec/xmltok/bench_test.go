package xmltok

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// answer is a document of the size and shape of a large answer: n elements of eight attributes, in groups
// with some text, in canonical form.
func answer(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	b.WriteString(`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><results xmlns="urn:answer" count="1767">`)
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
	b.WriteString("</quakes></set></results></s:Body></s:Envelope>")
	return b.Bytes()
}

func BenchmarkScan(b *testing.B) {
	for _, v := range []struct {
		name   string
		source []byte
	}{
		{"form=canonical", answer(1767)},
		{"form=selfclosing", bytes.ReplaceAll(answer(1767), []byte("></quake>"), []byte("/>"))},
		{"form=apostrophes", bytes.ReplaceAll(answer(1767), []byte(`"`), []byte("'"))},
		{"form=unordered", bytes.ReplaceAll(answer(1767), []byte(`method="Mb"`), []byte(`a="Mb"`))},
		{"form=base64", bytes.Join([][]byte{[]byte("<a>"), bytes.Repeat([]byte("QmFzZTY0IHRleHQ+"), 16384), []byte("</a>")}, nil)},
	} {
		b.Run(v.name, func(b *testing.B) {
			b.SetBytes(int64(len(v.source)))
			b.ReportAllocs()
			var k Tokenizer
			for b.Loop() {
				k.Reset(v.source)
				for {
					kind, err := k.Next()
					if err != nil {
						b.Fatal(err)
					}
					if kind == EOF {
						break
					}
				}
			}
		})
	}
}
