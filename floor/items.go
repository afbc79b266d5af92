package floor

import "seismark/wssec"

// item is a kind of operation.
type item struct {
	name   string
	counts string                         // what is in it
	needs  func(wssec.Policy) bool        // whether a policy forces it; nil for all policies
	varies bool                           // all policies force it, but not all to the same extent
	ways   func(*subject) ([]work, error) // the implementations that there are
}

// items is the list of them, in the order of a call. How long each takes follows from the policy and the
// algorithms of its suite alone.
func items() []item {
	return []item{
		{name: "encode-request", counts: "a query to the payload of a request", ways: encodeRequest},
		{name: "decode-request", counts: "the Body of a request to a query", ways: decodeRequest},
		{name: "query", counts: "the quakes that a query matches, looked up", ways: lookup},
		{name: "encode-results", counts: "matches to the payload of an answer", ways: encodeResults},
		{name: "decode-results", counts: "the Body of an answer to quakes", ways: decodeResults},
		{name: "socket", counts: "the octets of all envelopes, through a TCP connection over the loopback", varies: true, ways: transfer},
		{name: "digest", counts: "Body and Timestamp digested, by sender and receiver", needs: signs, ways: digest},
		{name: "sign", counts: "SignedInfo signed: its digest and the private key", needs: signs, ways: sign},
		{name: "verify", counts: "the signature over SignedInfo verified", needs: signs, ways: verify},
		{name: "wrap-key", counts: "the session key encrypted to the receiver, or to a key agreed on with his", needs: encrypts, ways: wrapKey},
		{name: "unwrap-key", counts: "the session key decrypted with the private key, or by agreement with it", needs: encrypts, ways: unwrapKey},
		{name: "encrypt", counts: "the Body's content enciphered", needs: encrypts, ways: encipher},
		{name: "decrypt", counts: "the Body's content deciphered", needs: encrypts, ways: decipher},
		{name: "base64-encode", counts: "digests, signature, session key and cipher text, as text", needs: signs, ways: toBase64},
		{name: "base64-decode", counts: "the same, back to octets", needs: signs, ways: fromBase64},
	}
}

// Names lists the items with what each counts, in the order of a floor.
func Names() [][2]string {
	var list [][2]string
	for _, i := range items() {
		list = append(list, [2]string{i.name, i.counts})
	}
	return list
}

func signs(p wssec.Policy) bool { return len(p.Request.Sign)+len(p.Response.Sign) > 0 }

func encrypts(p wssec.Policy) bool { return len(p.Request.Encrypt)+len(p.Response.Encrypt) > 0 }
