package extraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "cross-source combination"
	gen.Register("information_extraction/conflicting-source-resolution", area, "Conflicting source resolution",
		"Settle a value on which sources differ by a rule of trust and recency.", conflictingSources)
	gen.Register("information_extraction/record-linkage", area, "Record linkage", "Pair the records of two files that denote one person under given rules.", recordLinkage)
	gen.Register("information_extraction/coverage-gap-detection", area, "Coverage gap detection", "List required fields that no document of a case supplies.", coverageGap)
	gen.Register("information_extraction/provenance-citation", area, "Provenance citation", "Name the passages that are needed to derive an answer.", provenance)
}

// conflictingSources asks for a value. Difficulty adds sources and claims, ties
// of trust that the date breaks, sources that were withdrawn, and claims that
// repeat another source and so have its rank.
func conflictingSources(r *rand.Rand, d gen.Difficulty) task.Item {
	kinds := []string{"land register", "architect's survey", "newspaper", "tourist leaflet"}
	house := gen.Pick(r, lexicon.Streets()) + " Mill"
	values := spread(r, 1702, 1899, 9)
	type claim struct {
		rank, day, value int
		withdrawn        bool
	}
	var claims []claim
	var lines []string
	first := time.Date(gen.Between(r, 2019, 2030), 1, 1, 0, 0, 0, 0, time.UTC)
	days := spread(r, 0, 700, 9)
	n := gen.Of(d, 3, 4, 5, 6, 8)
	for i := range n {
		c := claim{rank: r.IntN(len(kinds)), day: days[i], value: values[i]}
		if d < 2 {
			c.rank = i
		}
		text := fmt.Sprintf("%s, %s: built in %d.", lexicon.Capital(kinds[c.rank]), first.AddDate(0, 0, c.day).Format("2 January 2006"), c.value)
		switch {
		case d >= 3 && i > 0 && r.IntN(4) == 0:
			c.withdrawn = true
			text += " (Later withdrawn.)"
		case d >= 4 && i > 0 && !claims[i-1].withdrawn && r.IntN(3) == 0: // a copy has the rank of what it copies
			rank := max(c.rank, claims[i-1].rank, 2)
			c.rank = claims[i-1].rank
			text = fmt.Sprintf("%s, %s, quoting %s %s: built in %d.", lexicon.Capital(kinds[rank]), first.AddDate(0, 0, c.day).Format("2 January 2006"), article(kinds[c.rank]), kinds[c.rank], c.value)
		}
		claims, lines = append(claims, c), append(lines, text)
	}
	best := claims[0]
	for _, c := range claims {
		if !c.withdrawn && (c.rank < best.rank || c.rank == best.rank && c.day > best.day) {
			best = c
		}
	}
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	rule := "Trust the land register most, then an architect's survey, then a newspaper, then a tourist leaflet; of equally trusted sources take the latest."
	rule += gen.Of(d, "", "", " Withdrawn statements are void.", " Withdrawn statements are void, and a source that quotes another kind of source counts as that kind.", " Withdrawn statements are void, and a source that quotes another kind of source counts as that kind.")
	question, _ := gen.Ask(r, []string{
		"Statements on {house}:\n\n{lines}\n\n{rule} In which year was it built, then?",
		"The sources on {house} contradict one another. {rule} Which year of building do you enter?\n\n{lines}",
		"{rule}\n\nBy this rule, settle the year in which {house} was built:\n\n{lines}",
	}, gen.Fixed("house", house), gen.Fixed("lines", "- "+strings.Join(lines, "\n- ")), gen.Fixed("rule", rule))
	answer := task.Integer(int64(best.value))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The best kind among the valid statements is %s, its latest date %s. It says %d.", kinds[best.rank], first.AddDate(0, 0, best.day).Format("2 January 2006"), best.value), answer)}
}

// recordLinkage asks for pairs of ids. Difficulty adds records, near misses
// that share one feature only, and more ways in which true pairs differ.
func recordLinkage(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 5, 6, 8, 10, 13)
	family, given := gen.Sample(r, lexicon.FamilyNames(), n), gen.Sample(r, lexicon.GivenNames(), n)
	one, two := sheet{columns: []string{"Id", "Name", "Born", "Town"}}, sheet{columns: []string{"No.", "Name", "Date of birth", "Town"}}
	ids, numbers := spread(r, 101, 499, n), spread(r, 501, 999, 2*n)
	towns := gen.Sample(r, lexicon.Cities(), n)
	var pairs []task.Answer
	var working []string
	for i := range n {
		born := time.Date(gen.Between(r, 1950, 2004), time.Month(gen.Between(r, 1, 12)), gen.Between(r, 13, 28), 0, 0, 0, 0, time.UTC)
		one.rows = append(one.rows, []string{fmt.Sprintf("P%d", ids[i]), given[i] + " " + family[i], born.Format("2006-01-02"), towns[i]})
		name, date, town, same := given[i]+" "+family[i], born, towns[i], i == 0 || r.IntN(2) == 0
		switch {
		case !same && d >= 2 && i%3 == 0: // born on another day
			date = born.AddDate(0, 0, gen.Between(r, 40, 400))
		case !same && d >= 2 && i%3 == 1: // another initial
			name = string('A'+(given[i][0]-'A'+1+byte(r.IntN(24)))%26) + ". " + family[i]
		case !same:
			continue
		case d >= 2 && i%3 == 0:
			name = given[i][:1] + ". " + family[i]
		case d >= 3 && i%3 == 1:
			name = strings.ToUpper(family[i]) + ", " + given[i]
		}
		if d >= 4 && r.IntN(3) == 0 {
			town = other(r, towns, town)
		}
		number := fmt.Sprintf("Q%d", numbers[i])
		two.rows = append(two.rows, []string{number, name, date.Format("02/01/2006"), town})
		if same {
			pairs = append(pairs, task.List(task.Strings([]string{one.rows[i][0], number})...))
			working = append(working, one.rows[i][0]+" with "+number)
		}
	}
	r.Shuffle(len(two.rows), func(i, j int) { two.rows[i], two.rows[j] = two.rows[j], two.rows[i] })
	rule := "Two records are of one person if family name and date of birth agree and the given names do not contradict each other (an initial fits any name that begins with it). Case, the order of the names and the town do not matter."
	question, _ := gen.Ask(r, []string{
		"{one}\n\n{two}\n\n{rule} Which records belong together? Answer with a set of pairs like {[P1, Q2], [P3, Q4]}.",
		"A register with ids P… and a mailing list with numbers Q… are to be merged. {rule} Give all matches as a set of pairs [P…, Q…] in braces.\n\n{one}\n\n{two}",
		"{rule} (The second file writes dates as DD/MM/YYYY.) Link the files and list the pairs, first the P, then the Q, e.g. {[P1, Q2]}.\n\n{one}\n\n{two}",
	}, gen.Fixed("one", one.write(r)), gen.Fixed("two", two.write(r)), gen.Fixed("rule", rule))
	answer := task.Set(pairs...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("By family name, date of birth and given name or initial, these agree: "+strings.Join(working, ", ")+".", answer)}
}

// caseFields are what a file must hold, with sentences that supply each.
var caseFields = []struct{ name, given, missing string }{
	{"date of birth", "Born on %d May 1988.", "The line for the date of birth was left blank."},
	{"telephone", "Can be reached under 0300 55%d.", "The telephone number is to follow."},
	{"policy number", "Policy no. K-%d.", "The number of the policy could not be read."},
	{"bank account", "Pays from account 77%d.", "Asked for the account, she said she would look it up."},
	{"signature", "Signed in ink on sheet %d.", "The signature is still outstanding."},
	{"address", "Lives at %d Mill Lane.", "The envelope bore no sender's address."},
	{"occupation", "Works as a baker in shop %d.", "On her work she gave no answer."},
	{"witness", "Mr Haddad of house %d saw it all.", "No witness could be found."},
}

// coverageGap asks what is missing. Difficulty adds required fields and
// documents, documents of another case, and sentences that mention a field
// without supplying it.
func coverageGap(r *rand.Rand, d gen.Difficulty) task.Item {
	fields := gen.Sample(r, caseFields, gen.Of(d, 5, 5, 6, 7, 8))
	cases := spread(r, 1010, 9890, 2)
	n := gen.Of(d, 2, 3, 3, 4, 5)
	documents := make([][]string, n)
	var required, missing []string
	for i, f := range fields {
		required = append(required, f.name)
		sentence := fmt.Sprintf(f.given, gen.Between(r, 10, 28))
		at := r.IntN(n)
		foreign := d >= 2 && n-1 == at // the last document is of the other case
		lacking := i == 0 || r.IntN(3) == 0
		if lacking && !foreign {
			missing = append(missing, f.name)
			if d >= 3 && r.IntN(2) == 0 {
				documents[at] = append(documents[at], f.missing)
			}
			continue
		}
		documents[at] = append(documents[at], sentence)
		if foreign {
			if lacking {
				missing = append(missing, f.name)
			} else {
				at = r.IntN(n - 1)
				documents[at] = append(documents[at], fmt.Sprintf(f.given, gen.Between(r, 10, 28)))
			}
		}
	}
	var text []string
	for i, lines := range documents {
		number := cases[0]
		if d >= 2 && i == n-1 {
			number = cases[1]
		}
		if len(lines) == 0 {
			lines = []string{"Received and filed."}
		}
		text = append(text, fmt.Sprintf("Document %d, case %d: %s", i+1, number, strings.Join(lines, " ")))
	}
	slices.Sort(missing)
	slices.Sort(required)
	question, _ := gen.Ask(r, []string{
		"{text}\n\nA complete file needs: {required}. Which of these are still lacking for case {case}? List them in alphabetical order, in square brackets.",
		"Check case {case} for completeness against this list: {required}. Give what no document of the case supplies, alphabetically, as a bracketed list.\n\n{text}",
		"Before case {case} can be closed, the file has to state {required}. Name the gaps in alphabetical order, in square brackets.\n\n{text}",
	}, gen.Fixed("text", strings.Join(text, "\n")), gen.Fixed("required", gen.Enumerated(required)), gen.Fixed("case", cases[0]))
	answer := task.List(task.Strings(missing)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("Going through the documents of case %d, nothing is stated for %s.", cases[0], gen.Enumerated(missing)), answer)}
}

// provenance asks which passages an answer rests on. Difficulty is the length of
// the chain of passages and the number of others that look alike.
func provenance(r *rand.Rand, d gen.Difficulty) task.Item {
	steps := gen.Of(d, 2, 2, 3, 4, 5)
	people, ships, streets := gen.Sample(r, lexicon.FamilyNames(), 14), gen.Sample(r, lexicon.Animals(), 14), gen.Sample(r, lexicon.Streets(), 14)
	next := 0
	chain := func() []string {
		i := next
		next++
		ship, captain := "the "+lexicon.Capital(ships[i]), people[i]
		links := []string{
			fmt.Sprintf("The cargo of lot %d went aboard %s.", 300+7*i+r.IntN(7), ship),
			fmt.Sprintf("%s sailed under Captain %s.", lexicon.Capital(ship), captain),
			fmt.Sprintf("Captain %s learnt the trade in the school of %s.", captain, gen.Pick(r, lexicon.Cities())),
		}
		if steps == 2 {
			return links[:2]
		}
		if steps > 3 {
			teacher := people[13-i]
			links[2] = fmt.Sprintf("Captain %s learnt the trade from %s.", captain, teacher)
			links = append(links, fmt.Sprintf("%s had a house in %s.", teacher, streets[i]))
		}
		if steps > 4 {
			links = append(links, fmt.Sprintf("From %d on, houses in %s had to be painted %s.", gen.Between(r, 1801, 1888), streets[i], gen.Pick(r, lexicon.Colours())))
		}
		return links
	}
	ask := map[int]string{2: "Who was captain of the ship that took the cargo of lot %s?", 3: "In which town did the captain whose ship took lot %s learn the trade?",
		4: "In which street was the house of the person who taught the captain whose ship took lot %s?", 5: "What colour must the house of the teacher of the captain whose ship took lot %s have had?"}[steps]
	type passage struct {
		text   string
		needed bool
	}
	var all []passage
	wanted := chain()
	for _, text := range wanted {
		all = append(all, passage{text, true})
	}
	for range gen.Of(d, 2, 3, 3, 3, 3) {
		for _, text := range chain() {
			if r.IntN(3) > 0 {
				all = append(all, passage{text, false})
			}
		}
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var lines []string
	var ids []int
	for i, p := range all {
		lines = append(lines, fmt.Sprintf("[%d] %s", i+1, p.text))
		if p.needed {
			ids = append(ids, i+1)
		}
	}
	lot := strings.Fields(wanted[0])[4]
	question, _ := gen.Ask(r, []string{
		"{lines}\n\n{ask} Do not answer this: give the numbers of all passages that are needed to answer it, ascending, as a list in square brackets.",
		"A reader asks: \"{ask}\" Which of the passages below must be cited for the answer, and no others? List their numbers in ascending order, in square brackets.\n\n{lines}",
		"Find the evidence for this question: {ask} Write only the numbers of the passages that the answer rests on, smallest first, as a bracketed list.\n\n{lines}",
	}, gen.Fixed("lines", strings.Join(lines, "\n")), gen.Fixed("ask", fmt.Sprintf(ask, lot)))
	answer := task.List(task.Integers(ids)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("The chain is: "+strings.Join(wanted, " "), answer)}
}
