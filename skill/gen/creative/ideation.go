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
	gen.Register("creative/distinct-ideas", "ideation", "Distinct idea list", "List ideas that differ from each other in how they work.", distinctIdeas)
	gen.Register("creative/names-and-slogans", "ideation", "Name and slogan set", "Find names and slogans that meet rules of letters and length.", namesAndSlogans)
}

// uses are ideas that fit any portable thing and differ in how they work.
var uses = []string{
	"Use it as a paperweight on a windy day.", "Hang it on the wall as decoration.", "Lend it to a neighbour and make a friend.", "Turn it into a prize for a quiz.",
	"Draw round it to get a pattern.", "Hide a key beneath it.", "Let children guess it with closed eyes.", "Photograph it each day for a year.",
	"Hold a door open with it.", "Mark a page in a large book with it.", "Take it apart to learn how it was made.", "Build a small house for a toy around it.",
	"Trade it for something that you need.", "Bury it in a box for finders in a century.", "Put it on a scale to check the scale.", "Invent a tale that explains its scratches.",
	"Tap on it to find a rhythm.", "Wear it as part of a costume.", "Cast its shadow on a wall for a puppet show.", "Paint it gold and call it a trophy.",
	"Test with it whether a table is level.", "Give it to a museum of everyday life.", "Write a poem from its point of view.", "Race it down a slope against a friend.",
}

// distinctIdeas asks for n ideas on what to do with a thing. Difficulty adds
// ideas, a limit on words and words that may not be used.
func distinctIdeas(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 4, 5, 7, 9, 12)
	options := gen.Sample(r, lexicon.Products(), 6)
	name := gen.Pick(r, lexicon.GivenNames())
	banned := gen.Sample(r, []string{"sell", "clean", "throw", "recycle", "donate", "repair", "store", "borrow"}, gen.Of(d, 1, 2, 3, 4, 5))
	most := 0
	var lines []string
	for i, idea := range gen.Sample(r, uses, n) {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, idea))
		most = max(most, len(strings.Fields(idea)))
	}
	most += r.IntN(3)
	question, slots := gen.Ask(r, []string{
		"List exactly {n} unusual ideas of what {name} could do with this object: {thing}. Number them 1., 2. and so on, one a line, nothing else. Any two ideas must work in different ways. No idea has more than {most} words, and none of this vocabulary occurs: {banned}.",
		"{name} owns this and does not need it: {thing}. Think of {n} things to do with it that have nothing in common. One numbered line (1., 2., …) per idea, up to {most} words in each, without {banned} as words, and no other text.",
		"Object: {thing}. Give {name} a numbered list (1. and so on, a line each) of {n} uses for it that rest on different properties of the object. At most {most} words per use. Words to avoid: {banned}.",
	}, gen.Slot("n", n), gen.Slot("most", most), gen.Fixed("name", name), gen.SlotOf("thing", options[0], options), gen.Fixed("banned", conjoin(banned)))
	return closed(question, slots, "I look for ideas that use weight, shape, looks, sound, history and value.", strings.Join(lines, "\n"),
		[]string{"No two ideas work in the same way.", "Every idea can be carried out with the object asked about.", "At least half of the ideas are unusual."},
		rule.Exactly("numbering", n), rule.Exactly("lines", n), rule.Exactly("distinct-items", n), rule.Exclude(banned...),
		rule.New("part", "unit", "item", "which", "every", "check", rule.AtMost("words", most)))
}

// slogans by number of words; %s is what the business sells.
var slogans = map[int][]string{
	3: {"Simply better %s.", "%s for everyone.", "Home of %s.", "%s, always fresh.", "Love our %s.", "More than %s."},
	4: {"%s make us smile.", "The art of %s.", "We live for %s.", "Trust us with %s.", "Good days need %s."},
	5: {"%s from people who care.", "Your street, your day, %s.", "Nothing beats our daily %s.", "Life is short, choose %s.", "Come in and find %s."},
	6: {"%s as you always wanted them.", "Where friends meet over good %s.", "We know the secret of %s.", "Made by hand and well, %s."},
	7: {"%s for mornings, evenings and all between.", "Ask for more, we have the %s.", "Small shop, big heart, and honest %s.", "One visit and you will love %s."},
}

// namesAndSlogans asks for n lines "Name: slogan" where each name begins with a
// letter and each slogan has a number of words. Difficulty adds lines and a
// least length of the names.
func namesAndSlogans(r *rand.Rand, d gen.Difficulty) task.Item {
	business := gen.Pick(r, []struct{ name, goods string }{{"a flower shop", "flowers"}, {"a bakery", "cakes"}, {"a bicycle shop", "bicycles"}, {"a bookshop", "books"}, {"a tea room", "teas"},
		{"a toy shop", "toys"}, {"a tailor", "coats"}, {"a shop for lamps", "lamps"}, {"a garden centre", "plants"}, {"a fruit stall", "fruits"}})
	city := gen.Pick(r, lexicon.Cities())
	letter := "abcdefghlmprstw"[r.IntN(15)]
	size := gen.Between(r, 4, 7)
	n := min(gen.Of(d, 3, 4, 5, 6, 8), 8)
	least := gen.Of(d, 3, 4, 4, 5, 5)
	names := gen.Sample(r, lexicon.Filter(lexicon.NounsByInitial(letter), func(w string) bool { return len(w) >= least }), n)
	var lines []string
	for i, name := range names {
		frames := slogans[size]
		slogan := fmt.Sprintf(frames[i%len(frames)], business.goods)
		lines = append(lines, lexicon.Capital(name)+": "+lexicon.Capital(slogan))
	}
	question, slots := gen.Ask(r, []string{
		"Find {n} names for {business} in {city}, each with a slogan. One line per name, in the form \"Name: slogan\". A name is one word of {least} letters or more that begins with {letter}; a slogan has exactly {size} words. No line twice, nothing else in the reply.",
		"{business_c} opens in {city} and needs suggestions: {n} lines, each a name of one word, a colon and a slogan of {size} words. All names start with the letter {letter} and have at least {least} letters. All lines differ.",
		"Name and slogan, set apart by a colon, {n} times, a line each: that is the order of {business} in {city}. The names are single words with the initial {letter} and no fewer than {least} letters, the slogans count {size} words, and nothing comes twice.",
	}, gen.Slot("n", n), gen.Fixed("business", business.name), gen.Fixed("business_c", lexicon.Capital(business.name)), gen.Fixed("city", city),
		gen.Slot("least", least), gen.Fixed("letter", strings.ToUpper(string(letter))), gen.Slot("size", size))
	return piece(question, slots, "Each line has one word for the name and the slogan behind the colon.", strings.Join(lines, "\n"),
		[]string{"Every name could be the name of " + business.name + ".", "Every slogan fits " + business.name + ".", "The slogans are not all built alike."},
		rule.Exactly("lines", n), rule.New("distinct-lines"), rule.New("lines-start-with", "start", string(letter)),
		rule.New("part", "unit", "line", "which", "every", "check", rule.Exactly("words", size+1)),
		rule.New("part", "unit", "line", "which", "every", "check", rule.Exactly("mark-count", 1, "mark", ":")))
}
