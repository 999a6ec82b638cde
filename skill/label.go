package skill

import (
	"slices"
	"strings"
	"unicode"
)

// MatchLabel finds the skill that a label in a model's response names:
// the exact label or id first, then the same after normalisation (case, blanks
// and punctuation dropped), then the name alone where only one skill has it.
// Nearest-by-embedding is left to packages that have an embedding.
func MatchLabel(label string) (Skill, bool) {
	label = strings.TrimSpace(label)
	if s, ok := bank[label]; ok {
		return s, true
	}
	want := normalLabel(label)
	var byName []Skill
	for _, s := range bank {
		if s.Label == label || normalLabel(s.Label) == want || normalLabel(s.ID) == want {
			return s, true
		}
		if normalLabel(s.Name) == want {
			byName = append(byName, s)
		}
	}
	if len(byName) == 1 {
		return byName[0], true
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

// normalLabel keeps letters and digits, lower-cased, and one blank between words.
func normalLabel(s string) string {
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
