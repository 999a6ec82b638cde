package nearest_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"segue/internal/nearest"

	"pgregory.net/rapid"
)

func TestName(t *testing.T) {
	known := []string{"gsm8k", "hle", "mmlu-pro", "music", "entropy-rank", "entropy", "Blocksworld", "math/modular-inverse"}
	for name, want := range map[string]string{
		"mmlu":                              "mmlu-pro",     // the beginning
		"pro":                               "mmlu-pro",     // the end
		"entropy_rank":                      "entropy-rank", // a wrong letter
		"entropi":                           "entropy",
		"entropyrank":                       "entropy-rank", // a missing letter
		"hhle":                              "hle",          // a letter too many
		"glm8k":                             "gsm8k",
		"BLOCKWORLD":                        "Blocksworld", // case does not count
		"math/modular-inverce":              "math/modular-inverse",
		"music":                             "music",
		"math/modular-inverse of a residue": "math/modular-inverse",
	} {
		if got := nearest.Name(name, slices.Values(known)); got != want {
			t.Errorf("%q is nearest to %q, want %q", name, got, want)
		}
	}
	if got := nearest.Name("x", slices.Values([]string(nil))); got != "" {
		t.Errorf("of no names the nearest is %q", got)
	}
}

func TestNamesAreSortedAndEqualsByAlphabet(t *testing.T) {
	known := map[string]bool{"abd": true, "abc": true, "abcd": true, "zzzzzz": true}
	for range 20 { // whatever the order of the map
		if got := nearest.Names("ab", maps.Keys(known), 3); !slices.Equal(got, []string{"abc", "abd", "abcd"}) {
			t.Fatalf("got %q", got)
		}
	}
	if got := nearest.Names("ab", maps.Keys(known), 9); len(got) != 4 {
		t.Errorf("of four names nine are %q", got)
	}
	for _, n := range []int{0, -1} {
		if got := nearest.Names("ab", maps.Keys(known), n); len(got) != 0 {
			t.Errorf("%d names are %q", n, got)
		}
	}
}

func TestSlipsLeaveOutWhatIsFar(t *testing.T) {
	known := slices.Values([]string{"math/modular-inverse", "math/modular-power", "logic/syllogism"})
	for name, want := range map[string]string{
		"math/modular-inverce": "math/modular-inverse math/modular-power",
		"math/modular":         "math/modular-power math/modular-inverse",
		"Logic/Sylogism":       "logic/syllogism",
		"cooking/soup":         "",
		"":                     "",
	} {
		if got := strings.Join(nearest.Slips(name, known, 3), " "); got != want {
			t.Errorf("%q may be a slip for %q, want %q", name, got, want)
		}
	}
}

// reference is the cost by its recursive definition.
func reference(written, known string) int {
	switch {
	case written == "":
		return len(known)
	case known == "":
		return 2 * len(written)
	case written[0] == known[0]:
		return reference(written[1:], known[1:])
	}
	return min(2+reference(written[1:], known), 1+reference(written, known[1:]), 2+reference(written[1:], known[1:]))
}

func TestNamesAgreeWithTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[abc]{0,6}`)
		name := word.Draw(t, "name")
		known := rapid.SliceOfDistinct(word, rapid.ID[string]).Draw(t, "known")
		got := nearest.Names(name, slices.Values(known), len(known))
		slices.SortFunc(known, func(a, b string) int {
			if d := reference(name, a) - reference(name, b); d != 0 {
				return d
			}
			return strings.Compare(a, b)
		})
		if !slices.Equal(got, known) {
			t.Fatalf("%q: got %q, want %q", name, got, known)
		}
	})
}

// Only the beginning of a long name counts, so that work is bounded.
func TestLongNamesAreCut(t *testing.T) {
	start := strings.Repeat("a", nearest.MaxBytes)
	long := start + strings.Repeat("b", 1<<20)
	known := slices.Values([]string{start + "c", strings.Repeat("b", nearest.MaxBytes)})
	if got := nearest.Name(long, known); got != start+"c" {
		t.Errorf("the nearest is %.90q", got)
	}
	if got := nearest.Slips(strings.Repeat("é", 1<<20), known, 2); len(got) != 0 {
		t.Errorf("slips of a long name are %.90q", got)
	}
}
