package constraint

import (
	"encoding/json"
	"fmt"
	"strings"
)

// maxChecks is how many constraints a compound one may list.
const maxChecks = 16

// units are the parts of a response that segue:part can look at.
var units = map[string]func(string, Args) []string{
	"word":      func(r string, a Args) []string { return Words(r) },
	"line":      func(r string, a Args) []string { return Lines(r) },
	"sentence":  func(r string, a Args) []string { return Sentences(r) },
	"paragraph": func(r string, a Args) []string { return Paragraphs(r) },
	"part":      func(r string, a Args) []string { return divided(r, a.Text("divider")) },
	"item": func(r string, a Args) []string {
		var list []string
		for _, item := range Items(r) {
			list = append(list, item.Text)
		}
		return list
	},
}

var specList = Param{Name: "checks", Type: Object, Doc: `list of {"id","args"}`}

func init() { registerAll(segueComposeChecks) }

var segueComposeChecks = []Check{
	{
		ID: "segue:all-of", Doc: "follows all of the constraints",
		Params: []Param{specList},
		Sample: Sample{`{"checks":[{"id":"segue:no-commas"},{"id":"segue:words","args":{"max":2}}]}`, "One two", "One, two"},
		Test:   func(r string, a Args) (bool, error) { n, of, err := a.followed(r); return n == of, err },
	},
	{
		ID: "segue:any-of", Doc: "follows at least one of the constraints",
		Params: []Param{specList},
		Sample: Sample{`{"checks":[{"id":"segue:no-commas"},{"id":"segue:words","args":{"max":2}}]}`, "One, two", "One, two, three"},
		Test:   func(r string, a Args) (bool, error) { n, _, err := a.followed(r); return n > 0, err },
	},
	{
		ID: "segue:none-of", Doc: "follows none of the constraints",
		Params: []Param{specList},
		Sample: Sample{`{"checks":[{"id":"segue:no-commas"}]}`, "One, two", "One two"},
		Test: func(r string, a Args) (bool, error) {
			n, _, err := a.followed(r)
			a.Note("%d constraints are followed, wanted none", n)
			return n == 0, err
		},
	},
	{
		ID:  "segue:part",
		Doc: "follows the constraint in a part of it: a word, line, sentence, paragraph, list item, or part between divider lines; which is every (at least one), any, first, last or the n-th",
		Params: []Param{choice("unit", "what it is cut into", "word", "line", "sentence", "paragraph", "item", "part"),
			choice("which", "which of them counts", "every", "any", "first", "last", "nth"),
			optional(positive("n", "which one, for nth, from 1")), optional(short("divider", "the divider line, for part")),
			{Name: "check", Type: Object, Doc: `the constraint {"id","args"}`}},
		Sample: Sample{`{"unit":"line","which":"nth","n":2,"check":{"id":"segue:case","args":{"case":"upper"}}}`, "one\nTWO", "ONE\ntwo"},
		Test:   part,
	},
}

// followed counts the constraints in the argument checks that the response follows.
func (a Args) followed(r string) (n, of int, err error) {
	var specs []Spec
	if err := json.Unmarshal(a.Raw("checks"), &specs); err != nil || len(specs) == 0 || len(specs) > maxChecks {
		return 0, 0, fmt.Errorf("checks is not a list of 1 to %d constraints", maxChecks)
	}
	var failed []string
	for _, spec := range specs {
		result, err := a.nested(spec, r)
		if err != nil {
			return 0, 0, err
		}
		if result.Followed {
			n++
		} else {
			failed = append(failed, spec.ID+": "+result.Reason)
		}
	}
	a.Note("%s", strings.Join(failed, "; "))
	return n, len(specs), nil
}

func part(r string, a Args) (bool, error) {
	var spec Spec
	if err := json.Unmarshal(a.Raw("check"), &spec); err != nil {
		return false, fmt.Errorf("check is not a constraint: %w", err)
	}
	if a.Text("unit") == "part" && !a.Has("divider") || a.Text("which") == "nth" && !a.Has("n") {
		return false, fmt.Errorf("unit part needs a divider, and nth needs n")
	}
	// Bad arguments are an error whatever the response holds.
	if _, err := a.nested(spec, "x"); err != nil {
		return false, err
	}
	list := units[a.Text("unit")](r, a)
	which := a.Text("which")
	at := map[string]int{"first": 0, "last": len(list) - 1, "nth": a.Int("n") - 1}
	if i, single := at[which]; single {
		if i < 0 || i >= len(list) {
			a.Note("there are only %d units", len(list))
			return false, nil
		}
		list = list[i : i+1]
	}
	for i, unit := range list {
		result, err := a.nested(spec, unit)
		if err != nil {
			return false, err
		}
		if which == "any" && result.Followed {
			return true, nil
		}
		if which != "any" && !result.Followed {
			a.Note("%s %d of the chosen: %s", a.Text("unit"), i+1, result.Reason)
			return false, nil
		}
	}
	return which != "any" && len(list) > 0, nil
}
