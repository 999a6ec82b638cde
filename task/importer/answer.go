package importer

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"segue/task"
)

// importTolerance is the relative tolerance of a decimal whose data set states
// none: three figures, as science graders use.
const importTolerance = 1e-3

// reference is a response text that earns 1: the working, then the answer.
func reference(working, answer string) string {
	working = strings.TrimSpace(working)
	if working != "" {
		working += "\n\n"
	}
	return working + "<answer>" + strings.TrimSpace(answer) + "</answer>"
}

// single is the task of one step.
func single(s task.Step) task.Task { return task.Task{Steps: []task.Step{s}} }

// answerOf reads a value as an answer of a kind; an empty kind is guessed from
// the value.
func answerOf(kind task.Kind, raw json.RawMessage) (task.Answer, error) {
	switch kind {
	case "":
		return guessAnswer(raw)
	case task.KindList, task.KindSet:
		return collectionAnswer(kind, raw)
	case task.KindMapping:
		return mappingAnswer(raw)
	case task.KindRubric:
		criteria, err := criteriaOf(raw)
		return task.Answer{Kind: kind, Criteria: criteria}, err
	case task.KindString:
		return stringAnswer(raw)
	case task.KindCode, task.KindPlan, task.KindConstraints, task.KindTable, task.KindChoice:
		return task.Answer{}, fmt.Errorf("an answer of kind %s cannot be read from one value", kind)
	}
	text, err := textOf(raw)
	if err != nil {
		return task.Answer{}, fmt.Errorf("the answer: %w", err)
	}
	return scalarAnswer(kind, finalAnswer(text))
}

// scalarAnswer checks the text of a number or an expression.
func scalarAnswer(kind task.Kind, text string) (task.Answer, error) {
	bare := strings.ReplaceAll(strings.TrimSpace(text), ",", "")
	switch kind {
	case task.KindInteger:
		if n, ok := new(big.Int).SetString(bare, 10); ok && len(bare) < 10_000 {
			return task.Answer{Kind: kind, Value: n.String()}, nil
		}
		return task.Answer{}, fmt.Errorf("the answer %s is no whole number", shorten(text))
	case task.KindRational:
		if q, ok := new(big.Rat).SetString(bare); ok && len(bare) < 10_000 && !strings.ContainsAny(bare, "eEpP") {
			return task.Answer{Kind: kind, Value: q.RatString()}, nil
		}
		return task.Answer{}, fmt.Errorf("the answer %s is no fraction", shorten(text))
	case task.KindDecimal:
		number, unit, _ := strings.Cut(bare, " ")
		if x, err := strconv.ParseFloat(number, 64); err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return task.Answer{}, fmt.Errorf("the answer %s is no finite decimal number", shorten(text))
		}
		return task.Answer{Kind: kind, Value: number, Unit: strings.TrimSpace(unit), Tol: &task.Tolerance{Rel: importTolerance}}, nil
	}
	if strings.TrimSpace(text) == "" {
		return task.Answer{}, fmt.Errorf("the answer is empty")
	}
	return task.Answer{Kind: kind, Value: strings.TrimSpace(text)}, nil
}

// guessAnswer takes a value for what it looks like: whole numbers are integers,
// other numbers decimals, arrays lists, objects mappings, the rest texts.
func guessAnswer(raw json.RawMessage) (task.Answer, error) {
	raw = unwrapText(raw)
	switch jsonType(raw) {
	case "an array":
		return collectionAnswer(task.KindList, raw)
	case "an object":
		return mappingAnswer(raw)
	}
	text, err := textOf(raw)
	if err != nil {
		return task.Answer{}, fmt.Errorf("the answer: %w", err)
	}
	text = finalAnswer(text)
	for _, kind := range []task.Kind{task.KindInteger, task.KindDecimal} {
		if a, err := scalarAnswer(kind, text); err == nil && a.Unit == "" && plainNumber.MatchString(text) {
			return a, nil
		}
	}
	if text == "" {
		return task.Answer{}, fmt.Errorf("the answer is empty")
	}
	return task.String(text), nil
}

var plainNumber = regexp.MustCompile(`^[-+]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?([eE][-+]?\d{1,3})?$`)

// stringAnswer reads a text, or an array whose first element is the answer and
// whose others are further spellings.
func stringAnswer(raw json.RawMessage) (task.Answer, error) {
	list := []json.RawMessage{raw}
	if inner := unwrapText(raw); jsonType(inner) == "an array" {
		if err := json.Unmarshal(inner, &list); err != nil {
			return task.Answer{}, err
		}
	}
	var texts []string
	for _, element := range list {
		text, err := textOf(element)
		if err != nil {
			return task.Answer{}, fmt.Errorf("the answer: %w", err)
		}
		if text = finalAnswer(text); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return task.Answer{}, fmt.Errorf("the answer is empty")
	}
	a := task.Answer{Kind: task.KindString, Value: texts[0]}
	if len(texts) > 1 {
		a.Accept = texts[1:]
	}
	return a, nil
}

func collectionAnswer(kind task.Kind, raw json.RawMessage) (task.Answer, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(unwrapText(raw), &list); err != nil || len(list) == 0 {
		return task.Answer{}, fmt.Errorf("the answer is %s, not an array with elements", jsonType(unwrapText(raw)))
	}
	a := task.Answer{Kind: kind}
	for i, element := range list {
		item, err := guessAnswer(element)
		if err != nil {
			return task.Answer{}, fmt.Errorf("element %d: %w", i+1, err)
		}
		a.Items = append(a.Items, item)
	}
	return a, nil
}

func mappingAnswer(raw json.RawMessage) (task.Answer, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(unwrapText(raw), &fields); err != nil || len(fields) == 0 {
		return task.Answer{}, fmt.Errorf("the answer is %s, not an object with members", jsonType(unwrapText(raw)))
	}
	a := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{}}
	for name, value := range fields {
		field, err := guessAnswer(value)
		if err != nil {
			return task.Answer{}, fmt.Errorf("entry %s: %w", shorten(name), err)
		}
		a.Fields[name] = field
	}
	return a, nil
}

var finalLine = regexp.MustCompile(`(?im)^\s*(?:####|(?:\*\*)?(?:the\s+)?(?:final\s+)?answer(?:\s+is)?\s*[:=](?:\*\*)?)\s*(\S.*?)\s*$`)

// finalAnswer cuts the answer out of a worked solution: the last <answer>
// element, the last \boxed, or the last line that begins with "####" or
// "Answer:". A text without one is the answer itself.
func finalAnswer(text string) string {
	if at := strings.LastIndex(text, "<answer>"); at >= 0 {
		inner, _, _ := strings.Cut(text[at+len("<answer>"):], "</answer>")
		return strings.TrimSpace(inner)
	}
	if inner, ok := lastBoxed(text); ok {
		return strings.TrimSpace(inner)
	}
	if all := finalLine.FindAllStringSubmatch(text, -1); len(all) > 0 {
		return strings.TrimSuffix(all[len(all)-1][1], ".")
	}
	return strings.TrimSpace(text)
}

// lastBoxed is the content of the last \boxed{…} whose braces balance.
func lastBoxed(text string) (string, bool) {
	at := strings.LastIndex(text, `\boxed{`)
	if at < 0 {
		return "", false
	}
	start, open := at+len(`\boxed{`), 1
	for i := start; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			open++
		case '}':
			if open--; open == 0 {
				return text[start:i], true
			}
		}
	}
	return "", false
}
