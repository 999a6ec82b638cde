package tokenizer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

const maxNesting = 8 // of sequences of parts

// normalForms are the Unicode normalisation forms by their type in
// tokenizer.json. The compatibility forms are not among them: their tables
// change with Unicode's version, so the same text would give other tokens.
var normalForms = map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD}

// readNormaliser returns the function that a normaliser describes, nil for none.
func readNormaliser(raw json.RawMessage, depth int) (func(string) string, error) {
	if !present(raw) {
		return nil, nil
	}
	var p part
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, fmt.Errorf("normaliser: %w", err)
	}
	if form, ok := normalForms[p.Type]; ok {
		return func(s string) string { return normalForm(form, s) }, nil
	}
	if p.Type != "Sequence" {
		return nil, fmt.Errorf("normaliser: type %q is not known here (known: Sequence, NFC, NFD)", p.Type)
	}
	if depth > maxNesting {
		return nil, fmt.Errorf("normaliser: sequences nested more than %d deep", maxNesting)
	}
	var steps []func(string) string
	for _, raw := range p.Normal {
		step, err := readNormaliser(raw, depth+1)
		if err != nil {
			return nil, err
		}
		if step != nil {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 {
		return nil, nil
	}
	return func(s string) string {
		for _, step := range steps {
			s = step(s)
		}
		return s
	}, nil
}

// longestMarks is the number of combining characters in a row up to which the
// library normalises by the letter of the standard; beyond it inserts joiners
// (Unicode's stream-safe text format), which a tokeniser must not.
const longestMarks = 30

// normalForm returns s in a normalisation form. The reference tokenizers order
// some sixty combining characters of rare scripts that came after Unicode 9
// otherwise: their tables are older.
func normalForm(form norm.Form, s string) string {
	if form.IsNormalString(s) {
		return s
	}
	if !marksBeyond(form, s, longestMarks) {
		return form.String(s)
	}
	return normalUnbounded(form, s)
}

// marksBeyond reports whether more than limit characters in a row are
// combining ones once decomposed.
func marksBeyond(form norm.Form, s string, limit int) bool {
	run := 0
	for i := 0; i < len(s); {
		p := form.PropertiesString(s[i:])
		n := max(p.Size(), 1)
		switch {
		case p.CCC() != 0 || p.LeadCCC() != 0:
			run += max(1, len(p.Decomposition())/2)
		case p.TrailCCC() != 0:
			run = max(1, len(p.Decomposition())/2)
		default:
			run = 0
		}
		if run > limit-4 {
			return true
		}
		i += n
	}
	return false
}

// normalUnbounded normalises without a bound on combining characters: every
// character is decomposed, runs of combining ones are sorted by class, and for
// NFC characters are put together with the last starter where
// nothing of the same class stands between (Unicode 15, section 3.11).
func normalUnbounded(form norm.Form, s string) string {
	type character struct {
		text  string
		class uint8
	}
	var characters []character
	for i := 0; i < len(s); {
		n := max(norm.NFC.PropertiesString(s[i:]).Size(), 1)
		for whole := norm.NFD.String(s[i : i+n]); whole != ""; {
			m := max(norm.NFC.PropertiesString(whole).Size(), 1)
			characters = append(characters, character{whole[:m], norm.NFC.PropertiesString(whole).CCC()})
			whole = whole[m:]
		}
		i += n
	}
	for from := 0; from < len(characters); {
		to := from + 1
		for to < len(characters) && characters[to].class != 0 {
			to++
		}
		if characters[from].class != 0 {
			from--
		}
		slices.SortStableFunc(characters[from+1:to], func(a, b character) int { return int(a.class) - int(b.class) })
		from = to
	}
	var out []character
	starter := -1
	for _, c := range characters {
		if form == norm.NFC && starter >= 0 {
			last := out[len(out)-1]
			free := len(out)-1 == starter || last.class != 0 && last.class < c.class
			pair := out[starter].text + c.text
			if whole := norm.NFC.String(pair); free && whole != pair && norm.NFC.PropertiesString(whole).Size() == len(whole) {
				out[starter].text = whole
				continue
			}
		}
		if c.class == 0 {
			starter = len(out)
		}
		out = append(out, c)
	}
	var b strings.Builder
	for _, c := range out {
		b.WriteString(c.text)
	}
	return b.String()
}
