package planning

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
)

const (
	maxPlanBytes = 64 << 10
	maxSteps     = 2000
	maxDepth     = 8
)

// Steps splits a plan text into its steps: the elements of a JSON list, the
// members of a JSON object, or else the lines (";" also ends a step) without
// bullets and numbering. Of a text with headings such as "Final plan:" what
// stands behind the last one counts, and of fenced blocks the last block. The
// last 64 KiB are read, and at most 2000 steps.
func Steps(plan string) []string {
	plan = plan[max(0, len(plan)-maxPlanBytes):]
	if all := heading.FindAllStringIndex(plan, -1); len(all) > 0 {
		if rest := plan[all[len(all)-1][1]:]; strings.TrimSpace(rest) != "" {
			plan = rest
		}
	}
	plan = lastFence(plan)
	steps := jsonSteps(plan)
	if steps == nil {
		for line := range strings.FieldsFuncSeq(plan, func(r rune) bool { return r == '\n' || r == ';' || r == '\r' }) {
			if line = bareLine(line); line != "" {
				steps = append(steps, line)
			}
		}
	}
	return steps[:min(len(steps), maxSteps)]
}

// heading is a line that says only that the plan follows, or the start of one
// that says so of an answer. "Plan: day 1-2" is no heading but a task.
var heading = regexp.MustCompile(`(?im)^[ \t*#>]*(?:(?:(?:final|here is (?:the|my)|my|the)[ \t]+)*(?:plan|answer|solution|itinerary|schedule|route|steps|moves)[ \t*]*:[ \t*]*$|(?:the[ \t]+)?final[ \t]+(?:plan|answer)[ \t*]*:|answer[ \t*]*:)`)

var numbering = regexp.MustCompile(`^(?:[-*•+>]\s+|\(?\d{1,3}[.)]\s+|(?i:step|move)\s+\d{1,3}\s*[:.)–-]\s*)`)

// bareLine removes what decorates a line: emphasis, bullets, numbering.
func bareLine(line string) string {
	line = strings.TrimSpace(strings.NewReplacer("**", "", "`", "").Replace(line))
	for range 3 { // "- 1. Step 1: …" is the deepest nesting seen
		cut := numbering.FindString(line)
		line = strings.TrimSpace(line[len(cut):])
	}
	return line
}

// lastFence is the content of the last fenced block, or the whole text.
func lastFence(text string) string {
	parts := strings.Split(text, "```")
	if len(parts) < 3 {
		return text
	}
	at := len(parts) - 2
	if len(parts)%2 == 0 { // the last fence is not closed
		at = len(parts) - 1
	}
	block := parts[at]
	if tag, rest, ok := strings.Cut(block, "\n"); ok && !strings.ContainsAny(strings.TrimSpace(tag), " []{}") {
		block = rest
	}
	return block
}

// jsonSteps reads the first JSON list or object that starts a line; nil means
// that there is none. Of an object that wraps a list ({"plan": […]}) the list
// is the plan; another object is a mapping whose members are the steps.
func jsonSteps(text string) []string {
	for at := 0; at < len(text); {
		line := strings.TrimLeft(text[at:], " \t\r\n")
		if line == "" {
			break
		}
		if line[0] == '[' || line[0] == '{' {
			if steps, err := decodeSteps(line); err == nil {
				return steps
			}
		}
		end := strings.IndexByte(line, '\n')
		if end < 0 {
			break
		}
		at = len(text) - len(line) + end
	}
	return nil
}

var errDepth = errors.New("plan is nested too deep")

func decodeSteps(text string) ([]string, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	open, err := dec.Token()
	if err != nil {
		return nil, err
	}
	steps := []string{}
	for dec.More() {
		if open == json.Delim('[') {
			step, err := valueText(dec, 0)
			if err != nil {
				return nil, err
			}
			steps = append(steps, step)
			continue
		}
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		if inner, ok := wrapped(key.(string), value); ok {
			return inner, nil
		}
		text, err := rawText(value)
		if err != nil {
			return nil, err
		}
		steps = append(steps, key.(string)+": "+text)
	}
	_, err = dec.Token()
	return steps, err
}

// wrapped reads the list under a key that only says "here is the plan".
func wrapped(key string, value json.RawMessage) ([]string, bool) {
	switch strings.ToLower(key) {
	case "plan", "steps", "moves", "actions", "schedule", "itinerary", "route", "answer", "solution", "selection", "assignments", "meetings":
	default:
		return nil, false
	}
	if first := strings.TrimSpace(string(value)); !strings.HasPrefix(first, "[") && !strings.HasPrefix(first, "{") {
		return nil, false
	}
	steps, err := decodeSteps(string(value))
	return steps, err == nil
}

func rawText(raw json.RawMessage) (string, error) {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	return valueText(dec, 0)
}

// valueText writes a JSON value as words in its own order: keys and scalars,
// separated by blanks, list elements by commas.
func valueText(dec *json.Decoder, depth int) (string, error) {
	if depth > maxDepth {
		return "", errDepth
	}
	token, err := dec.Token()
	if err != nil {
		return "", err
	}
	var words []string
	switch t := token.(type) {
	case json.Delim:
		for dec.More() {
			word, err := valueText(dec, depth+1)
			if err != nil {
				return "", err
			}
			words = append(words, word)
		}
		_, err = dec.Token()
		if t == '[' {
			return strings.Join(words, ", "), err
		}
		return strings.Join(words, " "), err
	case string:
		return t, nil
	case json.Number:
		return t.String(), nil
	}
	return "", nil // true, false and null name nothing
}
