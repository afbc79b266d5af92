package enginetest

import (
	"testing"

	"seismark/wssec"
	"seismark/wssec/soap"
)

func login(t *testing.T, m Maker) {
	for _, right := range []string{
		"", " ", "tremor", " tremor", "tremor ", "a&b<c>]]>\"' \u00e9 ", "\ttab\nline\r\nend\r", "&amp;", "&#65;",
		"\U0001F30B", "e\u0301", "<!-- -->", "]]>", "PASSWORD",
	} {
		for _, sent := range []string{right, right + " ", " " + right, "tremor", "password", "\u00e9"} {
			login := wssec.Login{Name: "a & b <c>", Password: sent}
			c := Config(wssec.Initiator, wssec.Username())
			c.Login = login
			message, err := engine(t, m, c).Seal(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			s := Config(wssec.Recipient, wssec.Username())
			s.Admit = func(l wssec.Login) bool { return l == wssec.Login{Name: login.Name, Password: right} }
			if e := engine(t, m, s); sent == right {
				opened(t, e, string(message))
			} else {
				refused(t, e, string(message), wssec.FailedAuthentication)
			}
		}
	}
	tokens(t, m)
}

// tokens edits the UsernameToken.
func tokens(t *testing.T, m Maker) {
	message := sealed(t, m, wssec.Username())
	server := engine(t, m, Config(wssec.Recipient, wssec.Username()))
	const digest = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest"
	name, password := element(t, message, "wsse:Username"), element(t, message, "wsse:Password")
	const text = `<wsse:Password>tremor</wsse:Password>`
	for _, c := range []struct {
		name, inside string
		want         wssec.FaultCode
	}{
		{"no Type", name + text, ""},
		{"in parts", name + `<wsse:Password>tre<![CDATA[m]]>&#111;r</wsse:Password>`, ""},
		{"Nonce and Created", name + text + "<wsse:Nonce>AA==</wsse:Nonce><wsu:Created>2026-05-06T12:00:00Z</wsu:Created>", ""},
		{"password first", text + name, ""},
		{"wrong user", "<wsse:Username>seism</wsse:Username>" + text, wssec.FailedAuthentication},
		{"a user cut by a comment", "<wsse:Username>seismic<!---->.evil</wsse:Username>" + text, wssec.InvalidSecurityToken},
		{"a comment in the password", name + "<wsse:Password>tre<!-- -->mor</wsse:Password>", wssec.InvalidSecurityToken},
		{"an element in the user", "<wsse:Username><x>seismic</x></wsse:Username>" + text, wssec.InvalidSecurityToken},
		{"no password", name, wssec.InvalidSecurityToken},
		{"no user", password, wssec.InvalidSecurityToken},
		{"empty", "", wssec.InvalidSecurityToken},
		{"two passwords", name + text + text, wssec.InvalidSecurityToken},
		{"two users", name + name + text, wssec.InvalidSecurityToken},
		{"a digest", name + `<wsse:Password Type="` + digest + `">AAAA</wsse:Password>`, wssec.UnsupportedSecurityToken},
		{"an unknown Type", name + `<wsse:Password Type="urn:x">tremor</wsse:Password>`, wssec.UnsupportedSecurityToken},
		{"a key derived from the password", name + text + `<w:Iteration xmlns:w="` + soap.WSSE11 + `">2000000000</w:Iteration>`, wssec.InvalidSecurityToken},
		{"names of another namespace", `<x:Username xmlns:x="urn:x">seismic</x:Username>` + text, wssec.InvalidSecurityToken},
	} {
		t.Run(c.name, func(t *testing.T) {
			edited := replace(t, message, content(t, message, "wsse:UsernameToken"), c.inside)
			if c.want == "" {
				if got := opened(t, server, edited); *got.Login != user {
					t.Errorf("login %v", *got.Login)
				}
				return
			}
			refused(t, server, edited, c.want)
		})
	}
	token := element(t, message, "wsse:UsernameToken")
	refused(t, server, replace(t, message, token, token+`<wsse:UsernameToken>`+name+text+`</wsse:UsernameToken>`), wssec.InvalidSecurity)
	refused(t, server, remove(t, message, "wsse:UsernameToken"), wssec.InvalidSecurity)
	refused(t, server, remove(t, message, "soap:Header"), wssec.InvalidSecurity)
	c := Config(wssec.Recipient, wssec.Username())
	c.Admit = nil
	refused(t, engine(t, m, c), message, wssec.FailedAuthentication)
}
