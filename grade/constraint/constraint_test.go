package constraint_test

import (
	"encoding/json"
	"strings"
	"testing"

	"segue/grade/constraint"
)

// Every registered check shows a response that follows it and one that does not.
func TestSamples(t *testing.T) {
	for _, c := range constraint.List() {
		for response, want := range map[string]bool{c.Sample.Yes: true, c.Sample.No: false} {
			got, err := constraint.Run(c.ID, json.RawMessage(c.Sample.Args), response)
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
			if got.Followed != want {
				t.Errorf("%s on %q: followed %v, want %v (%s)", c.ID, response, got.Followed, want, got.Reason)
			}
			if got.Followed != (got.Reason == "") {
				t.Errorf("%s on %q: followed %v with reason %q", c.ID, response, got.Followed, got.Reason)
			}
		}
	}
}

// A generator author chooses from the list, so every entry must explain itself and refuse what
// it does not understand.
func TestEntries(t *testing.T) {
	previous := ""
	for _, c := range constraint.List() {
		if c.ID <= previous {
			t.Errorf("%s is listed after %s", c.ID, previous)
		}
		previous = c.ID
		if strings.HasPrefix(c.ID, "segue:") && strings.Contains(c.ID, "_") {
			t.Errorf("%s: own ids are written with dashes", c.ID)
		}
		for _, p := range c.Params {
			if p.Doc == "" || p.Type == "" {
				t.Errorf("%s: parameter %s lacks a type or a meaning", c.ID, p.Name)
			}
			if !p.Optional {
				if _, err := constraint.Run(c.ID, nil, "x"); err == nil {
					t.Errorf("%s: accepted without %s", c.ID, p.Name)
				}
			}
			wrong := json.RawMessage(`{"` + p.Name + `":{"a":[{}]}}`)
			if p.Type != constraint.Object {
				if _, err := constraint.Run(c.ID, wrong, "x"); err == nil {
					t.Errorf("%s: accepted an object as %s", c.ID, p.Name)
				}
			}
		}
		if _, err := constraint.Run(c.ID, json.RawMessage(`{"no such argument":1}`), "x"); err == nil {
			t.Errorf("%s: accepted an unknown argument", c.ID)
		}
		if r, err := constraint.Run(c.ID, json.RawMessage(c.Sample.Args), " \n\t "); err != nil || r.Followed {
			t.Errorf("%s: a blank response gives %v, %v", c.ID, r, err)
		}
	}
}

func TestUnknownIDFailsClosed(t *testing.T) {
	for _, id := range []string{"", "keywords:existance", "segue:", strings.Repeat("x", 1<<20)} {
		r, err := constraint.Run(id, nil, "text")
		if err == nil || r.Followed {
			t.Fatalf("id %.40q: %v, %v", id, r, err)
		}
	}
	if _, err := constraint.Lookup("keywords:existance"); !strings.Contains(err.Error(), `"keywords:existence"`) {
		t.Errorf("the nearest id is not named: %v", err)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, test := range []struct{ id, args, response, want string }{
		{"punctuation:no_comma", `[1]`, "x", "not a JSON object"},
		{"punctuation:no_comma", ``, strings.Repeat("x", constraint.MaxResponse+1), "longer than"},
		{"keywords:frequency", `{"keyword":"(","frequency":1,"relation":"at least"}`, "x", "regular expression"},
		{"keywords:frequency", `{"keyword":"a","frequency":1,"relation":"more than"}`, "x", "none of less than, at least"},
		{"keywords:frequency", `{"keyword":"a","frequency":-1,"relation":"at least"}`, "x", "integer from 0"},
		{"keywords:frequency", `{"keyword":"a","frequency":1.5,"relation":"at least"}`, "x", "integer from 0"},
		{"keywords:existence", `{"keywords":[]}`, "x", "0 elements"},
		{"keywords:existence", `{"keywords":null}`, "x", "missing"},
		{"keywords:letter_frequency", `{"letter":"ab","let_frequency":1,"let_relation":"at least"}`, "x", "one character"},
		{"count:word_count_range", `{"min_words":3,"max_words":2}`, "x", "empty"},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs":2,"nth_paragraph":3,"first_word":"a"}`, "x", "not among"},
	} {
		_, err := constraint.Run(test.id, json.RawMessage(test.args), test.response)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: error %v, want one with %q", test.id, test.args, err, test.want)
		}
	}
	if r, err := constraint.Run("count:numbers", json.RawMessage(`{"N":2.0,"x":null}`), "1 2"); err != nil || !r.Followed {
		t.Errorf("a whole float and a null: %v, %v", r, err)
	}
}

func TestRegisterRefuses(t *testing.T) {
	always := func(string, constraint.Args) (bool, error) { return true, nil }
	for name, c := range map[string]constraint.Check{
		"duplicate": {ID: "punctuation:no_comma", Doc: "x", Test: always},
		"no group":  {ID: "comma", Doc: "x", Test: always},
		"no rule":   {ID: "x:y", Test: always},
		"no test":   {ID: "x:y", Doc: "x"},
		"repeated":  {ID: "x:y", Doc: "x", Test: always, Params: []constraint.Param{{Name: "a"}, {Name: "a"}}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("registered")
				}
			}()
			constraint.Register(c)
		})
	}
}
