package measure

import (
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
	"seismark/wssec/xmldsig"
)

// signBySHA1 signs by an algorithm of old, with the right key.
func (f *forger) signBySHA1(s saying) ([]byte, error) { return f.resign(s, wssec.RSASHA1, nil) }

// digestBySHA1 changes the digests alone: the signature over them is made as it should be.
func (f *forger) digestBySHA1(s saying) ([]byte, error) {
	return f.resign(s, f.config.Policy.Suite.Algorithms().Signature, f.redigest)
}

var (
	signatureMethod = regexp.MustCompile(`SignatureMethod Algorithm="([^"]+)"`)
	signatureValue  = regexp.MustCompile(`SignatureValue>([^<]+)<`)
)

// resign makes a good message, changes it, and signs it anew by an algorithm.
func (f *forger) resign(s saying, a wssec.Algorithm, change func([]byte, saying) ([]byte, error)) ([]byte, error) {
	envelope, err := f.seal(s)
	if err == nil && change != nil {
		envelope, err = change(envelope, s)
	}
	if err != nil {
		return nil, err
	}
	if envelope, err = replaced(envelope, signatureMethod, string(a)); err != nil {
		return nil, err
	}
	parts, err := soap.Split(envelope, wssec.DefaultLimits)
	if err != nil {
		return nil, err
	}
	info, ok := parts.Find(parts.Security.Element, [2]string{soap.DS, "Signature"}, [2]string{soap.DS, "SignedInfo"})
	if !ok {
		return nil, errUnchanged
	}
	octets, err := c14n.Append(nil, parts.Bytes(info), info.Scope, c14n.Method{Algorithm: wssec.ExclusiveC14N})
	if err != nil {
		return nil, err
	}
	value, err := xmldsig.Sign(f.config.Self.Key, a, octets)
	if err != nil {
		return nil, err
	}
	return replaced(envelope, signatureValue, base64.StdEncoding.EncodeToString(value))
}

// replaced puts a text in the place of what a pattern's group first matches.
func replaced(envelope []byte, pattern *regexp.Regexp, text string) ([]byte, error) {
	span := pattern.FindSubmatchIndex(envelope)
	if span == nil {
		return nil, errUnchanged
	}
	return slices.Concat(envelope[:span[2]], []byte(text), envelope[span[3]:]), nil
}

// signedReference is a Reference: the id, the algorithm and the value of its digest.
var signedReference = regexp.MustCompile(`<ds:Reference URI="#([^"]+)"><.*?DigestMethod Algorithm="([^"]+)".*?DigestValue>([^<]+)<`)

// redigest puts digests by SHA-1 in the place of all.
func (f *forger) redigest(envelope []byte, s saying) ([]byte, error) {
	parts, err := soap.Split(envelope, wssec.DefaultLimits)
	if err != nil {
		return nil, err
	}
	text := string(envelope)
	all := signedReference.FindAllStringSubmatch(text, -1)
	for _, r := range all {
		octets, err := f.digested(parts, r[1], s)
		if err != nil {
			return nil, err
		}
		if digest(wssec.Algorithm(r[2]), octets) != r[3] {
			return nil, fmt.Errorf("measure: security proof: the octets of %s are not those that were digested", r[1])
		}
		weak := strings.Replace(strings.Replace(r[0], r[2], string(wssec.SHA1), 1), r[3], digest(wssec.SHA1, octets), 1)
		text = strings.Replace(text, r[0], weak, 1)
	}
	if len(all) == 0 {
		return nil, errUnchanged
	}
	return []byte(text), nil
}

func digest(a wssec.Algorithm, octets []byte) string {
	return base64.StdEncoding.EncodeToString(xmldsig.Sum(nil, a.Hash(), octets))
}

// digested are the octets of a signed element, of the Body those before it was encrypted.
func (f *forger) digested(parts *soap.Envelope, id string, s saying) ([]byte, error) {
	el, _, ok := parts.Locate(id)
	if !ok {
		return nil, errors.New("measure: security proof: no element has the id " + id)
	}
	if el.From == parts.Body.From {
		return bodyAround(startOf(parts.Bytes(el)), s.payload), nil
	}
	return c14n.Append(nil, parts.Bytes(el), el.Scope, c14n.Method{Algorithm: wssec.ExclusiveC14N})
}
