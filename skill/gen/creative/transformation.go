package creative

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
	gen.Register("creative/style-transfer", "transformation", "Style transfer with fact retention", "Rewrite a note in another style and keep its facts.", styleTransfer)
	gen.Register("creative/tone-shift", "transformation", "Tone shift at bounded edit", "Change the tone of a text by changing few words.", toneShift)
	gen.Register("creative/analogy-explanation", "transformation", "Analogy explanation",
		"Explain how something works by the parts of an everyday domain.", analogyExplanation)
}

// style is a way of writing: frames for a fact, an opening and a closing.
type style struct {
	name    string
	opening []string
	frame   []string // each with %s for a fact that begins with a name or noun
	closing []string
}

var styles = []style{
	{"a fairy tale", []string{"Once upon a time there was a good deed to be told."}, []string{"And lo, %s.", "The old owl whispered that %s.", "Far and wide the people heard that %s."}, []string{"And if the clock has not stopped, it ticks to this day."}},
	{"a live sports commentary", []string{"Welcome back to the stadium, what an evening!"}, []string{"Unbelievable, %s!", "And now, ladies and gentlemen, %s!", "The crowd is on its feet because %s!"}, []string{"What a finish!"}},
	{"a pirate's log", []string{"Arrr, fair winds today."}, []string{"By my beard, %s.", "The parrot swears that %s.", "Mark this, lads: %s."}, []string{"Hoist the colours and pour the rum."}},
	{"a formal report to a board", []string{"The following is submitted for the attention of the board."}, []string{"It is noted that %s.", "The records confirm that %s.", "Furthermore, %s."}, []string{"The board is kindly asked to take note."}},
	{"a detective's monologue", []string{"The night smelled of old coffee and trouble."}, []string{"I knew one thing: %s.", "The trail was clear, since %s.", "It took me an hour to see that %s."}, []string{"In this city nobody pays for the truth."}},
	{"a children's radio programme", []string{"Hello, little listeners, are your ears wide open?"}, []string{"Guess what, %s!", "Can you believe that %s?", "Shh, listen: %s!"}, []string{"Wave goodbye to the radio, and sleep tight!"}},
	{"a weather forecast", []string{"Good evening, here is the outlook."}, []string{"From the west we hear that %s.", "Conditions stay stable while %s.", "By nightfall expect that %s."}, []string{"Keep your coats at hand."}},
	{"a nature documentary", []string{"Here, far from the noise of the roads, life goes its quiet way."}, []string{"If we keep still, we notice that %s.", "Season after season, %s.", "It is a rare sight: %s."}, []string{"Nature will see to the rest."}},
}

// styleTransfer gives a note of facts and asks for n sentences in a style that
// keep every name and number. Difficulty adds facts.
func styleTransfer(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, styles)
	k := gen.Of(d, 2, 3, 4, 5, 6)
	people := gen.Sample(r, lexicon.GivenNames(), k)
	places := gen.Sample(r, lexicon.Cities(), k)
	var note, facts, keep []string
	for i := range k {
		amount := gen.Between(r, 101, 989)
		fact := fmt.Sprintf(gen.Pick(r, []string{
			"%s sold %d tickets in %s", "%s sent %d letters to %s", "%s collected %d coins for %s", "%s walked %d miles to %s", "%s planted %d trees near %s",
		}), people[i], amount, places[i])
		facts = append(facts, fact)
		note = append(note, fact+".")
		keep = append(keep, people[i], places[i], fmt.Sprint(amount))
	}
	sentences := []string{gen.Pick(r, s.opening)}
	for _, f := range facts {
		sentences = append(sentences, fmt.Sprintf(gen.Pick(r, s.frame), f))
	}
	sentences = append(sentences, gen.Pick(r, s.closing))
	text := strings.Join(sentences, " ")
	most := len(strings.Fields(text)) + gen.Of(d, 20, 15, 12, 10, 6) + r.IntN(4)
	said, ending := rule.Ending(text, most)
	question, slots := gen.Ask(r, []string{
		"Rewrite this note as {style}, in exactly {n} sentences and at most {most} words.{end} Every name and number must be kept, numbers in digits. Note: {note}",
		"Here is a plain note: {note} Tell the same as {style}. Use {n} sentences, keep all names and all figures (as digits), add no other figure, and stay within {most} words.{end}",
		"Style: {style}. Length: {n} sentences, {most} words or fewer.{end} Content: all facts of the following note, with its names and its numbers in digits. {note}",
	}, gen.Fixed("style", s.name), gen.Fixed("end", said), gen.Slot("n", len(sentences)), gen.Slot("most", most), gen.Fixed("note", strings.Join(note, " ")))
	return piece(question, slots, "I put each fact into a sentence of the style.", text,
		[]string{"The text has the style of " + s.name + ".", "Every statement of the note is kept: who did what, how many and where."},
		append(ending, rule.Exactly("sentences", len(sentences)), rule.AtMost("words", most), rule.New("include-phrases", "phrases", keep), rule.Exactly("numbers", k))...)
}

// toneFrames are sentences with a WORD that sets the tone, and the pairs of a
// gloomy and a cheerful word that can stand there.
var toneFrames = []struct {
	frames []string
	pairs  [][2]string
}{
	{
		[]string{"NAME met the WORD PERSON near the PLACE.", "NAME remembers that WORD PERSON well.", "Then the WORD PERSON walked to the PLACE with NAME.", "At the PLACE the WORD PERSON waited for NAME."},
		[][2]string{{"rude", "kind"}, {"grumpy", "cheerful"}, {"hostile", "friendly"}, {"lazy", "eager"}, {"cruel", "gentle"}, {"clumsy", "graceful"}, {"shabby", "elegant"}, {"dishonest", "honest"}, {"greedy", "generous"}},
	},
	{
		[]string{"For NAME it was another WORD hour near the PLACE.", "The PERSON by the PLACE told NAME of those WORD days.", "So NAME and the PERSON spent that WORD evening at the PLACE.", "With the PERSON at the PLACE, NAME had only WORD mornings."},
		[][2]string{{"dull", "lively"}, {"gloomy", "sunny"}, {"dreadful", "lovely"}, {"bitter", "sweet"}, {"hopeless", "hopeful"}, {"boring", "thrilling"}, {"sad", "happy"}, {"terrible", "wonderful"}},
	},
}

// toneShift gives a gloomy text and asks for a cheerful one that differs in at
// most k words and drops the gloomy ones. Difficulty adds words to change.
func toneShift(r *rand.Rand, d gen.Difficulty) task.Item {
	scene := gen.Pick(r, lexicon.Scenes())
	k := gen.Of(d, 3, 4, 5, 7, 9)
	toCheerful := r.IntN(2) == 0
	var before, after, gone []string
	seen := map[string]bool{}
	for len(before) < k {
		kind := gen.Pick(r, toneFrames)
		pair := gen.Pick(r, kind.pairs)
		if seen[pair[0]] { // there are 17 pairs, more than are needed
			continue
		}
		seen[pair[0]] = true
		old, fresh := pair[0], pair[1]
		if !toCheerful {
			old, fresh = fresh, old
		}
		sentence := strings.NewReplacer("PERSON", gen.Pick(r, scene.People), "NAME", gen.Pick(r, lexicon.GivenNames()), "PLACE", gen.Pick(r, scene.Places)).Replace(gen.Pick(r, kind.frames))
		before = append(before, strings.ReplaceAll(sentence, "WORD", old))
		after = append(after, strings.ReplaceAll(sentence, "WORD", fresh))
		gone = append(gone, old)
	}
	original, text := strings.Join(before, " "), strings.Join(after, " ")
	from, to := "gloomy", "cheerful"
	if !toCheerful {
		from, to = to, from
	}
	most := k + r.IntN(3)
	question, slots := gen.Ask(r, []string{
		"Make this {from} text {to} by changing, adding or deleting at most {k} words in all; everything else stays as it is. The words {gone} must go. Text: {text}",
		"Text: {text}\n\nIts tone is {from}. Turn it into a {to} one, but touch no more than {k} words, and leave none of these: {gone}. Return the whole text.",
		"You may edit up to {k} words (a replaced, added or removed word is one edit) of the following to shift its tone from {from} to {to}; {gone} may not remain. Give the full new text. {text}",
	}, gen.Fixed("from", from), gen.Fixed("to", to), gen.Slot("k", most), gen.Fixed("gone", conjoin(gone)), gen.Fixed("text", original))
	return piece(question, slots, "I replace only the words that make the tone "+from+".", text,
		[]string{"The tone of the text is now " + to + ".", "The text is still grammatical and tells the same events."},
		rule.AtMost("word-edits", most, "original", original), rule.Exclude(gone...), rule.Exactly("sentences", k), rule.New("ends-with", "text", "."))
}

// system is something that works by parts, one for each role; "" where it has none.
type system struct {
	name  string
	parts []string // in the order of roles
}

// roles says what parts of the same role have in common.
var roles = []string{
	"there everything begins", "it carries things from place to place", "it controls what goes through", "it keeps a supply for later",
	"it makes use of what arrives", "it takes away what is no longer needed",
}

var concepts = []system{
	{"an electric circuit", []string{"battery", "wire", "switch", "capacitor", "lamp", ""}},
	{"the circulation of blood", []string{"heart", "artery", "valve", "spleen", "muscle", "kidney"}},
	{"a computer", []string{"keyboard", "bus", "processor", "disk", "screen", ""}},
	{"a green plant", []string{"root", "stem", "pore", "bulb", "leaf", ""}},
	{"a central heating", []string{"boiler", "pipe", "thermostat", "tank", "radiator", "chimney"}},
	{"a living cell", []string{"nucleus", "vesicle", "membrane", "vacuole", "ribosome", "lysosome"}},
	{"the internet", []string{"server", "cable", "router", "cache", "browser", ""}},
	{"a bank", []string{"depositor", "transfer", "cashier", "vault", "borrower", "shredder"}},
}

var domains = []system{
	{"a kitchen", []string{"pantry", "tray", "cook", "freezer", "guest", "bin"}},
	{"a railway", []string{"depot", "train", "signal", "siding", "passenger", "sweeper"}},
	{"a theatre", []string{"playwright", "actor", "director", "wardrobe", "audience", "cleaner"}},
	{"a farm", []string{"field", "tractor", "gate", "barn", "cow", "drain"}},
	{"a post office", []string{"sender", "van", "clerk", "shelf", "addressee", "bin"}},
	{"a library", []string{"author", "trolley", "librarian", "archive", "reader", "cleaner"}},
	{"a river", []string{"spring", "current", "sluice", "lake", "mill", "delta"}},
	{"a bakery", []string{"mill", "basket", "baker", "larder", "customer", "broom"}},
}

// analogyExplanation asks to explain a system by the parts of an everyday one,
// pair by pair. Difficulty adds pairs.
func analogyExplanation(r *rand.Rand, d gen.Difficulty) task.Item {
	concept, domain := gen.Pick(r, concepts), gen.Pick(r, domains)
	name := gen.Pick(r, lexicon.GivenNames())
	var chosen []int
	for _, i := range r.Perm(len(roles)) { // every concept has five parts or more
		if concept.parts[i] != "" && len(chosen) < gen.Of(d, 2, 3, 4, 5, 5) {
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	var pairs, words []string
	sentences := []string{fmt.Sprintf("%s, think of %s when you look at %s.", name, domain.name, concept.name)}
	for _, i := range chosen {
		a, b := concept.parts[i], domain.parts[i]
		pairs = append(pairs, a+" and "+b)
		words = append(words, a, b)
		sentences = append(sentences, fmt.Sprintf(gen.Pick(r, []string{
			"The %[1]s is like the %[2]s, for %[3]s.", "What the %[2]s is there, the %[1]s is here: %[3]s.", "You can compare the %[1]s with the %[2]s, because %[3]s.",
		}), a, b, roles[i]))
	}
	text := strings.Join(sentences, " ")
	most := len(strings.Fields(text)) + gen.Of(d, 20, 15, 12, 10, 2) + r.IntN(8)
	question, slots := gen.Ask(r, []string{
		"Explain {concept} to {name} by an analogy with {domain}. Use these pairs of parts that correspond to each other: {pairs}. Write exactly {n} sentences and at most {most} words, and address {name} by name.",
		"{name} knows {domain} well but not {concept}. Write {n} sentences, {most} words at most, that say {name}'s name and explain the one by the other through these pairs: {pairs}.",
		"Compare {concept} with {domain} for {name} (say the name). The text has {n} sentences, stays within {most} words and makes clear what these pairs have in common: {pairs}.",
	}, gen.Fixed("concept", concept.name), gen.Fixed("domain", domain.name), gen.Fixed("name", name), gen.Fixed("pairs", strings.Join(pairs, "; ")), gen.Slot("n", len(sentences)), gen.Slot("most", most))
	return closed(question, slots, "One sentence opens the analogy, and each pair gets one that says what its parts share.", text,
		[]string{"Each pair is explained by something that its parts really have in common.", "Nothing false is said about " + concept.name + ".", "A reader who knows " + domain.name + " understands the explanation."},
		rule.Exactly("sentences", len(sentences)), rule.AtMost("words", most), rule.Include(append(words, name)...))
}
