package planning

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
	gen.Register("planning/shift-roster", "resource scheduling", "Shift roster", "Assign staff to shifts with rest times, availability and limits.", shiftRoster)
	gen.Register("planning/lecture-timetable", "resource scheduling", "Lecture timetable", "Assign courses to periods and rooms without clashes.", lectureTimetable)
	gen.Register("planning/vehicle-load-assignment", "routes and logistics", "Vehicle load assignment",
		"Assign parcels to vehicles with capacity and rules on what travels together.", vehicleLoad)
}

// shiftRoster asks for a roster. Difficulty adds days (2 to 5) and people (3 to
// 6) and cuts availability. Shifts have early, late and night hours, and the
// rest between two of one person rules some sequences out. It is drawn around a
// roster that works; every other one that keeps the rules is right.
func shiftRoster(r *rand.Rand, d gen.Difficulty) task.Item {
	days, n := gen.Of(d, 2, 3, 3, 4, 5), gen.Of(d, 3, 3, 4, 5, 6)
	people := gen.Sample(r, lexicon.GivenNames(), n)
	kinds := []string{"early", "late", "night"}[:gen.Of(d, 2, 2, 3, 3, 3)]
	p := assignment{Rest: 11}
	count, lastEnd := make([]int, n), slices.Repeat([]int{-24}, n)
	able := make([][]string, n)
	var plan []string
	for day := range days {
		for k, kind := range kinds {
			t := duty{Name: lexicon.Weekdays()[day] + " " + kind, Start: 24*day + 6 + 8*k, End: 24*day + 14 + 8*k}
			rested := slices.DeleteFunc(r.Perm(n), func(i int) bool { return t.Start < lastEnd[i]+p.Rest })
			slices.SortStableFunc(rested, func(a, b int) int { return count[a] - count[b] })
			who := rested[0] // three people suffice: each is busy with at most two of three shifts
			count[who]++
			lastEnd[who] = t.End
			plan = append(plan, t.Name+": "+people[who])
			for i, name := range people {
				if i == who || r.IntN(5) < gen.Of(d, 4, 3, 3, 2, 2) {
					t.Can = append(t.Can, name)
					able[i] = append(able[i], t.Name)
				}
			}
			p.Tasks = append(p.Tasks, t)
		}
	}
	most, least := slices.Max(count), slices.Min(count)
	lines := make([]string, n)
	for i, name := range people {
		p.Agents = append(p.Agents, agent{Name: name, Most: most, Least: least})
		lines[i] = fmt.Sprintf("%s: %s", name, strings.Join(able[i], ", "))
	}
	limits := fmt.Sprintf("Nobody works more than %d shifts", most)
	if least > 0 {
		limits += fmt.Sprintf(" or fewer than %d", least)
	}
	hours := []string{"", "", "early 06:00–14:00, late 14:00–22:00", "early 06:00–14:00, late 14:00–22:00, night 22:00–06:00 of the next day"}[len(kinds)]
	question, slots := gen.Ask(r, []string{
		"A clinic fills each of these shifts with one person: {kinds} on {days}. Shift hours: {hours}. Between two shifts of one person at least {rest} hours must lie. {limits}. Who can work when:\n\n{lines}\n\nMake a roster. {form}",
		"Shifts ({hours}) run on {days}, one person in each: {kinds}. Availability:\n\n{lines}\n\nAfter a shift a person rests for {rest} hours or more. {limits}. Find a roster that keeps all this. {form}",
		"Staff and the shifts they are willing to take:\n\n{lines}\n\nOn {days} there is a shift for {kinds} ({hours}); each is worked by exactly one person. The law asks for {rest} hours between the end of a shift and the next start of the same person. {limits}. Assign the shifts. {form}",
	}, gen.Fixed("kinds", gen.Enumerated(kinds)), gen.Fixed("days", gen.Enumerated(lexicon.Weekdays()[:days])), gen.Fixed("hours", hours), gen.Slot("rest", p.Rest),
		gen.Fixed("limits", limits), gen.Fixed("lines", bullets(lines)), gen.Fixed("form", fmt.Sprintf("Write one line per shift, like \"%s: Name\".", p.Tasks[0].Name)))
	return planItem("assignment", p, question, slots,
		"Shifts that few people can take are filled first; the rest rule keeps a person out of the shift right after the own one, and the numbers of shifts are evened out.", strings.Join(plan, "\n"))
}

var courses = []string{"Algebra", "Biology", "Chemistry", "Drama", "Ethics", "French", "Geology", "History", "Informatics", "Latin", "Music", "Physics"}

// lectureTimetable asks for a timetable. Difficulty adds courses (4 to 8),
// periods (2 to 4) and pairs with common students. It is drawn around a
// timetable that works; every other one that keeps the rules is right.
func lectureTimetable(r *rand.Rand, d gen.Difficulty) task.Item {
	n, periods := gen.Of(d, 4, 5, 6, 7, 8), gen.Of(d, 2, 3, 3, 4, 4)
	names := gen.Sample(r, courses, n)
	rooms := gen.Sample(r, []string{"Hall", "Studio", "Lab", "Attic"}, 2)
	seats := []int{gen.Between(r, 70, 99), gen.Between(r, 31, 60)}
	p := assignment{}
	for _, day := range lexicon.Weekdays()[:periods] {
		for k, room := range rooms {
			p.Agents = append(p.Agents, agent{Name: day + " " + room, Capacity: seats[k], Most: 1, Group: day})
		}
	}
	places := gen.Sample(r, p.Agents, n)
	var lines, plan []string
	for i, name := range names {
		t := duty{Name: name, Size: places[i].Capacity - gen.Between(r, 1, 20)}
		var there []string // a teacher is there on whole days
		for _, day := range lexicon.Weekdays()[:periods] {
			if day == places[i].Group || r.IntN(4) > 0 {
				there = append(there, day)
				t.Can = append(t.Can, day+" "+rooms[0], day+" "+rooms[1])
			}
		}
		p.Tasks = append(p.Tasks, t)
		plan = append(plan, name+": "+places[i].Name)
		lines = append(lines, fmt.Sprintf("%s: %d students, teacher there on %s", name, t.Size, gen.Enumerated(there)))
	}
	var pairs []string
	for tries, left := 0, gen.Of(d, 1, 2, 4, 6, 8); tries < 80 && left > 0; tries++ {
		a, b := r.IntN(n), r.IntN(n)
		pair := [2]string{names[min(a, b)], names[max(a, b)]}
		if places[a].Group != places[b].Group && !slices.Contains(p.Clash, pair) {
			p.Clash = append(p.Clash, pair)
			pairs = append(pairs, pair[0]+" and "+pair[1])
			left--
		}
	}
	question, slots := gen.Ask(r, []string{
		"A school has one teaching period a day, on {days}, and two rooms: {big} with {seats} seats and {small} with {few}. Each course gets one period in one room, and a room holds one course at a time:\n\n{lines}\n\nCourses with common students must be on different days: {pairs}. Set up the timetable. {form}",
		"{lines}\n\nThese courses are to be held once each, on {days}, at the same hour, in {big} ({seats} seats) or {small} ({few} seats). No room takes two courses on one day, and a room must seat all students. Since some students attend both, these pairs may not share a day: {pairs}. {form}",
		"Place every course in a room on a day. Rooms: {big} for up to {seats} students, {small} for up to {few}; days: {days}; one course per room and day. Not on the same day: {pairs}. The courses:\n\n{lines}\n\n{form}",
	}, gen.Fixed("days", gen.Enumerated(lexicon.Weekdays()[:periods])), gen.Fixed("big", rooms[0]), gen.Fixed("small", rooms[1]), gen.Slot("seats", seats[0]), gen.Fixed("few", seats[1]),
		gen.Fixed("lines", bullets(lines)), gen.Fixed("pairs", strings.Join(pairs, "; ")), gen.Fixed("form", fmt.Sprintf("Write one line per course, like \"%s: %s\".", names[0], p.Agents[1].Name)))
	return planItem("assignment", p, question, slots,
		"Courses that need the large room or have few possible days are placed first, then the pairs with common students are spread over the days.", strings.Join(plan, "\n"))
}

var goods = []string{"Piano", "Sofa", "Boiler", "Generator", "Fridge", "Safe", "Bookcase", "Motor", "Paint", "Bread", "Acid", "Glass", "Cement", "Timber", "Books", "Tiles"}

// vehicleLoad asks for a distribution of goods over vans. Difficulty adds goods
// (5 to 10), vans (2 to 3) and rules, and cuts the spare capacity. It is drawn
// around a loading that works; every other one that keeps the rules is right.
func vehicleLoad(r *rand.Rand, d gen.Difficulty) task.Item {
	n, vans := gen.Of(d, 5, 6, 7, 8, 10), gen.Of(d, 2, 2, 3, 3, 3)
	names := gen.Sample(r, goods, n)
	van := strings.Fields("North South East")
	hidden, load := make([]int, n), make([]int, vans)
	p := assignment{}
	var lines, plan, rules []string
	for i, name := range names {
		if hidden[i] = i % vans; i >= vans { // no van stays empty
			hidden[i] = r.IntN(vans)
		}
		t := duty{Name: name, Size: gen.Between(r, 12, 89)}
		load[hidden[i]] += t.Size
		p.Tasks = append(p.Tasks, t)
		lines = append(lines, fmt.Sprintf("%s %d kg", name, t.Size))
		plan = append(plan, name+": "+van[hidden[i]])
	}
	var limits []string
	for k := range vans {
		p.Agents = append(p.Agents, agent{Name: van[k], Capacity: load[k] + r.IntN(gen.Of(d, 12, 10, 8, 6, 5))})
		limits = append(limits, fmt.Sprintf("%s %d kg", van[k], p.Agents[k].Capacity))
	}
	for tries, left := 0, gen.Of(d, 1, 1, 2, 3, 4); tries < 60 && left > 0; tries++ {
		a, b := r.IntN(n), r.IntN(n)
		pair := [2]string{names[min(a, b)], names[max(a, b)]}
		if a == b || slices.Contains(p.Apart, pair) || slices.Contains(p.Together, pair) {
			continue
		}
		left--
		if hidden[a] == hidden[b] {
			p.Together = append(p.Together, pair)
			rules = append(rules, fmt.Sprintf("%s and %s travel in the same van", pair[0], pair[1]))
		} else {
			p.Apart = append(p.Apart, pair)
			rules = append(rules, fmt.Sprintf("%s and %s do not travel in the same van", pair[0], pair[1]))
		}
	}
	question, _ := gen.Ask(r, []string{
		"Vans drive in different directions of a town and all of them can serve any customer: {limits} (name and payload). Load {goods} into them. {rules}. {form}",
		"The freight is {goods}. It has to go into vans that carry at most: {limits}. {rules}. Say what goes where. {form}",
		"Distribute these goods over the vans {limits} without overloading one: {goods}. Besides, {rules}. {form}",
	}, gen.Fixed("limits", gen.Enumerated(limits)), gen.Fixed("goods", gen.Enumerated(lines)), gen.Fixed("rules", strings.Join(rules, "; ")),
		gen.Fixed("form", fmt.Sprintf("Everything must be loaded. Write one line per piece, like \"%s: %s\".", names[0], van[0])))
	return planItem("assignment", p, question, nil,
		fmt.Sprintf("The heaviest pieces and those with rules are placed first, and the small ones fill what is left. The loads are then %s.", loadsText(van, load)), strings.Join(plan, "\n"))
}

func loadsText(names []string, load []int) string {
	texts := make([]string, len(load))
	for i, l := range load {
		texts[i] = fmt.Sprintf("%s %d kg", names[i], l)
	}
	return gen.Enumerated(texts)
}
