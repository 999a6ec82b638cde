package importer

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"segue/skill"
)

// domainAliases are further names that data sets give the nine domains.
var domainAliases = map[string]skill.Domain{
	"mathematics": skill.Math, "maths": skill.Math, "mathematical_reasoning": skill.Math,
	"scientific": skill.Science, "scientific_reasoning": skill.Science,
	"code": skill.Coding, "programming": skill.Coding, "code_generation": skill.Coding,
	"logical_reasoning": skill.Logic, "logic_reasoning": skill.Logic, "logical": skill.Logic,
	"extraction": skill.Extraction, "ie": skill.Extraction, "info_extraction": skill.Extraction,
	"plan": skill.Planning, "planning_reasoning": skill.Planning,
	"creative_writing": skill.Creative, "creativity": skill.Creative, "writing": skill.Creative,
	"contextual_retrieval": skill.ContextualRetrieval, "contextual_memory": skill.ContextualRetrieval, "memory_retrieval": skill.ContextualRetrieval,
	"memory": skill.ContextualRetrieval, "retrieval": skill.ContextualRetrieval, "contextual_memory_and_retrieval": skill.ContextualRetrieval,
	"instruction": skill.InstructionFollowing, "instructions": skill.InstructionFollowing, "instruction_follow": skill.InstructionFollowing,
}

// domainOf reads the name of a domain under any of its usual names.
func domainOf(name string) (skill.Domain, bool) {
	folded := foldName(strings.TrimSpace(name))
	if d := skill.Domain(folded); slices.Contains(allDomains, d) {
		return d, true
	}
	d, ok := domainAliases[folded]
	return d, ok
}

var allDomains = skill.Domains()

// skillOf reads a skill's label or id: the bank's skill where one matches, else
// an id made of the domain and the label. Without a domain it gives "".
func skillOf(label string, domain skill.Domain) (string, skill.Domain) {
	label = strings.TrimSpace(label)
	if label == "" || len(label) > maxID {
		return "", domain
	}
	if s, ok := skill.MatchLabel(label); ok && (domain == "" || s.Domain == domain) {
		return s.ID, s.Domain
	}
	for _, mark := range []string{",", "/", "::", ":", " - ", ">", "|"} {
		head, tail, found := strings.Cut(label, mark)
		if d, ok := domainOf(head); found && ok && (domain == "" || d == domain) {
			domain, label = d, strings.TrimSpace(tail)
			break
		}
	}
	if domain == "" {
		return "", ""
	}
	if s, ok := skill.MatchLabel(domain.Title() + ", " + label); ok {
		return s.ID, s.Domain
	}
	if name := slug(label); name != "" {
		return string(domain) + "/" + name, domain
	}
	return "", domain
}

// slug is a name in lower-case letters, digits and dashes, as the ids of
// predicted skills are made.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}

// unlabelled is the slug of steps whose skill no record names. They have an id,
// so that they are counted under their domain wherever outcomes are.
const unlabelled = "unlabelled"

func unlabelledID(d skill.Domain) string {
	if d == "" {
		return unlabelled
	}
	return string(d) + "/" + unlabelled
}

// Unlabelled says whether a skill id is empty or the one that imported steps
// without a skill have: "math/unlabelled", or "unlabelled" where the domain is
// not known either.
func Unlabelled(id string) bool {
	return id == "" || id == unlabelled || strings.HasSuffix(id, "/"+unlabelled)
}

// labelOf reads the label of a skill and its domain from a text or from an
// object such as {"domain": "math", "name": "Modular inverse"}.
func labelOf(raw json.RawMessage) (label, domain string) {
	switch jsonType(raw) {
	case "an object":
		if r, err := fieldsOf(raw); err == nil {
			return r.Text(append(skillFields, "name", "label", "title")...), r.Text(append(domainFields, "category")...)
		}
	case "an array":
		var pair []string
		if json.Unmarshal(raw, &pair) == nil && len(pair) == 2 {
			return pair[1], pair[0]
		}
	default:
		label, _ = textOf(raw)
	}
	return label, ""
}
