package retrieval

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("contextual_memory_retrieval/early-instruction-recall", "dialogue and reference", "Instruction recall from an early turn",
		"Apply a rule that was agreed many turns before to a new input.", earlyInstructionRecall)
	gen.Register("contextual_memory_retrieval/speaker-attribution", "dialogue and reference", "Speaker-attributed recall",
		"Give what a named speaker said on a topic in a long chat.", speakerAttribution)
	gen.Register("contextual_memory_retrieval/back-reference", "dialogue and reference", "Back-reference resolution",
		"Find the thing that a phrase such as the second option I rejected means in a long dialogue.", backReference)
	gen.Register("contextual_memory_retrieval/cross-step-reuse", "dialogue and reference", "Cross-step answer reuse",
		"Transform results that were worked out earlier in a long text by a stated rule.", crossStepReuse)
}

// assistantReplies acknowledges what a user tells, for small talk.
func assistantReplies(r *rand.Rand) func() turn {
	return func() turn {
		return turn{"Assistant", gen.Pick(r, []string{"Noted.", "Thank you, I have added that to the notes.", "I will keep it in mind.", "Understood.", "That sounds interesting.", "Done; is there anything else?", "Recorded as you said.", "All right."})}
	}
}

// wordRule rewrites a word.
type wordRule struct {
	say   string
	apply func(string) string
}

var wordRules = []wordRule{
	{"reply with its letters in reverse order", reversed},
	{"reply with the word without its vowels (a, e, i, o, u)", func(w string) string { return strings.Map(dropVowel, w) }},
	{"swap its first and its last letter and reply with the result", func(w string) string { return w[len(w)-1:] + w[1:len(w)-1] + w[:1] }},
	{"move its first two letters to the end and reply with the result", func(w string) string { return w[2:] + w[:2] }},
	{"write its last letter three times in place of once and reply with the result", func(w string) string { return w + strings.Repeat(w[len(w)-1:], 2) }},
	{"double each of its vowels (a, e, i, o, u) and reply with the result", doubleVowels},
	{"reply with every second letter of it, beginning with the first letter", everySecond},
	{"reply with its letters in alphabetical order", sortedLetters},
}

// earlyInstructionRecall tells the assistant what to do with a word after a
// keyword, or with a number, and sends one at the end. Difficulty adds keywords
// with other rules and lengthens what lies between.
func earlyInstructionRecall(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 3, 4, 6, 7)
	keywords := gen.Sample(r, []string{"falcon", "marble", "violet", "copper", "saffron", "comet", "walnut", "pepper", "glacier", "indigo"}, n+1)
	rules := gen.Sample(r, wordRules, n)
	factor, plus := gen.Between(r, 3, 9), gen.Between(r, 11, 60)
	numberRule := fmt.Sprintf("multiply it by %d, add %d and reply with the result", factor, plus)
	var turns []turn
	for _, i := range r.Perm(n + 1) {
		text := "the number after it: " + numberRule
		if i < n {
			text = "the word after it: " + rules[i].say
		}
		turns = append(turns, turn{"User", fmt.Sprintf(gen.Pick(r, []string{"Whenever I write '%s', take %s.", "A rule for later. If a message begins with '%s', take %s.", "Please remember: after '%s' you take %s."}), keywords[i], text)})
	}
	text := opening(r, d, turns)
	if r.IntN(2) == 0 {
		x := gen.Between(r, 101, 999)
		question, slots := ask(r, text, finalTurn, gen.Fixed("keyword", keywords[n]), gen.Slot("input", x))
		answer := task.Integer(int64(factor*x + plus))
		return task.Item{Question: question, Slots: slots, Answer: answer,
			Reference: gen.Reference(fmt.Sprintf("The rule for '%s' is: %s. %d × %d + %d = %d.", keywords[n], numberRule, x, factor, plus, factor*x+plus), answer)}
	}
	words := gen.Sample(r, lexicon.Filter(lexicon.Nouns(), func(w string) bool { return len(w) >= 6 }), 5)
	question, slots := ask(r, text, finalTurn, gen.Fixed("keyword", keywords[0]), gen.SlotOf("input", words[0], words))
	answer := task.Answer{Kind: task.KindString, Value: rules[0].apply(words[0])}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The rule for '%s' is: %s. The word is %s, so the reply is %s.", keywords[0], rules[0].say, words[0], answer.Value), answer)}
}

var finalTurn = []string{
	"The user now writes: {keyword} {input}. What is the assistant's reply, by the rule that the user gave for this?",
	"At the end of this dialogue the user sends the keyword {keyword} and after it {input}. Obey the rule that belongs to it and answer with what the assistant has to reply.",
	"Next message of the user: {keyword} {input}. Give the reply that the user's own rule demands, and nothing else.",
}

// opening is a dialogue of a user and an assistant whose first turns are given.
func opening(r *rand.Rand, d gen.Difficulty, turns []turn) string {
	var b strings.Builder
	b.WriteString("User: Hello, I would like to agree on a few rules and then tell you about my days.\nAssistant: Gladly. Go ahead.\n")
	for _, t := range turns {
		b.WriteString(t.speaker + ": " + t.text + "\nAssistant: " + gen.Pick(r, []string{"Agreed.", "I will do so.", "Understood, I will remember that.", "All right."}) + "\n")
	}
	return b.String() + dialogue(r, d, nil, []string{"User"}, assistantReplies(r))
}

// speakerAttribution asks what a speaker said last, or in the k-th message,
// about one of several topics. Difficulty adds speakers, topics and messages.
func speakerAttribution(r *rand.Rand, d gen.Difficulty) task.Item {
	topics := gen.Sample(r, []struct {
		name  string
		say   []string
		words []string
	}{
		{"the trip", []string{"For the trip I would choose %s.", "If we travel, then to %s.", "My vote for the trip goes to %s."}, lexicon.Cities()},
		{"the colour of the hall", []string{"Let us paint the hall %s.", "For the hall I prefer %s.", "The hall would look best in %s."}, lexicon.Colours()},
		{"the mascot", []string{"As our mascot I suggest the %s.", "The mascot should be the %s.", "I can only see the %s as our mascot."}, lexicon.Animals()},
		{"the tree by the gate", []string{"By the gate I would plant %s.", "The tree by the gate could be %s.", "For the gate I think of %s."}, lexicon.Plants()},
	}, gen.Of(d, 2, 2, 3, 3, 4))
	speakers := gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 2, 3, 4, 5, 6))
	count := gen.Of(d, 8, 14, 24, 36, 50)
	var turns []turn
	var said []string
	for i := range count {
		t, who := r.IntN(len(topics)), r.IntN(len(speakers))
		if i%max(1, count/4) == 0 { // the pair asked about speaks at least four times
			t, who = 0, 0
		}
		word := gen.Pick(r, topics[t].words)
		if t == 0 && who == 0 {
			word = gen.Pick(r, lexicon.Without(topics[0].words, said...))
			said = append(said, word)
		}
		turns = append(turns, turn{speakers[who], fmt.Sprintf(gen.Pick(r, topics[t].say), word)})
	}
	k := gen.Between(r, 2, len(said))
	questions := []string{
		"Look at the messages in which {speaker} speaks about {topic}. What does number {k} of them name? Answer with that word.",
		"{speaker} comes back to {topic} several times. Which choice does statement number {k} contain? One word.",
	}
	if r.IntN(4) == 0 {
		k = len(said)
		questions = []string{"What did {speaker} name last about {topic}? Answer with that word.", "Which choice for {topic} did {speaker} end up with? One word."}
	}
	question, slots := ask(r, dialogue(r, d, turns, speakers, nil), questions,
		gen.Fixed("speaker", speakers[0]), gen.Fixed("topic", topics[0].name), gen.Slot("k", k))
	answer := task.String(said[k-1])
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%s named for %s, in order: %s. Number %d is %s.", speakers[0], topics[0].name, strings.Join(said, ", "), k, said[k-1]), answer)}
}

// backReference asks for the k-th option that the user rejected (or put off, or
// accepted) of those that the assistant offered. Difficulty adds options.
func backReference(r *rand.Rand, d gen.Difficulty) task.Item {
	count := gen.Of(d, 8, 10, 14, 20, 28)
	options := gen.Sample(r, lexicon.Products(), count)
	verdicts := []struct {
		name string
		say  []string
	}{
		{"rejected", []string{"No, not that.", "That is out of the question.", "I do not want it.", "Please cross it off."}},
		{"accepted", []string{"Yes, put it on the list.", "I take it.", "Good idea, that one is in.", "Agreed, order it."}},
		{"put off", []string{"Maybe later.", "Let me think about it for some days.", "Ask me again next month.", "I cannot decide yet."}},
	}
	asked := r.IntN(len(verdicts))
	var turns []turn
	var hits []string
	for i, o := range options {
		v := r.IntN(len(verdicts))
		if i%max(1, count/4) == 0 { // at least four of the kind asked about
			v = asked
		}
		if v == asked {
			hits = append(hits, o)
		}
		offer := fmt.Sprintf(gen.Pick(r, []string{"How about the %s as a present?", "I could offer the %s.", "What do you think of the %s?", "Another option would be the %s."}), o)
		turns = append(turns, turn{"Assistant", offer + "\nUser: " + gen.Pick(r, verdicts[v].say)})
	}
	k := gen.Between(r, 2, len(hits))
	question, slots := ask(r, dialogue(r, d, turns, []string{"User"}, assistantReplies(r)), []string{
		"The user says: \"Let us go back to option number {k} among those that I {verdict}.\" Which object is meant? Answer with the object.",
		"List the options that the user {verdict}, in order. Which one is number {k}? Answer with the object alone.",
		"\"Tell me again what number {k} was of the things I {verdict},\" asks the user at the end. Answer with the object.",
	}, gen.Slot("k", k), gen.Fixed("verdict", verdicts[asked].name))
	answer := task.String(hits[k-1], "the "+hits[k-1])
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The user %s, in order: %s. Number %d is the %s.", verdicts[asked].name, strings.Join(hits, ", "), k, hits[k-1]), answer)}
}

// crossStepReuse asks for a combination of results that the text works out:
// one result times k plus another; from difficulty 3 on a third is subtracted,
// and one of the results was corrected later. Difficulty adds other results.
func crossStepReuse(r *rand.Rand, d gen.Difficulty) task.Item {
	jobs := gen.Sample(r, []string{"stock count", "ticket sale", "seed order", "survey", "fuel check", "bottle return", "book loan", "bread order", "parking count",
		"visitor count", "paper order", "cable inventory", "chair count", "postage bill", "tile order", "water reading"}, gen.Of(d, 4, 6, 8, 11, 15))
	results := numbers(r, len(jobs), 101, 999)
	corrected := -1
	if d >= 3 {
		corrected = r.IntN(3)
	}
	var facts, late []string
	for i, job := range jobs {
		value := results[i]
		if i == corrected {
			value += gen.Between(r, 1, 9) * 10
			late = append(late, fmt.Sprintf("Correction: the %s gives %d.", job, results[i]))
		}
		facts = append(facts, fmt.Sprintf(gen.Pick(r, []string{"The result of the %s is %d.", "We finished the %s and got %d.", "For the %s the total came to %d."}), job, value))
	}
	r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	k := gen.Between(r, 2, 19)
	value := k*results[0] + results[1]
	sum := strconv.Itoa(k) + " × " + strconv.Itoa(results[0]) + " + " + strconv.Itoa(results[1])
	ends := []string{"", " Answer with an integer.", " Give the number alone."}
	questions := []string{
		"Multiply the result of the {a} by {k} and add the result of the {b}.",
		"A report needs {k} times the {a} result, plus the {b} result.",
		"What is {k} times the figure of the {a}, with the figure of the {b} added on top?",
	}
	if d >= 3 {
		value -= results[2]
		sum += " − " + strconv.Itoa(results[2])
		ends = []string{" From this subtract the result of the {c}. Corrections count.", " Then take away the final figure of the {c}; where a figure was corrected, use the correction."}
	}
	end := gen.Pick(r, ends)
	for i := range questions {
		questions[i] += end
	}
	question, slots := ask(r, notes(r, d, append(facts, late...)), questions,
		gen.Slot("k", k), gen.Fixed("a", jobs[0]), gen.Fixed("b", jobs[1]), gen.Fixed("c", jobs[2]))
	answer := task.Integer(int64(value))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The results are %d (%s), %d (%s) and %d (%s). %s = %d.", results[0], jobs[0], results[1], jobs[1], results[2], jobs[2], sum, value), answer)}
}
