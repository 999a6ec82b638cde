package skill

import (
	"fmt"
	"slices"
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

// nearestIDs lists up to n ids of the bank by edit distance to id, leaving out
// those that share too little to be a slip of the pen.
func nearestIDs(id string, n int) []string {
	type candidate struct {
		id       string
		distance int
	}
	var near []candidate
	for known := range bank {
		if d := editDistance(id, known); d <= max(3, len(id)/3) {
			near = append(near, candidate{known, d})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		if a.distance != b.distance {
			return a.distance - b.distance
		}
		return strings.Compare(a.id, b.id)
	})
	var ids []string
	for _, c := range near[:min(n, len(near))] {
		ids = append(ids, c.id)
	}
	return ids
}

// editDistance is Levenshtein's distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
