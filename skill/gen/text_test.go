package gen_test

import (
	"math/rand/v2"
	"testing"

	"segue/skill/gen"
)

func TestAbsentNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		if n := gen.AbsentNumber(r, 1, 4, "rows 1, 2 and 14, then 4"); n != 3 {
			t.Fatalf("drew %d, but 3 is the only number of 1 to 4 that does not stand in the text", n)
		}
	}
	if n := gen.AbsentNumber(r, 1, 2, "1 2"); n != 3 {
		t.Errorf("drew %d where every number stands in the text, want one above", n)
	}
}

func TestEnumerated(t *testing.T) {
	for _, c := range []struct {
		texts []string
		want  string
	}{{nil, ""}, {[]string{"a"}, "a"}, {[]string{"a", "b"}, "a and b"}, {[]string{"a", "b", "c"}, "a, b and c"}} {
		if got := gen.Enumerated(c.texts); got != c.want {
			t.Errorf("%v reads %q, want %q", c.texts, got, c.want)
		}
	}
}
