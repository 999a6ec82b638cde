package importer

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"segue/task"
)

// maxOptions is the most options that letters can name.
const maxOptions = 26

// choiceAnswer makes the answer of a multiple-choice question from its options
// and what names the right one: a letter, several letters, the text of an option,
// or an index from 0, tried in this order.
func choiceAnswer(options []string, right string) (task.Answer, error) {
	if len(options) < 2 || len(options) > maxOptions {
		return task.Answer{}, fmt.Errorf("there are %d options; 2 to %d are read", len(options), maxOptions)
	}
	right = strings.TrimSpace(right)
	var value []string
	for part := range strings.FieldsFuncSeq(strings.Trim(right, "().: "), func(r rune) bool { return r == ',' || r == ' ' || r == ';' }) {
		letter := strings.ToUpper(part)
		if len(letter) != 1 || letter[0] < 'A' || int(letter[0]-'A') >= len(options) {
			value = nil
			break
		}
		value = append(value, letter)
	}
	if len(value) > 0 {
		return task.Answer{Kind: task.KindChoice, Options: options, Value: strings.Join(value, ",")}, nil
	}
	for i, o := range options {
		if right != "" && strings.TrimSpace(o) == right {
			return task.Choice(options, i), nil
		}
	}
	if i, err := strconv.Atoi(right); err == nil && i >= 0 && i < len(options) {
		return task.Choice(options, i), nil
	}
	return task.Answer{}, fmt.Errorf("the answer %s names none of the %d options", shorten(right), len(options))
}

// rightOption is what names the right option: an index that is a JSON number
// is turned into its letter, since a text of digits may be an option itself;
// a label of the options' own ("1" of 1 to 4) as well.
func rightOption(raw json.RawMessage, labels []string) (string, error) {
	text, err := textOf(raw)
	if err != nil {
		return "", fmt.Errorf("the answer: %w", err)
	}
	if i := slices.Index(labels, strings.TrimSpace(text)); i >= 0 && i < maxOptions {
		return string(rune('A' + i)), nil
	}
	if i, err := strconv.Atoi(text); err == nil && jsonType(raw) == "a number" && i >= 0 && i < maxOptions {
		return string(rune('A' + i)), nil
	}
	return text, nil
}

// optionTexts reads an array of texts, or {"text": […], "label": […]}.
func optionTexts(r *Record) (texts, labels []string) {
	raw := unwrapText(r.Raw(optionFields...))
	if jsonType(raw) != "an object" {
		return r.Texts(optionFields...), nil
	}
	inner, err := fieldsOf(raw)
	if err != nil {
		r.fail("the options: %w", err)
		return nil, nil
	}
	texts, labels = inner.Texts("text", "texts"), inner.Texts("label", "labels")
	if inner.err != nil {
		r.fail("the options: %w", inner.err)
	}
	return texts, labels
}

// withOptions writes the options under a question and asks for a letter.
func withOptions(question string, options []string) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(question) + "\n")
	for i, o := range options {
		fmt.Fprintf(&b, "\n%c. %s", 'A'+i, o)
	}
	b.WriteString("\n\nGive the letter of the right option.")
	return b.String()
}

var optionMark = regexp.MustCompile(`(?m)(?:^|\s)\(?([A-Z])[.):]\)?\s+`)

// optionsIn finds the options that stand in a question's own text, marked
// A, B, C … in order. It gives nil where there are none.
func optionsIn(question string) []string {
	var options []string
	end := -1
	for _, m := range optionMark.FindAllStringSubmatchIndex(question, -1) {
		if question[m[2]] != byte('A'+len(options)) {
			continue
		}
		if end >= 0 {
			options[len(options)-1] = strings.TrimSpace(question[end:m[0]])
		}
		if len(options) == maxOptions {
			return nil
		}
		options = append(options, "")
		end = m[1]
	}
	if len(options) < 2 {
		return nil
	}
	last, _, _ := strings.Cut(question[end:], "\n")
	options[len(options)-1] = strings.TrimSpace(last)
	return options
}

var letterOnly = regexp.MustCompile(`^\(?[A-Z]\)?\.?$`)

// chosenLetter says whether a text is the letter of an option and nothing else.
func chosenLetter(text string) bool { return letterOnly.MatchString(strings.TrimSpace(text)) }
