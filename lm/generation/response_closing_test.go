package generation_test

import (
	"fmt"
	"testing"

	"segue/lm/generation"
)

// A model of noise, held to the form, writes whole responses within any limit
// that leaves room for the shortest: with tokens of whole tags, which may be met
// in part too, and with tokens of a single byte.
func TestConstrainedCompletionsCloseInTime(t *testing.T) {
	piece := func(id int32) []byte {
		if int(id) < len(pieces) && id != endPiece {
			return []byte(pieces[id])
		}
		return nil
	}
	single := func(id int32) []byte {
		switch {
		case id < 95:
			return []byte{byte(' ' + id)}
		case id == 95:
			return []byte{'\n'}
		}
		return nil
	}
	const step = len("<skill></skill><answer></answer>")
	for _, c := range []struct {
		name            string
		bytes           func(int32) []byte
		end             int32
		steps, shortest int // tokens of the shortest response, its end included
	}{
		{"tags", piece, endPiece, 1, 4}, {"tags", piece, endPiece, 2, 7}, {"tags", piece, endPiece, 3, 10},
		{"bytes", single, 96, 1, step + 1}, {"bytes", single, 96, 2, 2*step + 1},
	} {
		f, err := generation.NewResponseForm(generation.NewVocabulary(97, c.bytes), c.steps, []int32{c.end})
		if err != nil {
			t.Fatal(err)
		}
		e := engine(t, shared(), generation.Options{Bytes: c.bytes})
		for _, room := range []int{0, 1, 2, 5, 12, 40} {
			t.Run(fmt.Sprintf("%s/%d/%d", c.name, c.steps, room), func(t *testing.T) {
				got, err := e.Generate(t.Context(), []generation.Request{{
					Prompt: []int32{1, 2, 3}, Samples: 12, Constraint: f,
					Sampling: generation.Sampling{Temperature: 1.5, MaxTokens: c.shortest + room, StopTokens: []int32{c.end}, Seed: uint64(room)},
				}})
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range got {
					if _, whole := begins(string(r.Text), c.steps); !whole || r.Finish != generation.FinishStop || r.Err != nil {
						t.Errorf("%q ends by %s, %v", r.Text, r.Finish, r.Err)
					}
				}
			})
		}
		t.Run(fmt.Sprintf("%s/%d/cut", c.name, c.steps), func(t *testing.T) {
			got, err := e.Generate(t.Context(), []generation.Request{{
				Prompt: []int32{1, 2, 3}, Constraint: f, Sampling: generation.Sampling{Temperature: 1, MaxTokens: c.shortest - 1},
			}})
			if err != nil || got[0].Finish != generation.FinishLength || len(got[0].Tokens) != c.shortest-1 {
				t.Errorf("without room for a response: %v, %v", got, err)
			}
		})
	}
}

// In the middle of a thought only what still leaves room to end it may follow,
// and without a limit in sight everything may.
func TestAllowedWithin(t *testing.T) {
	f := form(t, len(pieces), 1)
	id := func(piece string) int32 {
		for i, p := range pieces {
			if p == piece {
				return int32(i)
			}
		}
		t.Fatalf("no piece %q", piece)
		return 0
	}
	s := f.Next(f.Start(), id("<think>"))
	for _, c := range []struct {
		left  int
		piece string
		want  bool
	}{
		{100, "Math, sums", true}, {6, "Math, sums", true}, {5, "Math, sums", false}, {5, "</think>", true},
		{5, "<", false}, {6, "</", false}, {7, "</", true}, {4, "Math, sums", true}, // too late: as without a limit
	} {
		if got := f.AllowedWithin(s, c.left).Has(id(c.piece)); got != c.want {
			t.Errorf("%q with %d tokens left: allowed %v, want %v", c.piece, c.left, got, c.want)
		}
	}
}
