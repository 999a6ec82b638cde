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
	task.store(w)
	w.Run(len(scratch.blocks)*cache.shape.KeyValueHeads, task)
	*task = decodeTask{}
}

// row is a token whose attention is asked for.
type row struct {
	pages    []int32
	position int
}

// page is the page of the row's sequence that holds the keys from PageSize*i
// on, or -1 when the row sees none of them.
func (r row) page(i int) int32 {
	if r.position < i*PageSize {
		return -1
	}
	return r.pages[i]
}

// line lists the rows of the queries and divides them into blocks that are
// computed together because they begin with the same page, small enough to
// keep the workers busy.
func (s *Scratch) line(queries []Query, workers int) {
	s.rows, s.blocks = s.rows[:0], s.blocks[:0]
	for _, q := range queries {
		length := q.Sequence.length
		if q.Rows < 0 || q.Rows > length {
			panic(fmt.Sprintf("attention: %d new tokens of a sequence of %d", q.Rows, length))
		}
		for position := length - q.Rows; position < length; position++ {
			s.rows = append(s.rows, row{q.Sequence.pages, position})
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

// decodeTask computes one block of rows of one key-value head in each part.
type decodeTask struct {
	scratch  *Scratch
	kernels  *kernel.Set
	cache    *Cache
	layer    int
	out, qkv []float32
}

func (d *decodeTask) Do(part int) {
	t := <-d.scratch.free
	defer func() { d.scratch.free <- t }()
	s := d.cache.shape
	block := d.scratch.blocks[part/s.KeyValueHeads]
	head := part % s.KeyValueHeads
	rows := d.scratch.rows[block.from:block.to]

	t.gather(t.q, d.qkv, s.Width(), s.queryColumn(head), block.from, block.to)
	t.begin(0, len(rows)*s.group())
	for i, left := 0, true; left; i++ {
		left = false
		for from := 0; from < len(rows); {
			page, to := rows[from].page(i), from+1
			for to < len(rows) && rows[to].page(i) == page {
				to++
			}
			if page >= 0 {
				for r := from; r < to; r++ {
					t.see(r, min(PageSize, rows[r].position+1-i*PageSize))
				}
				d.attend(t, from*s.group(), to*s.group(), page, head, i == 0)
				left = true
			}
			from = to
		}
	}
	t.finish(d.kernels, 0, len(rows)*s.group())
	t.scatter(d.out, t.o, s.OutputWidth(), s.queryColumn(head), block.from, block.to)
}

// attend takes the keys and values of a page into the results of rows [from, to).
func (d *decodeTask) attend(t *tile, from, to int, page int32, head int, first bool) {
	k, s := d.kernels, d.cache.shape
	keys, values := d.cache.block(d.layer, page, head)
	scores := kernel.NewMatrix(to-from, PageSize, t.s[from*PageSize:])
	k.Multiply(nil, scores, t.vectors(t.q, from, to), kernel.NewMatrix(s.HeadDim, PageSize, keys), s.scale(), false)
	t.soften(k, from, to, PageSize, first)
	k.Multiply(nil, t.vectors(t.o, from, to), scores, kernel.NewMatrix(PageSize, s.HeadDim, values), 1, !first)
}

// store writes the keys and values of all rows, which must be there before any
// row is computed.
func (d *decodeTask) store(w *kernel.Workers) {
	task := &d.scratch.store
	task.decodeTask = d
	w.Run((len(d.scratch.rows)+storeRows-1)/storeRows, task)
	task.decodeTask = nil
}

// storeTask stores storeRows rows in each part.
type storeTask struct{ *decodeTask }

const storeRows = 16

func (d *storeTask) Do(part int) {
	s := d.cache.shape
	rows := d.scratch.rows
	for i := part * storeRows; i < min((part+1)*storeRows, len(rows)); i++ {
		position := rows[i].position
		page, at := rows[i].page(position/PageSize), position%PageSize
		fused := d.qkv[i*s.Width() : (i+1)*s.Width()]
		for head := range s.KeyValueHeads {
			keys, values := d.cache.block(d.layer, page, head)
			copy(values[at*s.HeadDim:(at+1)*s.HeadDim], fused[s.valueColumn(head):])
			for j, x := range fused[s.keyColumn(head):][:s.HeadDim] {
				keys[j*PageSize+at] = x
			}
		}
	}
}
