package math

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("math/bayes-update", "probability & statistics", "Bayes update",
		"Compute a posterior or predictive probability after one or more observations.", bayesUpdate)
}

// hypothesis is one possible source: it was chosen with a weight, and hits of its total
// members have the property that a draw shows.
type hypothesis struct{ weight, hits, total int }

// observation is what the draws with replacement showed.
type observation struct{ hits, misses int }

// bayesUpdate asks for the posterior of the first source. Difficulty raises the
// number of sources (2 to 4) and of draws (1 to 4); at 5 the probability that a
// further draw is a hit is asked, a mean over the posterior.
func bayesUpdate(r *rand.Rand, d gen.Difficulty) task.Item {
	sources := make([]hypothesis, gen.Of(d, 2, 2, 3, 3, 4))
	total := gen.Pick(r, []int{10, 12, 16, 20, 24}) // one total, so that the fractions stay short
	for i, hits := range gen.Sample(r, span(1, total-1), len(sources)) {
		sources[i] = hypothesis{gen.Between(r, 1, 6), hits, total}
	}
	seen := observation{hits: gen.Between(r, 1, gen.Of(d, 1, 2, 2, 3, 3))}
	seen.misses = gen.Of(d, 1, 2, 2, 4, 4) - seen.hits
	posterior := posteriors(sources, seen)
	first, rest := sources[0], sources[1:]
	answer, last := rationalAnswer(posterior[0]), "The first one is asked."
	if d == 5 {
		answer, last = rationalAnswer(predictive(sources, posterior)), "The probability of the next hit is the mean of the sources' shares, weighted by these."
	}
	question, slots := gen.Ask(r, []string{
		"Box A holds {h} red balls and {m} blue ones; {boxes}. One box is chosen, with chances in the ratio {weights} (in the order of the letters), and then balls are drawn from it, each put back before the next. {balls} What is the probability that {asked_box}? Give an exact fraction.",
		"A shop buys identical crates of parts from several makers, in quantities that are in the ratio {weights}. A crate of maker A has {h} flawed and {m} sound parts; {crates}. A crate of unknown origin is opened and parts are picked at random, each returned before the next pick. {parts} How likely is it that {asked_crate}, where crate A means a crate of maker A? Answer with an exact fraction.",
		"A host has several decks and takes one of them secretly; deck by deck in alphabetical order the chances are as {weights}. Deck A has {h} winning and {m} losing cards; {decks}. After each draw the card goes back and the deck is shuffled. {cards} Given this, find the exact probability, as a fraction, that {asked_deck}.",
	}, gen.Slot("h", first.hits), gen.Slot("m", first.total-first.hits), gen.Fixed("asked_box", askedText(d, "box", "gives a red ball")),
		gen.Fixed("asked_crate", askedText(d, "crate", "shows a flawed part")), gen.Fixed("asked_deck", askedText(d, "deck", "shows a winning card")),
		gen.Fixed("weights", ratioText(sources)),
		gen.Fixed("boxes", restText(rest, "box %c holds %d red and %d blue balls")), gen.Fixed("crates", restText(rest, "one of maker %c has %d flawed and %d sound parts")),
		gen.Fixed("decks", restText(rest, "deck %c has %d winning and %d losing cards")),
		gen.Fixed("balls", seenText(seen, "draw", "red", "blue")), gen.Fixed("parts", seenText(seen, "pick", "flawed", "sound")),
		gen.Fixed("cards", seenText(seen, "draw", "winning", "losing")))
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Weight times likelihood of what was seen is, up to a common factor, %s; dividing by the sum gives the posterior probabilities %s. %s",
			strings.Join(ratTexts(joint(sources, seen)), ", "), strings.Join(ratTexts(posterior), ", "), last), answer),
	}
}

// askedText is the event whose probability is asked.
func askedText(d gen.Difficulty, kind, again string) string {
	if d == 5 {
		return "the next draw from the same " + kind + ", made in the same way, " + again
	}
	return "it is " + kind + " A"
}

// joint is weight · P(seen | source) of each source.
func joint(sources []hypothesis, seen observation) []*big.Rat {
	out := make([]*big.Rat, len(sources))
	for i, s := range sources {
		out[i] = ratOf(s.weight, 1)
		for range seen.hits {
			out[i].Mul(out[i], ratOf(s.hits, s.total))
		}
		for range seen.misses {
			out[i].Mul(out[i], ratOf(s.total-s.hits, s.total))
		}
	}
	return out
}

// posteriors applies Bayes' theorem.
func posteriors(sources []hypothesis, seen observation) []*big.Rat {
	out, sum := joint(sources, seen), new(big.Rat)
	for _, p := range out {
		sum.Add(sum, p)
	}
	for _, p := range out {
		p.Quo(p, sum)
	}
	return out
}

// predictive is the probability that one more draw is a hit.
func predictive(sources []hypothesis, posterior []*big.Rat) *big.Rat {
	p := new(big.Rat)
	for i, s := range sources {
		p.Add(p, new(big.Rat).Mul(posterior[i], ratOf(s.hits, s.total)))
	}
	return p
}

func ratioText(sources []hypothesis) string {
	parts := make([]string, len(sources))
	for i, s := range sources {
		parts[i] = fmt.Sprint(s.weight)
	}
	return strings.Join(parts, " : ")
}

// restText describes the sources after the first by a format of letter, hits, misses.
func restText(rest []hypothesis, format string) string {
	parts := make([]string, len(rest))
	for i, s := range rest {
		parts[i] = fmt.Sprintf(format, 'B'+i, s.hits, s.total-s.hits)
	}
	return strings.Join(parts, "; ")
}

// seenText tells the draws: "The 3 draws show 2 red and 1 blue in some order."
func seenText(o observation, draw, hit, miss string) string {
	switch n := o.hits + o.misses; {
	case n == 1:
		return fmt.Sprintf("The only %s came out %s.", draw, hit)
	case o.misses == 0:
		return fmt.Sprintf("Every one of the %d %ss came out %s.", n, draw, hit)
	default:
		return fmt.Sprintf("Of the %d %ss, exactly %d came out %s and the rest %s.", n, draw, o.hits, hit, miss)
	}
}

func ratTexts(values []*big.Rat) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.RatString()
	}
	return out
}
