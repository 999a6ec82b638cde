package task_test

import (
	"encoding/json"
	"strings"
	"testing"

	"segue/grade"
	"segue/task"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestAnswerForms(t *testing.T) {
	red := map[string]task.Answer{"colour": task.String("red"), "pets": task.Integer(2)}
	for in, want := range map[string]task.Answer{
		`{"kind":"integer","value":7}`:                                  task.Integer(7),
		`{"kind":"integer","value":"7"}`:                                task.Integer(7),
		`{"kind":"integer","value":null}`:                               {Kind: task.KindInteger},
		`{"kind":"decimal","value":3.50,"tol":0.01}`:                    {Kind: task.KindDecimal, Value: "3.50", Tol: &task.Tolerance{Abs: 0.01}},
		`{"kind":"decimal","value":"1e3","tol":"0.5"}`:                  {Kind: task.KindDecimal, Value: "1e3", Tol: &task.Tolerance{Abs: 0.5}},
		`{"kind":"decimal","value":2,"tol":{"rel":0.1}}`:                task.Decimal("2", 0.1),
		`{"kind":"decimal","value":2,"tol":null}`:                       {Kind: task.KindDecimal, Value: "2"},
		`{"kind":"string","value":true}`:                                task.String("true"),
		`{"kind":"list","value":[1,"a",[2]]}`:                           task.List(task.Integer(1), task.String("a"), task.List(task.Integer(2))),
		`{"kind":"set","items":[1,1]}`:                                  task.Set(task.Integer(1), task.Integer(1)),
		`{"kind":"mapping","value":{"h":{"colour":"red","pets":2}}}`:    {Kind: task.KindMapping, Fields: map[string]task.Answer{"h": {Kind: task.KindMapping, Fields: red}}},
		`{"kind":"mapping","fields":{"colour":"red","pets":2}}`:         {Kind: task.KindMapping, Fields: red},
		`{"kind":"mapping","value":{"x":{"kind":"integer","value":1}}}`: {Kind: task.KindMapping, Fields: map[string]task.Answer{"x": task.Integer(1)}},
		`7`:                               task.Integer(7),
		`-123456789012345678901234567890`: {Kind: task.KindInteger, Value: "-123456789012345678901234567890"},
		`2.5`:                             {Kind: task.KindDecimal, Value: "2.5"},
		` "x" `:                           task.String("x"),
		`false`:                           task.String("false"),
		`[1,2]`:                           task.List(task.Integer(1), task.Integer(2)),
	} {
		var got task.Answer
		if err := json.Unmarshal([]byte(in), &got); err != nil {
			t.Errorf("%s: %v", in, err)
		} else if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", in, diff)
		}
	}
}

func TestBadAnswersAreRefused(t *testing.T) {
	for in, want := range map[string]string{
		`{"kind":"number","value":7}`:                     `unknown kind "number"`,
		`{"value":7}`:                                     `unknown kind ""`,
		`{"kind":"list","items":[{"kind":"nothing"}]}`:    "nothing",
		`{"kind":"list","items":[null]}`:                  "kind",
		`{"kind":"decimal","value":1,"tol":"NaN"}`:        "tolerance",
		`{"kind":"decimal","value":1,"tol":"+Inf"}`:       "tolerance",
		`{"kind":"decimal","value":1,"tol":{"rel":-0.1}}`: "tolerance",
		`{"kind":"string","accept":"x"}`:                  "accept",
		`{"kind":"mapping","value":{"a":{"kind":"zzz"}}}`: "zzz",
	} {
		var got task.Answer
		err := json.Unmarshal([]byte(in), &got)
		if want == "kind" { // null leaves an item as it is: a task with it is refused when graded
			if err == nil && got.Items[0].Kind != "" {
				t.Errorf("%s became %+v", in, got)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one about %s", in, err, want)
		}
	}
	var a task.Answer
	if err := a.UnmarshalJSON(nil); err == nil {
		t.Error("nothing was read as an answer")
	}
}

// answers draws any answer of the kinds that are one value.
func answers(depth int) *rapid.Generator[task.Answer] {
	text := rapid.StringMatching(`[A-Za-z0-9 ,;:.\[\]{}"'|\\é-]{0,12}`)
	scalar := rapid.Custom(func(t *rapid.T) task.Answer {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return task.Integer(rapid.Int64().Draw(t, "n"))
		case 1:
			return task.Rational(rapid.Int64Range(-99, 99).Draw(t, "p"), rapid.Int64Range(1, 99).Draw(t, "q"))
		case 2:
			return task.Decimal("2.5", rapid.Float64Range(0, 1).Draw(t, "rel"))
		case 3:
			return task.Choice([]string{"a", "b"}, rapid.IntRange(0, 1).Draw(t, "right"))
		}
		return task.String(text.Draw(t, "text"), rapid.SliceOfN(text, 0, 2).Draw(t, "accept")...)
	})
	if depth == 0 {
		return scalar
	}
	inner := answers(depth - 1)
	return rapid.Custom(func(t *rapid.T) task.Answer {
		switch rapid.IntRange(0, 4).Draw(t, "shape") {
		case 0:
			return task.List(rapid.SliceOfN(inner, 1, 3).Draw(t, "items")...)
		case 1:
			return task.Set(rapid.SliceOfN(inner, 1, 3).Draw(t, "items")...)
		case 2:
			return task.Answer{Kind: task.KindMapping, Fields: rapid.MapOfN(text, inner, 1, 3).Draw(t, "fields")}
		case 3:
			return task.Answer{Kind: task.KindTable, Columns: []string{"a", "b"}, Ordered: rapid.Bool().Draw(t, "ordered"),
				Rows: [][]string{{text.Draw(t, "cell"), "1"}, {"x", text.Draw(t, "cell")}}}
		}
		return scalar.Draw(t, "scalar")
	})
}

func TestAnswerRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := answers(2).Draw(t, "answer")
		if rapid.Bool().Draw(t, "with a new field") {
			a.Extra = map[string]json.RawMessage{"new": json.RawMessage(`{"deep":[1,2]}`)}
		}
		data, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var back task.Answer
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if diff := cmp.Diff(a, back, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", data, diff)
		}
	})
}

func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{`{"kind":"list","value":[1,{"kind":"set","items":[]}]}`, `{"kind":"mapping","value":{"a":{"b":{}}}}`, `7`, `{"kind":"decimal","tol":"1e999"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var a task.Answer
		if json.Unmarshal(data, &a) != nil {
			return
		}
		a.Text()
		again, err := json.Marshal(a)
		if err != nil {
			t.Fatalf("%s was read and cannot be written: %v", data, err)
		}
		if a.Kind == "" { // null
			return
		}
		var b task.Answer
		if err := json.Unmarshal(again, &b); err != nil {
			t.Fatalf("%s was written as %s: %v", data, again, err)
		}
		if diff := cmp.Diff(a.Text(), b.Text()); diff != "" {
			t.Errorf("%s: %s", data, diff)
		}
	})
}

func TestTextOfEveryKind(t *testing.T) {
	grid := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{
		"House 1": {Kind: task.KindMapping, Fields: map[string]task.Answer{"pet": task.String("cat"), "years": {Kind: task.KindInteger, Value: "+7"}}},
		"House 2": {Kind: task.KindMapping, Fields: map[string]task.Answer{"pet": task.String("a \"dog\" <3"), "years": task.Integer(-2)}},
	}}
	table := task.Answer{Kind: task.KindTable, Columns: []string{"name", "a|b"}, Rows: [][]string{{"x", "1|2"}, {"y z", "3"}}}
	for _, c := range []struct {
		a    task.Answer
		text string
	}{
		{task.Integer(-7), "-7"},
		{task.Rational(3, 4), "3/4"},
		{task.Decimal("2.50", 0.01), "2.50"},
		{task.Answer{Kind: task.KindDecimal, Value: "9.8", Unit: "m/s^2", Tol: &task.Tolerance{Abs: 0.1}}, "9.8 m/s^2"},
		{task.Expression("x^2 + 1"), "x^2 + 1"},
		{task.String("an iron gate"), "an iron gate"},
		{task.Choice([]string{"a", "b", "c"}, 2), "C"},
		{task.List(task.Integers([]int{3, 1, 2})...), "[3, 1, 2]"},
		{task.List(task.Strings([]string{"a, b", "c"})...), `["a, b", c]`},
		{task.List(task.List(task.Integer(1)), task.List(task.Integer(2), task.Integer(3))), "[[1], [2, 3]]"},
		{task.Set(task.Strings([]string{"x", "say \"y\""})...), `["x","say \"y\""]`},
		{grid, `{"House 1":{"pet":"cat","years":"+7"},"House 2":{"pet":"a \"dog\" <3","years":-2}}`},
		{table, "| name | a\\|b |\n| --- | --- |\n| x | 1\\|2 |\n| y z | 3 |"},
	} {
		if got := c.a.Text(); got != c.text {
			t.Errorf("%s: text %q, want %q", c.a.Kind, got, c.text)
		}
		for _, response := range []string{c.text, "I think so.\n<answer>" + c.text + "</answer>"} {
			if v := grade.Grade(t.Context(), c.a, response, grade.Env{}); v.Status != task.Scored || v.Score != 1 {
				t.Errorf("%s: %q is graded %+v", c.a.Kind, response, v)
			}
		}
	}
	for _, k := range []task.Kind{task.KindCode, task.KindPlan, task.KindConstraints, task.KindRubric} {
		if text := (task.Answer{Kind: k}).Text(); text != "" {
			t.Errorf("%s has the text %q", k, text)
		}
	}
	if len(task.Kinds()) != 14 {
		t.Errorf("%d kinds, of which this test knows 14", len(task.Kinds()))
	}
}

// TestTextEarnsItsScore writes texts with awkward characters as items, names and cells.
func TestTextEarnsItsScore(t *testing.T) {
	word := rapid.StringMatching(`[A-Za-z][A-Za-z0-9 ,;:.\[\]{}"'|é-]{0,8}[a-z]`)
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfNDistinct(word, 1, 4, strings.ToLower).Draw(rt, "words")
		fields := map[string]task.Answer{}
		for _, w := range words {
			fields[w] = task.String(w)
		}
		for _, a := range []task.Answer{task.List(task.Strings(words)...), task.Set(task.Strings(words)...), {Kind: task.KindMapping, Fields: fields}} {
			response := "<answer>" + a.Text() + "</answer>"
			if v := grade.Grade(rt.Context(), a, response, grade.Env{}); v.Status != task.Scored || v.Score != 1 {
				rt.Errorf("%s: %q is graded %+v", a.Kind, response, v)
			}
		}
	})
}
