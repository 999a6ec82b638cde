package all_test

import (
	"testing"

	"segue/skill/check"
	"segue/skill/gen"
	_ "segue/skill/gen/all"
)

// No skill reads like another with other numbers and names. Some words may be
// shared: how to write the answer, and programs that several skills look at.
func TestNoSkillReadsLikeAnother(t *testing.T) {
	const most = 0.3
	alike, err := check.Alike(gen.List(), 3, most)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range alike {
		t.Errorf("%s and %s share %.0f %% of their runs of words", x.A, x.B, 100*x.Share)
	}
}
