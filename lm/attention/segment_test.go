package attention_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/attention"
)

func TestPositionsCountThroughPrefixes(t *testing.T) {
	segments := []attention.Segment{{0, 3, -1}, {3, 5, 0}, {5, 5, 1}, {5, 7, 2}, {8, 10, 0}}
	got := make([]int32, 10)
	got[7] = -1
	attention.Positions(segments, got)
	if want := []int32{0, 1, 2, 3, 4, 5, 6, -1, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("positions %v, want %v", got, want)
	}
}

func TestPositionIsTheNumberOfEarlierTokensSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		segments, tokens := drawSegments(t, 20)
		got := make([]int32, tokens)
		attention.Positions(segments, got)
		for i, sees := range mask(segments, tokens) {
			seen := int32(-1) // itself
			for _, yes := range sees {
				if yes {
					seen++
				}
			}
			if got[i] != seen {
				t.Fatalf("token %d has position %d, but sees %d earlier ones", i, got[i], seen)
			}
		}
	})
}

func TestValidateSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		segments []attention.Segment
		want     string
	}{
		{nil, ""},
		{[]attention.Segment{{0, 4, -1}, {4, 10, 0}}, ""},
		{[]attention.Segment{{2, 2, -1}}, ""},
		{[]attention.Segment{{-1, 4, -1}}, "segment 0 covers tokens -1 to 4, but there are 10 tokens"},
		{[]attention.Segment{{0, 11, -1}}, "segment 0 covers tokens 0 to 11, but there are 10 tokens"},
		{[]attention.Segment{{5, 4, -1}}, "ends at token 4, before its start at 5"},
		{[]attention.Segment{{0, 4, -1}, {3, 6, -1}}, "segment 1 starts at token 3, inside or before segment 0"},
		{[]attention.Segment{{0, 4, 0}}, "segment 0 continues segment 0, which is not listed before it"},
		{[]attention.Segment{{0, 4, 1}, {4, 8, 0}}, "segment 0 continues segment 1"},
		{[]attention.Segment{{0, 4, -7}}, "use -1 for none"},
	} {
		err := attention.Validate(c.segments, 10)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%v: %v", c.segments, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v: error %v, want %q", c.segments, err, c.want)
		}
	}
}

func TestShapeValidate(t *testing.T) {
	for s, want := range map[attention.Shape]string{
		{9, 3, 64}: "",
		{9, 2, 64}: "9 attention heads cannot share 2 key-value heads evenly",
		{0, 1, 64}: "above 0",
		{1, 1, -1}: "above 0",
	} {
		err := s.Validate()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v: error %v, want %q", s, err, want)
		}
	}
}
