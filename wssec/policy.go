package wssec

import (
	"fmt"
	"strings"
	"time"
)

// Part is a part of a message that a policy signs or encrypts.
type Part uint8

const (
	PartBody       Part = iota + 1
	PartTimestamp       // the Timestamp of the Security header
	PartAddressing      // every WS-Addressing header that is present
)

func (p Part) String() string {
	switch p {
	case PartBody:
		return "Body"
	case PartTimestamp:
		return "Timestamp"
	case PartAddressing:
		return "WS-Addressing headers"
	}
	return fmt.Sprintf("Part(%d)", uint8(p))
}

// Protection is what one direction of a call must carry. Zero is nothing.
type Protection struct {
	Login         bool          // a UsernameToken
	Lifetime      time.Duration // of the Timestamp; zero for no Timestamp
	Sign, Encrypt []Part        // signed first, then the content encrypted
	Confirm       bool          // a SignatureConfirmation, signed: of responses only

	SignatureKey, EncryptionKey KeyReference // how what is written names keys
}

// Policy is what a service asks of requests and gives with responses.
type Policy struct {
	Name              string
	Suite             Suite
	Request, Response Protection
}

// DefaultLifetime is that of the Timestamps of Sign and SignEncrypt.
const DefaultLifetime = 5 * time.Minute

// Plain asks for nothing.
func Plain() Policy { return Policy{Name: "plain"} }

// Username asks for a UsernameToken with the request.
func Username() Policy { return Policy{Name: "username", Request: Protection{Login: true}} }

// Sign asks for a Timestamp and an X.509 signature over Body, Timestamp and addressing headers, both ways.
func Sign(s Suite) Policy {
	p := Protection{Lifetime: DefaultLifetime, Sign: []Part{PartBody, PartTimestamp, PartAddressing}}
	return Policy{Name: "sign", Suite: s, Request: p, Response: p}
}

// SignEncrypt is Sign with the content of the Body encrypted after it was signed.
func SignEncrypt(s Suite) Policy {
	p := Sign(s)
	p.Name = "signencr"
	p.Request.Encrypt = []Part{PartBody}
	p.Response.Encrypt = []Part{PartBody}
	return p
}

// Policies is the list of all policies, weakest first, with the suite where one is used.
func Policies(s Suite) []Policy { return []Policy{Plain(), Username(), Sign(s), SignEncrypt(s)} }

// PolicyNamed finds a policy of Policies by its name.
func PolicyNamed(name string, s Suite) (Policy, error) {
	var names []string
	for _, p := range Policies(s) {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Policy{}, fmt.Errorf("wssec: no policy %q: choose from %s", name, strings.Join(names, ", "))
}
