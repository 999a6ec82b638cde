package skill

import (
	"fmt"
	"slices"
	"strings"
)

// Domain is one of the nine home domains of skills, named as in the released
// Skill²-Bench files.
type Domain string

// The nine domains. The last three are open-ended: their answers are judged by
// a rubric where no exact check exists.
const (
	Math                 Domain = "math"
	Science              Domain = "science"
	Coding               Domain = "coding"
	Logic                Domain = "logic"
	Extraction           Domain = "information_extraction"
	Planning             Domain = "planning"
	Creative             Domain = "creative"
	ContextualRetrieval  Domain = "contextual_memory_retrieval"
	InstructionFollowing Domain = "instruction_following"
)

var domains = []Domain{
	Math, Science, Coding, Logic, Extraction, Planning,
	Creative, ContextualRetrieval, InstructionFollowing,
}

// Domains lists the nine domains, the six verifiable ones first.
func Domains() []Domain { return slices.Clone(domains) }

// OpenEnded says whether answers of the domain may need a rubric and a judge.
func (d Domain) OpenEnded() bool {
	return d == Creative || d == ContextualRetrieval || d == InstructionFollowing
}

// Title is the domain as it stands in a label: "Information extraction".
func (d Domain) Title() string {
	if d == "" {
		return ""
	}
	s := strings.ReplaceAll(string(d), "_", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

// ParseDomain reads a domain name. Upper case, dashes and blanks are forgiven.
func ParseDomain(s string) (Domain, error) {
	d := Domain(strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(s))))
	if !slices.Contains(domains, d) {
		return "", fmt.Errorf("unknown domain %q; the domains are %v", s, domains)
	}
	return d, nil
}
