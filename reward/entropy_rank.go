package reward

import (
	"fmt"
	"math"
	"slices"

	"segue/skill"
)

func init() {
	Register(Definition{
		Name: "entropy-rank", Doc: "a sequence of labels that is as hard as the right one: the paper's Skill-Entropy reward", Labels: true, Table: true,
		New: func(s Setting) (Signal, error) {
			ranks, err := NewRanks(s.Table, s.Estimator, s.Training)
			return entropyRank{ranks}, err
		},
	})
}

// entropyRank is the paper's skill reward (arXiv 2608.05139, Eq. 6),
//
//	r_ent = 1 − |ρ̂ − ρ★|
//
// where ρ̂ and ρ★ are the ranks, in the training set's distribution, of the task
// entropy of the labelled and of the right sequence. A label that names no
// skill leaves no entropy reward; neither do labels between which the table
// tells no switch, unless they stay in one domain, which switches nothing.
type entropyRank struct{ ranks *Ranks }

// Value compares the ranks of the two sequences.
func (e entropyRank) Value(g *Graded) Value {
	labelled, right := make([]string, len(g.Steps)), make([]string, len(g.Steps))
	nameless := 0 // the first step whose label names no skill
	for i, s := range g.Steps {
		switch {
		case s.Gold == "":
			return unscored(fmt.Sprintf("the task does not say which skill step %d needs", i+1))
		case s.Match.How == Failed:
			return unscored(s.Match.Reason)
		case !s.Match.Known() && nameless == 0:
			nameless = i + 1
		}
		labelled[i], right[i] = s.Match.Skill, s.Gold
	}
	gold, known := e.ranks.entropy(right)
	switch {
	case !known:
		return unscored("the table tells no switch of the task")
	case nameless > 0:
		return Value{Status: Scored, Reason: fmt.Sprintf("the label of step %d names no skill", nameless)}
	}
	predicted, known := e.ranks.entropy(labelled)
	if !known && !oneDomain(labelled) {
		return Value{Status: Scored, Reason: "the table tells no switch between the labels"}
	}
	return scored(1 - math.Abs(e.ranks.Rank(predicted)-e.ranks.Rank(gold)))
}

// oneDomain says whether all skills of a sequence are of one domain.
func oneDomain(sequence []string) bool {
	return !slices.ContainsFunc(sequence, func(id string) bool { return skill.DomainOf(id) != skill.DomainOf(sequence[0]) })
}
