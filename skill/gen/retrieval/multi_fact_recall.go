package retrieval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("contextual_memory_retrieval/multi-key-recall", "multi fact recall", "Multi-key recall",
		"Give the values of several keys that are scattered over a long text.", multiKeyRecall)
	gen.Register("contextual_memory_retrieval/set-membership", "multi fact recall", "Set membership recall",
		"Divide candidates into those that a long text mentions as such and the others.", setMembership)
	gen.Register("contextual_memory_retrieval/conditional-recall", "multi fact recall", "Conditional recall",
		"Give the value that held when something else happened in a long text.", conditionalRecall)
	gen.Register("contextual_memory_retrieval/count-of-mentions", "multi fact recall", "Count of mentions",
		"Count how often a long text mentions something with a property.", countOfMentions)
}

// multiKeyRecall asks for the codes of several people, named or as the k whose
// codes come first or last. Difficulty adds keys and people with other codes;
// each person has one.
func multiKeyRecall(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 5, 8, 14, 24, 36)
	k := gen.Between(r, 2, gen.Of(d, 2, 3, 4, 5, 7))
	names, codes := people(r, n), numbers(r, n, 1001, 9998)
	facts := make([]string, n)
	for i := range facts {
		facts[i] = fmt.Sprintf(gen.Pick(r, []string{"The door code of %s is %d.", "%s was given the door code %d.", "Noted for %s: door code %d.", "%s has to enter %d at the door."}), names[i], codes[i])
	}
	pick := r.Perm(n)[:k]
	questions := []string{
		"Give the door codes of these people as a JSON object from full name to number: {names}.",
		"Which door codes do {names} have? Answer with one JSON object whose keys are the full names and whose values are the codes.",
		"Look up the door code of each of {names}. Reply with a JSON object, full name to code.",
	}
	if r.IntN(2) == 0 {
		pick = firstNumbers(k, 0)
		questions = []string{
			"Give the door codes of the {k} people whose codes are noted first, as a JSON object from full name to number.",
			"Take the {k} people whose door codes come earliest in the text. Answer with a JSON object whose keys are their full names and whose values are the codes.",
		}
		if r.IntN(2) == 0 {
			pick = firstNumbers(k, n-k)
			questions = []string{
				"Give the door codes of the {k} people whose codes are noted last, as a JSON object from full name to number.",
				"Take the final {k} people who have a door code in the text. Answer with a JSON object whose keys are their full names and whose values are the codes.",
			}
		}
	}
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{}}
	var keys, working []string
	for _, i := range pick {
		keys = append(keys, names[i])
		answer.Fields[names[i]] = task.Integer(int64(codes[i]))
		working = append(working, facts[i])
	}
	question, slots := ask(r, notes(r, d, facts), questions, gen.Slot("k", k), gen.Fixed("names", conjoin(keys)))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("The text says: "+strings.Join(working, " "), answer)}
}

func firstNumbers(n, from int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = from + i
	}
	return out
}

// conjoin is "a, b and c".
func conjoin(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// setMembership asks which of the first k candidates were handed in at the lost
// property office. Others are reported missing, which does not count. Difficulty
// adds candidates and finds.
func setMembership(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 8, 10, 12, 16, 20) // candidates
	things := gen.Sample(r, lexicon.Products(), n+gen.Of(d, 2, 4, 8, 12, 20))
	candidates := slices.Clone(things[:n])
	k := gen.Between(r, n/2, n-1)
	handed := map[string]bool{}
	for i, thing := range things {
		handed[thing] = i%2 == 0 // so both lists of the answer have elements
	}
	r.Shuffle(len(things), func(i, j int) { things[i], things[j] = things[j], things[i] })
	var facts []string
	for _, thing := range things {
		person := gen.Pick(r, lexicon.GivenNames())
		yes := []string{"%s handed in the %s at the office.", "At the office %s left the %s as found.", "%s came to the office and turned in the %s."}
		no := []string{"%s reported the %s as missing.", "%s asked the office about the %s in vain.", "Nobody has turned in the %[2]s that %[1]s misses."}
		template := gen.Pick(r, no)
		switch {
		case handed[thing]:
			template = gen.Pick(r, yes)
		case r.IntN(3) == 0:
			continue
		}
		facts = append(facts, fmt.Sprintf(template, person, thing))
	}
	in, out := []string{}, []string{}
	for _, c := range candidates[:k] {
		if handed[c] {
			in = append(in, c)
		} else {
			out = append(out, c)
		}
	}
	question, slots := ask(r, notes(r, d, facts), []string{
		"Consider only the first {k} things of this list: {list}. Which of them were handed in at the office, and which were not? Answer with a JSON object with two arrays, \"handed_in\" and \"not_handed_in\".",
		"Here is a list: {list}. Sort its first {k} entries into what was handed in at the office and what was not, and ignore the rest. Reply with a JSON object holding the arrays \"handed_in\" and \"not_handed_in\".",
		"Somebody asks after {list}. For the first {k} of these, say what the office got and what it did not: a JSON object with the arrays \"handed_in\" and \"not_handed_in\".",
	}, gen.Slot("k", k), gen.Fixed("list", strings.Join(candidates, ", ")))
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{
		"handed_in": task.Set(task.Strings(in)...), "not_handed_in": task.Set(task.Strings(out)...),
	}}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The first %d entries are %s. A sentence says that it was handed in for: %s.", k, strings.Join(candidates[:k], ", "), conjoin(in)), answer)}
}

var doors = []string{"cellar", "attic", "gate", "archive", "garage", "roof", "workshop", "storeroom"}

// conditionalRecall asks who held a key when an alarm rang for the k-th time.
// The key changes hands between alarms. Difficulty adds changes, other keys and
// other events.
func conditionalRecall(r *rand.Rand, d gen.Difficulty) task.Item {
	keys := gen.Sample(r, doors, gen.Of(d, 1, 2, 2, 3, 4))
	events := gen.Sample(r, []string{"the fire alarm rang", "the power failed", "the phone line went dead", "the lift got stuck"}, gen.Of(d, 1, 2, 2, 3, 3))
	rounds := gen.Of(d, 4, 5, 7, 9, 12)
	k := gen.Between(r, 2, rounds)
	var facts, history []string
	holder := ""
	for round := 1; round <= rounds; round++ {
		for i := range keys {
			for range gen.Between(r, 1, 2) {
				name := gen.Pick(r, lexicon.Without(lexicon.GivenNames(), holder))
				facts = append(facts, fmt.Sprintf(gen.Pick(r, []string{"%s took over the %s key.", "%s was handed the %s key.", "Since then %s has had the %s key."}), name, keys[i]))
				if i == 0 {
					if round <= k {
						holder = name
						history = append(history, name)
					}
				}
			}
		}
		for i, e := range events {
			facts = append(facts, gen.Pick(r, []string{"Then ", "Suddenly ", "Without warning ", "Once more "})+e+".")
			if i == 0 && round == k {
				history = append(history, "(here "+e+" for the time asked about)")
			}
		}
	}
	question, slots := ask(r, notes(r, d, facts), []string{
		"Count how often {event}. Who had the {key} key at occurrence number {k}? Answer with the name.",
		"Several times {event}. In whose hands was the {key} key at time number {k}? Give the name.",
		"Name the person who held the {key} key when {event} for time number {k}, counted from the start of the text.",
	}, gen.Slot("k", k), gen.Fixed("key", keys[0]), gen.Fixed("event", events[0]))
	answer := task.String(holder)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The %s key went to, in order: %s. So at that moment %s had it.", keys[0], strings.Join(history, ", "), holder), answer)}
}

var goods = strings.Fields("apples flour rice olives tea sugar oranges potatoes carrots honey salt lentils onions barley walnuts raisins")

// countOfMentions asks how many deliveries of one kind of goods weighed more
// than n kilograms. Difficulty adds deliveries and kinds.
func countOfMentions(r *rand.Rand, d gen.Difficulty) task.Item {
	kinds := gen.Sample(r, goods, gen.Of(d, 2, 3, 3, 4, 5))
	count := gen.Of(d, 8, 14, 24, 40, 60)
	weights := numbers(r, count+1, 101, 499)
	limit := weights[count] // no delivery has this weight
	var facts, hits []string
	for i, w := range weights[:count] {
		kind := gen.Pick(r, kinds)
		if i < 3 { // the kind that is asked about is delivered at least this often
			kind = kinds[0]
		}
		facts = append(facts, fmt.Sprintf(gen.Pick(r, []string{"%[1]s delivered %[2]d kilograms of %[3]s.", "A load of %[2]d kilograms of %[3]s came from %[1]s.", "From %[1]s we received %[3]s, %[2]d kilograms."}), gen.Pick(r, lexicon.GivenNames()), w, kind))
		if kind == kinds[0] && w > limit {
			hits = append(hits, strconv.Itoa(w))
		}
	}
	r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	question, slots := ask(r, notes(r, d, facts), []string{
		"How many deliveries of {kind} weighed more than {n} kilograms? Answer with an integer.",
		"Count the loads of {kind} above {n} kilograms. Answer with the number alone.",
		"A delivery of {kind} is called big when it exceeds {n} kilograms. How many big ones are recorded? Answer with an integer.",
	}, gen.Slot("n", limit), gen.Fixed("kind", kinds[0]))
	answer := task.Integer(int64(len(hits)))
	working := fmt.Sprintf("No delivery of %s weighed more than %d kilograms.", kinds[0], limit)
	if len(hits) > 0 {
		working = fmt.Sprintf("The deliveries of %s above %d kilograms weighed %s.", kinds[0], limit, conjoin(hits))
	}
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working, answer)}
}
