package generation_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"segue/lm/generation"
)

// pieces are tokens of tags in whole, in part, together, and of text.
var pieces = []string{
	"<think>", "</think>", "<skill>", "</skill>", "<answer>", "</answer>", "</skill><answer>", "</answer>\n<skill>", "><", "<", "/", ">",
	"skill", "answer", "think", "s", "kill", " ", "\n", "  \n", "Math, sums", "4", "a<b", "<sk", "ill>", "</ans", "wer", "wer>", "</", "<<", "", "<end>",
}

const endPiece = 31

func form(t testing.TB, size, steps int) *generation.ResponseForm {
	v := generation.NewVocabulary(size, func(id int32) []byte {
		if int(id) < len(pieces) {
			return []byte(pieces[id])
		}
		return nil
	})
	f, err := generation.NewResponseForm(v, steps, []int32{endPiece})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// begins says by trial whether text can become a response of the form: as the
// grammar says it, element by element.
func begins(text string, steps int) (possible, whole bool) {
	prefix := func(tag string) bool { return strings.HasPrefix(tag, text) }
	space := func() bool {
		n := len(text) - len(strings.TrimLeft(text, " \n\r\t"))
		text = text[n:]
		return n <= 4
	}
	if !space() {
		return false, false
	}
	if after, ok := strings.CutPrefix(text, "<think>"); ok {
		if _, text, ok = strings.Cut(after, "</think>"); !ok {
			return true, false
		}
		if !space() {
			return false, false
		}
	} else if prefix("<think>") {
		return true, false
	}
	for range steps {
		for _, name := range []string{"skill", "answer"} {
			after, ok := strings.CutPrefix(text, "<"+name+">")
			if !ok {
				return prefix("<" + name + ">"), false
			}
			content, rest, closed := strings.Cut(after, "</"+name+">")
			for _, tag := range []string{"<skill>", "<answer>", "<think>"} {
				if strings.Contains(content, tag) {
					return false, false
				}
			}
			if !closed {
				return true, false
			}
			text = rest
			if name == "skill" || text != "" {
				before := text
				if !space() || text == "" && name == "answer" && before == "" {
					return false, false
				}
			}
		}
	}
	return text == "", text == ""
}

// The masks are those of the grammar, tried token by token along random walks
// that the masks allow.
func TestResponseFormEqualsGrammar(t *testing.T) {
	ended := 0
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.IntRange(1, 3).Draw(t, "steps")
		f := rapidForm(t, steps)
		state, text := f.Start(), ""
		for range 60 {
			mask := f.Allowed(state)
			var choices []int32
			for id, piece := range pieces {
				possible, _ := begins(text+piece, steps)
				_, whole := begins(text, steps)
				want := possible && piece != "" && !(whole && steps > 0)
				if id == endPiece {
					want = whole
				}
				if whole && id != endPiece {
					want = false
				}
				if mask.Has(int32(id)) != want {
					t.Fatalf("%q after %q: allowed %v, want %v", piece, text, mask.Has(int32(id)), want)
				}
				if want {
					choices = append(choices, int32(id))
				}
			}
			id := rapid.SampledFrom(choices).Draw(t, "token")
			if id == endPiece {
				ended++
				return
			}
			state, text = f.Next(state, id), text+pieces[id]
		}
	})
	if ended == 0 {
		t.Error("no walk came to its end")
	}
}

func rapidForm(t *rapid.T, steps int) *generation.ResponseForm {
	v := generation.NewVocabulary(len(pieces), func(id int32) []byte { return []byte(pieces[id]) })
	f, err := generation.NewResponseForm(v, steps, []int32{endPiece})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A model of noise, held to the form, writes whole responses whenever there is
// room for them.
func TestConstrainedCompletions(t *testing.T) {
	f := form(t, 97, 2)
	e := engine(t, shared(), generation.Options{Bytes: func(id int32) []byte {
		if int(id) < len(pieces) {
			return []byte(pieces[id])
		}
		return nil
	}})
	got, err := e.Generate(t.Context(), []generation.Request{{
		Prompt: []int32{1, 2, 3}, Samples: 16, Constraint: f,
		Sampling: generation.Sampling{Temperature: 1.5, MaxTokens: 250, StopTokens: []int32{endPiece}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	complete := 0
	for _, c := range got {
		possible, whole := begins(string(c.Text), 2)
		if c.Err != nil || !possible || whole != (c.Finish == generation.FinishStop) {
			t.Errorf("%q ends by %s, %v", c.Text, c.Finish, c.Err)
		}
		if whole {
			complete++
		}
	}
	if complete == 0 {
		t.Error("no response was completed")
	}
	if _, err := generation.NewResponseForm(generation.NewVocabulary(3, letter), 0, nil); err == nil {
		t.Error("no steps are accepted")
	}
	other := form(t, 200, 1)
	if _, err := e.Submit(t.Context(), generation.Request{Prompt: []int32{1}, Constraint: other}); err == nil || !strings.Contains(err.Error(), "vocabulary") {
		t.Errorf("a constraint of another vocabulary gives %v", err)
	}
}

func TestMask(t *testing.T) {
	m := generation.NewMask(130)
	if !m.Empty() {
		t.Error("a new mask is not empty")
	}
	var got []int
	m.Add(0)
	m.Add(64)
	m.Add(129)
	for i := range 130 {
		if m.Has(int32(i)) {
			got = append(got, i)
		}
	}
	if !slices.Equal(got, []int{0, 64, 129}) || m.Empty() {
		t.Errorf("the mask holds %v", got)
	}
}
