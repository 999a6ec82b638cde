package creative

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
	gen.Register("creative/lipogram-paragraph", "constrained writing", "Lipogram paragraph", "Write a paragraph on a topic without a letter.", lipogramParagraph)
	gen.Register("creative/micro-story", "constrained writing", "Fixed-length micro story",
		"Write a story of an exact number of words between a given first and last sentence.", microStory)
	gen.Register("creative/object-story", "constrained writing", "Must-use object story", "Write a short story in which given objects occur in a given order.", objectStory)
	gen.Register("creative/hidden-fact-dialogue", "constrained writing", "Dialogue with hidden fact",
		"Write a dialogue from which a fact can be inferred that is never said.", hiddenFactDialogue)
}

// lipogramParagraph asks for sentences without a letter. Difficulty takes more
// frequent letters and more sentences.
func lipogramParagraph(r *rand.Rand, d gen.Difficulty) task.Item {
	letters := gen.Of(d, "bkvwpg", "cdfmgp", "hmudcg", "nosrdh", "eatoin")
	letter := rune(letters[r.IntN(len(letters))])
	t := newTheme(r, func(w string) bool { return !strings.ContainsRune(strings.ToLower(w), letter) })
	n, least := gen.Of(d, 3, 4, 5, 6, 7)+r.IntN(2), 0
	sentences := []string{t.Opening(gen.Between(r, 6, 9))}
	for len(sentences) < n {
		sentences = append(sentences, t.Plain(5, 9))
	}
	text := strings.Join(sentences, " ")
	least = len(strings.Fields(text)) - r.IntN(6)
	question, slots := t.Ask([]string{
		"Write a paragraph of exactly {n} sentences about {topic} in which the letter {letter} does not occur, neither small nor capital. Mention {name} and the word {thing}, and write at least {least} words.",
		"A key is broken: you cannot type the letter {letter}. Describe {topic} in {n} sentences all the same, with {name} and the word {thing} in them and no fewer than {least} words in all.",
		"Compose a lipogram on {topic}: {n} sentences, {least} words or more, not one {letter} in any of them. {name} and the word {thing} have to appear.",
	}, gen.Slot("n", n), gen.Fixed("letter", strings.ToUpper(string(letter))), gen.Slot("least", least))
	return closed(question, slots, "I use only words without the letter "+strings.ToUpper(string(letter))+".", text,
		[]string{"The sentences are grammatical and natural.", "The paragraph is about " + t.Scene.Topic + "."},
		rule.New("lipogram", "letters", string(letter)), rule.Exactly("sentences", n), rule.AtLeast("words", least), t.mention())
}

// microStory asks for exactly n words with the first and the last sentence
// given. Difficulty lengthens the story; from 3 on the sentences are counted too.
func microStory(r *rand.Rand, d gen.Difficulty) task.Item {
	t := newTheme(r, nil)
	n := gen.Of(d, 30, 45, 60, 90, 120) + r.IntN(20)
	first := fmt.Sprintf(gen.Pick(r, []string{"It began when %s lost the %s.", "Nobody believed what %s told about the %s.", "On that day %s carried only a %s.", "%s had never seen such a %s."}), t.Name, t.Thing)
	last := gen.Pick(r, []string{"After that, nothing was the same.", "And the lights went out at last.", "Only then did everyone laugh.", "The rest is silence.", "So it found its way home.", "That was the end of the search.", "Nobody ever asked again."})
	rest := n - len(strings.Fields(first)) - len(strings.Fields(last))
	sentences := []string{first}
	for _, s := range t.Composer.Sentences(rest, 5, 11) {
		sentences = append(sentences, s.String())
	}
	sentences = append(sentences, last)
	checks := []task.Check{rule.Exactly("words", n), rule.New("first-sentence", "sentence", first), rule.New("last-sentence", "sentence", last)}
	extra := ""
	if d >= 3 {
		checks = append(checks, rule.Exactly("sentences", len(sentences)))
		extra = fmt.Sprintf(" There are %d sentences in all.", len(sentences))
	}
	question, slots := t.Ask([]string{
		"Write a story of exactly {n} words, set in {topic}. It begins with \"{first}\" and ends with \"{last}\" Both sentences count." + extra,
		"Tell a tiny story in {n} words, no more and no fewer, the given sentences included. First sentence: {first} Last sentence: {last} Setting: {topic}." + extra,
		"Between \"{first}\" and \"{last}\" lies a story about {topic}. Write it all down, with these two sentences at its ends, in precisely {n} words." + extra,
	}, gen.Slot("n", n), gen.Fixed("first", first), gen.Fixed("last", last))
	return piece(question, slots, fmt.Sprintf("The two given sentences leave %d words.", rest), strings.Join(sentences, " "),
		[]string{"It is a story in which something happens.", "The setting is " + t.Scene.Topic + ".", "The first and the last sentence fit what lies between."}, checks...)
}

// objectStory asks for a story of n sentences in which objects occur in order.
// Difficulty adds objects.
func objectStory(r *rand.Rand, d gen.Difficulty) task.Item {
	t := newTheme(r, nil)
	k := gen.Of(d, 3, 4, 5, 6, 8)
	objects := gen.Sample(r, t.Scene.Things, k)
	n := k + gen.Of(d, 0, 1, 1, 2, 2) + r.IntN(2)
	banned := map[string]bool{}
	for _, o := range objects {
		banned[o] = true
	}
	t.Composer = lexicon.NewComposer(r, t.Scene, func(w string) bool { return !banned[w] })
	var sentences []string
	for i, o := range objects {
		wish := lexicon.Wish{Thing: o}
		if i == 0 {
			wish.Person = t.Name
		}
		sentences = append(sentences, t.Composer.Compose(gen.Between(r, 6, 10), wish).String())
	}
	for len(sentences) < n {
		sentences = append(sentences, t.Plain(5, 9))
	}
	question, slots := t.Ask([]string{
		"Write a short story of exactly {n} sentences about {name}, set in {topic}. These objects occur in it in this order: {objects}.",
		"Tell a story in {n} sentences in which {name} meets, one after the other, the following things: {objects}. The setting is {topic}.",
		"Here are the props of a story, in the order of their entrance: {objects}. {name} is in it, the place is {topic}, the length is {n} sentences. Write the story.",
	}, gen.Slot("n", n), gen.Fixed("objects", strings.Join(objects, ", ")))
	return closed(question, slots, "Each object gets its sentence, in the order given.", strings.Join(sentences, " "),
		[]string{"The objects matter to what happens.", "It is one connected story set in " + t.Scene.Topic + "."},
		rule.Exactly("sentences", n), rule.New("words-in-order", "words", objects), rule.Include(t.Name))
}

// secret is a fact that a dialogue hints at: words that would give it away, and
// lines that hint without them.
type secret struct {
	fact   string
	banned []string
	hints  []string
}

var secrets = []secret{
	{"it is raining heavily outside", []string{"rain", "raining", "rainy", "wet", "umbrella", "weather", "storm", "drops"},
		[]string{"Leave your shoes by the door, please.", "My newspaper is too soft to read.", "The gutter is singing again.", "You should dry your hair first.", "Nobody sits on the terrace today.", "I had to run from the bus.", "The ducks are the only happy ones.", "Is the roof of the shed still tight?"}},
	{"one of the two has a birthday today", []string{"birthday", "born", "age", "older", "anniversary", "party", "present", "gift"},
		[]string{"There are so many candles on that cake.", "My mother called at seven to sing for me.", "Close your eyes and hold out your hands.", "I feel just as I did yesterday.", "The post brought eleven cards.", "You have to blow them all out at once.", "Make a wish and do not tell me.", "Everyone at work knew about it."}},
	{"they are lost in the woods", []string{"lost", "woods", "forest", "way", "map", "path", "direction"},
		[]string{"We have passed this oak before.", "My phone finds no signal here.", "The sun should be on our left.", "Moss grows on all sides of these trunks.", "Let us follow the sound of water.", "Did you leave crumbs behind us?", "I would be glad to see a road.", "We said we would be home by noon."}},
	{"the shop is about to close for ever", []string{"close", "closing", "closed", "end", "last", "bankrupt", "forever"},
		[]string{"Everything on that shelf is half price.", "I took down the sign this morning.", "Where will you buy your bread next month?", "The landlord has a new tenant already.", "Thank you for thirty good years.", "You may have the old clock, if you like.", "I kept the first coin we ever took.", "The boxes go to my sister."}},
	{"one of the two is a ghost", []string{"ghost", "dead", "died", "spirit", "haunt", "haunted", "phantom"},
		[]string{"You never leave any marks in the dust.", "The dog always growls at your chair.", "I used to live here before the war.", "Why do you not take the door?", "It is cold wherever you stand.", "The mirror shows only me.", "I have not been hungry for a century.", "My portrait hangs in the hall."}},
	{"they are on a ship", []string{"ship", "boat", "sea", "ocean", "deck", "sail", "captain", "water"},
		[]string{"The soup slides across the table again.", "I have not seen land since Tuesday.", "Hold on to the rail.", "The gulls left us days ago.", "My bed rocks me to sleep.", "The horizon is the same on all sides.", "We dock on Friday, if the wind allows.", "Somebody rang the bell for the next watch."}},
	{"one of them won a large prize", []string{"won", "win", "prize", "lottery", "money", "rich", "million"},
		[]string{"I checked the numbers nine times.", "You can stop driving that old car.", "My cousins have all called me today.", "What will you tell your boss?", "I may buy the house instead of renting it.", "Please keep the ticket in a safe.", "A man with a camera waits outside.", "I have never signed a paper like that."}},
	{"it is the first day of school", []string{"school", "teacher", "class", "pupil", "lesson", "learn"},
		[]string{"The bag is larger than she is.", "I sharpened all the pencils last night.", "She would not let go of my hand.", "Will somebody sit next to me?", "They write their names on little cards.", "I put an apple into your box.", "The bell rings at eight.", "By winter you will read it to me."}},
	{"a baby is asleep in the next room", []string{"baby", "asleep", "sleep", "sleeping", "child", "infant", "crib"},
		[]string{"Please take off those heavy boots.", "I unplugged the bell.", "Whisper, or it starts all over again.", "We finally have an hour for ourselves.", "Do not let that door fall shut.", "The blue blanket did the trick.", "I have hummed the same tune since six.", "Warm the bottle, just in case."}},
	{"the power has failed", []string{"power", "electricity", "electric", "dark", "light", "lights", "blackout"},
		[]string{"Where did you put the candles?", "The ice cream is turning into soup.", "I cannot read the clock on the oven.", "The whole street looks like that.", "We could eat the bread without toasting it.", "My phone is down to four percent.", "The lift stands between two floors.", "Tell me a story while we wait."}},
}

// hiddenFactDialogue asks for a dialogue of n lines between two people that lets
// a reader infer a fact without its telling words. Difficulty adds lines and
// banned words.
func hiddenFactDialogue(r *rand.Rand, d gen.Difficulty) task.Item {
	s := gen.Pick(r, secrets)
	speakers := gen.Sample(r, lexicon.GivenNames(), 2)
	n := gen.Of(d, 4, 5, 6, 7, 8)
	banned := gen.Sample(r, s.banned, min(len(s.banned), gen.Of(d, 3, 4, 5, 6, 8)))
	hints := gen.Sample(r, s.hints, n)
	most := 0
	var lines []string
	for i, h := range hints {
		lines = append(lines, speakers[i%2]+": "+h)
		most = max(most, len(strings.Fields(h))+1)
	}
	most += r.IntN(4)
	question, slots := gen.Ask(r, []string{
		"Write a dialogue of exactly {n} lines between {a} and {b}, who speak in turn. Each line has the form \"Name: words\". From the dialogue a reader can infer that {fact}, but nobody says so, and none of these words occurs: {banned}. No line has more than {most} words, the name included.",
		"{a} and {b} talk, {a} first, line by line in turn (\"Name: words\"), {n} lines in all. Let it become clear that {fact}, without stating it. Forbidden words: {banned}. A line has {most} words at most, counting the name.",
		"Show, do not tell: {fact}. Let it shine through a conversation in {n} lines, each beginning with a speaker's name and a colon, where {a} and {b} alternate. Do not use {banned}. Up to {most} words a line, name included.",
	}, gen.Slot("n", n), gen.Fixed("a", speakers[0]), gen.Fixed("b", speakers[1]), gen.Fixed("fact", s.fact), gen.Fixed("banned", strings.Join(banned, ", ")), gen.Slot("most", most))
	return closed(question, slots, "The lines only hint that "+s.fact+".", strings.Join(lines, "\n"),
		[]string{"A reader can infer from the dialogue that " + s.fact + ".", "Nobody states that " + s.fact + ".", "The lines answer each other naturally."},
		rule.Exactly("dialogue", n, "speakers", speakers, "alternate", true), rule.Exclude(banned...),
		rule.New("part", "unit", "line", "which", "every", "check", rule.AtMost("words", most)))
}
