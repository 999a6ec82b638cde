package extraction

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "prose facts"
	gen.Register("information_extraction/named-entity-with-role", area, "Named entity with role", "Name the person who held a stated role in a given year.", roleHolder)
	gen.Register("information_extraction/coreference-resolved-fact", area, "Coreference-resolved fact",
		"Find whom a fact is about that is told through pronouns and titles.", coreference)
	gen.Register("information_extraction/quoted-speech-attribution", area, "Quoted speech attribution",
		"Name the speaker of a line in a dialogue with few tags.", quotedSpeech)
	gen.Register("information_extraction/relation-triple-extraction", area, "Relation triple extraction",
		"List all pairs that stand in a given relation in a text.", relationTriples)
	gen.Register("information_extraction/event-argument-filling", area, "Event argument filling",
		"Fill in who, what, when and where of one event among several.", eventArguments)
}

var clubs = []string{"the rowing club", "the town choir", "the chess society", "the allotment union", "the film circle", "the hiking club", "the local museum", "the parish archive"}

// roleHolder asks who held an office in a year. Difficulty adds changes of
// office, a second office in the same text, acting holders, and sentences out
// of order of time.
func roleHolder(r *rand.Rand, d gen.Difficulty) task.Item {
	club := gen.Pick(r, clubs)
	roles := gen.Sample(r, []string{"treasurer", "secretary", "chair", "librarian", "steward"}, gen.Of(d, 1, 2, 2, 3, 3))
	people := gen.Sample(r, lexicon.FamilyNames(), 18)
	next := 0
	person := func() string { next++; return people[next-1] }
	var text []string
	var starts []int
	var holders []string
	for i, role := range roles {
		holder, year := person(), gen.Between(r, 1951, 1960)
		text = append(text, fmt.Sprintf(gen.Pick(r, []string{"In %d, %s was elected %s.", "From %d on, %s served as %s."}), year, holder, role))
		if i == 0 {
			starts, holders = []int{year}, []string{holder}
		}
		for k := range gen.Of(d, 2, 2, 3, 3, 4) {
			year += gen.Between(r, 4, 9)
			fresh := person()
			text = append(text, fmt.Sprintf(gen.Pick(r, []string{"%[2]s took over from %[3]s as %[4]s in %[1]d.", "In %[1]d, %[3]s handed the office of %[4]s to %[2]s.", "The year %[1]d saw %[2]s follow %[3]s as %[4]s."}), year, fresh, holder, role))
			if d >= 4 && k == 0 {
				text = append(text, fmt.Sprintf("In %d, %s was proposed as %s, but the members voted against it.", year+2, person(), role))
			}
			holder = fresh
			if i == 0 {
				starts, holders = append(starts, year), append(holders, fresh)
			}
		}
	}
	if d >= 3 {
		r.Shuffle(len(text), func(i, j int) { text[i], text[j] = text[j], text[i] })
	}
	story := strings.Join(text, " ")
	at := r.IntN(len(starts))
	end := starts[at] + 4
	if at+1 < len(starts) {
		end = starts[at+1]
	}
	year := gen.Between(r, starts[at]+1, end-1) // a year without a change
	question, slots := gen.Ask(r, []string{
		"A history of {club} says: {story} Who was {role} in the year {year}? Give the family name.",
		"{story}\n\nGoing by these notes on {club}, which person held the office of {role} in {year}? (Nobody left office but as stated.)",
		"For a list of officers of {club}, name the {role} of {year}. The chronicle reads as follows.\n\n{story}",
	}, gen.Fixed("club", club), gen.Fixed("story", story), gen.Fixed("role", roles[0]), gen.Slot("year", year))
	answer := task.String(holders[at])
	var working []string
	for i := range starts {
		working = append(working, fmt.Sprintf("%s from %d", holders[i], starts[i]))
	}
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(fmt.Sprintf("The office of %s went like this: %s. The year %d falls into the time of %s.", roles[0], strings.Join(working, ", "), year, holders[at]), answer)}
}

// Given names that English readers take for a woman's or a man's without doubt.
var (
	women = []string{"Clara", "Esther", "Fiona", "Agnes", "Ingrid", "Helena", "Martha", "Rosa", "Sofia", "Julia", "Emma", "Laura"}
	men   = []string{"Daniel", "Felix", "Bruno", "Edgar", "Carlos", "Ahmed", "Peter", "Hugo", "Victor", "Oscar", "Martin", "Thomas"}
)

// coreference asks which person a fact is about. Every mention has one reading:
// a pronoun fits one of a pair, a trade is named once, and "the former" and
// "the latter" follow the sentence that names both. Difficulty adds people and
// facts that are told by trades and by order of mention instead of pronouns.
func coreference(r *rand.Rand, d gen.Difficulty) task.Item {
	things, next := gen.Sample(r, lexicon.Products(), 14), 0
	var text []string
	type fact struct{ thing, name, mention string }
	var facts []fact
	tell := func(mention, name string) {
		verb := gen.Pick(r, []string{"brought", "lost", "found", "sold", "borrowed"})
		text = append(text, fmt.Sprintf("%s %s the %s.", lexicon.Capital(mention), verb, things[next]))
		facts = append(facts, fact{things[next], name, mention})
		next++
	}
	trades := gen.Sample(r, lexicon.Professions(), 4)
	she, he := gen.Sample(r, women, 2), gen.Sample(r, men, 2)
	for pair := range gen.Of(d, 1, 1, 2, 2, 2) {
		w, m := she[pair], he[pair]
		order := []string{w, m}
		if r.IntN(2) == 0 {
			order = []string{m, w}
		}
		trade := map[string]string{order[0]: trades[2*pair], order[1]: trades[2*pair+1]}
		text = append(text, fmt.Sprintf(gen.Pick(r, []string{"%s, %s %s, met %s, %s %s.", "%s, who is %s %s, ran into %s, who is %s %s."}), order[0], article(trade[order[0]]), trade[order[0]], order[1], article(trade[order[1]]), trade[order[1]]))
		if d >= 3 {
			tell("the former", order[0])
			if d >= 4 {
				tell("the latter", order[1])
			}
		}
		for range gen.Of(d, 2, 3, 2, 2, 3) {
			name := gen.Pick(r, order)
			mention := map[bool]string{true: "she", false: "he"}[name == w]
			if r.IntN(2) == 0 {
				mention = "the " + trade[name]
			}
			tell(mention, name)
		}
	}
	if d >= 5 { // all four are known now, so only trades will do
		for range 2 {
			f := gen.Pick(r, []int{0, 1})
			name := map[int]string{0: she[f], 1: he[f]}[r.IntN(2)]
			for _, t := range text {
				for _, trade := range trades {
					if strings.Contains(t, name+", "+article(trade)+" "+trade) || strings.Contains(t, name+", who is "+article(trade)+" "+trade) {
						tell("Later on, the "+trade, name)
					}
				}
			}
		}
	}
	f := gen.Pick(r, facts)
	question, _ := gen.Ask(r, []string{
		"{text} Who is it that had to do with the {thing}? Give the name.",
		"Read and answer with one name: {text} — Which person does the sentence about the {thing} speak of?",
		"{text}\n\nResolve who is meant in the sentence with the {thing}, and write that person's name.",
	}, gen.Fixed("text", strings.Join(text, " ")), gen.Fixed("thing", f.thing))
	answer := task.String(f.name)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("In that sentence, \"%s\" refers back to %s.", f.mention, f.name), answer)}
}

// article is the indefinite article of a word by its first letter.
func article(word string) string {
	if strings.ContainsAny(word[:1], "aeiouAEIOU") {
		return "an"
	}
	return "a"
}

// quotedSpeech asks for a speaker. Difficulty adds turns, turns without a tag
// that alternate between two people, and a third who breaks in with a tag.
func quotedSpeech(r *rand.Rand, d gen.Difficulty) task.Item {
	people := gen.Sample(r, lexicon.GivenNames(), 3)
	topics := gen.Sample(r, lexicon.Topics(), 14)
	var lines, quotes, speakers []string
	pair := [2]string{people[0], people[1]}
	for i := range gen.Of(d, 4, 6, 7, 9, 12) {
		speaker := pair[i%2]
		quote := fmt.Sprintf(gen.Pick(r, []string{"I could talk about %s all day", "You know nothing of %s", "Let us leave %s for tomorrow", "My aunt wrote a book on %s", "Nobody here cares for %s"}), topics[i])
		tagged := i < 2 || d < 2 || i%gen.Of(d, 1, 3, 4, 5, 6) == 0
		if d >= 4 && i%4 == 3 { // a third breaks in; the two go on in turn afterwards
			lines = append(lines, fmt.Sprintf("\"Does anyone want tea?\" called %s from the kitchen.", people[2]))
		}
		switch {
		case !tagged:
			lines = append(lines, fmt.Sprintf("\"%s.\"", quote))
		case r.IntN(2) == 0:
			lines = append(lines, fmt.Sprintf("\"%s,\" said %s.", quote, speaker))
		default:
			lines = append(lines, fmt.Sprintf("%s %s: \"%s.\"", speaker, gen.Pick(r, []string{"replied", "said", "answered"}), quote))
		}
		quotes, speakers = append(quotes, quote), append(speakers, speaker)
	}
	at := r.IntN(len(quotes))
	for i := range quotes { // a line without a tag tells more
		if d >= 2 && strings.Contains(strings.Join(lines, "\n"), "\n\""+quotes[i]+".\"") && r.IntN(2) == 0 {
			at = i
		}
	}
	rule := gen.Of(d, "", " The two speak in turn.", " The two speak in turn.", " Apart from calls from the kitchen, two people speak in turn.", " Apart from calls from the kitchen, two people speak in turn.")
	question, _ := gen.Ask(r, []string{
		"{talk}\n\nWho says \"{quote}\"?{rule}",
		"A scene from a play script:{rule}\n\n{talk}\n\nTo whom does the line \"{quote}\" belong? Give the name.",
		"Name the speaker of \"{quote}\" in the following talk.{rule}\n\n{talk}",
	}, gen.Fixed("talk", strings.Join(lines, "\n")), gen.Fixed("quote", quotes[at]), gen.Fixed("rule", rule))
	answer := task.String(speakers[at])
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("%s opens and %s answers; line number %d of the two is that of %s.", people[0], people[1], at+1, speakers[at]), answer)}
}

// relations are pairs of a person and a firm told in several ways.
var relations = []struct {
	column, verb string
	told         []string // %[1]s the person, %[2]s the firm
}{
	{"Founder", "founded", []string{"%[1]s founded %[2]s.", "%[2]s was founded by %[1]s.", "%[2]s goes back to %[1]s, who set it up.", "It was %[1]s who started %[2]s from nothing."}},
	{"Buyer", "bought", []string{"%[1]s bought %[2]s.", "%[2]s was taken over by %[1]s.", "%[2]s now belongs to %[1]s, who purchased it.", "%[1]s became the owner of %[2]s by purchase."}},
	{"Manager", "manages", []string{"%[1]s manages %[2]s.", "%[2]s is run by %[1]s.", "The manager of %[2]s is %[1]s.", "At %[2]s, the person in charge is %[1]s."}},
}

// relationTriples asks for all pairs of one relation. Difficulty adds sentences,
// other relations between the same people and firms, and denied statements.
func relationTriples(r *rand.Rand, d gen.Difficulty) task.Item {
	people, firms := gen.Sample(r, lexicon.FamilyNames(), 10), gen.Sample(r, lexicon.Companies(), 10)
	asked := r.IntN(len(relations))
	rel := relations[asked]
	answer := task.Answer{Kind: task.KindTable, Columns: []string{rel.column, "Firm"}}
	var text []string
	n := gen.Of(d, 5, 6, 8, 10, 12)
	for i := range n {
		k := r.IntN(gen.Of(d, 2, 3, 3, 3, 3))
		if d < 2 && k == 1 {
			k = (asked + 1) % 3
		} else if k == 0 || i == 0 {
			k = asked
		}
		who, firm := people[i%len(people)], firms[(3*i+i/10)%len(firms)]
		told := fmt.Sprintf(gen.Pick(r, relations[k].told), who, firm)
		if d >= 3 && i > 0 && r.IntN(5) == 0 {
			told = fmt.Sprintf("It is not true, as some believe, that %s %s %s.", who, relations[k].verb, firm)
		} else if k == asked {
			answer.Rows = append(answer.Rows, []string{who, firm})
		}
		text = append(text, told)
	}
	r.Shuffle(n, func(i, j int) { text[i], text[j] = text[j], text[i] })
	question, _ := gen.Ask(r, []string{
		"{text}\n\nList every case, as stated above, in which somebody {verb} a firm. Answer with a Markdown table with the columns {column} and Firm, rows in any order.",
		"From these lines of a trade paper, extract all pairs of the relation \"{verb}\":\n\n{text}\n\nWrite a Markdown table, columns {column} and Firm; the order of rows does not matter.",
		"A database takes rows ({column}, Firm), one for each statement that a person {verb} a firm. Which rows follow from this text? Give them as a Markdown table with these two columns.\n\n{text}",
	}, gen.Fixed("text", strings.Join(text, " ")), gen.Fixed("verb", rel.verb), gen.Fixed("column", rel.column))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.ReferenceText(fmt.Sprintf("Of the %d statements, %d say that somebody %s a firm; the others tell another relation or deny one.", n, len(answer.Rows), rel.verb), "\n"+answer.Text()+"\n")}
}

// eventArguments asks for the arguments of one event. Difficulty adds events of
// the same kind, arguments spread over sentences, and a change of plan.
func eventArguments(r *rand.Rand, d gen.Difficulty) task.Item {
	events := gen.Sample(r, lexicon.Events(), gen.Of(d, 2, 3, 3, 4, 5))
	people, places := gen.Sample(r, lexicon.GivenNames(), 12), gen.Sample(r, lexicon.Streets(), 12)
	days := gen.Sample(r, lexicon.Weekdays(), 7)
	fields := map[string]task.Answer{}
	var first, later []string
	for i, event := range events {
		who, day, place, guests := people[i], days[i], places[i], gen.Between(r, 12, 95)
		hour := fmt.Sprintf("%02d:%02d", gen.Between(r, 8, 20), 15*r.IntN(4))
		if d < 3 {
			first = append(first, fmt.Sprintf(gen.Pick(r, []string{"On %[2]s at %[3]s, %[1]s holds the %[5]s in the hall in %[4]s.", "The %[5]s, held by %[1]s, takes place in %[4]s on %[2]s at %[3]s.", "%[1]s invites to the %[5]s: %[4]s, %[2]s, %[3]s."}), who, day, hour, place, event))
		} else {
			first = append(first, fmt.Sprintf("%s takes care of the %s, which is set for %s.", who, event, day))
			later = append(later, fmt.Sprintf("The %s begins at %s in the hall in %s, with seats for %d.", event, hour, place, guests))
		}
		if d >= 4 && (i == 0 || r.IntN(2) == 0) {
			switch r.IntN(3) {
			case 0:
				day = days[(i+5)%7]
				later = append(later, fmt.Sprintf("Note that the %s had to be moved to %s.", event, day))
			case 1:
				place = places[i+6]
				later = append(later, fmt.Sprintf("Because of a leak, the %s moves to the hall in %s.", event, place))
			case 2:
				who = people[i+6]
				later = append(later, fmt.Sprintf("%s has fallen ill, so %s takes care of the %s instead.", people[i], who, event))
			}
		}
		if i == 0 {
			fields = map[string]task.Answer{"who": task.String(who), "day": task.String(day), "time": task.String(hour), "place": task.String(place)}
		}
	}
	r.Shuffle(len(first), func(i, j int) { first[i], first[j] = first[j], first[i] })
	question, _ := gen.Ask(r, []string{
		"{text}\n\nFor the {event}, answer with a JSON object: who (the person responsible), day, time (HH:MM) and place (the street), as they stand in the end.",
		"Fill in this form for the {event} from the notes below: {\"who\": …, \"day\": …, \"time\": \"HH:MM\", \"place\": street}. Who is the person in charge; later changes count.\n\n{text}",
		"Somebody asks about the {event}. Give the final details as JSON with the keys who, day, time, place (person in charge, weekday, HH:MM, name of the street).\n\n{text}",
	}, gen.Fixed("text", strings.Join(append(first, later...), " ")), gen.Fixed("event", events[0]))
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Only the sentences on the %s count. They give %s on %s at %s in %s.", events[0], fields["who"].Value, fields["day"].Value, fields["time"].Value, fields["place"].Value), answer)}
}
