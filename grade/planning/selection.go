package planning

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Selection asks for a choice of things: a knapsack, or one thing of each
// group within a budget. Canonical plan, one line:
//
//	Tent, Stove, Map
//
// An empty choice is written "none".
type Selection struct {
	Things []Thing `json:"things"`
	// Budgets are the most that may be used of each resource in Thing.Uses.
	Budgets map[string]int `json:"budgets,omitempty"`
	// OnePerGroup asks for exactly one thing of each group; otherwise groups
	// mean nothing.
	OnePerGroup bool        `json:"one_per_group,omitempty"`
	Requires    [][2]string `json:"requires,omitempty"` // the first needs the second
	Excludes    [][2]string `json:"excludes,omitempty"`
	// Objective is "value" (default: largest sum of values) or a resource name
	// whose use is to be least.
	Objective string `json:"objective,omitempty"`
	Optimum   *int   `json:"optimum,omitempty"`
}

// Thing can be chosen once.
type Thing struct {
	Name  string         `json:"name"`
	Value int            `json:"value,omitempty"`
	Uses  map[string]int `json:"uses,omitempty"`
	Group string         `json:"group,omitempty"`
}

// Choice is a selection plan.
type Choice []string

// String is the canonical plan text.
func (c Choice) String() string {
	if len(c) == 0 {
		return "none"
	}
	return strings.Join(c, ", ")
}

func init() { Register(of[Selection]("selection")) }

const maxThings = 24

func (p Selection) names() []string {
	out := make([]string, len(p.Things))
	for i, t := range p.Things {
		out[i] = t.Name
	}
	return out
}

// Validate implements Problem.
func (p Selection) Validate() error {
	at, err := index("thing", p.names())
	if err != nil {
		return err
	}
	if len(at) == 0 || len(at) > maxThings {
		return fmt.Errorf("a selection has 1 to %d things", maxThings)
	}
	for _, t := range p.Things {
		for r, n := range t.Uses {
			if n < 0 || n > maxTime {
				return fmt.Errorf("%s uses %d of %s", t.Name, n, r)
			}
		}
		if t.Value < 0 || t.Value > maxTime || p.OnePerGroup && t.Group == "" {
			return fmt.Errorf("%s has value %d and group %q", t.Name, t.Value, t.Group)
		}
	}
	for _, pair := range append(slices.Clone(p.Requires), p.Excludes...) {
		if err := known("rule", at, pair[:]...); err != nil {
			return err
		}
	}
	return nil
}

// Check implements Problem.
func (p Selection) Check(plan string) (Verdict, error) {
	lex := newLexicon(p.names()...)
	at, _ := index("thing", p.names())
	chosen, steps := 0, Steps(plan)
	for _, step := range steps {
		for _, n := range names(lex.tokens(step)) {
			if chosen&(1<<at[n]) != 0 {
				return broken("once", "%s is chosen twice", n), nil
			}
			chosen |= 1 << at[n]
		}
	}
	none := len(steps) > 0 && says(lex.tokens(steps[len(steps)-1]), "none", "nothing")
	if chosen == 0 && !none && strings.TrimSpace(plan) != "[]" {
		return broken("format", "nothing of the problem is named"), nil
	}
	if v := p.fault(chosen); v.Broken != "" {
		return v, nil
	}
	if p.largest() {
		return judged(p.worth(chosen), p.Optimum, most)
	}
	return judged(p.worth(chosen), p.Optimum, least)
}

func (p Selection) largest() bool { return p.Objective == "" || p.Objective == "value" }

// worth is the objective of a choice.
func (p Selection) worth(chosen int) int {
	sum := 0
	for i, t := range p.Things {
		if chosen&(1<<i) == 0 {
			continue
		}
		if p.largest() {
			sum += t.Value
		} else {
			sum += t.Uses[p.Objective]
		}
	}
	return sum
}

func (p Selection) fault(chosen int) Verdict {
	at, _ := index("thing", p.names())
	has := func(n string) bool { return chosen&(1<<at[n]) != 0 }
	for _, r := range slices.Sorted(maps.Keys(p.Budgets)) {
		used := 0
		for i, t := range p.Things {
			if chosen&(1<<i) != 0 {
				used += t.Uses[r]
			}
		}
		if used > p.Budgets[r] {
			return broken("budget", "%d of %s are used, there are %d", used, r, p.Budgets[r])
		}
	}
	for _, pair := range p.Requires {
		if has(pair[0]) && !has(pair[1]) {
			return broken("requires", "%s needs %s", pair[0], pair[1])
		}
	}
	for _, pair := range p.Excludes {
		if has(pair[0]) && has(pair[1]) {
			return broken("excludes", "%s and %s do not go together", pair[0], pair[1])
		}
	}
	if !p.OnePerGroup {
		return Verdict{}
	}
	count := map[string]int{}
	for i, t := range p.Things {
		count[t.Group] += chosen >> i & 1
	}
	for _, g := range slices.Sorted(maps.Keys(count)) {
		if count[g] != 1 {
			return broken("group", "%d of group %s are chosen, not 1", count[g], g)
		}
	}
	return Verdict{}
}

// Solve returns a best choice, its objective and how many choices are as good.
func (p Selection) Solve() (best Choice, value, ties int, err error) {
	s := selecting{p: p, nodes: newBudget(), used: map[string]int{}}
	s.walk(0, 0)
	if err := s.nodes.err(); err != nil {
		return nil, 0, 0, err
	}
	if s.ties == 0 {
		return nil, 0, 0, ErrNoPlan
	}
	for i, t := range p.Things {
		if s.best&(1<<i) != 0 {
			best = append(best, t.Name)
		}
	}
	return best, s.value, s.ties, nil
}

// selecting walks all choices, cutting those over budget or past hope.
type selecting struct {
	p                 Selection
	nodes             *budget
	used              map[string]int
	best, value, ties int
}

func (s *selecting) walk(i, chosen int) {
	if !s.nodes.spend() {
		return
	}
	if i == len(s.p.Things) {
		s.leaf(chosen)
		return
	}
	if s.ties > 0 && s.hopeless(i, chosen) {
		return
	}
	t := s.p.Things[i]
	fits := true
	for r, n := range t.Uses {
		s.used[r] += n
		if most, ok := s.p.Budgets[r]; ok && s.used[r] > most {
			fits = false
		}
	}
	if fits {
		s.walk(i+1, chosen|1<<i)
	}
	for r, n := range t.Uses {
		s.used[r] -= n
	}
	s.walk(i+1, chosen)
}

func (s *selecting) hopeless(i, chosen int) bool {
	worth := s.p.worth(chosen)
	if !s.p.largest() {
		return worth > s.value
	}
	for _, t := range s.p.Things[i:] {
		worth += t.Value
	}
	return worth < s.value
}

func (s *selecting) leaf(chosen int) {
	if s.p.fault(chosen).Broken != "" {
		return
	}
	value := s.p.worth(chosen)
	better := value < s.value
	if s.p.largest() {
		better = value > s.value
	}
	switch {
	case s.ties == 0 || better:
		s.best, s.value, s.ties = chosen, value, 1
	case value == s.value:
		s.ties++
	}
}
