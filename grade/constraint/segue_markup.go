package constraint

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var tagPattern = regexp.MustCompile(`<(/?)([A-Za-z][A-Za-z0-9_-]*)>`)

func init() { registerAll(segueMarkupChecks) }

var segueMarkupChecks = []Check{
	{
		ID:  "segue:tags",
		Doc: "has each tag once, as <name>…</name> and not empty, properly nested and no other tag; parents tells which tag directly surrounds another (\"\" for none)",
		Params: []Param{texts("tags", "tag names in lower case"), optional(Param{Name: "parents", Type: Object, Doc: "object: tag to the tag around it"}),
			optional(Param{Name: "only", Type: Flag, Doc: "no text outside the tags"})},
		Sample: Sample{`{"tags":["note","to"],"parents":{"to":"note"}}`, "<note>For <to>Ann</to></note>", "<note>For</note><to>Ann</to>"},
		Test:   tags,
	},
	{
		ID: "segue:tag-value", Doc: "has exactly one pair of the tag, with the value between, white space at its ends apart",
		Params: []Param{short("tag", "the name"), text("value", "the text between")},
		Sample: Sample{`{"tag":"city","value":"Rome"}`, "It is <city> Rome </city>.", "It is <city>Roma</city>."},
		Test: func(r string, a Args) (bool, error) {
			open, end := "<"+a.Text("tag")+">", "</"+a.Text("tag")+">"
			_, rest, _ := strings.Cut(r, open)
			value, _, _ := strings.Cut(rest, end)
			a.Note("the value is %.80q", value)
			return strings.Count(r, open) == 1 && strings.Count(r, end) == 1 && strings.TrimSpace(value) == strings.TrimSpace(a.Text("value")), nil
		},
	},
	{
		ID: "segue:heading-titles", Doc: "has exactly these Markdown headings in this order, with text under each if filled is set",
		Params: []Param{texts("titles", "the titles, with their case"), optional(Param{Name: "level", Type: Integer, Doc: "number of #, default any", Min: 1, Max: 6}),
			optional(Param{Name: "filled", Type: Flag, Doc: "ask for text under each heading"})},
		Sample: Sample{`{"titles":["Plan","Cost"],"level":2,"filled":true}`, "## Plan\na\n## Cost\nb", "## Cost\nb\n## Plan\na"},
		Test:   headingTitles,
	},
	{
		ID: "segue:numbered-sections", Doc: "has the lines 1. and first title, 2. and second title … in this order, # and * around them apart, with text under each",
		Params: []Param{texts("titles", "the titles, with their case")},
		Sample: Sample{`{"titles":["Plan","Cost"]}`, "1. Plan\na\n**2. Cost**\nb", "1. Plan\n2. Cost\nb"},
		Test:   numberedSections,
	},
	{
		ID: "segue:code-block", Doc: "has exactly one fenced code block, of the language and with code in it; with only set there is nothing else",
		Params: []Param{optional(short("language", "the label of the fence")), optional(Param{Name: "only", Type: Flag, Doc: "nothing but the block"})},
		Sample: Sample{`{"language":"go","only":true}`, "```go\nx := 1\n```", "```\nx := 1\n```"},
		Test: func(r string, a Args) (bool, error) {
			if n := len(fenceLine.FindAllStringIndex(r, -1)); n != 2 {
				a.Note("found %d fence lines, wanted 2", n)
				return false, nil
			}
			before, rest, _ := strings.Cut(r, "```")
			label, rest, _ := strings.Cut(rest, "\n")
			code, after, _ := strings.Cut(rest, "```")
			return strings.TrimSpace(code) != "" && (!a.Has("language") || strings.TrimSpace(label) == a.Text("language")) &&
				(!a.Flag("only") || strings.TrimSpace(before+after) == ""), nil
		},
	},
}

func tags(r string, a Args) (bool, error) {
	parents := map[string]string{}
	if a.Has("parents") {
		if err := json.Unmarshal(a.Raw("parents"), &parents); err != nil {
			return false, fmt.Errorf("parents is not an object of tag names")
		}
	}
	type opened struct {
		name string
		from int
	}
	var open []opened
	seen := map[string]bool{}
	outside, last := "", 0
	for _, m := range tagPattern.FindAllStringSubmatchIndex(r, -1) {
		name := r[m[4]:m[5]]
		if len(open) == 0 {
			outside += strings.TrimSpace(r[last:m[0]])
		}
		last = m[1]
		if closing := m[2] < m[3]; closing {
			if len(open) == 0 || open[len(open)-1].name != name || strings.TrimSpace(r[open[len(open)-1].from:m[0]]) == "" {
				a.Note("</%s> closes nothing or an empty tag", name)
				return false, nil
			}
			open = open[:len(open)-1]
			continue
		}
		around := ""
		if len(open) > 0 {
			around = open[len(open)-1].name
		}
		parent, fixed := parents[name]
		if seen[name] || !slices.Contains(a.Texts("tags"), name) || fixed && parent != around {
			a.Note("<%s> is repeated, unknown or in the wrong place", name)
			return false, nil
		}
		seen[name] = true
		open = append(open, opened{name, m[1]})
	}
	if len(open) > 0 || a.Flag("only") && outside+strings.TrimSpace(r[last:]) != "" {
		a.Note("a tag is left open, or text stands outside")
		return false, nil
	}
	return a.each("tags", "is missing", func(name string) bool { return seen[name] }), nil
}

func headingTitles(r string, a Args) (bool, error) {
	found := headingLine.FindAllStringSubmatchIndex(r, -1)
	titles := a.Texts("titles")
	if len(found) != len(titles) {
		a.Note("found %d headings, wanted %d", len(found), len(titles))
		return false, nil
	}
	for i, m := range found {
		title := strings.TrimSpace(r[m[4]:m[5]])
		if title != titles[i] || a.Has("level") && m[3]-m[2] != a.Int("level") {
			a.Note("heading %d is %.80q", i+1, r[m[0]:m[1]])
			return false, nil
		}
		end := len(r)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		if a.Flag("filled") && strings.TrimSpace(r[m[1]:end]) == "" {
			a.Note("nothing stands under %.80q", title)
			return false, nil
		}
	}
	return true, nil
}

func numberedSections(r string, a Args) (bool, error) {
	titles := a.Texts("titles")
	next, text := 0, true
	for _, line := range Lines(r) {
		bare := strings.TrimSpace(strings.Trim(line, "#* "))
		if next < len(titles) && bare == fmt.Sprintf("%d. %s", next+1, strings.TrimSpace(titles[next])) {
			if !text {
				a.Note("nothing stands under section %d", next)
				return false, nil
			}
			next, text = next+1, false
		} else {
			text = true
		}
	}
	a.Note("found %d of %d sections, or an empty last one", next, len(titles))
	return next == len(titles) && text, nil
}
