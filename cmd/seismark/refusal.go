package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"seismark/wssec"
)

// difference is a reference whose digest is not the signed one.
type difference struct {
	Path      string `json:"path,omitempty"`
	Reference string `json:"reference"`
	Signed    string `json:"signed_digest"` // base64, as messages have it
	Found     string `json:"found_digest"`
	Canonical string `json:"canonical"`
}

// problem notes why the message does not verify.
func (f *finding) problem(text string, hints ...string) {
	f.Problems = append(f.Problems, text)
	f.hints = append(f.hints, hints...)
}

// refusal notes why an engine did not verify the message.
func (f *finding) refusal(err error) {
	f.problem(refusalText(err), hintsFor(err, f)...)
	if d := (*wssec.DigestError)(nil); errors.As(err, &d) {
		f.Difference = &difference{
			Reference: d.URI,
			Signed:    base64.StdEncoding.EncodeToString(d.Want),
			Found:     base64.StdEncoding.EncodeToString(d.Got),
			Canonical: string(d.Canonical),
		}
	}
}

// refusalText puts the reason first, the code and place behind it. What the reason says about Go's API is
// left away, for the hints say it in flags.
func refusalText(err error) string {
	fault := (*wssec.FaultError)(nil)
	if !errors.As(err, &fault) || fault.Err == nil {
		return strings.TrimPrefix(err.Error(), "wssec: ")
	}
	reason, _, _ := strings.Cut(fault.Err.Error(), ": give ")
	reason = strings.TrimSuffix(reason, ", nor in Config.Accept")
	return fmt.Sprintf("%s (%s at %s)", reason, string(fault.Code), fault.At)
}

const decryptHint = "to decrypt, give the receiver's --cert FILE and --key FILE, or --keystore FILE"

// hintsFor says what a person can do about a refusal.
func hintsFor(err error, f *finding) []string {
	fault := (*wssec.FaultError)(nil)
	if !errors.As(err, &fault) {
		return nil
	}
	switch {
	case fault.Code == wssec.SecurityTokenUnavailable && strings.HasPrefix(fault.At, "Signature"):
		return []string{"the message does not bring the signer's certificate: give it with --cert FILE or --keystore FILE"}
	case fault.Code == wssec.SecurityTokenUnavailable:
		return []string{decryptHint}
	case fault.Code == wssec.UnsupportedAlgorithm && f.Policy != "":
		return []string{"say --suite NAME for another suite; without --policy any known algorithm is taken"}
	case fault.Code == wssec.Client && f.SOAP == "":
		return []string{"open takes one SOAP envelope, and nothing around it such as the headers of HTTP"}
	case fault.Code == wssec.MessageExpired && !f.Created.IsZero():
		return []string{"--now " + stamp(f.Created) + " judges it as of when it was made"}
	}
	return nil
}
