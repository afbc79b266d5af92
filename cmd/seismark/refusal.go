package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"seismark/wssec"
	"seismark/wssec/xmltok"
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
	text, fault, algorithm := refusalText(err), (*wssec.FaultError)(nil), (*wssec.AlgorithmError)(nil)
	if errors.As(err, &fault) && errors.As(err, &algorithm) {
		text = algorithmText(algorithm, fault.At, f.Policy)
	}
	f.problem(text, hintsFor(err, f)...)
	if d := (*wssec.DigestError)(nil); errors.As(err, &d) {
		f.Difference = &difference{
			Reference: d.URI,
			Signed:    base64.StdEncoding.EncodeToString(d.Want),
			Found:     base64.StdEncoding.EncodeToString(d.Got),
			Canonical: string(d.Canonical),
		}
	}
}

// refusalText puts the reason first, the code and place behind it.
func refusalText(err error) string {
	fault := (*wssec.FaultError)(nil)
	if !errors.As(err, &fault) || fault.Err == nil {
		return strings.TrimPrefix(err.Error(), "wssec: ")
	}
	return fmt.Sprintf("%s (%s at %s)", reason(fault.Err), string(fault.Code), fault.At)
}

// reason is why, without what it says about Go's API, for the hints say it in flags.
func reason(err error) string {
	syntax := (*xmltok.SyntaxError)(nil)
	if errors.As(err, &syntax) {
		return withoutFields(fmt.Sprintf("line %d, column %d: %s: %s", syntax.Line, syntax.Column, syntax.What, syntax.Remedy))
	}
	text, _, _ := strings.Cut(err.Error(), ": give ")
	return withoutFields(text)
}

// algorithmText says why an algorithm is not taken, by the policy that the message is held to, if any.
func algorithmText(e *wssec.AlgorithmError, at, policy string) string {
	switch {
	case policy == "":
		return fmt.Sprintf("%s is not known (%s at %s)", e.Algorithm, string(wssec.UnsupportedAlgorithm), at)
	case e.Suite != wssec.SuiteNone:
		return fmt.Sprintf("%s is not of the suite %s (%s at %s)", e.Algorithm, e.Suite, string(wssec.UnsupportedAlgorithm), at)
	case strings.HasPrefix(at, "Signature"):
		return "the policy " + policy + " asks for no signature, the message has one"
	}
	return "the policy " + policy + " asks for no encryption, the message has some"
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
	case fault.Code == wssec.UnsupportedAlgorithm && (f.Policy == wssec.Plain().Name || f.Policy == wssec.Username().Name):
		return []string{"say --policy sign or signencr, which ask for it, or none to take any algorithm that is known"}
	case fault.Code == wssec.UnsupportedAlgorithm && f.Policy != "":
		return []string{"say --suite NAME for another suite; without --policy any known algorithm is taken"}
	case fault.Code == wssec.MessageExpired && !f.Created.IsZero():
		return []string{"--now " + stamp(f.Created) + " judges it as of when it was made"}
	}
	return nil
}
