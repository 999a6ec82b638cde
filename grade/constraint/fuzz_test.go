package constraint_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/grade/constraint"
)

// pieces are fragments that the checks look for, to be put together at random.
var pieces = []string{"a", "Ab", "don't", "É", "猫", "😀", "️", "\u0301", "\xff", " ", "\n", "\n\n", "\t", ".", "?!", "...", "‽", "“", "”", `"`, "'",
	"***", "******", "* ", "*x*", "**", "- a\n", "  - b\n", "1. ", "# A\n", "| a | b |\n", "|---|---|\n", "[x]", "<<t>>", "<i>", "</i>", "<a>", "</a>",
	"{", "}", "(", ")", "[", "]", ",", ":", ";", "12", "1,000", "-3.5", "2024-01-02", "P.S.", "Section 1", "Question 1: ", "A) b\n", "```", "```json\n", "null", "e", "\x00"}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(40) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// randomArgs fills the parameters of a check with values of the right type, in and out of range.
func randomArgs(r *rand.Rand, c constraint.Check) json.RawMessage {
	if r.IntN(4) == 0 {
		return json.RawMessage(c.Sample.Args)
	}
	args := map[string]any{}
	for _, p := range c.Params {
		if p.Optional && r.IntN(2) == 0 {
			continue
		}
		switch p.Type {
		case constraint.Integer:
			args[p.Name] = r.IntN(7) - 1
		case constraint.Number:
			args[p.Name] = float64(r.IntN(200)) / 2
		case constraint.Text:
			args[p.Name] = randomText(r)
			if len(p.Options) > 0 {
				args[p.Name] = p.Options[r.IntN(len(p.Options))]
			} else if r.IntN(2) == 0 {
				args[p.Name] = pieces[r.IntN(len(pieces))]
			}
		case constraint.Texts:
			args[p.Name] = []string{pieces[r.IntN(len(pieces))], pieces[r.IntN(len(pieces))]}
		case constraint.Integers:
			args[p.Name] = []int{r.IntN(4), r.IntN(4)}
		case constraint.Flag:
			args[p.Name] = r.IntN(2) == 0
		default:
			var v any
			if json.Unmarshal([]byte(randomText(r)), &v) != nil {
				v = map[string]any{"a": r.IntN(3), "b": []any{"any"}}
			}
			args[p.Name] = v
		}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return nil
	}
	return raw
}

// No check panics, contradicts itself or gives a verdict together with an error.
func checkOnce(t interface {
	Errorf(string, ...any)
}, id string, args json.RawMessage, response string) {
	first, err := constraint.Run(id, args, response)
	second, again := constraint.Run(id, args, response)
	if first.Followed != second.Followed || (err == nil) != (again == nil) {
		t.Errorf("%s %s on %q: %v, %v and then %v, %v", id, args, response, first, err, second, again)
	}
	if err != nil && (first.Followed || first.Reason != "") || err == nil && first.Followed != (first.Reason == "") {
		t.Errorf("%s %s on %q: %v with error %v", id, args, response, first, err)
	}
}

func TestRandomRuns(t *testing.T) {
	checks := constraint.List()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for _, c := range checks {
			checkOnce(t, c.ID, randomArgs(r, c), randomText(r))
		}
	})
}

// Two languages can be equally near to a text: the verdict must not depend on which is looked at first.
func TestLanguageTie(t *testing.T) {
	text := "\x00- a\n<i>}[””***':(</a>Abdon't...*x*# A\nA) b\n(<i>́* “]]“,<a>́A) b\n[x],"
	for range 50 {
		checkOnce(t, "language:response_language", json.RawMessage(`{"language":"xx"}`), text)
	}
}

func FuzzRun(f *testing.F) {
	checks := constraint.List()
	for i, c := range checks {
		f.Add(uint16(i), c.Sample.Args, c.Sample.Yes)
		f.Add(uint16(i), c.Sample.Args, c.Sample.No)
	}
	f.Fuzz(func(t *testing.T, index uint16, args, response string) {
		checkOnce(t, checks[int(index)%len(checks)].ID, json.RawMessage(args), response)
	})
}

func FuzzRunVector(f *testing.F) {
	f.Add([]byte(`{"id":"a","answer":"x","expect":true,"instruction":{"id":"punctuation:no_comma","args":{}}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if _, _, got, _, _, err := constraint.RunVector(line); err != nil && got {
			t.Errorf("%q: followed with error %v", line, err)
		}
	})
}

// The bounded edit distance of segue:word-edits agrees with the plain table of Levenshtein.
func TestWordEditsAgainstTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "b", "c"})
		x := rapid.SliceOfN(word, 1, 12).Draw(t, "x")
		y := rapid.SliceOfN(word, 1, 12).Draw(t, "y")
		table := make([][]int, len(x)+1)
		for i := range table {
			table[i] = make([]int, len(y)+1)
			for j := range table[i] {
				switch {
				case i == 0 || j == 0:
					table[i][j] = i + j
				case x[i-1] == y[j-1]:
					table[i][j] = table[i-1][j-1]
				default:
					table[i][j] = 1 + min(table[i-1][j-1], table[i-1][j], table[i][j-1])
				}
			}
		}
		args, _ := json.Marshal(map[string]any{"original": strings.Join(x, " "), "exactly": table[len(x)][len(y)]})
		if r, err := constraint.Run("segue:word-edits", args, strings.Join(y, " ")); err != nil || !r.Followed {
			t.Fatalf("%q to %q: %v, %v", x, y, r, err)
		}
	})
}

var essay = strings.Repeat("The city of Łódź grew fast, said Dr. Nowak; by 1897 it had 314,000 people!\n- Mills (cotton)\n", 40)

func BenchmarkRun(b *testing.B) {
	for _, id := range []string{"segue:words", "segue:sentences", "length_constraints:number_sentences", "change_case:capital_word_frequency", "language:response_language"} {
		c, err := constraint.Lookup(id)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(id, func(b *testing.B) {
			b.SetBytes(int64(len(essay)))
			for b.Loop() {
				if _, err := constraint.Run(id, json.RawMessage(c.Sample.Args), essay); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
