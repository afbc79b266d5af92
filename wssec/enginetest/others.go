package enginetest

import (
	"embed"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"seismark/wssec"
	"seismark/wssec/xsd"
)

// Messages of Apache WSS4J 4.0.1 (xmlsec 4.0.4), from the client of the tests to their server, with a payload of
// its own; the files are named by the suite.
//
//go:embed testdata/wss4j-*.xml
var wss4j embed.FS

// others opens what another implementation sealed in the algorithms that few have, at the time when it did.
func others(t *testing.T, m Maker) {
	for _, file := range must(wss4j.ReadDir("testdata")) {
		name := strings.TrimSuffix(strings.TrimPrefix(file.Name(), "wss4j-"), ".xml")
		t.Run(name, func(t *testing.T) {
			var suite wssec.Suite
			if err := suite.Set(name); err != nil {
				t.Fatal(err)
			}
			message := string(must(wss4j.ReadFile(path.Join("testdata", file.Name()))))
			p := wssec.SignEncrypt(suite)
			c := Config(wssec.Recipient, p)
			made := must(xsd.ParseInstant([]byte(content(t, message, "wsu:Created"))))
			c.Now = func() time.Time { return made }
			server := engine(t, m, c)
			got := opened(t, server, message)
			const want = `<hello xmlns="urn:h">from WSS4J</hello></soap:Body>`
			if !strings.HasSuffix(string(got.Body), want) || got.Used != suite.Algorithms() ||
				!got.Signer.Equal(pairFor(suite).client.Certificate) || !slices.Equal(got.Encrypted, p.Request.Encrypt) {
				t.Errorf("got %s\n%+v", got.Body, got.Facts)
			}
			for _, in := range []string{"xenc:EncryptedKey", "xenc:EncryptedData"} {
				refused(t, server, recode(t, message, in, "xenc:CipherValue", flip), wssec.FailedCheck)
			}
		})
	}
}
