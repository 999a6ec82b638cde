package llm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// Deadlines bound the waits of one attempt. Zero fields take the defaults.
type Deadlines struct {
	Header time.Duration // from sending to the answer's header; 10 min, as it comes after the whole generation when not streaming
	Idle   time.Duration // between two reads of the body; 1 min
	Total  time.Duration // the whole attempt; 20 min
}

func (d Deadlines) orDefault() Deadlines {
	pick := func(v, def time.Duration) time.Duration {
		if v > 0 {
			return v
		}
		return def
	}
	return Deadlines{pick(d.Header, 10*time.Minute), pick(d.Idle, time.Minute), pick(d.Total, 20*time.Minute)}
}

// Causes of an attempt that was cut off by a deadline.
var (
	errNoHeader = errors.New("no answer within the header deadline")
	errIdle     = errors.New("the answer stalled for longer than the idle deadline")
	errTotal    = errors.New("the answer was not complete within the total deadline")
)

// newTransport is a transport for many requests to few hosts: it keeps up to
// conns idle connections to each, pings HTTP/2 connections so that a dead one
// is noticed, and neither decompresses (a small body cannot grow) nor takes
// long headers.
func newTransport(conns int) *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		MaxIdleConns:           0,
		MaxIdleConnsPerHost:    conns,
		IdleConnTimeout:        90 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: 256 << 10,
		DisableCompression:     true,
		ForceAttemptHTTP2:      true,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 15 * time.Second},
	}
}

// doer sends the client library's requests: it is the one place that touches
// the network. Its answers are bounded in size and time, and a refusal comes
// back as an *Error.
type doer struct {
	endpoint  *Endpoint
	transport http.RoundTripper
}

// Do performs one request. Redirects are not followed: the key belongs to the
// configured address alone.
func (d *doer) Do(req *http.Request) (*http.Response, error) {
	for name := range req.Header {
		if strings.HasPrefix(name, "X-Stainless-") {
			delete(req.Header, name) // platform details are nobody's business
		}
	}
	req.Header.Set("User-Agent", "segue")
	limits := d.endpoint.deadlines
	ctx, cancel := context.WithCancelCause(req.Context())
	total := time.AfterFunc(limits.Total, func() { cancel(errTotal) })
	header := time.AfterFunc(limits.Header, func() { cancel(errNoHeader) })
	res, err := d.transport.RoundTrip(req.WithContext(ctx))
	if !header.Stop() && err == nil { // the deadline fired while the header arrived
		_ = res.Body.Close()
		err = errNoHeader
	}
	if err != nil {
		cause := err
		if ctx.Err() != nil {
			cause = context.Cause(ctx)
		}
		total.Stop()
		cancel(nil)
		return nil, d.endpoint.sendError(req.Context(), cause)
	}
	body := &boundedBody{
		rc: res.Body, ctx: ctx, parent: req.Context(), cancel: cancel, total: total,
		left: d.endpoint.maxBytes, endpoint: d.endpoint, idle: limits.Idle,
	}
	body.timer = time.AfterFunc(limits.Idle, func() { cancel(errIdle) })
	res.Body = body
	if res.StatusCode < 200 || res.StatusCode > 299 {
		text, _ := io.ReadAll(io.LimitReader(body, maxErrorBody))
		_ = body.Close()
		return nil, d.endpoint.statusError(res.StatusCode, res.Header, text)
	}
	return res, nil
}

// maxErrorBody is how much of a refusal is read, in bytes.
const maxErrorBody = 64 << 10

// boundedBody is a response body with an idle and a total deadline and a limit
// on its size; its errors are *Error.
type boundedBody struct {
	rc          io.ReadCloser
	ctx, parent context.Context
	cancel      context.CancelCauseFunc
	total       *time.Timer
	timer       *time.Timer
	idle        time.Duration
	left        int64
	endpoint    *Endpoint
	closed      atomic.Bool
}

// Read reads on, allowing each read the idle time.
func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, b.endpoint.tooLarge()
	}
	b.timer.Reset(b.idle)
	defer b.timer.Stop() // the reader's own time does not count
	n, err := b.rc.Read(p[:min(int64(len(p)), b.left+1)])
	b.left -= int64(n)
	switch {
	case b.left < 0:
		return n - 1, b.endpoint.tooLarge()
	case err == nil || err == io.EOF:
		return n, err
	case b.ctx.Err() != nil:
		err = context.Cause(b.ctx)
	}
	return n, b.endpoint.readError(b.parent, err)
}

// Close stops the timers and gives the connection back, or drops it when the
// body was not read to its end.
func (b *boundedBody) Close() error {
	if b.closed.Swap(true) {
		return nil
	}
	b.timer.Stop()
	b.total.Stop()
	err := b.rc.Close()
	b.cancel(nil)
	return err
}
