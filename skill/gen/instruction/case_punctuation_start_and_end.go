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
	gen.Register("instruction_following/letter-case", "case, punctuation, start and end", "Letter case rule", "Write a text in a stated letter case.", letterCase)
	gen.Register("instruction_following/punctuation-quota", "case, punctuation, start and end", "Punctuation ban or quota",
		"Write a text with some marks banned and exact numbers of others.", punctuationQuota)
	gen.Register("instruction_following/fixed-opening-and-closing", "case, punctuation, start and end", "Fixed opening and closing",
		"Write a text that begins and ends with given sentences.", fixedOpeningAndClosing)
	gen.Register("instruction_following/first-letter-chain", "case, punctuation, start and end", "First-letter chain",
		"Begin each sentence with the last letter of the one before.", firstLetterChain)
}

// letterCase asks for n sentences in lower case, capitals or title case, or, from
// difficulty 3 on, also in words that alternate between capitals and lower case.
// Difficulty adds sentences and a limit on words.
func letterCase(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 2, 3, 4, 5, 7) + r.IntN(3)
	text := strings.Join(w.several(n, 6, 10), " ")
	forms := []struct {
		rule  string
		apply func(string) string
		check task.Check
	}{
		{"Write every letter in lower case, names and sentence beginnings included.", strings.ToLower, rule.New("case", "case", "lower")},
		{"Write every letter as a capital.", strings.ToUpper, rule.New("case", "case", "upper")},
		{"Begin every word with a capital letter, even the small ones.", titleCase, rule.New("case", "case", "title")},
		{"Alternate: the first word all in CAPITALS, the second all in lower case, the third in CAPITALS, and so on through the whole text, whatever the word.", alternate(0), rule.New("alternating-case", "first", "upper")},
		{"Alternate from word to word: the first word all in lower case, the next all in CAPITALS, and so on through the whole text, whatever the word.", alternate(1), rule.New("alternating-case", "first", "lower")},
	}
	form := forms[r.IntN(gen.Of(d, 3, 3, 5, 5, 5))]
	checks := []task.Check{rule.Exactly("sentences", n), form.check, w.mention()}
	extra := ""
	if d >= 2 {
		most := len(strings.Fields(text)) + r.IntN(4)
		checks = append(checks, rule.AtMost("words", most))
		extra = fmt.Sprintf(" Stay within %d words.", most)
	}
	q, slots := w.Ask([]string{
		"Write {n} sentences about {topic} that mention {name} and the word {thing} (in the letter case asked for). {rule}" + extra,
		"{rule} Under this rule, describe {topic} in exactly {n} sentences, with {name} and the word {thing} among the words." + extra,
		"Your subject is {topic}; {name} and the word {thing} belong into the text, which has {n} sentences. {rule}" + extra,
	}, gen.Slot("n", n), gen.Fixed("rule", form.rule))
	return closed(q, slots, "First I write the text, then I change its letters to the case asked for.", form.apply(text), checks...)
}

func titleCase(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		words[i] = lexicon.Capital(word)
	}
	return strings.Join(words, " ")
}

// alternate writes the words in turn in capitals and in lower case; offset 0
// begins with capitals, 1 with lower case.
func alternate(offset int) func(string) string {
	return func(text string) string {
		words := strings.Fields(text)
		for i, word := range words {
			if i%2 == offset {
				words[i] = strings.ToUpper(word)
			} else {
				words[i] = strings.ToLower(word)
			}
		}
		return strings.Join(words, " ")
	}
}

// punctuationQuota asks for exact numbers of some marks and none of others.
// Difficulty adds marks.
func punctuationQuota(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	kinds := []struct {
		name, check string
		sentence    func() string // holds the mark once
	}{
		{"question marks", "question-marks", func() string { return question(w) }},
		{"exclamation marks", "exclamation-marks", func() string { return strings.TrimSuffix(w.Plain(5, 8), ".") + "!" }},
		{"semicolons", ";", func() string {
			return strings.TrimSuffix(w.Plain(4, 6), ".") + "; " + strings.Join(w.Composer.Sentence(4).Words, " ") + "."
		}},
		{"colons", ":", func() string {
			return gen.Pick(r, lexicon.Without(lexicon.GivenNames(), w.Name)) + " said: " + w.Plain(5, 7)
		}},
		{"commas", "commas", func() string { return "At first, " + strings.Join(w.Composer.Sentence(6).Words, " ") + "." }},
	}
	order := r.Perm(len(kinds))
	n := gen.Of(d, 1, 2, 3, 4, 4)
	sentences := []string{w.Opening(8), w.Plain(6, 9)}
	checks := []task.Check{w.mention()}
	counts := numbersUpTo(r, n, gen.Of(d, 5, 5, 6, 7, 8))
	var asked, banned []string
	values := []gen.Value{}
	for i, k := range order {
		kind := kinds[k]
		count := 0
		if i < n {
			count = counts[i]
			name := fmt.Sprintf("k%d", i+1)
			asked = append(asked, "exactly {"+name+"} "+kind.name)
			values = append(values, gen.Slot(name, count))
		} else {
			banned = append(banned, kind.name)
		}
		for range count {
			sentences = append(sentences, kind.sentence())
		}
		if len(kind.check) == 1 {
			checks = append(checks, rule.Exactly("mark-count", count, "mark", kind.check))
		} else {
			checks = append(checks, rule.Exactly(kind.check, count))
		}
	}
	r.Shuffle(len(sentences)-1, func(i, j int) { sentences[i+1], sentences[j+1] = sentences[j+1], sentences[i+1] })
	ban := " There must be no " + strings.Join(banned, " and no ") + "."
	question, slots := w.Ask([]string{
		"Write a text about {topic} that has " + join(asked) + "." + ban + " Mention {name} and the word {thing}.",
		"Describe {topic}, with {name} and the word {thing}. Punctuation is counted: " + join(asked) + "." + ban,
		"On {topic}. The text names {name}, uses the word {thing} and contains " + join(asked) + "." + ban,
	}, values...)
	return closed(question, slots, "Each mark stands in as many sentences as are asked for.", strings.Join(sentences, " "), checks...)
}

// fixedOpeningAndClosing gives the first and the last sentence and the number of
// sentences. Difficulty adds sentences and a range of words.
func fixedOpeningAndClosing(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 3, 4, 5, 7, 9) + r.IntN(3)
	sentences := w.several(n, 6, 10)
	sentences[0], sentences[1] = w.Plain(6, 9), sentences[0]
	first, last := sentences[0], sentences[n-1]
	text := strings.Join(sentences, " ")
	checks := []task.Check{rule.Exactly("sentences", n), rule.New("first-sentence", "sentence", first), rule.New("last-sentence", "sentence", last), w.mention()}
	extra := ""
	if d >= 3 {
		words := len(strings.Fields(text))
		lo, hi := words-gen.Of(d, 0, 0, 5, 3, 1), words+gen.Of(d, 0, 0, 5, 3, 1)
		checks = append(checks, rule.Between("words", lo, hi))
		extra = fmt.Sprintf(" The whole text has from %d to %d words.", lo, hi)
	}
	q, slots := w.Ask([]string{
		"Write exactly {n} sentences about {topic}. The first is: {first} The last is: {last} In between, mention {name} and the word {thing}." + extra,
		"A text on {topic} begins with \"{first}\" and ends with \"{last}\" Fill it up to {n} sentences in all, so that {name} and the word {thing} occur." + extra,
		"Complete this to a text of {n} sentences, the given two included. Opening: {first} Closing: {last} The topic is {topic}; {name} and the word {thing} must appear." + extra,
	}, gen.Slot("n", n), gen.Fixed("first", first), gen.Fixed("last", last))
	return item(q, slots, fmt.Sprintf("Two sentences are given, so I add %d.", n-2), text, checks...)
}

// firstLetterChain asks for n sentences, each beginning with the last letter of
// the one before; the first letter of the first is given. Difficulty adds
// sentences.
func firstLetterChain(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 3, 4, 5, 7, 9) + r.IntN(2)
	initial := w.Name[0]
	sentences := []string{w.Opening(gen.Between(r, 7, 9))}
	letters := []string{string(initial)}
	for len(sentences) < n {
		previous := strings.TrimSuffix(sentences[len(sentences)-1], ".")
		letter := previous[len(previous)-1]
		letters = append(letters, strings.ToUpper(string(letter)))
		sentences = append(sentences, w.Composer.Compose(gen.Between(r, 5, 9), lexicon.Wish{Initial: letter}).String())
	}
	q, slots := w.Ask([]string{
		"Write {n} sentences about {topic}. The first begins with the letter {letter}, and each further sentence begins with the last letter of the sentence before it. Mention {name} and the word {thing}.",
		"Chain game on {topic}: {n} sentences, the first starting with {letter}; the final letter of a sentence is the first letter of the next. {name} and the word {thing} occur.",
		"With {name} and the word {thing}, tell about {topic} in exactly {n} sentences that hang together by letters: start with {letter}, and let every sentence start with the letter that ended the previous one.",
	}, gen.Slot("n", n), gen.Fixed("letter", strings.ToUpper(string(initial))))
	return closed(q, slots, "The first letters are "+strings.Join(letters, ", ")+".", strings.Join(sentences, " "),
		rule.Exactly("sentences", n), rule.New("letter-chain"), rule.New("starts-with", "text", strings.ToUpper(string(initial))), w.mention())
}
