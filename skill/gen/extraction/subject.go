package extraction

import (
	"fmt"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
)

// subject is what a table is about: named things in groups, with measures.
type subject struct {
	key, one, many string // heading of the names; "company", "companies"
	names          func() []string
	group, within  string // heading of the groups; "in the %s region"
	groups         []string
	measures       []measure
}

// measure is a column of numbers: its heading, what it counts ("number of
// employees") and another way to say so ("headcount").
type measure struct {
	heading, phrase, alias string
	lo, hi                 int
}

var subjects = []subject{
	{"Company", "company", "companies", lexicon.Companies, "Region", "in the %s region",
		[]string{"Northern", "Coastal", "Central", "Lakes", "Highland"},
		[]measure{{"Employees", "number of employees", "headcount", 120, 4800}, {"Sites", "number of sites", "count of locations", 2, 90},
			{"Patents", "number of patents", "count of patented inventions", 3, 240}, {"Trainees", "number of trainees", "count of people in training", 4, 160}}},
	{"Station", "station", "stations", lexicon.Streets, "Line", "on the %s line",
		[]string{"Red", "Blue", "Green", "Violet", "Silver"},
		[]measure{{"Daily passengers", "number of daily passengers", "daily ridership", 800, 9800}, {"Late trains", "number of late trains", "count of delayed trains", 2, 95},
			{"Lockers", "number of lockers", "count of luggage boxes", 10, 260}, {"Bike stands", "number of bike stands", "capacity for bicycles", 12, 380}}},
	{"Article", "article", "articles", lexicon.Products, "Warehouse", "in the %s warehouse",
		[]string{"Harbour", "Airport", "Westgate", "Riverside", "Old Mill"},
		[]measure{{"In stock", "number of pieces in stock", "stock level", 40, 2400}, {"Sold", "number of pieces sold", "sales in pieces", 15, 980},
			{"Returned", "number of pieces returned", "returns in pieces", 2, 120}, {"Reserved", "number of pieces reserved", "pieces set aside for customers", 3, 210}}},
	{"Player", "player", "players", lexicon.FamilyNames, "Team", "of team %s",
		[]string{"Heron", "Falcon", "Otter", "Lynx", "Badger"},
		[]measure{{"Points", "number of points", "score", 35, 990}, {"Matches", "number of matches", "count of games played", 4, 88},
			{"Fouls", "number of fouls", "count of penalties against them", 2, 75}, {"Training hours", "number of training hours", "time in training, in hours,", 12, 320}}},
	{"Branch", "branch", "branches", lexicon.Cities, "Division", "in the %s division",
		[]string{"Retail", "Trade", "Online", "Export", "Rental"},
		[]measure{{"Orders", "number of orders", "order count", 150, 5200}, {"Complaints", "number of complaints", "count of grievances", 2, 85},
			{"Staff", "number of staff", "size of the workforce", 5, 190}, {"Vans", "number of vans", "fleet size", 3, 60}}},
}

// in says that a thing is in a group: "in the Coastal region".
func (s subject) in(group string) string { return fmt.Sprintf(s.within, group) }

// record is a row of a subject's table.
type record struct {
	name, group string
	values      []int // by measure
}

// draw makes n records in some of the groups; no two share a value of a measure.
func (s subject) draw(r *rand.Rand, n, groups, measures int) []record {
	out := make([]record, n)
	some := gen.Sample(r, s.groups, groups)
	names := gen.Sample(r, s.names(), n)
	for i := range out {
		out[i] = record{name: names[i], group: some[r.IntN(groups)]}
		if i < groups {
			out[i].group = some[i]
		}
	}
	for _, m := range s.measures[:measures] {
		for i, v := range spread(r, m.lo, m.hi, n) {
			out[i].values = append(out[i].values, v)
		}
	}
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// spread draws n different numbers of [lo, hi], one from each of n equal
// stretches, in random order; hi-lo must be at least n.
func spread(r *rand.Rand, lo, hi, n int) []int {
	out := make([]int, n)
	width := (hi - lo + 1) / n
	for i, stretch := range r.Perm(n) {
		out[i] = lo + stretch*width + r.IntN(width)
	}
	return out
}

// sheet writes records as a table; separators puts commas between thousands.
func (s subject) sheet(records []record, separators bool) sheet {
	t := sheet{columns: []string{s.key, s.group}}
	for _, m := range s.measures[:len(records[0].values)] {
		t.columns = append(t.columns, m.heading)
	}
	for _, x := range records {
		row := []string{x.name, x.group}
		for _, v := range x.values {
			if separators {
				row = append(row, separated(v))
			} else {
				row = append(row, fmt.Sprint(v))
			}
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// namesOf are the names of the records that keep says yes to.
func namesOf(records []record, keep func(x record) bool) []string {
	var out []string
	for _, x := range records {
		if keep(x) {
			out = append(out, x.name)
		}
	}
	return out
}

// valuesOf is a measure of the records that keep says yes to.
func valuesOf(records []record, m int, keep func(x record) bool) []int {
	var out []int
	for _, x := range records {
		if keep(x) {
			out = append(out, x.values[m])
		}
	}
	return out
}

// sumOf is the sum of numbers.
func sumOf(xs []int) int {
	sum := 0
	for _, x := range xs {
		sum += x
	}
	return sum
}
