package reward

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Lengths of the pieces that the built-in model cuts words into, in characters.
const (
	shortestPiece = 3
	longestPiece  = 5
	// mostPieces bounds the work for one label, which may be any text.
	mostPieces = 2000
)

// ngrams is the built-in offline embedding of labels: a vector with a dimension
// for each piece of 3 to 5 characters of a word (marked at both ends, so that
// starts and ends of words count as such), hashed to 32 bits, with the weight
//
//	(1 + ln count) · (ln((N+1)/(df+1)) + 1)
//
// where N is the number of labels in the bank and df how many of them have the
// piece: pieces that every label has, such as the name of a domain, weigh
// little. Vectors have length 1; the cosine is their product.
type ngrams struct {
	labels   int
	postings map[uint32][]posting
}

// posting is a label's weight in one dimension.
type posting struct {
	label  int32
	weight float32
}

// newNgrams takes the labels' normalised texts in.
func newNgrams(texts []string) *ngrams {
	m := &ngrams{labels: len(texts), postings: map[uint32][]posting{}}
	counts := make([]map[uint32]int, len(texts))
	for i, text := range texts {
		counts[i] = pieces(text)
		for piece := range counts[i] {
			m.postings[piece] = append(m.postings[piece], posting{label: int32(i)})
		}
	}
	for i, c := range counts {
		norm := m.norm(c)
		for piece, n := range c {
			list := m.postings[piece]
			at, _ := slices.BinarySearchFunc(list, int32(i), func(p posting, label int32) int { return int(p.label - label) })
			list[at].weight = float32(m.weight(piece, n) / norm)
		}
	}
	return m
}

func (m *ngrams) weight(piece uint32, count int) float64 {
	df := float64(len(m.postings[piece]))
	return (1 + math.Log(float64(count))) * (math.Log((float64(m.labels)+1)/(df+1)) + 1)
}

// norm is the length of a text's vector. The pieces are summed in order, so
// that the same text has the same length to the last bit.
func (m *ngrams) norm(counts map[uint32]int) float64 {
	sum := 0.0
	for _, piece := range sortedPieces(counts) {
		w := m.weight(piece, counts[piece])
		sum += w * w
	}
	return math.Sqrt(sum)
}

// nearest is the label whose vector has the largest cosine with the text's; the
// first of equals. Without a common piece the cosine is 0 and the index -1.
func (m *ngrams) nearest(text string) (label int, cosine float64) {
	counts := pieces(text)
	norm := m.norm(counts)
	products := make([]float64, m.labels)
	for _, piece := range sortedPieces(counts) {
		w := m.weight(piece, counts[piece]) / norm
		for _, p := range m.postings[piece] {
			products[p.label] += w * float64(p.weight)
		}
	}
	label = -1
	for i, x := range products {
		if x > cosine {
			label, cosine = i, x
		}
	}
	return label, min(cosine, 1)
}

func sortedPieces(counts map[uint32]int) []uint32 {
	keys := make([]uint32, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// pieces counts the hashed pieces of a text's words.
func pieces(text string) map[uint32]int {
	counts := map[uint32]int{}
	left := mostPieces
	for word := range strings.FieldsSeq(text) {
		marked := []rune("^" + word + "$")
		for n := shortestPiece; n <= longestPiece; n++ {
			for i := 0; i+n <= len(marked) && left > 0; i++ {
				counts[hash(marked[i:i+n])]++
				left--
			}
		}
	}
	return counts
}

// hash is FNV-1a over the UTF-8 bytes.
func hash(piece []rune) uint32 {
	h := uint32(2166136261)
	var buffer [utf8.UTFMax]byte
	for _, r := range piece {
		for _, b := range buffer[:utf8.EncodeRune(buffer[:], r)] {
			h = (h ^ uint32(b)) * 16777619
		}
	}
	return h
}
