package attention

import "fmt"

// Segment is a run of packed tokens [From, To) that continues the segment with
// index Prefix, or none when that is negative: its tokens see all tokens of the
// prefix and of what the prefix continues, and causally their own. A prompt
// with G answers is one segment and G segments with that prefix.
type Segment struct{ From, To, Prefix int }

// Positions writes the position of every token of the segments into dst,
// indexed by token: 0 at the start of a segment without prefix, counted on
// through the prefixes. Tokens in no segment keep what dst holds.
func Positions(segments []Segment, dst []int32) {
	for _, s := range segments {
		next := int32(0)
		for p := s.Prefix; p >= 0; p = segments[p].Prefix {
			if prefix := segments[p]; prefix.To > prefix.From {
				next = dst[prefix.To-1] + 1
				break
			}
		}
		for t := s.From; t < s.To; t++ {
			dst[t] = next
			next++
		}
	}
}

// Validate reports the first segment that cannot be computed over so many
// packed tokens: one that leaves them, that begins before the end of the one
// listed before it, or that continues one not listed before it.
func Validate(segments []Segment, tokens int) error {
	end := 0
	for i, s := range segments {
		switch {
		case s.From < 0 || s.To > tokens:
			return fmt.Errorf("segment %d covers tokens %d to %d, but there are %d tokens", i, s.From, s.To, tokens)
		case s.From > s.To:
			return fmt.Errorf("segment %d ends at token %d, before its start at %d", i, s.To, s.From)
		case s.From < end:
			return fmt.Errorf("segment %d starts at token %d, inside or before segment %d, which ends at %d", i, s.From, i-1, end)
		case s.Prefix >= i:
			return fmt.Errorf("segment %d continues segment %d, which is not listed before it", i, s.Prefix)
		case s.Prefix < -1:
			return fmt.Errorf("segment %d continues segment %d: use -1 for none", i, s.Prefix)
		}
		end = s.To
	}
	return nil
}
