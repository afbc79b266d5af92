package measure

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
)

// wire is a proxy between a client and a server, which keeps the last message of each.
type wire struct {
	server *http.Server

	mu                sync.Mutex
	request, response message
}

// message is a head and what was read of a body.
type message struct {
	head   []byte
	body   bytes.Buffer
	status int // of a response
}

// tap puts a wire before a server, and gives the URL at which it listens.
func tap(address string) (*wire, string, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	w, server := &wire{}, url.URL{Scheme: target.Scheme, Host: target.Host}
	proxy := &httputil.ReverseProxy{
		Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(&server) },
		Transport:      &http.Transport{DisableCompression: true},
		ModifyResponse: w.answer,
	}
	w.server = &http.Server{Handler: http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if err := w.ask(r); err != nil {
			http.Error(out, "seismark: the request was cut off: "+err.Error(), http.StatusBadRequest)
			return
		}
		proxy.ServeHTTP(out, r)
	})}
	go w.server.Serve(listener)
	target.Host = listener.Addr().String()
	return w, target.String(), nil
}

func (w *wire) close() { w.server.Close() }

// ask begins an exchange. The request is read to its end first: an answer that begins before would close it.
func (w *wire) ask(r *http.Request) error {
	head, err := httputil.DumpRequest(r, false)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	w.mu.Lock()
	defer w.mu.Unlock()
	w.request, w.response = message{head: head}, message{}
	w.request.body.Write(body)
	return nil
}

func (w *wire) answer(r *http.Response) error {
	head, err := httputil.DumpResponse(r, false)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.response = message{head: head, status: r.StatusCode}
	r.Body = &kept{r.Body, w}
	return nil
}

// kept is the body of an answer, which is written down as it is read.
type kept struct {
	io.ReadCloser
	w *wire
}

func (k *kept) Read(b []byte) (int, error) {
	n, err := k.ReadCloser.Read(b)
	k.w.mu.Lock()
	defer k.w.mu.Unlock()
	k.w.response.body.Write(b[:n])
	return n, err
}

// answered reports whether the last request has an answer.
func (w *wire) answered() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.response.status > 0
}

// fault is the server's reason where its last answer is one, "" where it is none.
func (w *wire) fault() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.response.status < http.StatusBadRequest {
		return ""
	}
	reason := strings.TrimSpace(strings.SplitN(string(w.response.head), "\r\n", 2)[0])
	if fault := unopened(w.response.body.Bytes()); fault != nil {
		_, code, _ := strings.Cut(fault.Name, "}")
		reason = oneLine(code + ": " + fault.Reason)
	}
	return reason
}

// messages are the last request and the last response as they went.
func (w *wire) messages() (request, response []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append(bytes.Clone(w.request.head), w.request.body.Bytes()...), append(bytes.Clone(w.response.head), w.response.body.Bytes()...)
}
