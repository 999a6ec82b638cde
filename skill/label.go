package skill

import (
	"fmt"
	"strings"
	"unicode"
)

// Indices of the bank by normalised text, written with it: the label and the
// id name one skill each, a bare name may be that of several.
var (
	byLabel = map[string]string{}
	byName  = map[string][]string{}
)

// index adds a registered skill to the indices. Two skills whose labels differ
// only in case or punctuation could not be told apart in a response.
func index(s Skill) error {
	for _, text := range []string{NormalLabel(s.Label), NormalLabel(s.ID)} {
		if other, taken := byLabel[text]; taken && other != s.ID {
			return fmt.Errorf("its label reads like that of %s", other)
		}
		byLabel[text] = s.ID
	}
	name := NormalLabel(s.Name)
	byName[name] = append(byName[name], s.ID)
	return nil
}

// MatchLabel finds the skill that a label in a model's response names: by id or
// label after normalisation (case, blanks and punctuation dropped), then by the
// name alone where only one skill has it. Nearest-by-embedding is left to
// packages that have an embedding.
func MatchLabel(label string) (Skill, bool) {
	want := NormalLabel(label)
	if id, ok := byLabel[want]; ok {
		return bank[id], true
	}
	if ids := byName[want]; len(ids) == 1 {
		return bank[ids[0]], true
	}
	return Skill{}, false
}

// LabelDomain reads the domain of a label ("Math, anything"), whether or not
// the bank has the skill.
func LabelDomain(label string) (Domain, bool) {
	head, _, _ := strings.Cut(label, ",")
	if !strings.Contains(label, ",") {
		head, _, _ = strings.Cut(label, "/")
	}
	d, err := ParseDomain(head)
	return d, err == nil
}

// NormalLabel is a label as [MatchLabel] compares labels: its letters and digits,
// lower-cased, and one blank between words.
func NormalLabel(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}
