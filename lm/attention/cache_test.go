package attention_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/attention"
)

func TestNewCacheRefusesWhatItCannotHold(t *testing.T) {
	for _, c := range []struct {
		layers, pages int
		shape         attention.Shape
		want          string
	}{
		{0, 1, small, "not 0 and 1"},
		{1, -1, small, "not 1 and -1"},
		{1, 1, attention.Shape{Heads: 3, KeyValueHeads: 2, HeadDim: 8}, "evenly"},
		{30, 1 << 40, small, "larger than 1024 GB"},
		{1 << 40, 1 << 40, small, "larger than 1024 GB"},
		{1, 1, attention.Shape{Heads: 1 << 40, KeyValueHeads: 1 << 40, HeadDim: 1 << 40}, "larger than 1024 GB"},
	} {
		if _, err := attention.NewCache(c.layers, c.pages, c.shape); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d layers, %d pages, %v: error %v, want %q", c.layers, c.pages, c.shape, err, c.want)
		}
	}
}

func TestPageBytes(t *testing.T) {
	s := attention.Shape{Heads: 9, KeyValueHeads: 3, HeadDim: 64}
	if got, want := attention.PageBytes(30, s), int64(30*attention.PageSize*2*3*64*4); got != want {
		t.Errorf("a page takes %d bytes, want %d", got, want)
	}
}

// Pages held and free must add up whatever is done, as told by a ledger.
func TestPagesAreNeitherLostNorFreedTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cache, err := attention.NewCache(1, rapid.IntRange(1, 12).Draw(t, "pages"), attention.Shape{Heads: 1, KeyValueHeads: 1, HeadDim: 2})
		if err != nil {
			t.Fatal(err)
		}
		l := &ledger{cache: cache, sequences: []*attention.Sequence{{}}, tables: [][]int{nil}}
		t.Repeat(rapid.StateMachineActions(l))
	})
}

const size = attention.PageSize

// ledger is a model of a cache that only knows which pages are whose. A partly
// filled page is copied for the first that writes to it while others hold it.
type ledger struct {
	cache     *attention.Cache
	sequences []*attention.Sequence
	tables    [][]int // for each sequence the names of its pages
	names     int
}

func (l *ledger) pick(t *rapid.T) (i, tokens int) {
	i = rapid.IntRange(0, len(l.sequences)-1).Draw(t, "sequence")
	return i, rapid.IntRange(0, l.sequences[i].Len()).Draw(t, "tokens")
}

// holders is the number of times that a page occurs in the tables.
func (l *ledger) holders(page int) (n int) {
	for _, p := range slices.Concat(l.tables...) {
		if p == page {
			n++
		}
	}
	return n
}

// extended is a table after further tokens, and the pages that it takes.
func (l *ledger) extended(table []int, length, tokens int) (after []int, need int) {
	after = slices.Clone(table)
	if last := len(after) - 1; tokens > 0 && length%size != 0 && l.holders(after[last]) > 1 {
		l.names++
		after[last] = l.names
		need++
	}
	for len(after)*size < length+tokens {
		l.names++
		after = append(after, l.names)
		need++
	}
	return after, need
}

func (l *ledger) Extend(t *rapid.T) {
	i, _ := l.pick(t)
	n := rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, 3*size)).Draw(t, "more")
	s, length := l.sequences[i], l.sequences[i].Len()
	table, need := l.extended(l.tables[i], length, n)
	if got := l.cache.Need(s, n); got != need {
		t.Fatalf("%d pages needed, want %d", got, need)
	}
	full := need > l.cache.Free()
	if err := l.cache.Extend(s, n); full != errors.Is(err, attention.ErrFull) || !full && err != nil {
		t.Fatalf("needs %d pages of %d: error %v", need, l.cache.Free(), err)
	}
	if !full {
		l.tables[i], length = table, length+n
	}
	if s.Len() != length {
		t.Fatalf("%d tokens, want %d", s.Len(), length)
	}
}

func (l *ledger) Fork(t *rapid.T) {
	i, n := l.pick(t)
	l.sequences = append(l.sequences, l.cache.Fork(l.sequences[i], n))
	l.tables = append(l.tables, slices.Clone(l.tables[i][:(n+size-1)/size]))
}

func (l *ledger) Truncate(t *rapid.T) {
	i, n := l.pick(t)
	l.cache.Truncate(l.sequences[i], n)
	l.tables[i] = l.tables[i][:(n+size-1)/size]
}

func (l *ledger) Release(t *rapid.T) {
	i, _ := l.pick(t)
	l.cache.Release(l.sequences[i])
	l.cache.Release(l.sequences[i])
	l.tables[i] = nil
}

func (l *ledger) Check(t *rapid.T) {
	pages := slices.Concat(l.tables...)
	slices.Sort(pages)
	if held := len(slices.Compact(pages)); held+l.cache.Free() != l.cache.Pages() {
		t.Fatalf("%d pages are held and %d free, of %d", held, l.cache.Free(), l.cache.Pages())
	}
}
