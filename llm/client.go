package llm

import (
	"context"
	"errors"
)

// Config describes a Client: endpoints that serve the same models and what
// surrounds them.
type Config struct {
	Endpoints   []EndpointConfig
	Concurrency Concurrency // for each endpoint
	Retry       Policy
	Budget      *Budget // nil: none, and no costs
	Cache       *Cache  // nil: none; the caller closes it
}

// Client is the usual stack: cache, retries, budget, pool, endpoints.
type Client struct {
	sampler   Sampler
	retrier   *Retrier
	pool      *Pool
	endpoints []*Endpoint
}

// Open builds a Client; nothing is sent yet.
func Open(c Config) (*Client, error) {
	if len(c.Endpoints) == 0 {
		return nil, errors.New("no endpoint is given; give at least one base URL")
	}
	client := &Client{retrier: NewRetrier(c.Retry)}
	var backends []Backend
	for _, ec := range c.Endpoints {
		if ec.Conns == 0 {
			ec.Conns = c.Concurrency.orDefault().Max
		}
		e, err := NewEndpoint(ec)
		if err != nil {
			return nil, err
		}
		client.endpoints = append(client.endpoints, e)
		backends = append(backends, e)
	}
	var err error
	if client.pool, err = NewPool(c.Concurrency, backends...); err != nil {
		return nil, err
	}
	client.sampler = client.pool
	if c.Budget != nil {
		client.sampler = c.Budget.Wrap(client.sampler)
	}
	client.sampler = client.retrier.Wrap(client.sampler)
	if c.Cache != nil {
		if client.sampler, err = c.Cache.Wrap(client.sampler, client.pool.Scope()); err != nil {
			return nil, err
		}
	}
	return client, nil
}

// Sample draws one response.
func (c *Client) Sample(ctx context.Context, req Request) (Response, error) {
	return c.sampler.Sample(ctx, req)
}

// Embed turns texts into vectors, with retries for each batch. It draws on no
// budget and no cache.
func (c *Client) Embed(ctx context.Context, model string, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		batch := texts[:min(len(texts), embedBatch)]
		err := c.retrier.Do(ctx, func(ctx context.Context) error {
			vectors, err := c.pool.Embed(ctx, model, batch)
			if err == nil {
				out = append(out, vectors...)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		texts = texts[len(batch):]
	}
	return out, nil
}

// Scope names the endpoints, as in cache keys and run records.
func (c *Client) Scope() string { return c.pool.Scope() }

// Stations reports on the endpoints.
func (c *Client) Stations() []Station { return c.pool.Stations() }

// Close drops idle connections. Call it when no request is under way.
func (c *Client) Close() {
	for _, e := range c.endpoints {
		e.Close()
	}
}

var (
	_ Sampler  = (*Client)(nil)
	_ Embedder = (*Client)(nil)
	_ Backend  = (*Endpoint)(nil)
	_ Embedder = (*Endpoint)(nil)
	_ Embedder = (*Pool)(nil)
)
