package enginetest

import (
	"testing"
	"time"

	"seismark/wssec"
)

// clock moves the Recipient's clock about a message that was created at noon and expires five minutes later.
// The skew of 60 s counts at both ends, and includes its last moment.
func clock(t *testing.T, m Maker) {
	p := wssec.Sign(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	for _, c := range []struct {
		after time.Duration
		good  bool
	}{
		{-61 * time.Second, false}, {-60*time.Second - time.Millisecond, false}, {-60 * time.Second, true},
		{-59 * time.Second, true}, {0, true}, {5 * time.Minute, true}, {6 * time.Minute, true},
		{6*time.Minute + time.Millisecond, false}, {24 * time.Hour, false},
	} {
		cfg := Config(wssec.Recipient, p)
		cfg.Now = func() time.Time { return noon.Add(c.after) }
		e := engine(t, m, cfg)
		if c.good {
			opened(t, e, message)
		} else {
			refused(t, e, message, wssec.MessageExpired)
		}
	}
}

// timestamps puts others in the place of the Timestamp, signed anew.
func timestamps(t *testing.T, m Maker) {
	p := wssec.Sign(wssec.Basic256Sha256GCM)
	message := sealed(t, m, p)
	server := engine(t, m, Config(wssec.Recipient, p))
	inside := content(t, message, "wsu:Timestamp")
	wsu := func(name, value string) string { return "<wsu:" + name + ">" + value + "</wsu:" + name + ">" }
	const good = "2026-05-06T12:00:00Z"
	for _, c := range []struct {
		name, inside string
		want         wssec.FaultCode // empty: it opens
	}{
		{"whole seconds", wsu("Created", good) + wsu("Expires", "2026-05-06T12:05:00Z"), ""},
		{"one decimal", wsu("Created", "2026-05-06T12:00:00.1Z"), ""},
		{"seven decimals", wsu("Created", "2026-05-06T12:00:00.1234567Z"), ""},
		{"twelve decimals", wsu("Created", "2026-05-06T12:00:00.123456789012Z"), ""},
		{"an offset", wsu("Created", "2026-05-06T14:00:00+02:00"), ""},
		{"a western offset", wsu("Created", "2026-05-05T22:00:00-14:00"), ""},
		{"white space around", wsu("Created", "\n "+good+"\t"), ""},
		{"midnight as 24:00", wsu("Created", "2026-05-05T24:00:00-12:00"), ""},
		{"no Expires, within the lifetime", wsu("Created", "2026-05-06T11:54:00Z"), ""},
		{"no Expires, past the lifetime", wsu("Created", "2026-05-06T11:53:59Z"), wssec.MessageExpired},
		{"Expires in ten years", wsu("Created", "2026-05-06T11:53:59Z") + wsu("Expires", "2036-05-06T12:00:00Z"), wssec.MessageExpired},
		{"expired by itself", wsu("Created", "2026-05-06T11:58:00Z") + wsu("Expires", "2026-05-06T11:58:59Z"), wssec.MessageExpired},
		{"expired within the skew", wsu("Created", "2026-05-06T11:58:00Z") + wsu("Expires", "2026-05-06T11:59:00Z"), ""},
		{"year zero of Go", wsu("Created", "0001-01-01T00:00:00Z"), wssec.InvalidSecurity},
		{"no zone", wsu("Created", "2026-05-06T12:00:00"), wssec.InvalidSecurity},
		{"second 60", wsu("Created", "2026-05-06T11:59:60Z"), wssec.InvalidSecurity},
		{"a comma", wsu("Created", "2026-05-06T12:00:00,5Z"), wssec.InvalidSecurity},
		{"a point without decimals", wsu("Created", "2026-05-06T12:00:00.Z"), wssec.InvalidSecurity},
		{"one digit of an hour", wsu("Created", "2026-05-06T2:00:00Z"), wssec.InvalidSecurity},
		{"30 February", wsu("Created", "2026-02-30T12:00:00Z"), wssec.InvalidSecurity},
		{"month 13", wsu("Created", "2026-13-01T12:00:00Z"), wssec.InvalidSecurity},
		{"minute 60", wsu("Created", "2026-05-06T11:60:00Z"), wssec.InvalidSecurity},
		{"24:00:01", wsu("Created", "2026-05-05T24:00:01Z"), wssec.InvalidSecurity},
		{"an offset of 15 hours", wsu("Created", "2026-05-07T03:00:00+15:00"), wssec.InvalidSecurity},
		{"lower case", wsu("Created", "2026-05-06t12:00:00z"), wssec.InvalidSecurity},
		{"empty", wsu("Created", ""), wssec.InvalidSecurity},
		{"nothing", "", wssec.InvalidSecurity},
		{"two Created", wsu("Created", good) + wsu("Created", good), wssec.InvalidSecurity},
		{"two Expires", wsu("Created", good) + wsu("Expires", good) + wsu("Expires", good), wssec.InvalidSecurity},
		{"Expires first", wsu("Expires", good) + wsu("Created", good), wssec.InvalidSecurity},
		{"Expires alone", wsu("Expires", good), wssec.InvalidSecurity},
		{"Expires before Created", wsu("Created", good) + wsu("Expires", "2026-05-06T11:59:59Z"), wssec.InvalidSecurity},
		{"another element", wsu("Created", good) + "<x/>", wssec.InvalidSecurity},
		{"text beside", "x" + wsu("Created", good), wssec.InvalidSecurity},
		{"a comment within", wsu("Created", "2026-05-06T12:00:00<!-- -->Z"), wssec.InvalidSecurity},
		{"an element within", wsu("Created", "<x>"+good+"</x>"), wssec.InvalidSecurity},
		{"of another namespace", `<wsu:Created xmlns:wsu="urn:x">` + good + `</wsu:Created>`, wssec.InvalidSecurity},
	} {
		t.Run(c.name, func(t *testing.T) {
			edited := resign(t, replace(t, message, inside, c.inside), identities().client.Key)
			if c.want == "" {
				opened(t, server, edited)
				return
			}
			refused(t, server, edited, c.want)
		})
	}
}
