package attention

import (
	"errors"
	"fmt"
	"slices"

	"segue/lm/kernel"
)

// PageSize is the number of tokens whose keys and values of one layer lie in
// one page. It is also the number of keys that Decode takes at once, so that a
// page is read where it lies.
const PageSize = 64

// ErrFull says that a cache has too few free pages.
var ErrFull = errors.New("the key-value cache has too few free pages")

// maxCacheBytes bounds a cache: more is a mistake in a number, not a wish.
const maxCacheBytes = 1 << 40

// Cache holds the keys and values of the tokens of many sequences in pages of a
// fixed number (after vLLM's PagedAttention, arXiv 2309.06180). Sequences share
// the pages of a common beginning; a shared page is copied before one of them
// writes to it. Methods may not be called at the same time.
type Cache struct {
	shape         Shape
	layers, pages int

	// data holds blocks by layer, page and head: first the keys, in strips of
	// [HeadDim × kernel.StripWidth], then the values, [PageSize × HeadDim].
	data []float32

	users []int32 // sequences that hold each page; it is free when there are none
	free  []int32
}

// Sequence is the tokens of one sequence in a Cache. The zero Sequence has
// none. It belongs to one Cache and must not be copied.
type Sequence struct {
	pages  []int32 // as many as its length needs
	length int
}

// Len is the number of tokens.
func (s *Sequence) Len() int { return s.length }

// PageBytes is the memory that one page takes over all layers.
func PageBytes(layers int, s Shape) int64 {
	return int64(layers) * int64(s.KeyValueHeads) * int64(s.HeadDim) * PageSize * 2 * 4
}

// NewCache allocates a cache of so many pages, which takes pages times
// PageBytes of memory. The error says which number is wrong.
func NewCache(layers, pages int, s Shape) (*Cache, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if layers <= 0 || pages <= 0 {
		return nil, fmt.Errorf("a key-value cache needs layers and pages above 0, not %d and %d", layers, pages)
	}
	const most = 1 << 20 // of each factor, so that their product does not overflow
	if max(layers, s.KeyValueHeads, s.HeadDim) > most || PageBytes(1, s) > maxCacheBytes/int64(layers)/int64(pages) {
		return nil, fmt.Errorf("a key-value cache of %d pages for %d layers, %d heads of dimension %d is larger than %d GB", pages, layers, s.KeyValueHeads, s.HeadDim, maxCacheBytes>>30)
	}
	c := &Cache{
		shape: s, layers: layers, pages: pages,
		data:  make([]float32, PageBytes(layers, s)/4*int64(pages)),
		users: make([]int32, pages), free: make([]int32, pages),
	}
	useLargePages(c.data)
	for i := range c.free {
		c.free[i] = int32(pages - 1 - i)
	}
	return c, nil
}

// Free is the number of pages that no sequence holds.
func (c *Cache) Free() int { return len(c.free) }

// Pages is the number of pages, free or held.
func (c *Cache) Pages() int { return c.pages }

// Need is the number of free pages that Extend(s, tokens) would take.
func (c *Cache) Need(s *Sequence, tokens int) int {
	if tokens <= 0 {
		return 0
	}
	need := pagesFor(s.length+tokens) - len(s.pages)
	if s.length%PageSize != 0 && c.users[s.pages[len(s.pages)-1]] > 1 {
		need++
	}
	return need
}

// Extend makes room for so many further tokens, whose keys and values Decode
// then writes layer by layer. When too few pages are free it changes nothing
// and returns an error that wraps ErrFull.
func (c *Cache) Extend(s *Sequence, tokens int) error {
	if tokens <= 0 {
		return nil
	}
	if need := c.Need(s, tokens); need > len(c.free) {
		return fmt.Errorf("extend a sequence of %d tokens by %d, for which %d pages are needed and %d are free: %w", s.length, tokens, need, len(c.free), ErrFull)
	}
	from := s.length / PageSize
	s.length += tokens
	for i := from; i < pagesFor(s.length); i++ {
		if i < len(s.pages) {
			s.pages[i] = c.own(s.pages[i])
		} else {
			s.pages = append(s.pages, c.take())
		}
	}
	return nil
}

// Fork returns a new sequence of the first so many tokens of s, which shares
// their pages. It panics when s has fewer.
func (c *Cache) Fork(s *Sequence, tokens int) *Sequence {
	if tokens < 0 || tokens > s.length {
		panic(fmt.Sprintf("attention: fork of %d tokens of %d", tokens, s.length))
	}
	fork := &Sequence{pages: slices.Clone(s.pages[:pagesFor(tokens)]), length: tokens}
	for _, page := range fork.pages {
		c.users[page]++
	}
	return fork
}

// Truncate drops all but the first so many tokens, and the pages that only they
// needed. It panics when s has fewer.
func (c *Cache) Truncate(s *Sequence, tokens int) {
	if tokens < 0 || tokens > s.length {
		panic(fmt.Sprintf("attention: truncation to %d tokens of %d", tokens, s.length))
	}
	keep := pagesFor(tokens)
	for _, page := range s.pages[keep:] {
		if c.users[page]--; c.users[page] == 0 {
			c.free = append(c.free, page)
		}
	}
	s.pages, s.length = s.pages[:keep], tokens
}

// Release drops all tokens of s, which may be used anew.
func (c *Cache) Release(s *Sequence) { c.Truncate(s, 0) }

func pagesFor(tokens int) int { return (tokens + PageSize - 1) / PageSize }

// take removes a page from the free ones, for one user. It holds what its last
// user left, of which nobody sees anything before it has been written over.
func (c *Cache) take() int32 {
	page := c.free[len(c.free)-1]
	c.free = c.free[:len(c.free)-1]
	c.users[page] = 1
	return page
}

// own returns a page with the tokens of the given one that a single sequence
// holds: the page itself or a copy.
func (c *Cache) own(page int32) int32 {
	if c.users[page] == 1 {
		return page
	}
	c.users[page]--
	mine := c.take()
	for layer := range c.layers {
		copy(c.heads(layer, mine), c.heads(layer, page))
	}
	return mine
}

// heads returns what a page holds of a layer.
func (c *Cache) heads(layer int, page int32) []float32 {
	size := c.shape.KeyValueHeads * 2 * c.shape.HeadDim * PageSize
	start := (layer*c.pages + int(page)) * size
	return c.data[start : start+size : start+size]
}

// block returns the keys and the values that a page holds of a head.
func (c *Cache) block(layer int, page int32, head int) (keys, values []float32) {
	size := c.shape.HeadDim * PageSize
	b := c.heads(layer, page)[head*2*size:]
	return b[:size], b[size : 2*size]
}

// place is where the numbers of key at of a page begin among the page's keys;
// they are kernel.StripWidth apart.
func (c *Cache) place(at int) int {
	return at/kernel.StripWidth*kernel.StripWidth*c.shape.HeadDim + at%kernel.StripWidth
}
