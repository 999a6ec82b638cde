package extraction

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	gen.Register("information_extraction/nested-aggregation", "structured data navigation", "Nested aggregation",
		"Add up a value over lists inside a list of JSON objects, under conditions at both levels.", nestedAggregation)
}

// order and line are the records of the JSON document.
type order struct {
	ID       int      `json:"id"`
	Client   client   `json:"client"`
	Status   string   `json:"status"`
	Lines    []line   `json:"lines"`
	Returned []line   `json:"returned,omitempty"`
	Tags     []string `json:"tags,omitempty"`
}

type client struct {
	Name    string `json:"name"`
	Country string `json:"country"`
}

type line struct {
	Item  string `json:"item"`
	Qty   *int   `json:"qty"`
	Price int    `json:"price"`
}

// nestedAggregation asks for a sum of quantities. Difficulty adds orders, a
// condition on the order, a sibling list with the same fields and null values.
func nestedAggregation(r *rand.Rand, d gen.Difficulty) task.Item {
	countries := gen.Sample(r, []string{"PT", "NO", "JP", "CL", "KE"}, 3)
	orders := drawOrders(r, d, countries)
	data := document(orders)
	limit := gen.AbsentNumber(r, 30, 69, data)
	total, working := 0, ""
	for _, o := range orders {
		if d >= 2 && o.Status != "paid" || d >= 5 && o.Client.Country != countries[0] {
			continue
		}
		var found []int
		for _, l := range o.Lines {
			if l.Qty != nil && l.Price > limit {
				found = append(found, *l.Qty)
				total += *l.Qty
			}
		}
		if len(found) > 0 {
			working += fmt.Sprintf(" Order %d: %s.", o.ID, sumText(found))
		}
	}
	question, slots := gen.Ask(r, []string{
		"{data}\n\nAdd up qty over all entries of lines whose price is above {limit}{where}.{null} What is the sum?",
		"An interface returns this document.\n\n{data}\n\nHow many pieces in total were ordered (qty in lines) at a price of more than {limit} each{where}?{null}",
		"From the JSON below, take the objects in the arrays called lines with a price over {limit}{where}, and give the total of their qty.{null}\n\n{data}",
	}, gen.Fixed("data", fence("json", data)), gen.Slot("limit", limit), gen.Fixed("null", gen.Of(d, "", "", " Entries of other arrays do not count.", " Entries of other arrays do not count, and null counts as nothing.", " Entries of other arrays do not count, and null counts as nothing.")),
		gen.Fixed("where", gen.Of(d, "", ", in orders with the status paid", ", in orders with the status paid", ", in orders with the status paid", ", in paid orders of clients in "+countries[0])))
	answer := task.Integer(int64(total))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The lines with a price above %d in the orders that count are added up.%s The total is %d.", limit, working, total), answer)}
}

// drawOrders makes orders, of which the first is paid and from the first country.
func drawOrders(r *rand.Rand, d gen.Difficulty, countries []string) []order {
	var orders []order
	id := gen.Between(r, 7001, 7900)
	for i := range gen.Of(d, 3, 3, 4, 5, 6) {
		id += gen.Between(r, 2, 30)
		o := order{ID: id, Client: client{gen.Pick(r, lexicon.Companies()), gen.Pick(r, countries)}, Status: gen.Pick(r, []string{"open", "paid", "paid", "void"}[:gen.Of(d, 3, 4, 4, 4, 4)])}
		if i == 0 {
			o.Status, o.Client.Country = "paid", countries[0]
		}
		o.Lines = orderLines(r, gen.Between(r, 2, gen.Of(d, 2, 3, 3, 4, 4)), d >= 4)
		if d >= 3 && r.IntN(2) == 0 {
			o.Returned = orderLines(r, 1, false)
		}
		if d >= 2 {
			o.Tags = gen.Sample(r, []string{"gift", "express", "bulk", "web"}, r.IntN(3))
		}
		orders = append(orders, o)
	}
	return orders
}

// document writes orders as indented JSON.
func document(orders []order) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(map[string]any{"orders": orders}); err != nil {
		return "" // plain structs always encode
	}
	return strings.TrimSpace(b.String())
}

func orderLines(r *rand.Rand, n int, gaps bool) []line {
	var out []line
	for _, item := range gen.Sample(r, lexicon.Products(), n) {
		qty := gen.Between(r, 1, 24)
		l := line{item, &qty, gen.Between(r, 5, 95)}
		if gaps && r.IntN(6) == 0 {
			l.Qty = nil
		}
		out = append(out, l)
	}
	return out
}
