package decoder

import (
	"segue/lm/kernel"
)

// chunk is the piece of the head's work that is in memory: a few rows of
// logits over the whole vocabulary.
type chunk struct {
	loaded, count int       // first of targetRows.rows whose logits are held, and how many; count 0: none
	size          int       // rows that have room, C
	hidden        []float32 // [C × Hidden]
	dhidden       []float32 // [C × Hidden]
	logits        []float32 // [C × Vocabulary]
	reference     []float32 // [C × Vocabulary], the reference's logits
	compared      bool      // reference holds the logits minus the reference's
	other         []float32 // [C × width], the reference's hidden rows
	weights       []float32 // [parts × Vocabulary]
	gradient      []float32 // [parts × Vocabulary]
	ids           []int32   // [parts × Vocabulary]
	forward       measureRows
	backward      differentiateRows
}

// Logits held at once: a few rows for each pass over the head's weights are
// slow, many do not fit into caches.
const (
	chunkLogits   = 16 << 20
	leastRows     = 64
	mostChunkRows = 512
)

func (c *chunk) lay(p *pass) {
	v, d, take := p.decoder.config.Vocabulary, p.decoder.config.Hidden, p.arena.take
	c.count = 0
	c.size = min(max(chunkLogits/v, leastRows), mostChunkRows, len(p.rows.rows))
	c.hidden, c.logits = take(c.size*d), take(c.size*v)
	if !p.decoder.options.ForwardOnly {
		c.dhidden, c.gradient = take(c.size*d), take(p.workers.Count()*v)
	}
	c.reference, c.other = nil, nil
	if r := p.decoder.batch.Reference; r != nil {
		c.reference, c.other = take(c.size*v), take(c.size*r.Head.Cols)
	}
	c.weights = take(p.workers.Count() * v)
	if p.decoder.options.TopP > 0 || p.decoder.batch.Within != nil {
		c.ids = resize(c.ids, p.workers.Count()*v)
	}
}

// load forms the logits of the rows from on, unless they are held.
func (c *chunk) load(p *pass, from int) {
	count := min(c.size, len(p.rows.rows)-from)
	if c.loaded == from && c.count == count {
		return
	}
	c.loaded, c.count, c.compared = from, count, false
	d, v, scale := p.decoder.config.Hidden, p.decoder.config.Vocabulary, p.inverseTemperature()
	rows := p.rows.rows[from : from+count]
	for i, r := range rows {
		copy(c.hidden[i*d:(i+1)*d], p.hidden[int(r)*d:(int(r)+1)*d])
	}
	p.head.times(p, kernel.NewMatrix(count, v, c.logits), kernel.NewMatrix(count, d, c.hidden), scale, false)
	ref := p.decoder.batch.Reference
	if ref == nil {
		return
	}
	w := ref.Head.Cols
	for i, r := range rows {
		at := int(p.origin[r]) * w
		copy(c.other[i*w:(i+1)*w], ref.Hidden[at:at+w])
	}
	p.decoder.kernel.Multiply(p.workers, kernel.NewMatrix(count, v, c.reference), kernel.NewMatrix(count, w, c.other), ref.Head.T(), scale, false)
}

func (p *pass) inverseTemperature() float32 { return float32(1 / p.decoder.options.Temperature) }

// measure gives the statistics of all targets of the shard.
func (p *pass) measure() {
	c := &p.chunk
	for from := 0; from < len(p.rows.rows); from += c.size {
		c.load(p, from)
		c.forward = measureRows{p}
		p.operations.splitter.Run(p.workers, c.count, 0, &c.forward)
		c.compared = true
	}
}

// differentiate adds the head's gradients and writes scratch.dx, the gradient
// of the last layer's output. The chunk that measure left behind comes first.
func (p *pass) differentiate() {
	c, d, v, k := &p.chunk, p.decoder.config.Hidden, p.decoder.config.Vocabulary, p.decoder.kernel
	dhidden := p.scratch.dnormed
	p.hiddenGradient(dhidden)
	for from := (len(p.rows.rows) - 1) / max(c.size, 1) * c.size; from >= 0 && c.size > 0; from -= c.size {
		c.load(p, from)
		c.backward = differentiateRows{p}
		p.operations.splitter.Run(p.workers, c.count, 0, &c.backward)
		dz, scale := kernel.NewMatrix(c.count, v, c.logits), p.inverseTemperature()
		p.head.timesBack(p, kernel.NewMatrix(c.count, d, c.dhidden), dz, scale)
		if p.head.gradient.Data != nil {
			k.Multiply(p.workers, p.head.gradient, dz.T(), kernel.NewMatrix(c.count, d, c.hidden), scale, true)
		}
		for i, r := range p.rows.rows[from : from+c.count] {
			row := dhidden[int(r)*d : (int(r)+1)*d]
			k.Add(row, row, c.dhidden[i*d:(i+1)*d])
		}
		c.count = 0 // the logits are overwritten
	}
	clear(p.scratch.dx)
	p.normaliseBackward(p.scratch.dx, p.norm, dhidden, p.last, p.decoder.weights.Norm, p.lastInverse)
}

// hiddenGradient fills dst with the gradient that is given for the hidden rows.
func (p *pass) hiddenGradient(dst []float32) {
	given, d := p.decoder.gradients.Hidden, p.decoder.config.Hidden
	if len(given) == 0 {
		clear(dst)
		return
	}
	for r, at := range p.origin {
		copy(dst[r*d:(r+1)*d], given[int(at)*d:(int(at)+1)*d])
	}
}
