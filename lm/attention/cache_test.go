package attention_test

import (
	"errors"
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

// Pages held and free must add up whatever is done, as told by a model of the
// cache that only knows which tokens are whose: a partly filled page is held by
// those that agree on it, and copied for the first that writes to it while
// others hold it.
func TestPagesAreNeitherLostNorFreedTwice(t *testing.T) {
	const size = attention.PageSize
	rapid.Check(t, func(t *rapid.T) {
		cache, err := attention.NewCache(1, rapid.IntRange(1, 12).Draw(t, "pages"), attention.Shape{Heads: 1, KeyValueHeads: 1, HeadDim: 2})
		if err != nil {
			t.Fatal(err)
		}
		sequences := []*attention.Sequence{{}}
		tables := [][]int{nil} // for each sequence the names of its pages
		names := 0
		held := func(page int) (n int) {
			for _, table := range tables {
				for _, p := range table {
					if p == page {
						n++
					}
				}
			}
			return n
		}
		pick := func(t *rapid.T) int { return rapid.IntRange(0, len(sequences)-1).Draw(t, "sequence") }
		t.Repeat(map[string]func(*rapid.T){
			"extend": func(t *rapid.T) {
				i, n := pick(t), rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, 3*size)).Draw(t, "tokens")
				s, was := sequences[i], sequences[i].Len()
				table := append([]int(nil), tables[i]...)
				need := (was+n+size-1)/size - len(table)
				if last := len(table) - 1; n > 0 && was%size != 0 && held(table[last]) > 1 {
					names++
					table[last] = names
					need++
				}
				for len(table)*size < was+n {
					names++
					table = append(table, names)
				}
				if got := cache.Need(s, n); got != need {
					t.Fatalf("%d pages needed, want %d", got, need)
				}
				full := need > cache.Free()
				if err := cache.Extend(s, n); full != errors.Is(err, attention.ErrFull) || !full && err != nil {
					t.Fatalf("needs %d pages of %d: error %v", need, cache.Free(), err)
				}
				if !full {
					tables[i], was = table, was+n
				}
				if s.Len() != was {
					t.Fatalf("%d tokens, want %d", s.Len(), was)
				}
			},
			"fork": func(t *rapid.T) {
				i := pick(t)
				n := rapid.IntRange(0, sequences[i].Len()).Draw(t, "tokens")
				sequences = append(sequences, cache.Fork(sequences[i], n))
				tables = append(tables, append([]int(nil), tables[i][:(n+size-1)/size]...))
			},
			"truncate": func(t *rapid.T) {
				i := pick(t)
				n := rapid.IntRange(0, sequences[i].Len()).Draw(t, "tokens")
				cache.Truncate(sequences[i], n)
				tables[i] = tables[i][:(n+size-1)/size]
			},
			"release": func(t *rapid.T) {
				i := pick(t)
				cache.Release(sequences[i])
				cache.Release(sequences[i])
				tables[i] = nil
			},
			"": func(t *rapid.T) {
				pages := map[int]bool{}
				for _, table := range tables {
					for _, p := range table {
						pages[p] = true
					}
				}
				if len(pages)+cache.Free() != cache.Pages() {
					t.Fatalf("%d pages are held and %d free, of %d", len(pages), cache.Free(), cache.Pages())
				}
			},
		})
	})
}
