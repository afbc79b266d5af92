package main

import (
	"errors"
	"fmt"
	"strings"

	"seismark/wssec"
	"seismark/wssec/c14n"
	"seismark/wssec/soap"
	"seismark/wssec/xmltok"
)

// payloadOf takes what is to stand in the Body from a message: the Body's element where it is an
// envelope, else the document's own. It is given in inclusive canonical form, so that no namespace that the
// envelope declares is lost, be it only used in a value such as xsi:type="xs:int".
func payloadOf(message []byte) ([]byte, wssec.Version, error) {
	root, name, err := rootOf(message)
	if err != nil {
		return nil, 0, err
	}
	version := wssec.SOAP11
	if name != "Envelope" {
		// Read as the Body of an envelope it is held to the same rules, but what is wrong with it by itself has
		// its place in the document as it was given.
		if err := wellFormed(message); err != nil {
			return nil, 0, err
		}
		start := `<soap:Envelope xmlns:soap="` + version.Namespace() + `"><soap:Body>`
		message = []byte(start + string(message[root:]) + `</soap:Body></soap:Envelope>`)
	}
	env, err := soap.Split(message, wssec.DefaultLimits)
	if err != nil {
		return nil, 0, err
	}
	if len(env.Headers) > 0 {
		return nil, 0, refusedHeaders(env)
	}
	if env.Content.Local == "" {
		return nil, env.Version, nil
	}
	if !env.Content.Alone {
		return nil, 0, errors.New("the Body holds more than one element: only one can be sealed")
	}
	scope := env.Content.Scope
	if name != "Envelope" {
		scope = xmltok.Scope{}
	}
	payload, err := c14n.Append(nil, env.Bytes(env.Content.Element), scope, c14n.Method{Algorithm: wssec.InclusiveC14N})
	return payload, env.Version, err
}

// wellFormed reads a document that is to stand in a Body.
func wellFormed(document []byte) error {
	t := xmltok.Tokenizer{Limits: xmltok.Limits{
		Depth: wssec.DefaultLimits.Depth - soap.AtPart, Attributes: wssec.DefaultLimits.Attributes, Name: wssec.DefaultLimits.Name,
	}}
	t.Reset(document)
	for {
		if kind, err := t.Next(); err != nil || kind == xmltok.EOF {
			return err
		}
	}
}

// rootOf finds the start of the root element and its local name.
func rootOf(message []byte) (offset int, name string, err error) {
	var t xmltok.Tokenizer
	t.Reset(message)
	for {
		kind, err := t.Next()
		if err != nil {
			return 0, "", err
		}
		if kind == xmltok.Start {
			from, _ := t.Span()
			return from, string(t.Name().Local), nil
		}
	}
}

// refusedHeaders tells that an envelope's headers cannot be kept.
func refusedHeaders(env *soap.Envelope) error {
	if env.Security != nil {
		return hint(errors.New("the envelope has a Security header already"), "seismark open takes it off")
	}
	var names []string
	for _, b := range env.Headers {
		names = append(names, qualified(b.Space, b.Local))
	}
	return hint(fmt.Errorf("the envelope has headers that would be lost: %s", strings.Join(names, ", ")),
		"take them out of it, or seal the content of the Body alone")
}
