package extraction

import (
	"strings"
	"sync"

	"segue/skill/gen/lexicon"
)

// plainCompanies are the company names of several words of plain letters, so that
// case, blanks and initials can vary without doubt.
var plainCompanies = sync.OnceValue(func() []string {
	return lexicon.Filter(lexicon.Companies(), func(name string) bool {
		return !strings.ContainsAny(name, "&'.,-") && strings.Count(name, " ") >= 1
	})
})

// initials are the first letters of a name's words.
func initials(name string) string {
	out := ""
	for word := range strings.FieldsSeq(name) {
		out += word[:1]
	}
	return strings.ToUpper(out)
}
