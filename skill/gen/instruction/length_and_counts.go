package instruction

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/instruction/rule"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("instruction_following/word-count-range", "length and counts", "Word count range", "Write a text whose number of words lies in a range.", wordCountRange)
	gen.Register("instruction_following/sentence-count", "length and counts", "Sentence count",
		"Write a text of an exact number of sentences under a stated rule for their ends.", sentenceCount)
	gen.Register("instruction_following/divided-parts", "length and counts", "Paragraph count with divider",
		"Write a text in an exact number of parts set apart by a divider line.", dividedParts)
	gen.Register("instruction_following/word-ladder-lines", "length and counts", "Words per line ladder",
		"Write lines that have a rising, exact number of words each.", wordLadderLines)
	gen.Register("instruction_following/character-budget", "length and counts", "Character budget", "State all given facts in a message of limited length.", characterBudget)
}

// wordCountRange asks for a text of lo to hi words that mentions a person and a
// thing. Difficulty lengthens the text and narrows the range, and from 3 on asks
// for a number of sentences as well.
func wordCountRange(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	lo := gen.Of(d, 25, 40, 60, 90, 120) + r.IntN(20)
	hi := lo + gen.Of(d, 12, 8, 5, 3, 1)
	n := gen.Between(r, lo, hi)
	sentences := w.sentences(n)
	checks := []task.Check{rule.Between("words", lo, hi), w.mention()}
	extra := ""
	if d >= 3 {
		checks = append(checks, rule.Exactly("sentences", len(sentences)))
		extra = fmt.Sprintf(" Use exactly %s.", counted(len(sentences), "sentence"))
	}
	question, slots := w.Ask([]string{
		"Write a short text about {topic}. It must have at least {lo} and at most {hi} words, mention {name} and use the word {thing}." + extra,
		"The subject is {topic}, the people include {name}, and the word {thing} has to occur. Keep the whole text between {lo} and {hi} words, both limits allowed." + extra,
		"Tell a small story of {name} in which the word {thing} occurs. The setting is {topic}. Length: no fewer than {lo} words, no more than {hi}." + extra,
	}, gen.Slot("lo", lo), gen.Slot("hi", hi))
	return closed(question, slots, fmt.Sprintf("The text below has %d words.", n), strings.Join(sentences, " "), checks...)
}

// sentenceCount asks for exactly n sentences and a least number of words; from
// difficulty 3 on the number of question marks is set too.
func sentenceCount(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 3, 5, 7, 10, 14) + r.IntN(3)
	sentences := w.several(n, 5, 11)
	checks := []task.Check{rule.Exactly("sentences", n), w.mention()}
	extra := ""
	if d >= 3 {
		asked := gen.Between(r, 2, int(d))
		for i := range asked {
			sentences[n-1-2*i] = question(w)
		}
		checks = append(checks, rule.Exactly("question-marks", asked))
		extra = fmt.Sprintf(" Exactly %d of the sentences must be questions that end with a question mark, and no other question mark may occur.", asked)
	}
	text := strings.Join(sentences, " ")
	least := len(strings.Fields(text)) - r.IntN(6)
	checks = append(checks, rule.AtLeast("words", least))
	q, slots := w.Ask([]string{
		"Describe {topic} in exactly {n} sentences. A sentence ends with a full stop, a question mark or an exclamation mark followed by a space or the end of the text. Name {name}, use the word {thing}, and write at least {least} words in all." + extra,
		"Write {n} sentences, no more and no fewer, about {topic}, with {name} and the word {thing} in them. Every full stop, question mark or exclamation mark before a space counts as the end of a sentence. The total must be {least} words or more." + extra,
		"I need a text on {topic}: {n} sentences precisely (each run up to a full stop, question mark or exclamation mark is one) and not under {least} words. {name} appears in it, and so does the word {thing}." + extra,
	}, gen.Slot("n", n), gen.Slot("least", least))
	return closed(q, slots, fmt.Sprintf("I count the sentences while I write, up to %d.", n), text, checks...)
}

// question is a sentence that asks something about the scene.
func question(w *draft) string {
	return fmt.Sprintf(gen.Pick(w.r, []string{
		"Who left the %[1]s near the %[2]s?", "Did the %[3]s ask for the %[1]s?", "Was the %[1]s still behind the %[2]s?",
		"Why did the %[3]s look at the %[2]s?", "Where had the %[3]s put the %[1]s?",
	}), gen.Pick(w.r, w.Scene.Things), gen.Pick(w.r, w.Scene.Places), gen.Pick(w.r, w.Scene.People))
}

// dividedParts asks for n parts with a divider between them; from difficulty 2
// on every part has the same number of sentences. Difficulty adds parts and
// sentences, and from 4 on a ban on commas.
func dividedParts(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 3, 3, 4, 6, 8) + r.IntN(3)
	each := gen.Of(d, 0, 2, 2, 3, 3)
	divider := gen.Pick(r, []string{"***", "---", "+++", "===", "~~~", "###", "%%%"})
	var parts []string
	for i := range n {
		sentences := w.several(max(each, 2), 5, 9)
		if i > 0 {
			sentences[0] = w.Plain(6, 10)
		}
		parts = append(parts, strings.Join(sentences, " "))
	}
	checks := []task.Check{rule.Exactly("parts", n, "divider", divider), w.mention()}
	extra := ""
	if each > 0 {
		checks = append(checks, rule.New("part", "unit", "part", "which", "every", "divider", divider, "check", rule.Exactly("sentences", each)))
		extra = fmt.Sprintf(" Every part has exactly %s.", counted(each, "sentence"))
		if d >= 4 {
			checks = append(checks, rule.Exactly("commas", 0))
			extra += " Use no commas."
		}
	}
	q, slots := w.Ask([]string{
		"Write about {topic} in exactly {n} parts. Put a line that holds only " + divider + " between two parts, and none before the first or after the last. Mention {name} and the word {thing}." + extra,
		"Divide a text on {topic} into {n} parts. The parts are set apart by the line " + divider + " alone; do not put it at the start or the end. {name} and the word {thing} must occur." + extra,
		"Give me {n} short views of {topic}, one after another, with the divider " + divider + " on its own line between neighbours. Somewhere {name} and the word {thing} appear." + extra,
	}, gen.Slot("n", n))
	return closed(q, slots, fmt.Sprintf("%d parts need %d dividers.", n, n-1), strings.Join(parts, "\n"+divider+"\n"), checks...)
}

// wordLadderLines asks for lines of first, first+step, first+2·step … words.
// Difficulty adds lines and a longer step.
func wordLadderLines(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 4, 5, 6, 7, 9)
	first := gen.Between(r, 2, gen.Of(d, 3, 3, 4, 5, 5))
	step := gen.Of(d, 1, 1, 1, 2, 2)
	named := gen.Between(r, (5-first+step-1)/step, n-1) // the first line with room for both words
	var lines []string
	var counts []int
	for i := range n {
		size := first + i*step
		line := w.Composer.Sentence(size).Line()
		if i == named {
			line = w.Composer.Compose(size, lexicon.Wish{Person: w.Name, Thing: w.Thing}).Line()
		}
		lines = append(lines, line)
		counts = append(counts, size)
	}
	growth := "one word more"
	if step == 2 {
		growth = "two words more"
	}
	q, slots := w.Ask([]string{
		"Write a text of {n} lines about {topic}. The first line has {first} words, and every further line has " + growth + " than the line before it. No blank lines. Mention {name} and the word {thing}.",
		"Build a ladder of words on the subject of {topic}: {n} lines, beginning with a line of {first} words; each next line holds exactly " + growth + ". {name} and the word {thing} have to stand in it.",
		"On {topic}, with {name} and the word {thing}: write {n} lines such that the opening line counts {first} words and each one after it " + growth + " than its forerunner.",
	}, gen.Slot("n", n), gen.Slot("first", first))
	return item(q, slots, fmt.Sprintf("The lines need %s words.", joinInts(counts)), strings.Join(lines, "\n"), rule.New("words-per-line", "counts", counts), w.mention())
}

func joinInts(xs []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(xs), " ", ", "), "[]")
}

// characterBudget asks for a message that gives all facts within a number of
// characters. Difficulty adds facts and leaves less room.
func characterBudget(r *rand.Rand, d gen.Difficulty) task.Item {
	event, company := gen.Pick(r, lexicon.Events()), gen.Pick(r, lexicon.Companies())
	day, place, street := gen.Pick(r, lexicon.Weekdays()), gen.Pick(r, lexicon.Cities()), gen.Pick(r, lexicon.Streets())
	host := gen.Pick(r, lexicon.GivenNames()) + " " + gen.Pick(r, lexicon.FamilyNames())
	hour := fmt.Sprintf("%d:%02d", gen.Between(r, 9, 20), 15*r.IntN(4))
	price := fmt.Sprintf("%d euros", gen.Between(r, 3, 60))
	facts := []string{event, day, hour, street, place, host, price, company}[:gen.Of(d, 4, 5, 6, 7, 8)]
	text := lexicon.Capital(event) + " on " + day + " at " + hour + ", " + strings.Join(facts[3:], ", ") + ". The " + event + " is open to all."
	if gen.Of(d, 1, 1, 1, 0, 0) == 0 {
		text = "See you at the " + event + ": " + strings.Join(facts[1:], ", ") + "."
	}
	budget := len(text) + gen.Of(d, 40, 25, 15, 8, 3) + r.IntN(8)
	q, slots := gen.Ask(r, []string{
		"Write an invitation of at most {k} characters (spaces count) that holds each of these pieces exactly as given: {facts}.",
		"Fit all of this into one message: {facts}. Copy every piece literally and stay within {k} characters, blanks included.",
		"A notice board allows {k} characters per note, spaces and marks counted. Put these facts, spelled as here, into one note: {facts}.",
	}, gen.Slot("k", budget), gen.Fixed("facts", strings.Join(facts, "; ")))
	return closed(q, slots, fmt.Sprintf("The message has %d characters.", len(text)), text,
		rule.AtMost("characters", budget), rule.New("include-phrases", "phrases", facts))
}
