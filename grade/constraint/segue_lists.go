package constraint

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

func init() { registerAll(segueListsChecks) }

var segueListsChecks = []Check{
	{
		ID: "segue:bullet-shape", Doc: "has one bullet at the outer level for each number, with so many sub-bullets under it",
		Params: []Param{{Name: "counts", Type: Integers, Doc: "sub-bullets of each bullet"},
			optional(choice("marker", "the marker of all bullets", "-", "*", "+"))},
		Sample: Sample{`{"counts":[2,0]}`, "- a\n  - b\n  - c\n- d", "- a\n  - b\n- d"},
		Test:   bulletShape,
	},
	{
		ID: "segue:list-depth", Doc: "has list items nested exactly so deep; a deeper item is indented more than the one it belongs to",
		Params: []Param{positive("depth", "levels")},
		Sample: Sample{`{"depth":3}`, "- a\n  - b\n    1. c\n- d", "- a\n  - b"},
		Test: func(r string, a Args) (bool, error) {
			deepest := 0
			var open []int // indents of the items that the present one belongs to
			for _, item := range Items(r) {
				for len(open) > 0 && open[len(open)-1] >= item.Indent {
					open = open[:len(open)-1]
				}
				open = append(open, item.Indent)
				deepest = max(deepest, len(open))
			}
			a.Note("found depth %d, wanted %d", deepest, a.Int("depth"))
			return deepest == a.Int("depth"), nil
		},
	},
	{
		ID: "segue:numbering", Doc: "has numbered items that count 1, 2, 3 … at the outer level, within the bounds",
		Params: bounds(),
		Sample: Sample{`{"exactly":2}`, "1. a\n2. b", "1. a\n3. b"},
		Test: func(r string, a Args) (bool, error) {
			n := 0
			for _, item := range outer(slices.DeleteFunc(Items(r), func(i Item) bool { return !i.Numbered })) {
				if n++; strings.TrimRight(item.Marker, ".)") != fmt.Sprint(n) {
					a.Note("item %d is numbered %.20s", n, item.Marker)
					return false, nil
				}
			}
			return a.within(n)
		},
	},
	{
		ID: "segue:distinct-items", Doc: "has list items within the bounds, no two of the same words",
		Params: bounds(),
		Sample: Sample{`{"exactly":2}`, "- Red kite\n- Blue kite", "- Red kite\n- red, kite!"},
		Test: func(r string, a Args) (bool, error) {
			seen := map[string]bool{}
			items := Items(r)
			for _, item := range items {
				key := strings.Join(lowerWords(item.Text), " ")
				if seen[key] {
					a.Note("item %.80q is repeated", item.Text)
					return false, nil
				}
				seen[key] = true
			}
			return a.within(len(items))
		},
	},
	{
		ID: "segue:divided-list", Doc: "is one list divided by the delimiter, white space around elements apart, none of them empty, their number within the bounds",
		Params: bounds(short("delimiter", "such as a comma or |"), optional(texts("vocabulary", "the allowed elements, with their case")),
			optional(Param{Name: "distinct", Type: Flag, Doc: "no element twice"})),
		Sample: Sample{`{"delimiter":";","vocabulary":["red","blue"],"exactly":2}`, "red; blue", "red, blue"},
		Test: func(r string, a Args) (bool, error) {
			elements := strings.Split(strings.TrimSpace(r), a.Text("delimiter"))
			for i := range elements {
				elements[i] = strings.TrimSpace(elements[i])
				if elements[i] == "" || a.Has("vocabulary") && !slices.Contains(a.Texts("vocabulary"), elements[i]) {
					a.Note("element %d, %.80q, is not allowed", i+1, elements[i])
					return false, nil
				}
			}
			if a.Flag("distinct") && distinct(elements) < len(elements) {
				a.Note("an element is repeated")
				return false, nil
			}
			return a.within(len(elements))
		},
	},
	{
		ID: "segue:key-values", Doc: "is one line for each key in order, of the key, the separator and a value; values that are given must be met",
		Params: []Param{texts("keys", "the keys, with their case"), optional(short("separator", "default the colon")),
			optional(Param{Name: "values", Type: Object, Doc: "object: key to the wanted value"})},
		Sample: Sample{`{"keys":["Name","Age"],"values":{"Age":"7"}}`, "Name: Ann\nAge: 7", "Age: 7\nName: Ann"},
		Test:   keyValues,
	},
	{
		ID: "segue:dialogue", Doc: "is only lines of the form Name: speech, by all of the speakers and no other, the number of lines within the bounds",
		Params: bounds(texts("speakers", "the names, with their case"),
			optional(Param{Name: "alternate", Type: Flag, Doc: "no speaker twice in a row"})),
		Sample: Sample{`{"speakers":["Ann","Bob"],"min":2,"alternate":true}`, "Ann: Hi!\nBob: Hi.", "Ann: Hi!\nAnn: Bob?"},
		Test:   dialogue,
	},
}

// outer returns the items with the smallest indent.
func outer(items []Item) []Item {
	if len(items) == 0 {
		return nil
	}
	least := slices.MinFunc(items, func(x, y Item) int { return x.Indent - y.Indent }).Indent
	return slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return i.Indent > least })
}

func bulletShape(r string, a Args) (bool, error) {
	items := bullets(r)
	if len(items) == 0 || items[0].Indent > outer(items)[0].Indent {
		a.Note("there is no outer bullet first")
		return false, nil
	}
	least := items[0].Indent
	var counts []int
	for _, item := range items {
		if marker := a.Text("marker"); marker != "" && item.Marker != marker {
			a.Note("a bullet is marked %s", item.Marker)
			return false, nil
		}
		if item.Indent == least {
			counts = append(counts, 0)
		} else {
			counts[len(counts)-1]++
		}
	}
	a.Note("the bullets have %v sub-bullets, wanted %v", counts[:min(len(counts), 20)], a.Ints("counts"))
	return slices.Equal(counts, a.Ints("counts")), nil
}

func keyValues(r string, a Args) (bool, error) {
	wanted := map[string]string{}
	if a.Has("values") {
		if err := json.Unmarshal(a.Raw("values"), &wanted); err != nil {
			return false, fmt.Errorf("values is not an object of strings")
		}
	}
	separator := a.Text("separator")
	if separator == "" {
		separator = ":"
	}
	lines, keys := Lines(r), a.Texts("keys")
	if len(lines) != len(keys) {
		a.Note("found %d lines, wanted %d", len(lines), len(keys))
		return false, nil
	}
	for i, line := range lines {
		key, value, ok := strings.Cut(line, separator)
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		want, given := wanted[keys[i]]
		if !ok || key != keys[i] || value == "" || given && value != strings.TrimSpace(want) {
			a.Note("line %d is %.80q", i+1, line)
			return false, nil
		}
	}
	return true, nil
}

func dialogue(r string, a Args) (bool, error) {
	spoke := map[string]bool{}
	previous := ""
	lines := Lines(r)
	for i, line := range lines {
		name, speech, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(speech) == "" || !slices.Contains(a.Texts("speakers"), name) || a.Flag("alternate") && name == previous {
			a.Note("line %d, %.80q, does not fit", i+1, line)
			return false, nil
		}
		spoke[name], previous = true, name
	}
	if !a.each("speakers", "says nothing", func(name string) bool { return spoke[name] }) {
		return false, nil
	}
	return a.within(len(lines))
}
