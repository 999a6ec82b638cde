package tokenizer

import (
	"slices"
	"strings"
	"testing"

	"github.com/dlclark/regexp2/v2"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// oddText draws text from what patterns tell apart.
func oddText() *rapid.Generator[string] {
	pieces := []string{
		"a", "Zé", "ß", "日", "𝒜", "1", "23", "½", "٣", "𝟙", " ", "  ", "\u00a0", "\u3000", "\t", "\n", "\r\n", "\u2028", "\u0085",
		"'", "'s", "'S", "'ll", "'LL", "'re", "'vE", "'m", "'d", "'t", "'ſ", "’s", ".", "--", "_", "\u0301", "\u0903", "\u200d", "👍", "\x00",
	}
	return rapid.Map(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.String()), 0, 25), func(s []string) string { return strings.Join(s, "") })
}

// TestScannersEqualTheirExpressions runs a backtracking matcher on the very
// expressions that the scanners stand for.
func TestScannersEqualTheirExpressions(t *testing.T) {
	for pattern, scanner := range knownPatterns {
		re := regexp2.MustCompile(strings.Replace(pattern, "'s|'t", "'s|'ſ|'t", 1)) // this matcher does not fold ſ to s
		if !scanner.modern {
			re = regexp2.MustCompile(pattern)
		}
		matcher := patternSplitter{pattern: re, keep: true, between: true}
		rapid.Check(t, func(t *rapid.T) {
			text := oddText().Draw(t, "text")
			var got, want []string
			scanner.split(text, nil, func(s string) { got = append(got, s) })
			matcher.split(text, &budget{}, func(s string) { want = append(want, s) })
			if !slices.Equal(got, want) {
				t.Fatalf("%s on %q:\n got %q\nwant %q", pattern, text, got, want)
			}
		})
	}
}

// TestQueueEqualsScan compares the two ways to merge on random tables.
func TestQueueEqualsScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := newPairTable(40)
		next := int32(4)
		for rank := range rapid.Int32Range(0, 40).Draw(t, "merges") {
			left, right := rapid.Int32Range(0, next-1).Draw(t, "left"), rapid.Int32Range(0, next-1).Draw(t, "right")
			if _, twice := pairs.get(left, right); !twice {
				pairs.set(left, right, merge{rank, next})
				next++
			}
		}
		word := rapid.SliceOfN(rapid.Int32Range(0, 3), 1, 200).Draw(t, "word")
		scan := mergeScratch{ids: slices.Clone(word)}
		queue := mergeScratch{ids: slices.Clone(word)}
		if a, b := scan.scan(pairs), queue.queue(pairs); !slices.Equal(a, b) {
			t.Fatalf("scan %v, queue %v", a, b)
		}
	})
}

// TestNormalUnbounded compares with the library where that has no bound to
// reach, and says what comes of long runs of marks.
func TestNormalUnbounded(t *testing.T) {
	forms := []norm.Form{norm.NFC, norm.NFD}
	marks := []string{"a", "q", "\u0301", "\u0323", "\u0327", "\u0344", "가", "\u1100", "\u1161", "\u11a8", "\u0f71", "\u0f72", "é", "ẛ", "\u0958", "𝅗𝅥", "x", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(marks), 0, 12).Draw(t, "text"), "")
		for _, form := range forms {
			if got, want := normalUnbounded(form, text), form.String(text); got != want {
				t.Fatalf("%q: got %q, want %q", text, got, want)
			}
		}
	})
	long := "q" + strings.Repeat("\u0301", 40) + strings.Repeat("\u0323", 3)
	want := "q" + strings.Repeat("\u0323", 3) + strings.Repeat("\u0301", 40)
	if got := normalForm(norm.NFC, long); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEveryByteIsWrittenOnce(t *testing.T) {
	for b := range 256 {
		text := string([]byte{byte(b)})
		if got := string(readBytes(writeBytes(text))); got != text {
			t.Errorf("byte %d: got %q", b, got)
		}
	}
	if writeBytes(" the\n") != "ĠtheĊ" {
		t.Errorf("got %q, want GPT-2's ĠtheĊ", writeBytes(" the\n"))
	}
}
