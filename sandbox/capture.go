package sandbox

import (
	"io"
	"sync"
)

// capture keeps the first bytes of a stream and drains the rest, so that a
// program never blocks on a full pipe and never fills our memory.
type capture struct {
	mu    sync.Mutex
	data  []byte
	limit int64
	over  func() // called once, when the limit is passed
	wrote func() // called at each write
	done  bool
}

func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	room := c.limit - int64(len(c.data))
	c.data = append(c.data, p[:min(int64(len(p)), room)]...)
	first := int64(len(p)) > room && !c.done
	c.done = c.done || first
	c.mu.Unlock()
	if c.wrote != nil {
		c.wrote()
	}
	if first {
		c.over()
	}
	return len(p), nil
}

func (c *capture) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.data
}

var _ io.Writer = (*capture)(nil)
