package attention

import "math/bits"

// keyTile is the number of keys whose scores are held at once, a multiple of
// every number of queries in a tile. Scores of a tile of queries stay in the
// second-level cache.
const keyTile = 256

// Scratch is the memory that Forward, Backward and Decode work in, for any
// number of calls, one at a time. The zero Scratch is ready to use: it makes
// room on its first call, and again only for more workers, more segments or
// another shape.
type Scratch struct {
	shape Shape
	free  chan *tile // one for each worker

	segments []Segment
	queries  []span // tiles of queries, each within a segment
	branches branches

	rows   []row  // of the queries of Decode
	runs   []int  // rows of queries with several
	blocks []span // of rows

	forward  forwardTask
	backward backwardTask
	merge    mergeTask
	store    storeTask
	decode   decodeTask
}

// span is a run of packed tokens and the segment they belong to.
type span struct{ segment, from, to int }

// NewScratch returns scratch memory with room for so many workers.
func NewScratch(workers int, s Shape) *Scratch {
	scratch := new(Scratch)
	scratch.fit(workers, s)
	return scratch
}

// fit makes room for tiles of queries of that shape, one for each worker.
func (s *Scratch) fit(workers int, shape Shape) {
	workers = max(workers, 1)
	if shape == s.shape && workers <= cap(s.free) {
		return
	}
	s.shape, s.free = shape, make(chan *tile, workers)
	for range workers {
		s.free <- newTile(shape)
	}
}

// tile holds the state of one tile of queries. Its rows are (token, head of
// the group) pairs, so that one matrix product serves a whole group.
type tile struct {
	shape Shape
	q     []float32 // [rows × HeadDim] queries
	o     []float32 // [rows × HeadDim] results before division by sum; in the backward, gradients of the results
	dq    []float32 // [rows × HeadDim] gradients of the queries
	s     []float32 // [rows × keyTile] scores, then probabilities
	ds    []float32 // [rows × keyTile] gradients of the probabilities, then of the scores

	max   []float32 // [rows] largest score so far; in the backward, log-sum-exp
	sum   []float32 // [rows] sum of exp(score-max); in the backward, Σ do∘o
	decay []float32 // [rows] factor from the old maximum to the new
	added []float32 // [rows] sum of exp(score-max) over the current tile of keys
	seen  []int32   // [rows] how many keys of the current tile a row sees, at least one
}

func newTile(s Shape) *tile {
	tokens := queryTile(s)
	rows := tokens * s.group()
	vectors := func() []float32 { return make([]float32, rows*s.HeadDim) }
	scores := func() []float32 { return make([]float32, rows*keyTile) }
	column := func() []float32 { return make([]float32, rows) }
	return &tile{
		shape: s, q: vectors(), o: vectors(), dq: vectors(), s: scores(), ds: scores(),
		max: column(), sum: column(), decay: column(), added: column(), seen: make([]int32, rows),
	}
}

// queryTile is the number of tokens in a tile of queries: the least power of
// two that makes a matrix of 64 rows or more, so that little is computed beyond
// the causal diagonal and the products are worth their preparation.
func queryTile(s Shape) int {
	return 1 << bits.Len(uint((64-1)/s.group()))
}

// prepare lists the tiles of queries.
func (s *Scratch) prepare(segments []Segment, shape Shape) {
	s.segments, s.queries = segments, s.queries[:0]
	step := queryTile(shape)
	for i, segment := range segments {
		for from := segment.From; from < segment.To; from += step {
			s.queries = append(s.queries, span{i, from, min(from+step, segment.To)})
		}
	}
}
