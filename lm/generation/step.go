package generation

import (
	"fmt"
	"math"
	"slices"
)

// logitRows is the most rows whose logits are held at once.
const logitRows = 64

// step is the drawing part of one step: the rows whose logits are asked for,
// taken in chunks.
type step struct {
	engine   *Engine
	samplers []*sampler // one for each worker
	asks     []*draw
	rows     []int
	draws    []*draw // of the chunk: its asks and their branches
	unused   []*draw
	phase    phase
}

// draw is one token to be drawn, and what comes of it.
type draw struct {
	sequence    *sequence
	row         int // of the step; within the chunk once that is predicted
	logits      []float32
	token       Token
	logSum      float64
	top         []Alternative // for the control
	temperature float64
	ids         [MaxTopLogProbs]int32
	stop        bool
	full        bool // the constraint allows nothing more
	err         error
}

// phase is what is done to all draws at the same time.
type phase int

const (
	measuring phase = iota // all; those without control are drawn too
	drawing                // those with control
)

func (t *step) init(e *Engine) {
	t.engine = e
	for range e.options.Workers.Count() {
		t.samplers = append(t.samplers, newSampler(e.weights.kernel, e.weights.config.Vocabulary))
	}
}

// begin forgets the step before.
func (t *step) begin() { t.asks = t.asks[:0] }

// ask wants a draw from the logits of a row.
func (t *step) ask(s *sequence, row int) { t.asks = append(t.asks, t.take(s, row)) }

func (t *step) take(s *sequence, row int) *draw {
	var d *draw
	if n := len(t.unused); n > 0 {
		d, t.unused = t.unused[n-1], t.unused[:n-1]
	} else {
		d = new(draw)
	}
	d.sequence, d.row, d.temperature = s, row, s.request.Temperature
	d.token, d.top, d.stop, d.full, d.err = Token{}, nil, false, false, nil
	return d
}

// advance makes one step: every running sequence that is ready draws a token.
func (e *Engine) advance() {
	e.admit()
	e.plan()
	if len(e.forward.tokens) == 0 {
		return
	}
	e.forward.run()
	e.offer()
	for chunk := range slices.Chunk(e.step.asks, min(logitRows, e.options.Sequences)) {
		e.step.chunk(chunk)
	}
	e.counts.Steps++
}

// chunk predicts and draws for as many rows as logits are held.
func (t *step) chunk(asks []*draw) {
	f := t.engine.forward
	t.rows, t.draws = t.rows[:0], append(t.draws[:0], asks...)
	for _, d := range asks {
		t.rows = append(t.rows, d.row)
	}
	f.predict(t.rows)
	for i, d := range asks {
		d.row, d.logits = i, f.row(i)
	}
	t.share(measuring)
	controlled := false
	for _, d := range asks {
		if d.sequence.request.Control != nil && d.err == nil {
			controlled = true
			t.control(d)
		}
	}
	if controlled {
		t.share(drawing)
	}
	for _, d := range t.draws {
		t.engine.commit(d)
		d.sequence, d.logits = nil, nil
		t.unused = append(t.unused, d)
	}
}

// share does a phase of all draws on all workers.
func (t *step) share(p phase) {
	t.phase = p
	t.engine.options.Workers.Run(len(t.samplers), t)
}

// Do is one worker's part of a phase.
func (t *step) Do(part int) {
	s := t.samplers[part]
	for i := part; i < len(t.draws); i += len(t.samplers) {
		d := t.draws[i]
		if t.phase == measuring {
			d.measure(s)
		}
		if (d.sequence.request.Control != nil) == (t.phase == drawing) && !d.stop && d.err == nil {
			d.draw(s)
		}
	}
}

// measure describes the model's distribution.
func (d *draw) measure(s *sampler) {
	d.logSum, d.token.Entropy, d.err = s.measure(d.logits)
	r := d.sequence.request
	n := min(max(r.TopLogProbs, r.ControlTop), len(d.logits))
	if n == 0 || d.err != nil {
		return
	}
	ids := d.ids[:n]
	likeliest(d.logits, ids)
	d.top = d.sequence.alternatives(n)
	for i, id := range ids {
		d.top[i] = Alternative{id, float64(d.logits[id]) - d.logSum}
	}
	d.token.Top = d.top[:min(r.TopLogProbs, n)]
}

// draw draws the token.
func (d *draw) draw(s *sampler) {
	q := d.sequence
	w := warping{Sampling: &q.request.Sampling, temperature: d.temperature, seen: q.seen}
	if c := q.request.Constraint; c != nil {
		if w.allowed = allowed(c, q.state, q.request.most-len(q.drawn)); w.allowed.Empty() {
			d.full = true
			return
		}
	}
	t := &d.token
	t.ID, t.Drawn, d.err = s.draw(d.logits, &w, &q.random)
	if d.err == nil {
		t.LogProb = math.Min(0, float64(d.logits[t.ID])-d.logSum)
	}
}

// control asks a sequence's Control what to do and branches by what it says.
func (t *step) control(d *draw) {
	s := d.sequence
	decision := s.request.Control.Decide(Moment{
		Sample: s.sample, Forks: s.forks, Step: len(s.drawn), Tokens: s.drawn, Entropy: d.token.Entropy,
		Top: d.top[:min(s.request.ControlTop, len(d.top))],
	})
	d.stop = decision.Stop
	if decision.Temperature != nil {
		d.temperature = *decision.Temperature
		if err := validTemperature(d.temperature); err != nil {
			d.err = fmt.Errorf("the control's decision: %w", err)
		}
	}
	if d.stop || d.err != nil {
		return
	}
	added := min(decision.Branches-1, s.spare)
	if added < 1 {
		return
	}
	// What may still be added is shared out evenly, so that it does not depend
	// on which branch comes to its next fork first.
	spare := s.spare - added
	each, more := spare/(added+1), spare%(added+1)
	part := func(child int) int {
		if child < more {
			return each + 1
		}
		return each
	}
	for child := 1; child <= added; child++ {
		t.branch(d, Fork{len(s.drawn), child}, part(child))
	}
	s.spare = part(0)
}

// branch adds a sequence that draws from the same logits.
func (t *step) branch(d *draw, f Fork, spare int) {
	e := t.engine
	b := d.sequence.branch(e.cache, f, spare)
	b.request.open++
	if len(e.running) < e.options.Sequences {
		e.running = insert(e.running, b)
	} else {
		e.cache.Release(b.kv)
		b.kv = nil
		e.waiting = insert(e.waiting, b)
	}
	n := t.take(b, d.row)
	n.logits, n.logSum, n.temperature = d.logits, d.logSum, d.temperature
	n.token.Entropy, n.token.Top = d.token.Entropy, d.token.Top
	t.draws = append(t.draws, n)
	b.request.stream.grow(Delta{Sample: b.sample, Forks: b.forks, Tokens: b.drawn, Text: b.scanner.text[:b.scanner.shown]})
}

// commit adds a drawn token to its sequence and ends that where it should.
func (e *Engine) commit(d *draw) {
	s, r, end := d.sequence, d.sequence.request, Finish("")
	if r.open == 0 {
		return
	}
	stop := ""
	var tokens []Token
	switch {
	case d.err != nil:
		end = FinishFailed
	case d.stop || d.full:
		end = FinishStop
	default:
		end, stop = e.append(s, d.token)
		n := len(s.drawn)
		tokens = s.drawn[n-1 : n : n]
	}
	r.stream.grow(Delta{
		Sample: s.sample, Forks: s.forks, Tokens: tokens, Text: s.scanner.release(r.StopTexts, end != ""), Finish: end, Stop: stop, Err: d.err,
	})
	if end != "" {
		drop := func(o *sequence) bool { return o == s }
		e.running = slices.DeleteFunc(e.running, drop)
		e.waiting = slices.DeleteFunc(e.waiting, drop)
		e.finish(s, end, stop, d.err)
	}
}

// append adds a token and says whether and why the sequence is at its end.
func (e *Engine) append(s *sequence, t Token) (end Finish, stop string) {
	r := s.request
	s.tokens = append(s.tokens, t.ID)
	s.drawn = append(s.drawn, t)
	e.counts.Drawn++
	if s.seen != nil {
		s.seen[t.ID]++
	}
	if r.Constraint != nil {
		s.state = r.Constraint.Next(s.state, t.ID)
	}
	if r.ends(&e.weights.config, t.ID) {
		return FinishStop, ""
	}
	if e.options.Bytes != nil {
		met := false
		if stop, met = s.scanner.push(e.options.Bytes(t.ID), r.StopTexts); met {
			return FinishStop, stop
		}
	}
	if len(s.drawn) >= r.most {
		return FinishLength, ""
	}
	return "", ""
}
