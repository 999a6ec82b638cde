package importer

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"segue/task"
)

// maxCriteria is the most criteria of a rubric.
const maxCriteria = 100

// criteriaOf reads a rubric: an array of texts or of objects with a text and a
// weight, an object whose members are criteria, or a text with one criterion a
// line or list item.
func criteriaOf(raw json.RawMessage) ([]task.Criterion, error) {
	raw = unwrapText(raw)
	var criteria []task.Criterion
	var err error
	switch jsonType(raw) {
	case "an array":
		criteria, err = listedCriteria(raw)
	case "an object":
		criteria, err = objectCriteria(raw)
	default:
		var text string
		if text, err = textOf(raw); err == nil {
			criteria = writtenCriteria(text)
		}
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("the rubric: %w", err)
	case len(criteria) == 0:
		return nil, fmt.Errorf("the rubric has no criterion")
	case len(criteria) > maxCriteria:
		return nil, fmt.Errorf("the rubric has %d criteria, more than %d", len(criteria), maxCriteria)
	}
	return criteria, nil
}

func listedCriteria(raw json.RawMessage) ([]task.Criterion, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	var criteria []task.Criterion
	for i, element := range list {
		c, err := criterion(element)
		if err != nil {
			return nil, fmt.Errorf("criterion %d: %w", i+1, err)
		}
		criteria = append(criteria, c)
	}
	return criteria, nil
}

var (
	criterionFields = []string{"criterion", "text", "description", "requirement", "rule", "content", "question", "title", "name"}
	weightFields    = []string{"weight", "points", "score", "max_score", "max_points"}
)

// criterion reads a text, or an object with the text and perhaps a weight.
func criterion(raw json.RawMessage) (task.Criterion, error) {
	if jsonType(raw) != "an object" {
		text, err := textOf(raw)
		if strings.TrimSpace(text) == "" && err == nil {
			err = fmt.Errorf("it is empty")
		}
		return task.Criterion{Text: strings.TrimSpace(text)}, err
	}
	fields, err := fieldsOf(raw)
	if err != nil {
		return task.Criterion{}, err
	}
	c := task.Criterion{Text: strings.TrimSpace(fields.Need(criterionFields...))}
	if weight := fields.Raw(weightFields...); weight != nil {
		if json.Unmarshal(weight, &c.Weight) != nil || c.Weight < 0 {
			fields.fail("the weight is no positive number")
		}
	}
	return c, fields.err
}

// objectCriteria reads {"criteria": …} or name to criterion.
func objectCriteria(raw json.RawMessage) ([]task.Criterion, error) {
	fields, err := fieldsOf(raw)
	if err != nil {
		return nil, err
	}
	if inner := fields.Raw("criteria", "rubric", "rubrics", "items", "checklist"); inner != nil {
		return criteriaOf(inner)
	}
	if fields.Has(criterionFields...) {
		c, err := criterion(raw)
		return []task.Criterion{c}, err
	}
	list, ok := members(raw)
	if !ok {
		return nil, fmt.Errorf("it is no object")
	}
	var criteria []task.Criterion
	for _, m := range list {
		c, err := criterion(m.data)
		if err != nil {
			return nil, fmt.Errorf("criterion %s: %w", shorten(m.key), err)
		}
		c.Text = m.key + ": " + c.Text
		criteria = append(criteria, c)
	}
	return criteria, nil
}

var listMark = regexp.MustCompile(`^\s*(?:[-*•–]|\(?\d{1,3}[.):]|\(?[a-z]\))\s+`)

// writtenCriteria reads a text: its list items where it has at least two, else
// all of it as one criterion. An item goes on over the lines below it.
func writtenCriteria(text string) []task.Criterion {
	var items []string
	for line := range strings.SplitSeq(text, "\n") {
		switch mark := listMark.FindString(line); {
		case mark != "":
			items = append(items, strings.TrimSpace(line[len(mark):]))
		case len(items) > 0 && strings.TrimSpace(line) != "":
			items[len(items)-1] += " " + strings.TrimSpace(line)
		}
	}
	if len(items) < 2 {
		items = []string{strings.TrimSpace(text)}
	}
	var criteria []task.Criterion
	for _, it := range items {
		if it != "" {
			criteria = append(criteria, task.Criterion{Text: it})
		}
	}
	return criteria
}
