package instruction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/instruction/rule"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("instruction_following/constrained-choice", "compound and meta", "Constrained choice reply",
		"Reply with exactly the one of the allowed phrases that rules pick.", constrainedChoice)
	gen.Register("instruction_following/repeat-then-answer", "compound and meta", "Repeat request then answer",
		"Repeat a request unchanged and then answer it in a set form.", repeatThenAnswer)
	gen.Register("instruction_following/conditional-branch", "compound and meta", "Conditional instruction branch",
		"Follow the one of several instructions that a property of the input selects.", conditionalBranch)
	gen.Register("instruction_following/conflicting-priority", "compound and meta", "Conflicting priority rule",
		"Where instructions contradict each other, obey the one with the higher priority.", conflictingPriority)
}

// constrainedChoice gives thresholds for a stock of goods, and phrases; the
// reply is the phrase of the range that the stock falls into once deliveries and
// sales are counted. Difficulty adds ranges and movements of goods.
func constrainedChoice(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 3, 4, 5, 6) // phrases
	ready := [][]string{
		{"Order today.", "Order at once.", "Please reorder."}, {"Order next week.", "Wait some days.", "Order on Monday."},
		{"Enough in stock.", "No action.", "All is well."}, {"Offer a discount.", "Put it on sale.", "Lower the price."},
		{"Return the surplus.", "Send some back.", "Free the shelf."}, {"Call the manager.", "Ask the owner.", "Ring the office."},
	}
	chosen := r.Perm(len(ready))[:n]
	slices.Sort(chosen) // the phrases keep the order from little to much
	phrases := make([]string, n)
	for i, c := range chosen {
		phrases[i] = gen.Pick(r, ready[c])
	}
	cuts := []int{gen.Between(r, 120, 180)}
	for len(cuts) < n-1 {
		cuts = append(cuts, cuts[len(cuts)-1]+gen.Between(r, 50, 120))
	}
	stock := gen.Between(r, 80, 80+cuts[len(cuts)-1])
	product := lexicon.Plural(gen.Pick(r, lexicon.Tools()))
	now, moves := stock, []string{}
	for range gen.Of(d, 1, 2, 3, 4, 6) {
		if move := gen.Between(r, 5, 40); now > move && r.IntN(3) > 0 {
			now -= move
			moves = append(moves, fmt.Sprintf("%d are sold", move))
		} else {
			now += move
			moves = append(moves, fmt.Sprintf("%d arrive", move))
		}
	}
	var rules []string
	right := phrases[n-1]
	for i, cut := range cuts {
		rules = append(rules, fmt.Sprintf("below %d: \"%s\"", cut, phrases[i]))
		if now < cut && right == phrases[n-1] {
			right = phrases[i]
		}
	}
	rules = append(rules, fmt.Sprintf("otherwise: \"%s\"", phrases[n-1]))
	question, slots := gen.Ask(r, []string{
		"A shop has {stock} {product}. Then {moves}. Reply with exactly one phrase, by the first rule that fits the number left: {rules}. Add nothing, keep capitals and the full stop, and leave out the quotation marks.",
		"Rules for the reply, checked from left to right against the final number of {product}: {rules}. The store starts with {stock}; then {moves}. Answer with the phrase alone, exactly as written, without the quotation marks.",
		"You are a stock robot that can only say set phrases. For the number of {product} at the end, take the first that applies: {rules}. At the start there are {stock}; then {moves}. What do you say? Give the bare phrase with its full stop.",
	}, gen.Slot("stock", stock), gen.Fixed("product", product), gen.Fixed("moves", join(moves)), gen.Fixed("rules", strings.Join(rules, "; ")))
	answer := task.Answer{Kind: task.KindString, Value: right, Exact: true}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("From %d pieces, after the changes (%s), %d are left. The first rule that fits says: %s", stock, strings.Join(moves, ", "), now, right), answer)}
}

// repeatThenAnswer asks to repeat a request and then to give n numbered answers.
// Difficulty lengthens the request and adds answers and a limit on their length.
func repeatThenAnswer(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 3, 4, 5, 7, 9) + r.IntN(2)
	request := fmt.Sprintf(gen.Pick(r, []string{
		"What does %s notice first about %s?", "Tell me what %s should not miss about %s.", "Which details of %[2]s would you show to %[1]s?",
	}), w.Name, w.Scene.Topic)
	for range gen.Of(d, 0, 1, 2, 3, 4) {
		request += " " + gen.Pick(r, []string{"Think of the %s.", "Do not forget the %s!", "And what about the %s?", "Leave a place for the %s."})
		request = fmt.Sprintf(request, gen.Pick(r, w.Scene.Things))
	}
	lines := []string{request}
	most := 0
	for i := range n {
		s := w.Composer.Sentence(gen.Between(r, 5, 9))
		if i == 0 {
			s = w.Composer.Compose(8, lexicon.Wish{Thing: w.Thing})
		}
		most = max(most, len(s.Words))
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, s))
	}
	checks := []task.Check{
		rule.New("repeat-then-answer", "request", request), rule.Exactly("numbering", n), rule.Exactly("lines", n+1), rule.Include(w.Thing), rule.New("ends-with", "text", "."),
	}
	extra := " Every point is a sentence with a full stop at its end."
	if d >= 3 {
		checks = append(checks, rule.New("part", "unit", "item", "which", "every", "check", rule.AtMost("words", most)))
		extra += fmt.Sprintf(" No point has more than %d words.", most)
	}
	q, slots := w.Ask([]string{
		"Below stands a request. First copy it word for word onto one line, then answer it with {n} numbered points (1., 2., …), one a line, and write nothing else. Use the word {thing} in your points." + extra + "\n\n{request}",
		"Begin your reply by repeating this request without any change: \"{request}\" (without the quotation marks, on one line). After it come {n} lines numbered 1., 2. and so on with your answer, where the word {thing} occurs." + extra,
		"Request: {request}\n\nYour reply must open with the request itself, unchanged and on a single line, and go on with exactly {n} points numbered from 1, each on its own line. One of them has the word {thing}." + extra,
	}, gen.Slot("n", n), gen.Fixed("request", request))
	return item(q, slots, "I copy the request and number my points.", strings.Join(lines, "\n"), checks...)
}

// branch is an instruction on how to write, with a text that follows it.
type branch struct {
	said   string
	text   func(w *draft) string
	checks func() []task.Check
}

// branches draws n instructions of different kinds.
func branches(r *rand.Rand, n int) []branch {
	count := func() int { return gen.Between(r, 3, 7) }
	a, b, c, e, f, g := count(), count(), count(), count(), count(), gen.Between(r, 20, 40)
	return gen.Sample(r, []branch{
		{fmt.Sprintf("write exactly %s, all in lower case", counted(a, "sentence")),
			func(w *draft) string { return strings.ToLower(strings.Join(w.several(a, 5, 9), " ")) },
			func() []task.Check {
				return []task.Check{rule.Exactly("sentences", a), rule.New("case", "case", "lower")}
			}},
		{fmt.Sprintf("write exactly %s, all in capital letters", counted(b, "sentence")),
			func(w *draft) string { return strings.ToUpper(strings.Join(w.several(b, 5, 9), " ")) },
			func() []task.Check {
				return []task.Check{rule.Exactly("sentences", b), rule.New("case", "case", "upper")}
			}},
		{fmt.Sprintf("write a list of exactly %s, each beginning with \"- \", and nothing else", counted(c, "bullet")),
			func(w *draft) string { return "- " + strings.Join(w.several(c, 5, 9), "\n- ") },
			func() []task.Check { return []task.Check{rule.Exactly("bullets", c), rule.Exactly("lines", c)} }},
		{fmt.Sprintf("write exactly %s with a blank line between paragraphs", counted(e, "paragraph")),
			func(w *draft) string { return strings.Join(w.several(e, 5, 9), "\n\n") },
			func() []task.Check { return []task.Check{rule.Exactly("paragraphs", e)} }},
		{fmt.Sprintf("write exactly %s that all end with an exclamation mark", counted(f, "sentence")),
			func(w *draft) string { return strings.ReplaceAll(strings.Join(w.several(f, 5, 9), " "), ".", "!") },
			func() []task.Check {
				return []task.Check{rule.Exactly("sentences", f), rule.New("sentences-end-with", "mark", "!")}
			}},
		{fmt.Sprintf("write exactly %s without any line break", counted(g, "word")),
			func(w *draft) string { return strings.Join(w.sentences(g), " ") },
			func() []task.Check { return []task.Check{rule.Exactly("words", g), rule.New("no-line-breaks")} }},
	}, n)
}

// conditionalBranch selects an instruction by properties of a number: even or
// odd, then divisible by three, then above a limit. Difficulty adds conditions.
func conditionalBranch(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	x, limit := gen.Between(r, 101, 999), 50*gen.Between(r, 4, 16)
	conditions := []struct {
		said string
		ok   bool
	}{
		{"the number is even", x%2 == 0}, {"the number is divisible by three", x%3 == 0}, {"the number ends in the digit five", x%10 == 5},
		{fmt.Sprintf("the number is greater than %d", limit), x > limit}, {"the digits of the number add up to more than fourteen", digitSum(x) > 14},
	}
	r.Shuffle(len(conditions), func(i, j int) { conditions[i], conditions[j] = conditions[j], conditions[i] })
	n := gen.Of(d, 1, 2, 3, 4, 5)
	options := branches(r, n+1)
	chosen, reason := options[n], "no condition holds"
	var said []string
	for i, c := range conditions[:n] {
		said = append(said, fmt.Sprintf("if %s, %s", c.said, options[i].said))
		if c.ok && reason == "no condition holds" {
			chosen, reason = options[i], c.said
		}
	}
	said = append(said, "otherwise "+options[n].said)
	ended := rule.New("any-of", "checks", []task.Check{rule.New("ends-with", "text", "."), rule.New("ends-with", "text", "!")})
	q, slots := w.Ask([]string{
		"The number is {x}. Follow the first of these instructions that applies: {rules}. The text is about {topic} and mentions {name} and the word {thing} in the letter case that results.",
		"Write about {topic}, with {name} and the word {thing} in it (in whatever letter case is asked for). How to write depends on the number {x}; go through the cases in order and take the first that holds: {rules}.",
		"How the text on {topic} has to look is decided by a number. Cases, the first fitting one counts: {rules}. The number is {x}. {name} and the word {thing} must occur, in any letter case.",
	}, gen.Slot("x", x), gen.Fixed("rules", strings.Join(said, "; ")))
	return item(q+" In every case the last character is a full stop or an exclamation mark.", slots, fmt.Sprintf("For %d: %s. So I %s.", x, reason, chosen.said), chosen.text(w), append(chosen.checks(), w.mention(), ended)...)
}

func digitSum(x int) int {
	sum := 0
	for ; x > 0; x /= 10 {
		sum += x % 10
	}
	return sum
}

// clash is a pair of rules that contradict each other, and how a text of
// sentences keeps the one or the other.
type clash struct {
	rules  [2]string
	checks [2]task.Check
	keep   func(sentences []string, which int)
}

// clashes are the pairs about a text of n sentences; the first sets n.
func clashes(n int) []clash {
	each := func(change func(string) string) func([]string) {
		return func(sentences []string) {
			for i := range sentences {
				sentences[i] = change(sentences[i])
			}
		}
	}
	opening := []string{"Listen: ", "Imagine: "}
	return []clash{
		{[2]string{"Write exactly {n} sentences.", "Write a single sentence."},
			[2]task.Check{rule.Exactly("sentences", n), rule.Exactly("sentences", 1)}, func([]string, int) {}},
		{[2]string{"Begin with the word \"Listen\".", "Begin with the word \"Imagine\"."},
			[2]task.Check{rule.New("first-word", "word", "Listen"), rule.New("first-word", "word", "Imagine")},
			func(sentences []string, which int) { sentences[0] = opening[which] + sentences[0] }},
		{[2]string{"Use lower case for every letter.", "Use capitals for every letter."},
			[2]task.Check{rule.New("case", "case", "lower"), rule.New("case", "case", "upper")},
			func(sentences []string, which int) {
				each([]func(string) string{strings.ToLower, strings.ToUpper}[which])(sentences)
			}},
		{[2]string{"Every sentence ends with a full stop.", "Every sentence ends with an exclamation mark."},
			[2]task.Check{rule.New("sentences-end-with", "mark", "."), rule.New("sentences-end-with", "mark", "!")},
			func(sentences []string, which int) {
				each(func(s string) string { return strings.TrimSuffix(s, ".") + []string{".", "!"}[which] })(sentences)
			}},
		{[2]string{"Use no digits and no commas.", "Put at least two commas into the text."},
			[2]task.Check{rule.New("no-characters", "characters", ",0123456789"), rule.AtLeast("commas", 2)},
			func(sentences []string, which int) {
				if which == 1 {
					sentences[1] = "There, at last, " + strings.ToLower(sentences[1][:1]) + sentences[1][1:]
				}
			}},
	}
}

// conflictingPriority gives rules in order of priority of which pairs contradict
// each other; the earlier one counts. Difficulty adds pairs.
func conflictingPriority(r *rand.Rand, d gen.Difficulty) task.Item {
	w := newDraft(r, nil)
	n := gen.Of(d, 3, 3, 4, 5, 6) + r.IntN(3)
	all := clashes(n)
	pairs := append([]int{0}, gen.Sample(r, []int{1, 2, 3, 4}, gen.Of(d, 1, 2, 3, 3, 4))...)
	order := append(append([]int(nil), pairs...), pairs...) // each pair twice: the first time its winner
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	winner := map[int]int{}
	var rules []string
	for _, p := range order {
		which, seen := winner[p]
		switch {
		case seen:
			which = 1 - which
		case p != 0: // exactly n sentences always win, so that a cut text fails
			which = r.IntN(2)
			winner[p] = which
		default:
			winner[p] = which
		}
		rules = append(rules, string(rune('A'+len(rules)))+". "+all[p].rules[which])
	}
	sentences := w.several(n, 5, 9)
	checks := []task.Check{w.mention()}
	var kept []string
	for p, c := range all { // case after openings and commas, which it changes too
		if which, ok := winner[p]; ok {
			checks = append(checks, c.checks[which])
			kept = append(kept, strings.ReplaceAll(c.rules[which], "{n}", fmt.Sprint(n)))
		}
	}
	for _, p := range []int{4, 1, 2, 3} {
		if which, ok := winner[p]; ok {
			all[p].keep(sentences, which)
		}
	}
	list := strings.Join(rules, "\n")
	if _, ok := winner[3]; !ok { // no rule about the end: a text that was cut off must fail all the same
		list += "\n\nWhatever the rules, the reply ends with a full stop."
		checks = append(checks, rule.New("ends-with", "text", "."))
	}
	question, slots := w.Ask([]string{
		"Write about {topic}, with {name} and the word {thing} (in any letter case). Rules, the most important first; where two of them contradict each other, obey the earlier one and drop the later:\n" + list,
		"Several people gave rules for a text on {topic} that mentions {name} and the word {thing}, whatever their case. A rule with an earlier letter beats one with a later letter if both cannot be kept:\n" + list,
		"The subject: {topic}. {name} and the word {thing} occur, in capitals or not. The following rules clash in part. In a clash only the one that is higher up in the list counts:\n" + list,
	}, gen.Slot("n", n))
	return item(question, slots, "Of each pair that clashes I keep the rule higher up: "+strings.Join(kept, " "), strings.Join(sentences, " "), checks...)
}
