package coding

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "queries and text tools"
	gen.Register("coding/sql-query-result", area, "SQL query result", "Give the rows that an SQL query returns on small tables.", sqlQueryResult)
	gen.Register("coding/regular-expression-match-prediction", area, "Regular expression match prediction",
		"Say which strings a regular expression matches as a whole.", regularExpressionMatchPrediction)
}

// sale is a row of the table sales.
type sale struct {
	id             int
	client, region string
	qty, price     int
}

// client is a row of the table clients.
type client struct {
	name, tier string
}

// query is an SQL text with its own evaluation on the rows. The bound
// parameter :limit keeps the number out of the code.
type query struct {
	sql   string
	limit func(r *rand.Rand) int
	run   func(sales []sale, clients []client, limit int) []string
	why   string
}

func between(lo, hi int) func(r *rand.Rand) int {
	return func(r *rand.Rand) int { return gen.Between(r, lo, hi) }
}

var queries = []query{
	{"SELECT id FROM sales\nWHERE qty * price > :limit AND region <> 'North'\nORDER BY id", between(201, 399), func(ss []sale, _ []client, limit int) []string {
		return pick(ss, func(s sale) (string, bool) {
			return fmt.Sprint(s.id), s.qty*s.price > limit && s.region != "North"
		})
	}, "The WHERE clause keeps the rows outside North whose product of qty and price is above the limit"},
	{"SELECT region FROM sales\nGROUP BY region\nHAVING SUM(qty) > :limit\nORDER BY SUM(qty) DESC, region", between(20, 29), func(ss []sale, _ []client, limit int) []string {
		return ranked(totals(ss, func(s sale) string { return s.region }, func(s sale) int { return s.qty }), limit)
	}, "The quantities are added up for each region, regions that do not exceed the limit fall away, and the largest sum comes first"},
	{"SELECT client FROM sales\nWHERE price < :limit\nGROUP BY client\nHAVING COUNT(*) > 1\nORDER BY client", between(55, 79), func(ss []sale, _ []client, limit int) []string {
		kept := slices.DeleteFunc(slices.Clone(ss), func(s sale) bool { return s.price >= limit })
		out := ranked(totals(kept, func(s sale) string { return s.client }, func(sale) int { return 1 }), 1)
		slices.Sort(out)
		return out
	}, "Rows at or above the limit are dropped first, then the clients with at least two remaining rows are listed by name"},
	{"SELECT s.id FROM sales AS s\nJOIN clients AS c ON c.name = s.client\nWHERE c.tier = 'gold' OR s.qty > :limit\nORDER BY s.qty DESC, s.id", between(10, 15), func(ss []sale, cs []client, limit int) []string {
		ss = slices.Clone(ss)
		slices.SortFunc(ss, func(a, b sale) int { return cmp.Or(b.qty-a.qty, a.id-b.id) })
		return pick(ss, func(s sale) (string, bool) {
			t, found := tier(cs, s.client)
			return fmt.Sprint(s.id), found && (t == "gold" || s.qty > limit)
		})
	}, "The join drops sales of clients without a row in clients; gold clients and large quantities stay, and the result is ordered by quantity downwards, then by id"},
	{"SELECT c.name FROM clients AS c\nLEFT JOIN sales AS s ON s.client = c.name AND s.qty > :limit\nWHERE s.id IS NULL\nORDER BY c.name", between(7, 13), func(ss []sale, cs []client, limit int) []string {
		var out []string
		for _, c := range cs {
			if !slices.ContainsFunc(ss, func(s sale) bool { return s.client == c.name && s.qty > limit }) {
				out = append(out, c.name)
			}
		}
		slices.Sort(out)
		return out
	}, "The outer join keeps every client, and IS NULL leaves those for whom no sale above the limit was joined"},
	{"SELECT id FROM sales AS s\nWHERE price > (SELECT AVG(price) FROM sales AS t WHERE t.region = s.region)\n  AND qty < :limit\nORDER BY price DESC, id", between(9, 17), func(ss []sale, _ []client, limit int) []string {
		sum := totals(ss, func(s sale) string { return s.region }, func(s sale) int { return s.price })
		n := totals(ss, func(s sale) string { return s.region }, func(sale) int { return 1 })
		ss = slices.Clone(ss)
		slices.SortFunc(ss, func(a, b sale) int { return cmp.Or(b.price-a.price, a.id-b.id) })
		return pick(ss, func(s sale) (string, bool) {
			return fmt.Sprint(s.id), s.price*n[s.region] > sum[s.region] && s.qty < limit
		})
	}, "For each row the inner query gives the mean price of its own region; rows above that mean with a small quantity stay, dearest first"},
}

func pick(ss []sale, f func(s sale) (string, bool)) []string {
	var out []string
	for _, s := range ss {
		if text, ok := f(s); ok {
			out = append(out, text)
		}
	}
	return out
}

func totals(ss []sale, key func(s sale) string, value func(s sale) int) map[string]int {
	out := map[string]int{}
	for _, s := range ss {
		out[key(s)] += value(s)
	}
	return out
}

// ranked lists the keys above a limit, largest total first, then by name.
func ranked(sums map[string]int, limit int) []string {
	var out []string
	for name, n := range sums {
		if n > limit {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(sums[b]-sums[a], strings.Compare(a, b)) })
	return out
}

func tier(cs []client, name string) (string, bool) {
	i := slices.IndexFunc(cs, func(c client) bool { return c.name == name })
	if i < 0 {
		return "", false
	}
	return cs[i].tier, true
}

// sqlQueryResult asks for the single column that a query returns. Difficulty
// adds rows and moves from filters to grouping, joins and correlated queries.
func sqlQueryResult(r *rand.Rand, d gen.Difficulty) task.Item {
	q := queries[gen.Of(d, r.IntN(2), r.IntN(3), 1+r.IntN(3), 2+r.IntN(3), 3+r.IntN(3))]
	var limit int
	var sales []sale
	var clients []client
	var result []string
	for len(result) == 0 { // most tables give some row, so this ends after a few draws
		limit = q.limit(r)
		sales, clients = salesTables(r, gen.Of(d, 7, 8, 9, 11, 13), limit)
		result = q.run(sales, clients, limit)
	}
	var items []task.Answer
	for _, v := range result {
		if strings.Trim(v, "0123456789") == "" {
			items = append(items, task.Answer{Kind: task.KindInteger, Value: v})
		} else {
			items = append(items, task.String(v))
		}
	}
	tables := salesText(sales)
	if strings.Contains(q.sql, "clients") {
		tables += "\n\nTable clients:\n\n" + clientsText(clients)
	}
	question, slots := gen.Ask(r, []string{
		"Table sales:\n\n{tables}\n\nA program runs this query with the parameter :limit set to {limit}.\n\n{sql}\n\nList the values of the result column in the order of the rows, as a list in square brackets.",
		"Given the data below, what does the SQL query return when :limit is bound to {limit}?\n\n{sql}\n\nTable sales:\n\n{tables}\n\nAnswer with the result column as a bracketed list, top row first.",
		"Evaluate the statement\n\n{sql}\n\nby hand, taking {limit} for :limit. The table sales holds:\n\n{tables}\n\nGive the one result column from top to bottom, in the form [a, b, …].",
	}, gen.Fixed("tables", tables), gen.Fixed("sql", fence("sql", q.sql)), gen.Slot("limit", limit))
	answer := task.List(items...)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("%s. With the limit %d that leaves %s, in this order.", q.why, limit, answer.Text()), answer)}
}

// salesTables draws the rows, in which the limit does not stand. One client
// has no row in clients.
func salesTables(r *rand.Rand, n, limit int) ([]sale, []client) {
	draw := func(lo, hi int) int {
		if x := gen.Between(r, lo, hi); x != limit {
			return x
		}
		return hi + 1
	}
	names := gen.Sample(r, lexicon.FamilyNames(), 5)
	regions := []string{"North", "South", "East", "West"}[:3+r.IntN(2)]
	var sales []sale
	id := gen.Between(r, 400, 600)
	for range n {
		id += gen.Between(r, 1, 9)
		sales = append(sales, sale{id, gen.Pick(r, names), gen.Pick(r, regions), draw(3, 18), draw(12, 95)})
	}
	var clients []client
	for _, name := range names[1:] {
		clients = append(clients, client{name, gen.Pick(r, []string{"gold", "silver", "basic"})})
	}
	return sales, clients
}

func salesText(ss []sale) string {
	lines := []string{"| id | client | region | qty | price |", "| --- | --- | --- | --- | --- |"}
	for _, s := range ss {
		lines = append(lines, fmt.Sprintf("| %d | %s | %s | %d | %d |", s.id, s.client, s.region, s.qty, s.price))
	}
	return strings.Join(lines, "\n")
}

func clientsText(cs []client) string {
	lines := []string{"| name | tier |", "| --- | --- |"}
	for _, c := range cs {
		lines = append(lines, fmt.Sprintf("| %s | %s |", c.name, c.tier))
	}
	return strings.Join(lines, "\n")
}
