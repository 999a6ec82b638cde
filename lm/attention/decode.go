package attention

import (
	"fmt"

	"segue/lm/kernel"
)

// Query asks for the attention of the newest Rows tokens of a sequence.
type Query struct {
	Sequence *Sequence
	Rows     int
}

// Decode stores the keys and values of new tokens in a layer of the cache and
// computes the attention of each to all tokens of its sequence up to itself.
// The rows of qkv are fused vectors after rotary, those of the first query's
// tokens, then those of the second's, and so on; out gets a row for each.
// Sequences must have been extended by their tokens and occur once.
//
// A row of the result has the same bits whatever else is in the call, however
// the tokens before it were divided into calls and wherever the pages lie: keys
// are taken a page at a time from the beginning of the sequence. Rows that see
// the same page one after the other, of a chunk of a prompt or of sequences
// with a common beginning, share a matrix product.
func Decode(k *kernel.Set, w *kernel.Workers, out, qkv []float32, queries []Query, cache *Cache, layer int, scratch *Scratch) {
	if layer < 0 || layer >= cache.layers {
		panic(fmt.Sprintf("attention: layer %d of a cache of %d", layer, cache.layers))
	}
	scratch.fit(w.Count(), cache.shape)
	scratch.line(queries, w.Count())
	task := &scratch.decode
	*task = decodeTask{scratch: scratch, kernels: k, cache: cache, layer: layer, out: out, qkv: qkv}
	if len(scratch.runs) > 0 {
		task.store(w)
	}
	task.run(w)
	*task = decodeTask{}
}

// row is a token whose attention is asked for.
type row struct {
	pages    []int32
	position int
	alone    bool // the only new token of its sequence
}

// page is the page of the row's sequence that holds the keys from PageSize*i
// on, or -1 when the row sees none of them.
func (r row) page(i int) int32 {
	if r.position < i*PageSize {
		return -1
	}
	return r.pages[i]
}

// seen is the number of keys of the i-th page that the row sees.
func (r row) seen(i int) int { return min(PageSize, r.position+1-i*PageSize) }

// line lists the rows of the queries and divides them into blocks that are
// computed together because they begin with the same page, small enough to
// keep the workers busy.
func (s *Scratch) line(queries []Query, workers int) {
	s.rows, s.runs, s.blocks = s.rows[:0], s.runs[:0], s.blocks[:0]
	for _, q := range queries {
		length := q.Sequence.length
		if q.Rows < 0 || q.Rows > length {
			panic(fmt.Sprintf("attention: %d new tokens of a sequence of %d", q.Rows, length))
		}
		for position := length - q.Rows; position < length; position++ {
			if q.Rows > 1 {
				s.runs = append(s.runs, len(s.rows))
			}
			s.rows = append(s.rows, row{q.Sequence.pages, position, q.Rows == 1})
		}
	}
	most := queryTile(s.shape)
	if workers > 1 {
		const parts = 4 // for each worker, at least
		most = min(most, max(8, len(s.rows)*s.shape.KeyValueHeads/(parts*workers)))
	}
	from := 0
	for i := range s.rows {
		if i > from && (i-from == most || s.rows[i].page(0) != s.rows[from].page(0)) {
			s.blocks = append(s.blocks, span{from: from, to: i})
			from = i
		}
	}
	if from < len(s.rows) {
		s.blocks = append(s.blocks, span{from: from, to: len(s.rows)})
	}
}

// decodeTask computes in each part some blocks of rows, each with one key-value
// head after the other, so that what follows can be fetched from memory before
// it is needed: that is what decoding waits for.
type decodeTask struct {
	scratch  *Scratch
	kernels  *kernel.Set
	cache    *Cache
	layer    int
	out, qkv []float32
	parts    int
}

// partsEach is the number of parts for each worker: later ones of its own make
// up for one that was delayed.
const partsEach = 8

func (d *decodeTask) run(w *kernel.Workers) {
	d.parts = min(d.items(), partsEach*w.Count())
	w.Run(d.parts, d)
}

// items is the number of pairs of a block and a head.
func (d *decodeTask) items() int { return len(d.scratch.blocks) * d.cache.shape.KeyValueHeads }

func (d *decodeTask) Do(part int) {
	t := <-d.scratch.free
	defer func() { d.scratch.free <- t }()
	for item := part * d.items() / d.parts; item < (part+1)*d.items()/d.parts; item++ {
		d.block(t, item)
	}
}

// block computes one head of one block of rows, a page of keys at a time.
func (d *decodeTask) block(t *tile, item int) {
	s := d.cache.shape
	block, head := d.scratch.blocks[item/s.KeyValueHeads], item%s.KeyValueHeads
	rows := d.scratch.rows[block.from:block.to]
	t.gather(t.q, d.qkv, s.Width(), s.queryColumn(head), block.from, block.to)
	t.begin(0, len(rows)*s.group())
	for i, left := 0, true; left; i++ {
		left = false
		for from := 0; from < len(rows); {
			r, to := rows[from], from+1
			page, seen := r.page(i), r.seen(i)
			for to < len(rows) && rows[to].page(i) == page && rows[to].seen(i) == seen {
				to++
			}
			if page >= 0 {
				left = true
				v := view{page: page, head: head, keys: seen, fresh: -1}
				if r.alone && r.position/PageSize == i {
					v.fresh = block.from + from
				}
				d.attend(t, from, to, v, d.next(item, i, r), i == 0)
			}
			from = to
		}
	}
	t.finish(d.kernels, 0, len(rows)*s.group())
	t.scatter(d.out, t.o, s.OutputWidth(), s.queryColumn(head), block.from, block.to)
}

// view is the first keys and values of a page's head.
type view struct {
	page       int32
	head, keys int
	fresh      int // row whose key and value are the last and are still to be stored; -1: none
}

// next is what follows on a row's i-th page: its next one, or the first of the
// next item.
func (d *decodeTask) next(item, i int, r row) view {
	heads := d.cache.shape.KeyValueHeads
	if r.position >= (i+1)*PageSize {
		return view{page: r.page(i + 1), head: item % heads, keys: r.seen(i + 1)}
	}
	if item++; item == d.items() {
		return view{}
	}
	r = d.scratch.rows[d.scratch.blocks[item/heads].from]
	return view{page: r.page(0), head: item % heads, keys: r.seen(0)}
}

// attend takes keys and values into the results of rows [from, to), while the
// next keys are fetched.
func (d *decodeTask) attend(t *tile, from, to int, now, next view, first bool) {
	k, s := d.kernels, d.cache.shape
	dim := s.HeadDim
	keys, values := d.cache.block(d.layer, now.page, now.head)
	values = values[:now.keys*dim]
	for token := from; token < to; token++ {
		t.see(token, now.keys)
	}
	from, to = from*s.group(), to*s.group()
	d.score(t, from, to, now, keys, values)
	t.soften(k, from, to, PageSize, first)
	if now.fresh >= 0 {
		d.storeValue(values, now.fresh, now.head, now.keys-1)
	}
	scores := kernel.Matrix{Data: t.s[from*PageSize:], Rows: to - from, Cols: now.keys, RowStride: PageSize, ColStride: 1}
	k.MultiplyStrips(t.vectors(t.o, from, to), scores, kernel.Strips{
		Data: values, Rows: now.keys, Cols: dim, Row: dim, Strip: kernel.StripWidth,
	}, 1, !first, d.ahead(now, next))
}

// score computes the scores of rows [from, to) with the keys, while the values
// are fetched. A fresh key is read where it is and stored when the cache lines
// around it are there: reading them after it would have to wait for the store.
func (d *decodeTask) score(t *tile, from, to int, now view, keys, values []float32) {
	k, s, stored := d.kernels, d.cache.shape, now.keys
	if now.fresh >= 0 {
		stored--
	}
	q := t.vectors(t.q, from, to)
	scores := kernel.Matrix{Data: t.s[from*PageSize:], Rows: to - from, Cols: stored, RowStride: PageSize, ColStride: 1}
	if stored > 0 {
		k.MultiplyStrips(scores, q, kernel.Strips{
			Data: keys, Rows: s.HeadDim, Cols: stored, Row: kernel.StripWidth, Strip: kernel.StripWidth * s.HeadDim,
		}, s.scale(), false, values)
	}
	if now.fresh >= 0 {
		scores.Data, scores.Cols = scores.Data[stored:], 1
		k.MultiplyStrips(scores, q, kernel.Strips{Data: d.key(now.fresh, now.head), Rows: s.HeadDim, Cols: 1, Row: 1}, s.scale(), false, nil)
		d.storeKey(keys, now.fresh, now.head, stored)
	}
}

// ahead is the memory of the next keys, none when it has just been read.
func (d *decodeTask) ahead(now, next view) []float32 {
	if next.page == now.page && next.head == now.head {
		return nil
	}
	keys, _ := d.cache.block(d.layer, next.page, next.head)
	return keys[:(next.keys+kernel.StripWidth-1)/kernel.StripWidth*kernel.StripWidth*d.cache.shape.HeadDim]
}
