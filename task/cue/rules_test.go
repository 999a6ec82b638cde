package cue_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/skill"
	"segue/task/cue"
)

// slow holds each skill once more, written from its description and as literally
// as possible: digits are texts, nothing is shared with the package.
var slow = map[string]func(list []string, n string) []string{
	"math/cue-sum": func(list []string, n string) []string {
		s := strconv.Itoa(value(list[0]) + value(n))
		return []string{s[len(s)-1:]}
	},
	"math/cue-product": func(list []string, n string) []string {
		total := 0
		for range value(n) {
			total += value(list[0])
		}
		s := strconv.Itoa(total)
		return []string{s[len(s)-1:]}
	},
	"planning/cue-largest": func(list []string, n string) []string {
		best := n
		for _, x := range list {
			if x > best {
				best = x
			}
		}
		return []string{best}
	},
	"planning/cue-sort": func(list []string, n string) []string {
		all := append(slices.Clone(list), n)
		for range all { // bubbles
			for i := 1; i < len(all); i++ {
				if all[i] < all[i-1] {
					all[i], all[i-1] = all[i-1], all[i]
				}
			}
		}
		return all
	},
	"coding/cue-rotate": func(list []string, n string) []string {
		all := slices.Clone(list)
		for range value(n) { // four turns are none
			all = append(all[1:], all[0])
		}
		return all
	},
	"coding/cue-prepend": func(list []string, n string) []string {
		return []string{n, list[0], list[1], list[2]}
	},
	"information_extraction/cue-pick": func(list []string, n string) []string {
		at := value(n)
		for at >= 4 {
			at -= 4
		}
		return []string{list[at]}
	},
	"information_extraction/cue-first": func(list []string, n string) []string {
		for _, x := range list {
			if x > n {
				return []string{x}
			}
		}
		return []string{"0"}
	},
	"science/cue-above": func(list []string, n string) []string {
		found := ""
		for _, x := range list {
			if x > n {
				found += x
			}
		}
		return []string{strconv.Itoa(len(found))}
	},
	"science/cue-equal": func(list []string, n string) []string {
		return []string{strconv.Itoa(strings.Count(strings.Join(list, ""), n))}
	},
	"logic/cue-parity": func(list []string, n string) []string {
		odd := "13579"
		return yes(strings.Contains(odd, list[0]) == strings.Contains(odd, n))
	},
	"logic/cue-over": func(list []string, n string) []string { return yes(list[3] > n) },
	"instruction_following/cue-day": func(list []string, n string) []string {
		day := value(list[0]) + value(n)
		for day >= 7 {
			day -= 7
		}
		return []string{strconv.Itoa(day)}
	},
	"instruction_following/cue-gap": func(list []string, n string) []string {
		if list[3] > n {
			return []string{strconv.Itoa(value(list[3]) - value(n))}
		}
		return []string{strconv.Itoa(value(n) - value(list[3]))}
	},
}

func value(digit string) int { return strings.Index("0123456789", digit) }

func yes(b bool) []string {
	if b {
		return []string{"1"}
	}
	return []string{"0"}
}

// parts takes a question apart by its words: cue, payload and what follows "with".
func parts(t testing.TB, question string) (words, list []string, operand string) {
	t.Helper()
	f := strings.Fields(question)
	if len(f) < 11 || f[4] != ":" || f[9] != "with" {
		t.Fatalf("%q is not a cue of four words, four digits and an operand", question)
	}
	return f[:4], f[5:9], strings.Join(f[10:], " ")
}

func source(t testing.TB, o cue.Options) *cue.Source {
	t.Helper()
	s, err := cue.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSkills(t *testing.T) {
	domains := map[skill.Domain]int{}
	for _, s := range cue.Skills() {
		if slow[s.ID] == nil {
			t.Errorf("%s has no independent reference", s.ID)
		}
		if s.Domain != skill.DomainOf(s.ID) || s.Area == "" || s.Description == "" || s.Label != s.Domain.Title()+", "+s.Name {
			t.Errorf("%+v is incomplete", s)
		}
		if _, err := skill.Lookup(s.ID); err == nil {
			t.Errorf("%s is in the bank", s.ID)
		}
		domains[s.Domain]++
	}
	for d, n := range domains {
		if n != 2 {
			t.Errorf("%s has %d skills", d, n)
		}
	}
	if len(domains) != 7 || len(slow) != 14 {
		t.Errorf("%d domains, %d skills", len(domains), len(slow))
	}
}

// Every skill agrees with its literal form on every operand.
func TestAnswersAgreeWithIndependentReferences(t *testing.T) {
	seen := map[string]bool{}
	s := source(t, cue.Options{Kind: cue.Single})
	for n := range 6000 {
		step := s.Task(n).Steps[0]
		_, list, operand := parts(t, step.Question)
		if want := strings.Join(slow[step.Skill](list, operand), " "); step.Answer.Value != want {
			t.Fatalf("%s: %q gives %q, want %q", step.Skill, step.Question, step.Answer.Value, want)
		}
		seen[step.Skill+operand] = true
	}
	if len(seen) != 14*10 {
		t.Errorf("only %d of the 140 pairs of skill and operand were seen", len(seen))
	}
}

// cues collects the cues of each skill from what a source shows, most frequent
// first.
func cues(t testing.TB) map[string][]string {
	counts := map[string]map[string]int{}
	s := source(t, cue.Options{Kind: cue.Single, Skewed: true})
	for n := range 10_000 {
		step := s.Task(n).Steps[0]
		words, _, _ := parts(t, step.Question)
		if counts[step.Skill] == nil {
			counts[step.Skill] = map[string]int{}
		}
		counts[step.Skill][strings.Join(words, " ")]++
	}
	out := map[string][]string{}
	for id, c := range counts {
		for text := range c {
			out[id] = append(out[id], text)
		}
		slices.SortFunc(out[id], func(a, b string) int { return c[b] - c[a] })
	}
	return out
}

// A cue, even with its words in another order, belongs to one skill; a word
// mostly to several.
func TestCuesAreAmbiguousWordByWord(t *testing.T) {
	owner, skillsOf := map[string]string{}, map[string]map[string]bool{}
	all := cues(t)
	for id, texts := range all {
		if len(texts) != 5 {
			t.Errorf("%s has the cues %q", id, texts)
		}
		for _, text := range texts {
			words := strings.Fields(text)
			for _, w := range words {
				if skillsOf[w] == nil {
					skillsOf[w] = map[string]bool{}
				}
				skillsOf[w][id] = true
			}
			slices.Sort(words)
			bag := strings.Join(words, " ")
			if other, taken := owner[bag]; taken {
				t.Errorf("%q is a cue of %s and of %s", text, id, other)
			}
			owner[bag] = id
		}
	}
	shared := 0
	for _, ids := range skillsOf {
		if len(ids) > 1 {
			shared++
		}
	}
	if len(skillsOf) > 55 || 4*shared < 3*len(skillsOf) {
		t.Errorf("of %d words only %d are shared", len(skillsOf), shared)
	}
	for id, texts := range all {
		needBoth := 0
		for _, text := range texts {
			if !slices.ContainsFunc(strings.Fields(text), func(w string) bool { return len(skillsOf[w]) == 1 }) {
				needBoth++
			}
		}
		if needBoth < 2 {
			t.Errorf("%s: a single word tells all but %d of the cues", id, needBoth)
		}
	}
}
