package compose

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill"
)

// story words one scenario: who works where on what, and why each step is
// asked. It is drawn once for a task, so all steps speak of the same people
// and things.
type story struct {
	r       *rand.Rand
	words   *strings.Replacer
	bridges map[skill.Domain][]string // those not used yet
}

func newStory(r *rand.Rand) *story {
	s := settings[r.IntN(len(settings))]
	names := shuffled(r, people)
	return &story{
		r: r,
		words: strings.NewReplacer(
			"{place}", s.place, "{project}", s.project, "{event}", s.event,
			"{papers}", s.papers[r.IntN(len(s.papers))], "{things}", s.things[r.IntN(len(s.things))],
			"{lead}", titled(s.lead, names[0]), "{lead_name}", names[0],
			"{helper}", titled(s.helpers[r.IntN(len(s.helpers))], names[1]), "{helper_name}", names[1], "{third_name}", names[2],
			"{when}", deadlines[r.IntN(len(deadlines))],
		),
		bridges: map[skill.Domain][]string{},
	}
}

// opening is the scenario's text.
func (s *story) opening(steps int) string {
	text := capitalised(s.words.Replace(openings[s.r.IntN(len(openings))]))
	how := s.words.Replace(handovers[s.r.IntN(len(handovers))])
	return text + " " + strings.ReplaceAll(how, "{count}", numberWord(steps))
}

// bridge is the sentence that leads from the scenario to a step of a domain.
// No sentence comes twice in a task as long as the domain has others.
func (s *story) bridge(d skill.Domain) string {
	left := s.bridges[d]
	if len(left) == 0 {
		left = shuffled(s.r, bridgesFor(d))
	}
	s.bridges[d] = left[1:]
	return s.words.Replace(left[0])
}

func bridgesFor(d skill.Domain) []string {
	if own := bridges[d]; len(own) > 0 {
		return own
	}
	return anyBridges
}

func numberWord(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// titled names a person with the role: "the curator Amara", "a carver named Milan".
func titled(role, name string) string {
	if strings.HasPrefix(role, "the ") {
		return role + " " + name
	}
	return role + " named " + name
}

// capitalised begins each sentence with a capital: the words that are put in
// may begin one.
func capitalised(text string) string {
	sentences := strings.Split(text, ". ")
	for i, s := range sentences {
		if s != "" {
			sentences[i] = strings.ToUpper(s[:1]) + s[1:]
		}
	}
	return strings.Join(sentences, ". ")
}
