// Package server is what Segue's HTTP services share: listening with deadlines,
// staying on loopback unless a token guards the door, bounded bodies, errors
// as JSON, metrics, and draining before the end.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Options say where and how a service listens.
type Options struct {
	Address string         // host:port; port 0 picks a free one
	Token   string         // bearer token that every request but health checks must carry; required off loopback
	MaxBody int64          // largest request body in bytes; 0 means DefaultMaxBody
	Drain   time.Duration  // how long running requests may finish after the context ends; 0 means DefaultDrain
	Ready   func(net.Addr) // called once the service listens
}

// Defaults of Options, and the deadlines of every connection. Answers have no
// write deadline of their own: they are long streams, bounded by the request.
const (
	DefaultMaxBody = 16 << 20
	DefaultDrain   = 20 * time.Second
	headerDeadline = 10 * time.Second
	bodyDeadline   = 60 * time.Second
	idleDeadline   = 120 * time.Second
	maxHeader      = 64 << 10
)

// Serve answers requests with handler until ctx ends, then lets running
// requests finish for Options.Drain and returns nil. An address off loopback
// without a token is refused.
func Serve(ctx context.Context, o Options, handler http.Handler) error {
	listener, err := listen(ctx, o)
	if err != nil {
		return err
	}
	if o.Ready != nil {
		o.Ready(listener.Addr())
	}
	requests, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	s := &http.Server{
		Handler:           guarded(o, handler),
		ReadHeaderTimeout: headerDeadline, ReadTimeout: bodyDeadline, IdleTimeout: idleDeadline, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return requests },
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve on %s: %w", o.Address, err)
	case <-ctx.Done():
	}
	drain := o.Drain
	if drain <= 0 {
		drain = DefaultDrain
	}
	patience, done := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer done()
	err = s.Shutdown(patience)
	if errors.Is(err, context.DeadlineExceeded) {
		cancel() // what still runs is told to stop
		err = s.Close()
	}
	<-served
	if err != nil {
		return fmt.Errorf("stop serving on %s: %w", o.Address, err)
	}
	return nil
}

func listen(ctx context.Context, o Options) (net.Listener, error) {
	host, _, err := net.SplitHostPort(o.Address)
	if err != nil {
		return nil, fmt.Errorf("address %q is not host:port: %w", o.Address, err)
	}
	if o.Token == "" && !isLoopback(host) {
		return nil, fmt.Errorf("%s can be reached from other machines: a token is needed to listen there", o.Address)
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", o.Address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", o.Address, err)
	}
	return listener, nil
}

// isLoopback says whether a listening host is reachable from this machine alone.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
