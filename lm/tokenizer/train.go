package tokenizer

import (
	"container/heap"
	"fmt"
	"iter"
	"maps"
	"slices"
)

// TrainOptions says how to make a byte-level BPE vocabulary.
type TrainOptions struct {
	Size         int    // tokens in all: at least the 256 bytes and Segue's own
	MinFrequency int    // pairs seen less often are not merged; 0 and 1: all
	Dialect      string // how words are cut: a GGUF pre-tokeniser name; "": smollm
}

// Train makes a byte-level BPE vocabulary from a corpus: the most frequent pair
// of neighbours becomes a token, again and again, equals by the smallest ids
// first. The same corpus gives the same vocabulary, and the same merges as
// Hugging Face's trainer with the same special tokens.
func Train(corpus iter.Seq[string], o TrainOptions) (*Pipeline, error) {
	if o.Dialect == "" {
		o.Dialect = "smollm"
	}
	kind, ok := dialects[o.Dialect]
	if !ok {
		return nil, fmt.Errorf("train vocabulary: dialect %q is not known (known: %v)", o.Dialect, slices.Sorted(maps.Keys(dialects)))
	}
	d := ownDocument(kind.normaliser, kind.preTokeniser, byteWriterPart, nil)
	d.Model.Type, d.Model.IgnoreMerges = "BPE", kind.ignoreMerges
	d.Model.Vocabulary.add(byteTokens()...)
	if o.Size < len(d.Model.Vocabulary) || o.Size > maxVocabulary {
		return nil, fmt.Errorf("train vocabulary: size %d is not between %d and %d", o.Size, len(d.Model.Vocabulary), maxVocabulary)
	}
	base, err := d.finish()
	if err != nil {
		return nil, err
	}
	t := newTrainer(base, corpus)
	t.run(o)
	d.Model.Merges = t.merges
	for _, token := range t.tokens {
		d.Model.Vocabulary.add(token)
	}
	return d.finish()
}

// trainer merges pairs in the distinct words of a corpus.
type trainer struct {
	words  [][]int32 // each word as ids
	counts []int     // how often it was seen
	tokens []string  // by id, as written
	ids    map[string]int32
	merges merges
	pairs  map[[2]int32]int     // how often each pair stands in the corpus
	places map[[2]int32][]int32 // words in which pairs have newly come up
	queue  pairQueue
}

func newTrainer(base *Pipeline, corpus iter.Seq[string]) *trainer {
	t := &trainer{ids: maps.Clone(base.ids), tokens: slices.Clone(base.tokens), pairs: make(map[[2]int32]int), places: make(map[[2]int32][]int32)}
	index := make(map[string]int)
	bytes := base.model.(*bpe)
	count := func(word string) {
		at, ok := index[word]
		if !ok {
			at = len(t.words)
			index[word] = at
			t.words = append(t.words, bytes.symbols(nil, word))
			t.counts = append(t.counts, 0)
		}
		t.counts[at]++
	}
	var time budget
	cut := splitBy(base.splitters, &time, count)
	for text := range corpus {
		if base.normalise != nil {
			text = base.normalise(text)
		}
		cut(text)
		time.end()
	}
	for i, word := range t.words {
		for j := 1; j < len(word); j++ {
			t.change([2]int32{word[j-1], word[j]}, t.counts[i], int32(i))
		}
	}
	t.enqueue()
	return t
}

// change adds to the count of a pair in a word.
func (t *trainer) change(pair [2]int32, by int, word int32) {
	t.pairs[pair] += by
	if by <= 0 {
		return
	}
	if known := t.places[pair]; len(known) == 0 || known[len(known)-1] != word {
		t.places[pair] = append(known, word)
	}
}

// enqueue moves the pairs that have newly come up into the queue.
func (t *trainer) enqueue() {
	for pair, words := range t.places {
		if t.pairs[pair] > 0 {
			heap.Push(&t.queue, pairCount{pair, t.pairs[pair], words})
		}
	}
	clear(t.places)
}

func (t *trainer) run(o TrainOptions) {
	for len(t.ids) < o.Size && len(t.queue) > 0 {
		top := heap.Pop(&t.queue).(pairCount)
		if now := t.pairs[top.pair]; now != top.count { // counts in the queue are upper bounds
			top.count = now
			heap.Push(&t.queue, top)
			continue
		}
		if top.count < max(1, o.MinFrequency) {
			return
		}
		left, right := t.tokens[top.pair[0]], t.tokens[top.pair[1]]
		id, ok := t.ids[left+right]
		if !ok {
			id = int32(len(t.tokens))
			t.ids[left+right] = id
			t.tokens = append(t.tokens, left+right)
		}
		t.merges = append(t.merges, [2]string{left, right})
		for _, word := range top.words {
			t.mergeWord(word, top.pair, id)
		}
		t.enqueue()
	}
}

// mergeWord replaces a pair in a word and counts the pairs that go and come.
func (t *trainer) mergeWord(at int32, pair [2]int32, id int32) {
	word, count := t.words[at], t.counts[at]
	out := word[:0]
	for i := 0; i < len(word); i++ {
		if i+1 >= len(word) || word[i] != pair[0] || word[i+1] != pair[1] {
			out = append(out, word[i])
			continue
		}
		if n := len(out); n > 0 {
			t.change([2]int32{out[n-1], pair[0]}, -count, at)
			t.change([2]int32{out[n-1], id}, count, at)
		}
		i++
		if i+1 < len(word) {
			t.change([2]int32{pair[1], word[i+1]}, -count, at)
			t.change([2]int32{id, word[i+1]}, count, at)
		}
		out = append(out, id)
	}
	t.words[at] = out
}

// pairCount is a pair, how often it stands in the corpus, and the words that
// hold it.
type pairCount struct {
	pair  [2]int32
	count int
	words []int32
}

// pairQueue is a heap: the most frequent pair first, of equals that with the
// smallest ids.
type pairQueue []pairCount

func (q pairQueue) Len() int { return len(q) }

func (q pairQueue) Less(i, j int) bool {
	if q[i].count != q[j].count {
		return q[i].count > q[j].count
	}
	return slices.Compare(q[i].pair[:], q[j].pair[:]) < 0
}

func (q pairQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements heap.Interface.
func (q *pairQueue) Push(x any) { *q = append(*q, x.(pairCount)) }

// Pop implements heap.Interface.
func (q *pairQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
