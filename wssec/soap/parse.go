package soap

import (
	"cmp"
	"strings"

	"seismark/wssec"
	"seismark/wssec/xmltok"
)

// ParseFault reads the Fault of a Body, which is a document of its own, such as wssec.Message.Body. It is
// nil where the Body holds something else, or nothing.
func ParseFault(body []byte) (*Fault, error) {
	var t xmltok.Tokenizer
	t.Reset(body)
	f, err := parseBody(&t)
	if err != nil {
		return nil, &wssec.FaultError{Code: wssec.Client, At: "Body", Err: err}
	}
	return f, nil
}

func parseBody(t *xmltok.Tokenizer) (*Fault, error) {
	for {
		kind, err := t.Next()
		if err != nil || kind == xmltok.EOF {
			return nil, err
		}
		if kind != xmltok.Start || t.Depth() != 2 {
			continue
		}
		if n := t.Name(); n.Is(wssec.SOAP11.Namespace(), "Fault") || n.Is(wssec.SOAP12.Namespace(), "Fault") {
			return parse(t)
		}
		return nil, nil
	}
}

// field says what an element of a Fault holds, by its path within, in the form of SOAP 1.1 or of SOAP 1.2: node-soap
// sends the latter in envelopes of the former.
func (f *Fault) field(path string) func(t *xmltok.Tokenizer, text string) {
	switch {
	case path == "faultcode", path == "Code/Value", strings.HasPrefix(path, "Code/Subcode/") && strings.HasSuffix(path, "/Value"):
		return f.code // the innermost comes last
	case path == "faultstring", path == "Reason/Text" && f.Reason == "":
		return func(_ *xmltok.Tokenizer, text string) { f.Reason = text }
	case path == "faultactor", path == "Role":
		return func(_ *xmltok.Tokenizer, text string) { f.Actor = text }
	}
	return nil
}

// parse reads from the Start of the Fault to its End.
func parse(t *xmltok.Tokenizer) (*Fault, error) {
	f := &Fault{}
	var path []string
	for root := t.Depth(); ; {
		kind, err := t.Next()
		if err != nil {
			return nil, err
		}
		switch {
		case kind == xmltok.End && t.Depth() == root:
			return f, nil
		case kind == xmltok.Start:
			path = append(path[:t.Depth()-root-1], string(t.Name().Local))
			set := f.field(strings.Join(path, "/"))
			if set == nil {
				continue
			}
			text, err := t.ElementText(nil)
			if err != nil {
				return nil, err
			}
			set(t, strings.Trim(string(text), " \t\r\n"))
		}
	}
}

// code takes a QName, whose prefix is looked up where it stands. One that nobody declares is told as it is, and
// understood by its local name: where a fault is signed, canonical form leaves out what only a text refers to.
func (f *Fault) code(t *xmltok.Tokenizer, qname string) {
	prefix, local, ok := strings.Cut(qname, ":")
	if !ok {
		prefix, local = "", qname
	}
	space, declared := t.Lookup([]byte(prefix))
	if prefix != "" && !declared {
		f.Name, f.Code = qname, cmp.Or(codeOf(WSSE, local), codeOf(wssec.SOAP11.Namespace(), local))
		return
	}
	f.Name = "{" + space + "}" + local
	f.Code = codeOf(space, local)
}

func codeOf(space, local string) wssec.FaultCode {
	switch space {
	case WSSE:
		if c := wssec.FaultCode(local); c.Sentence() != "" && !ofSOAP(c) {
			return c
		}
	case wssec.SOAP11.Namespace(), wssec.SOAP12.Namespace():
		switch local, _, _ = strings.Cut(local, "."); local {
		case "Sender":
			return wssec.Client
		case "Receiver":
			return wssec.Server
		}
		if c := wssec.FaultCode(local); ofSOAP(c) {
			return c
		}
	}
	return ""
}
