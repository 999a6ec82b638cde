package extraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "cross-source combination"
	gen.Register("information_extraction/three-hop-document-lookup", area, "Three-hop document lookup",
		"Follow identifiers through three documents to a fact.", threeHopLookup)
	gen.Register("information_extraction/aggregation-over-documents", area, "Aggregation over documents",
		"Add up values that stand in many short documents.", aggregationOverDocuments)
}

// company is three lists that refer to one another; names[0] is asked for.
type company struct {
	names, departments, buildings []string
	department, building          map[string]string // of a person, of a department
	extension                     map[string]int    // of a building
	notice                        string
}

// drawCompany makes a company in which the first few people share a family name.
func drawCompany(r *rand.Rand, people, places, alike int) company {
	c := company{
		departments: gen.Sample(r, []string{"Accounts", "Legal", "Procurement", "Logistics", "Design", "Support", "Research", "Training"}, places),
		buildings:   gen.Sample(r, lexicon.Streets(), places),
		department:  map[string]string{}, building: map[string]string{}, extension: map[string]int{},
	}
	given, family := gen.Sample(r, lexicon.GivenNames(), people), gen.Sample(r, lexicon.FamilyNames(), people)
	for i := range people {
		if i < alike {
			family[i] = family[0]
		}
		name := given[i] + " " + family[i]
		c.names = append(c.names, name)
		c.department[name] = gen.Pick(r, c.departments)
	}
	numbers := r.Perm(900)
	for i, b := range c.buildings {
		c.building[c.departments[i]] = b
		c.extension[b] = 4100 + numbers[i]
	}
	return c
}

// documents writes the lists, each in an order of its own.
func (c company) documents(r *rand.Rand) string {
	var people, places, phones [][]string
	for _, name := range c.names {
		people = append(people, []string{name, c.department[name], fmt.Sprintf("since 20%02d", gen.Between(r, 10, 30))})
	}
	for i, b := range c.buildings {
		places = append(places, []string{c.departments[i], "Building " + b, fmt.Sprintf("floor %d", gen.Between(r, 1, 5))})
		phones = append(phones, []string{"Building " + b, fmt.Sprint(c.extension[b]), gen.Pick(r, []string{"08:00–16:00", "07:30–17:00", "09:00–18:00"})})
	}
	for _, rows := range [][][]string{people, places, phones} {
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	}
	return fmt.Sprintf("Document A (staff)\n\n%s\n\nDocument B (places)\n\n%s%s\n\nDocument C (reception desks)\n\n%s",
		markdown([]string{"Name", "Department", "Remark"}, people), markdown([]string{"Department", "Place", "Floor"}, places), c.notice,
		markdown([]string{"Place", "Extension", "Hours"}, phones))
}

// threeHopLookup asks for the telephone extension that serves a person, found
// through department and building. Difficulty adds people with similar names,
// departments and buildings, and a notice that moves a department.
func threeHopLookup(r *rand.Rand, d gen.Difficulty) task.Item {
	c := drawCompany(r, gen.Of(d, 4, 5, 7, 9, 12), gen.Of(d, 3, 3, 4, 5, 6), int(d))
	who := c.names[0]
	dep := c.department[who]
	moved := dep
	if r.IntN(3) == 0 {
		moved = gen.Pick(r, c.departments)
	}
	to := gen.Pick(r, slices.DeleteFunc(slices.Clone(c.buildings), func(b string) bool { return b == c.building[moved] }))
	if d >= 3 { // the list of places is out of date for one department
		c.notice = fmt.Sprintf("\n\nNotice of later date: %s now has its desks in Building %s.", moved, to)
	}
	documents := c.documents(r)
	building := c.building[dep]
	if c.notice != "" && moved == dep {
		building = to
	}
	question, _ := gen.Ask(r, []string{
		"{documents}\n\nA parcel for {who} is at the gate. Which extension reaches the reception desk of the building where {who} works?",
		"You want to call the reception at the workplace of {who}. Which extension do you dial, according to these documents?\n\n{documents}",
		"Three lists of a company:\n\n{documents}\n\nGive the extension of the reception desk responsible for {who}.",
	}, gen.Fixed("documents", documents), gen.Fixed("who", who))
	answer := task.Integer(int64(c.extension[building]))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%s belongs to %s, which sits in Building %s, whose reception has the extension %d.", who, dep, building, c.extension[building]), answer)}
}

// aggregationOverDocuments asks for a sum over short reports. Difficulty adds
// reports, a second crop, reports that correct earlier ones, and number words.
func aggregationOverDocuments(r *rand.Rand, d gen.Difficulty) task.Item {
	crops := gen.Sample(r, []string{"apples", "pears", "plums", "cherries", "quinces"}, 2)
	farms := gen.Sample(r, lexicon.Streets(), gen.Of(d, 4, 5, 6, 8, 10))
	var reports []string
	value := map[string]int{}
	for i, farm := range farms {
		value[farm] = gen.Between(r, 120, 880)
		name := farm + " Farm"
		text := fmt.Sprintf(gen.Pick(r, []string{"%s delivered %d kg of %s this season.", "From %s we received %d kg of %s.", "%s: %d kg of %s."}), name, value[farm], crops[0])
		if d >= 2 && i%3 == 1 {
			text += fmt.Sprintf(" It also sent %d kg of %s.", gen.Between(r, 120, 880), crops[1])
		}
		reports = append(reports, text)
	}
	for range gen.Of(d, 0, 0, 1, 2, 3) { // a correction replaces a figure
		farm := gen.Pick(r, farms)
		old := value[farm]
		value[farm] = old + 10*gen.Between(r, 1, 9)
		reports = append(reports, fmt.Sprintf("Correction for %s Farm: the figure for %s must read %d kg instead of %d kg.", farm, crops[0], value[farm], old))
	}
	var lines []string
	for i, text := range reports {
		lines = append(lines, fmt.Sprintf("[%c] %s", 'a'+i, text))
	}
	limit := gen.AbsentNumber(r, 250, 450, strings.Join(lines, " "))
	var kept []int
	total := 0
	for _, farm := range farms {
		if value[farm] >= limit {
			kept = append(kept, value[farm])
			total += value[farm]
		}
	}
	question, slots := gen.Ask(r, []string{
		"{reports}\n\nAdd up the {crop} of all farms that brought at least {limit} kg of them. Later corrections replace earlier figures. Give the sum in kg as an integer.",
		"A cooperative pays a bonus to farms with a delivery of {limit} kg of {crop} or more. According to the messages below (a correction overrides what came before), how many kg of {crop} get the bonus in total?\n\n{reports}",
		"Messages in order of arrival:\n\n{reports}\n\nLeaving out farms whose corrected delivery of {crop} is below {limit} kg, what is the total weight of {crop} in kg?",
	}, gen.Fixed("reports", strings.Join(lines, "\n")), gen.Fixed("crop", crops[0]), gen.Slot("limit", limit))
	answer := task.Integer(int64(total))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("With corrections applied, the deliveries of %s of at least %d kg are: %s. The sum is %d.", crops[0], limit, sumText(kept), total), answer)}
}
