package llm

// Concurrency bounds the requests in flight at one endpoint. Zero fields take
// the defaults in brackets.
type Concurrency struct {
	Start int // limit at the beginning [20, at most Max]
	Max   int // the limit never grows over this [256]
	Step  int // growth for each full round of healthy answers [8]
}

func (c Concurrency) orDefault() Concurrency {
	if c.Max <= 0 {
		c.Max = 256
	}
	if c.Start <= 0 {
		c.Start = 20
	}
	if c.Step <= 0 {
		c.Step = 8
	}
	c.Start = min(c.Start, c.Max)
	return c
}

// limiter adapts a concurrency limit by additive increase and multiplicative
// decrease (Chiu and Jain 1989): it grows by Step for each limit's worth of
// healthy answers while the limit is in use, and halves when the endpoint says
// that it is too much. It holds no lock and knows no clock.
type limiter struct {
	Concurrency
	limit    float64
	inflight int
	cuts     int
}

func newLimiter(c Concurrency) limiter {
	c = c.orDefault()
	return limiter{Concurrency: c, limit: float64(c.Start)}
}

// room reports whether one more request may start.
func (l *limiter) room() bool { return l.inflight < int(l.limit) }

// load is the share of the limit in use after one more request.
func (l *limiter) load() float64 { return float64(l.inflight+1) / l.limit }

// start counts a request in and returns the epoch that cut wants back.
func (l *limiter) start() (epoch int) {
	l.inflight++
	return l.cuts
}

// grow notes a healthy answer; call it before finish.
func (l *limiter) grow() {
	if 2*l.inflight >= int(l.limit) {
		l.limit = min(l.limit+float64(l.Step)/l.limit, float64(l.Max))
	}
}

// cut halves the limit, once for all the requests of an epoch: those that were
// already under way when it was halved say nothing about the new limit.
func (l *limiter) cut(epoch int) {
	if epoch == l.cuts {
		l.limit = max(1, l.limit/2)
		l.cuts++
	}
}

// finish counts a request out.
func (l *limiter) finish() { l.inflight-- }
