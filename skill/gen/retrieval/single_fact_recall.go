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
	gen.Register("contextual_memory_retrieval/exact-value-recall", "single fact recall", "Exact value recall",
		"Give a value that was stated once, far back in a long text.", exactValueRecall)
	gen.Register("contextual_memory_retrieval/last-write-wins", "single fact recall", "Last-write-wins recall",
		"Give the value of a key that was set many times in a long text.", lastWriteWins)
	gen.Register("contextual_memory_retrieval/list-position-recall", "single fact recall", "List position recall",
		"Give the item at a position of a list that a long text holds.", listPositionRecall)
	gen.Register("contextual_memory_retrieval/verbatim-span-recall", "single fact recall", "Verbatim span recall",
		"Copy the sentence that stands at a distance from a cue in a long text.", verbatimSpanRecall)
}

// record is a kind of numbered record with an owner and a value.
type record struct {
	state []string // sentence with {id}, {owner} and {value}
	value func(r *rand.Rand) string
	byID  []string // questions with {n} and {base}
	byOwn []string // questions with {owner}; an owner has one record
}

var records = []record{
	{
		state: []string{
			"Locker {id} was given to {owner}, who keeps {value} in it.",
			"In locker {id} there is {value}; its user is {owner}.",
			"{owner} put {value} into locker {id}.",
		},
		value: withArticle(lexicon.Products),
		byID: []string{
			"What is kept in the locker whose number is {n} more than {base}? Name the object only.",
			"Add {n} to {base} to get the number of a locker. Which object is in that locker? Give only the object.",
		},
		byOwn: []string{"Which object is in the locker of {owner}? Name the object only.", "What does {owner} keep in the locker? Give only the object."},
	},
	{
		state: []string{
			"Parcel {id} from {owner} is addressed to {value}.",
			"{owner} sent parcel {id} to {value}.",
			"To {value} goes parcel {id}, packed by {owner}.",
		},
		value: func(r *rand.Rand) string { return gen.Pick(r, lexicon.Cities()) },
		byID: []string{
			"To which city does the parcel go whose number is {n} more than {base}? Answer with the city.",
			"Parcel numbers here begin at {base}. Where is the parcel sent whose number is larger than that by {n}? Answer with the city.",
		},
		byOwn: []string{"To which city did {owner} send a parcel? Answer with the city.", "Name the city that the parcel of {owner} is addressed to."},
	},
	{
		state: []string{
			"Seat {id} is reserved for {owner}, code {value}.",
			"{owner} holds seat {id} with the code {value}.",
			"The code {value} belongs to seat {id}, booked by {owner}.",
		},
		value: func(r *rand.Rand) string { return strconv.Itoa(gen.Between(r, 10_000, 99_999)) },
		byID: []string{
			"Which code belongs to the seat whose number is {n} more than {base}? Answer with the code.",
			"Seats are counted from {base} on. Give the code of the seat whose number is {base} plus {n}.",
		},
		byOwn: []string{"Which code was noted for the seat of {owner}? Answer with the code.", "{owner} has booked a seat. What is its code?"},
	},
}

func withArticle(words func() []string) func(r *rand.Rand) string {
	return func(r *rand.Rand) string {
		w := gen.Pick(r, words())
		if strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") || strings.HasPrefix(w, "woollen") {
			return "some " + w
		}
		return lexicon.Article(w) + " " + w
	}
}

// exactValueRecall asks for one value of a numbered record or of its owner.
// Difficulty lengthens the text and adds records of the same form, whose owners
// share given or family names; each number and owner has one record.
func exactValueRecall(r *rand.Rand, d gen.Difficulty) task.Item {
	rec := gen.Pick(r, records)
	n := gen.Of(d, 4, 8, 16, 28, 45)
	base := 100 * gen.Between(r, 1, 9)
	ids, owners := numbers(r, n, base+11, base+99), people(r, n)
	values := make([]string, n)
	facts := make([]string, n)
	for i := range facts {
		values[i] = rec.value(r)
		facts[i] = fillIn(gen.Pick(r, rec.state), "id", strconv.Itoa(ids[i]), "owner", owners[i], "value", values[i])
	}
	it := r.IntN(n)
	questions, text := rec.byID, notes(r, d, facts)
	if r.IntN(3) == 0 {
		questions = rec.byOwn
	}
	question, slots := ask(r, text, questions, gen.Slot("n", ids[it]-base), gen.Fixed("base", base), gen.Fixed("owner", owners[it]))
	bare := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(values[it], "a "), "an "), "some ")
	answer := task.String(bare, values[it], "the "+bare)
	if _, err := strconv.Atoi(bare); err == nil {
		answer = task.Answer{Kind: task.KindInteger, Value: bare}
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The number asked for is %d, and its owner is %s. The text says: \"%s\"", ids[it], owners[it], facts[it]), answer)}
}

var groups = []string{
	"chess club", "book club", "choir", "knitting circle", "film group", "drama class", "debating society", "quilting group",
	"gardening club", "Spanish class", "drawing course", "brass band", "history circle", "yoga group", "repair team", "puzzle club",
}

var moves = []string{
	"From now on the {group} meets in the {room} room.", "The {group} moves to the {room} room.",
	"The meetings of the {group} take place in the {room} room.", "For the {group} the {room} room has been booked instead.",
}

// lastWriteWins asks in which room a group meets at the end, or met before its
// last k moves. Difficulty adds moves of the group and other groups that move
// in between.
func lastWriteWins(r *rand.Rand, d gen.Difficulty) task.Item {
	all := gen.Sample(r, groups, gen.Of(d, 2, 3, 4, 6, 8))
	count := gen.Of(d, 4, 5, 7, 9, 12) // rooms of each group
	rooms := make([][]string, len(all))
	var facts []string
	order := make([]int, 0, count*len(all))
	for g := range all {
		rooms[g] = gen.Sample(r, lexicon.Colours(), count)
		for range count {
			order = append(order, g)
		}
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	next := make([]int, len(all))
	for _, g := range order {
		facts = append(facts, fillIn(gen.Pick(r, moves), "group", all[g], "room", rooms[g][next[g]]))
		next[g]++
	}
	k := gen.Between(r, 2, count-1)
	if r.IntN(4) == 0 {
		k = 0
	}
	questions := []string{
		"In which room did the {group} meet before its last {k} moves? Answer with the colour.",
		"Undo the {k} most recent changes of room of the {group}. Which room was in use then? Answer with the colour.",
	}
	if k == 0 {
		questions = []string{
			"In which room does the {group} meet in the end? Answer with the colour.",
			"After all changes, which room is right for the {group}? Answer with the colour.",
		}
	}
	question, slots := ask(r, notes(r, d, facts), questions, gen.Slot("k", k), gen.Fixed("group", all[0]))
	room := rooms[0][count-1-k]
	answer := task.String(room, room+" room", "the "+room+" room")
	working := fmt.Sprintf("The rooms of the %s were, in order: %s.", all[0], strings.Join(rooms[0], ", "))
	if k > 0 {
		working += fmt.Sprintf(" Without the last %d moves the room is %s.", k, room)
	} else {
		working += fmt.Sprintf(" The last one counts: %s.", room)
	}
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working, answer)}
}

// listPositionRecall asks for the k-th item of one of several lists that people
// read out; from difficulty 3 on, half of the items count from the end.
// Difficulty lengthens the lists and adds lists of other people.
func listPositionRecall(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 8, 11, 15, 20, 28)
	readers := people(r, gen.Of(d, 2, 3, 4, 5, 6))
	kind := gen.Pick(r, []struct {
		name  string
		words []string
	}{{"packing list", lexicon.Products()}, {"shopping list", lexicon.Foods()}, {"list of sightings", lexicon.Animals()}, {"tool list", lexicon.Tools()}, {"planting list", lexicon.Plants()}})
	var facts []string
	var first []string
	for i, reader := range readers {
		items := gen.Sample(r, kind.words, n)
		if i == 0 {
			first = items
		}
		facts = append(facts, fmt.Sprintf(gen.Pick(r, []string{"%s read out a %s: %s.", "Then %s gave us the %s: %s.", "%s wrote a %s on the board: %s."}), reader, kind.name, strings.Join(items, ", ")))
	}
	reader := readers[0]
	r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	k := gen.Between(r, 3, n-2)
	item, side := first[k-1], "beginning"
	if d >= 3 && r.IntN(2) == 0 {
		item, side = first[n-k], "end"
	}
	question, slots := ask(r, notes(r, d, facts), []string{
		"Which item has position number {k} on the {list} of {reader}, counted from the {side}? Answer with the item alone.",
		"Take the {list} of {reader} and count its items from the {side}. What is item number {k}? Answer with the item alone.",
		"{reader} gave a {list}. Name the entry at place {k}, counting from the {side}, and nothing else.",
	}, gen.Slot("k", k), gen.Fixed("list", kind.name), gen.Fixed("reader", reader), gen.Fixed("side", side))
	answer := task.String(item)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The %s of %s has %d items: %s. Number %d from the %s is the %s.", kind.name, reader, n, strings.Join(first, ", "), k, side, item), answer)}
}

// verbatimSpanRecall asks for the sentence k sentences after a quoted one, word
// for word. Every sentence of the text is unique. Difficulty lengthens the text
// and the distance.
func verbatimSpanRecall(r *rand.Rand, d gen.Difficulty) task.Item {
	f := newFiller(r, nil)
	sentences := f.weave(nil, contextWords(d))
	k := gen.Between(r, 2, gen.Of(d, 4, 5, 7, 9, 12))
	cue := r.IntN(len(sentences) - k)
	text := notebook(r, f.scene.Topic, sentences)
	question, slots := ask(r, text, []string{
		"Find the sentence \"{cue}\" and go {k} sentences forward (the very next sentence is one step; the day headings do not count). Copy the sentence you reach, word for word, with its full stop and without quotation marks.",
		"Count {k} sentences on from this one: \"{cue}\" Its direct successor counts as the first, day headings count for nothing. Reproduce the sentence found there exactly, full stop included, no quotation marks.",
		"Starting after \"{cue}\", which sentence is number {k}? Headings are no sentences. Give it exactly as it stands, without quotation marks but with the full stop.",
	}, gen.Slot("k", k), gen.Fixed("cue", sentences[cue]))
	answer := task.Answer{Kind: task.KindString, Value: sentences[cue+k], CaseSensitive: true}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("I count %d sentences on from the cue; the one before the answer is \"%s\"", k, sentences[cue+k-1]), answer)}
}
