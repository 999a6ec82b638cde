package constraint

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

var (
	starBullet  = regexp.MustCompile(`(?m)^\s*\*[^*].*$`)
	dashBullet  = regexp.MustCompile(`(?m)^\s*-.*$`)
	oneStar     = regexp.MustCompile(`\*[^\n*]*\*`)
	twoStars    = regexp.MustCompile(`\*\*[^\n*]*\*\*`)
	angleTitle  = regexp.MustCompile(`<<[^\n]+>>`)
	fixedAnswer = []string{"My answer is yes.", "My answer is no.", "My answer is maybe."}
)

func init() { registerAll(ifevalFormatChecks) }

var ifevalFormatChecks = []Check{
	{
		ID: "detectable_format:number_bullet_lists", Doc: "has exactly so many bullets: lines that begin with a single * or with -",
		Params: []Param{integer("num_bullets", "bullets")},
		Sample: Sample{`{"num_bullets":2}`, "* one\n- two", "* one"},
		Test: func(r string, a Args) (bool, error) {
			n := len(starBullet.FindAllStringIndex(r, -1)) + len(dashBullet.FindAllStringIndex(r, -1))
			a.Note("found %d bullets, wanted %d", n, a.Int("num_bullets"))
			return n == a.Int("num_bullets"), nil
		},
	},
	{
		ID: "detectable_format:constrained_response", Doc: `holds "My answer is yes." or the same with no or maybe`,
		Sample: Sample{"", "Well. My answer is no.", "No."},
		Test: func(r string, a Args) (bool, error) {
			for _, option := range fixedAnswer {
				if strings.Contains(r, option) {
					return true, nil
				}
			}
			return false, nil
		},
	},
	{
		ID: "detectable_format:number_highlighted_sections", Doc: "has at least so many highlights *like this*; **this** counts too",
		Params: []Param{integer("num_highlights", "highlights")},
		Sample: Sample{`{"num_highlights":2}`, "*one* and **two**", "*one* and two"},
		Test: func(r string, a Args) (bool, error) {
			return a.compare(highlights(r), atLeast, a.Int("num_highlights")), nil
		},
	},
	{
		ID: "detectable_format:multiple_sections", Doc: "has at least so many sections, each opened by the splitter and a number",
		Params: []Param{short("section_spliter", "regular expression such as Section; spelled as published"), integer("num_sections", "sections")},
		Sample: Sample{`{"section_spliter":"Section","num_sections":2}`, "Section 1\na\nSection 2\nb", "Section 1\na"},
		Test: func(r string, a Args) (bool, error) {
			re, err := regexp.Compile(`\s?` + strip(a.Text("section_spliter")) + `\s?\d+\s?`)
			if err != nil {
				return false, fmt.Errorf("splitter is not a regular expression: %w", err)
			}
			return a.compare(len(re.FindAllStringIndex(r, -1)), atLeast, a.Int("num_sections")), nil
		},
	},
	{
		ID: "detectable_format:json_format", Doc: "is one JSON value, with or without a Markdown fence",
		Sample: Sample{"", "```json\n{\"a\": 1}\n```", "a: 1"},
		Test: func(r string, a Args) (bool, error) {
			return json.Valid([]byte(unfence(r))), nil
		},
	},
	{
		ID: "detectable_format:title", Doc: "has a title in double angle brackets, as in <<title>>",
		Sample: Sample{"", "<<Joy>>\nLa la.", "<< >>\nLa la."},
		Test: func(r string, a Args) (bool, error) {
			for _, title := range angleTitle.FindAllString(r, -1) {
				if strip(strings.TrimRight(strings.TrimLeft(title, "<"), ">")) != "" {
					return true, nil
				}
			}
			return false, nil
		},
	},
}

// highlights counts non-blank spans between stars; a span between double stars is seen by both
// patterns, but between its inner stars there is nothing, so it counts once.
func highlights(r string) int {
	n := 0
	for _, span := range oneStar.FindAllString(r, -1) {
		if strip(strings.Trim(span, "*")) != "" {
			n++
		}
	}
	for _, span := range twoStars.FindAllString(r, -1) {
		if strip(strings.TrimSuffix(strings.TrimPrefix(span, "**"), "**")) != "" {
			n++
		}
	}
	return n
}

// unfence takes a Markdown fence with or without the label json off a text.
func unfence(r string) string {
	r = strip(r)
	for _, open := range []string{"```json", "```Json", "```JSON", "```"} {
		r = strings.TrimPrefix(r, open)
	}
	return strip(strings.TrimSuffix(r, "```"))
}
