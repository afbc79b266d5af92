package main

import (
	"context"
	"errors"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"

	"seismark/client/measure"
	"seismark/configs"
	"seismark/wssec"
	"seismark/wssec/keystore"
)

// ours is the stack that is the other side.
const ours = "seismark-stream"

// settings are the ways that our server is set besides, for clients that go by its WSDL and so write otherwise. Which
// of them each does is in docs/interop.md.
var settings = []string{"issuer-serial", "encryption=token", "subject-key-identifier", "thumbprint-sha1"}

// pairings makes keys, and calls: what passes is the messages that there are.
func (r recorder) pairings(ctx context.Context) ([]measure.Pairing, error) {
	if err := os.RemoveAll(r.work); err != nil {
		return nil, err
	}
	if _, err := keystore.Init(r.keys(), keystore.Options{}); err != nil {
		return nil, err
	}
	var others, byPolicy []measure.Stack
	for _, s := range r.stacks {
		if err := s.Built(); err != nil {
			log.Printf("record: no vectors of %s: %v", s.Name, err)
			continue
		}
		if others = append(others, s); strings.HasSuffix(s.Name, "-policy") {
			byPolicy = append(byPolicy, s)
		}
	}
	own, err := measure.FindStack(ours, "")
	if err != nil {
		return nil, err
	}
	list, err := r.cross(ctx, own, others, []string{"username", "sign", "signencr"}, wssec.Basic256Sha256, wssec.Basic256Sha256GCM)
	for _, setting := range settings {
		if err != nil {
			return nil, err
		}
		if own, err = r.with(setting); err != nil {
			return nil, err
		}
		var more []measure.Pairing
		more, err = r.cross(ctx, own, byPolicy, []string{"signencr"}, wssec.Basic256Sha256)
		list = append(list, more...)
	}
	return list, err
}

// with is our server with a setting, without its client, made of its file.
func (r recorder) with(setting string) (measure.Stack, error) {
	file, err := fs.ReadFile(configs.Stacks(), ours+".yaml")
	if err != nil {
		return measure.Stack{}, err
	}
	text := strings.Replace(string(file), "name: "+ours, "name: "+ours+"-"+strings.ReplaceAll(setting, "=", "-"), 1)
	text = strings.Replace(text, " serve,", " serve, --key-reference, "+setting+",", 1)
	server, rest, _ := strings.Cut(text, "\nclient:")
	_, rest, _ = strings.Cut(rest, "\npolicies:")
	path := filepath.Join(r.work, setting, "stack.yaml")
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(server+"\npolicies:"+rest), 0o644)); err != nil {
		return measure.Stack{}, err
	}
	return measure.FindStack(path, "")
}

// heap is what each process may use: it is not about memory.
const heap = 1024 << 20

// cross lets a stack of ours and others call each other with the one query.
func (r recorder) cross(ctx context.Context, own measure.Stack, others []measure.Stack, policies []string, suites ...wssec.Suite) ([]measure.Pairing, error) {
	var list []measure.Pairing
	plan := &measure.Plan{
		Stacks: append([]measure.Stack{own}, others...), Policies: policies, Suites: suites, Sequences: []measure.Sequence{r.sequence}, Passes: 1,
		ServerHeap: heap, ClientHeap: heap, Keys: r.keys(), Store: r.store, Login: wssec.Login{Name: "seismic", Password: "tremor"},
		Program: r.seismark, RSA: "auto",
	}
	if err := os.MkdirAll(r.messages(), 0o755); err != nil {
		return nil, err
	}
	err := measure.Cross{Plan: plan, With: own.Name, Dump: r.messages(), All: true}.Run(ctx, func(p measure.Pairing) error {
		list = append(list, p)
		log.Printf("record: %s at %s under %s %s: %s %s", p.Client, p.Server, p.Policy, p.Suite, p.Verdict, p.Reason)
		return nil
	}, func(measure.Progress) {})
	return list, err
}
