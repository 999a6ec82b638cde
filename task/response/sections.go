package response

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	skillLine  = regexp.MustCompile(`(?im)^[ \t]*(?:[-*•][ \t]+)?[*_]{0,3}skill(?: used)?[*_]{0,3}[ \t]*[:=][*_]{0,3}[ \t]*([^\n]+)$`)
	answerLine = regexp.MustCompile(`(?im)^[ \t]*(?:[-*•][ \t]+)?[*_]{0,3}(?:final |the )?answer[*_]{0,3}[ \t]*(?:[:=]|\bis\b:?)[*_]{0,3}[ \t]*`)
)

// fromHeadings reads sections that begin with a heading. A section's answer is
// what follows its last "Answer:", else the section's text without its skill line.
func fromHeadings(text string, steps int) ([]Step, []string, bool) {
	heads := headings(text, steps)
	if len(heads) == 0 {
		return nil, nil, false
	}
	out := make([]Step, steps)
	notes := []string{"the steps were told apart by headings"}
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1].start
		}
		step := section(text[h.end:end])
		if step.Answer == "" {
			continue
		}
		out[h.number-1] = step
	}
	return out, notes, true
}

// section reads one step's text.
func section(s string) Step {
	step := Step{Found: true}
	if m := skillLine.FindStringSubmatchIndex(s); m != nil {
		step.Skill = strings.Trim(strings.TrimSpace(s[m[2]:m[3]]), "*_")
		s = s[:m[0]] + s[m[1]:]
	}
	if all := answerLine.FindAllStringIndex(s, -1); len(all) > 0 {
		s = s[all[len(all)-1][1]:]
	}
	step.Answer = strings.TrimSpace(strings.Trim(strings.TrimSpace(s), "*_"))
	return step
}

// fromJSON reads the last JSON value: an array of answers or of objects with
// answer and skill, or an object keyed by step.
func fromJSON(text string, steps int) ([]Step, []string, bool) {
	body := strings.TrimSpace(text)
	if open := strings.LastIndex(body, "```json"); open >= 0 {
		body = body[open+len("```json"):]
		body, _, _ = strings.Cut(body, "```")
	}
	body = strings.TrimSpace(body)
	out := make([]Step, steps)
	note := []string{"the answers were read from JSON"}
	var list []json.RawMessage
	if json.Unmarshal([]byte(body), &list) == nil && len(list) == steps && steps > 1 {
		for i, raw := range list {
			out[i] = jsonStep(raw)
		}
		return out, note, true
	}
	var byKey map[string]json.RawMessage
	if json.Unmarshal([]byte(body), &byKey) != nil {
		return nil, nil, false
	}
	found := false
	for key, raw := range byKey {
		n, err := strconv.Atoi(digitsPattern.FindString(key))
		if err != nil || n < 1 || n > steps {
			continue
		}
		out[n-1] = jsonStep(raw)
		found = true
	}
	return out, note, found
}

func jsonStep(raw json.RawMessage) Step {
	var o struct {
		Skill  string
		Answer json.RawMessage
	}
	if json.Unmarshal(raw, &o) == nil && len(o.Answer) > 0 {
		return Step{Skill: o.Skill, Answer: jsonText(o.Answer), Found: true}
	}
	return Step{Answer: jsonText(raw), Found: true}
}

func jsonText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// fromNumberedLines reads "1. …" lines when there is exactly one for each step,
// in order.
func fromNumberedLines(text string, steps int) ([]Step, []string, bool) {
	lines := numberedLine.FindAllStringSubmatch(text, -1)
	if len(lines) != steps || steps < 2 {
		return nil, nil, false
	}
	out := make([]Step, steps)
	for i, m := range lines {
		if m[1] != fmt.Sprint(i+1) {
			return nil, nil, false
		}
		out[i] = section(m[2])
	}
	return out, []string{"the answers were read from a numbered list"}, true
}
