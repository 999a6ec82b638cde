// Package attention computes grouped-query causal attention, for training over
// packed segments that share prefixes and for sampling over paged keys and
// values. Nothing in it ever holds a tokens×tokens matrix, and the bits of a
// result depend neither on the number of workers nor, when sampling, on what
// else is computed in the same call.
package attention

import (
	"fmt"
	"math"
)

// Shape is the arrangement of heads. Query head h attends to key-value head
// h/(Heads/KeyValueHeads); scores are scaled by 1/sqrt(HeadDim).
type Shape struct{ Heads, KeyValueHeads, HeadDim int }

// Validate reports what makes the shape unusable, nil when it is fine.
func (s Shape) Validate() error {
	switch {
	case s.Heads <= 0 || s.KeyValueHeads <= 0 || s.HeadDim <= 0:
		return fmt.Errorf("attention needs heads, key-value heads and a head dimension above 0, not %d, %d and %d", s.Heads, s.KeyValueHeads, s.HeadDim)
	case s.Heads%s.KeyValueHeads != 0:
		return fmt.Errorf("%d attention heads cannot share %d key-value heads evenly", s.Heads, s.KeyValueHeads)
	}
	return nil
}

// Width is the length of a fused row: query heads, then key heads, then value heads.
func (s Shape) Width() int { return (s.Heads + 2*s.KeyValueHeads) * s.HeadDim }

// OutputWidth is the length of a row of results, one vector a query head.
func (s Shape) OutputWidth() int { return s.Heads * s.HeadDim }

// group is the number of query heads that share a key-value head.
func (s Shape) group() int { return s.Heads / s.KeyValueHeads }

func (s Shape) scale() float32 { return float32(1 / math.Sqrt(float64(s.HeadDim))) }

// queryColumn, keyColumn and valueColumn are where the vectors of a key-value
// head begin in a fused row; the queries are those of its whole group.
func (s Shape) queryColumn(head int) int { return head * s.group() * s.HeadDim }
func (s Shape) keyColumn(head int) int   { return (s.Heads + head) * s.HeadDim }
func (s Shape) valueColumn(head int) int { return (s.Heads + s.KeyValueHeads + head) * s.HeadDim }
