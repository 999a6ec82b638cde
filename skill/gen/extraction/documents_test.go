package extraction_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"segue/task"
)

// walk calls f for every element with the given name.
func walk(n *html.Node, name string, f func(n *html.Node)) {
	if n.Type == html.ElementNode && n.Data == name {
		f(n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		walk(c, name, f)
	}
}

func text(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(text(c))
	}
	return b.String()
}

func attribute(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func parse(t *testing.T, q string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(fenced(t, q)))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestCardsFromThePage(t *testing.T) {
	each(t, "product-card-extraction", 30, func(q string, it task.Item) string {
		limit := atoi(t, it.Slots[0].Value)
		out := "| Name | Price |\n| --- | --- |"
		walk(parse(t, q), "li", func(card *html.Node) {
			var name, price, stock string
			walk(card, "h3", func(n *html.Node) { name = text(n) })
			walk(card, "span", func(n *html.Node) { price = strings.TrimPrefix(text(n), "€") })
			walk(card, "em", func(n *html.Node) { stock = text(n) })
			euros, _, _ := strings.Cut(price, ".")
			if _, hidden := attribute(card, "hidden"); !hidden && stock == "In stock" && atoi(t, euros) < limit {
				out += fmt.Sprintf("\n| %s | %s |", name, price)
			}
		})
		return out
	})
}

// TestGridFromThePage lays the cells out by the rule of HTML: a cell takes the
// first free place of its row and covers its spans.
func TestGridFromThePage(t *testing.T) {
	each(t, "table-with-spans-to-grid", 30, func(q string, it task.Item) string {
		grid := map[[2]int]string{}
		row := -1
		walk(parse(t, q), "tr", func(tr *html.Node) {
			row++
			for c := tr.FirstChild; c != nil; c = c.NextSibling {
				if c.Type != html.ElementNode {
					continue
				}
				span := func(name string) int {
					if v, ok := attribute(c, name); ok {
						return atoi(t, v)
					}
					return 1
				}
				col := 0
				for grid[[2]int{row, col}] != "" {
					col++
				}
				for i := range span("rowspan") {
					for j := range span("colspan") {
						grid[[2]int{row + i, col + j}] = text(c)
					}
				}
			}
		})
		m := regexp.MustCompile(`for (\w+) in the region (\w+) in (Q\d) of (\d+)|value at (\w+) / (\w+) \(row\) and (\d+) / (Q\d)|row of (\w+), (\w+), under (Q\d) in (\d+)`).FindStringSubmatch(q)
		product, region, quarter, year := m[1]+m[6]+m[9], m[2]+m[5]+m[10], m[3]+m[8]+m[11], m[4]+m[7]+m[12]
		for at, value := range grid {
			i, j := at[0], at[1]
			if i > 1 && j > 1 && grid[[2]int{i, 0}] == region && grid[[2]int{i, 1}] == product && grid[[2]int{0, j}] == year && grid[[2]int{1, j}] == quarter {
				return value
			}
		}
		return "nothing"
	})
}

func TestSumsFromTheJSON(t *testing.T) {
	each(t, "nested-aggregation", 30, func(q string, it task.Item) string {
		var doc struct {
			Orders []map[string]any `json:"orders"`
		}
		if err := json.Unmarshal([]byte(fenced(t, q)), &doc); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, o := range doc.Orders {
			if strings.Contains(q, "paid") && (strings.Contains(q, "status paid") || strings.Contains(q, "in paid orders")) && o["status"] != "paid" {
				continue
			}
			country, _ := o["client"].(map[string]any)["country"].(string)
			if strings.Contains(q, "clients in ") && !strings.Contains(q, "clients in "+country) {
				continue
			}
			for _, l := range o["lines"].([]any) {
				l := l.(map[string]any)
				if qty, ok := l["qty"].(float64); ok && l["price"].(float64) > float64(atoi(t, it.Slots[0].Value)) {
					sum += qty
				}
			}
		}
		return strconv.Itoa(int(sum))
	})
}

func TestTrafficFromTheLog(t *testing.T) {
	line := regexp.MustCompile(`(?m)^(\S+) - - .*" (\d+) (\d+)$`)
	each(t, "top-talker-ranking", 30, func(q string, it task.Item) string {
		sums := map[string]int{}
		for _, m := range line.FindAllStringSubmatch(q, -1) {
			if m[2] == "200" || !strings.Contains(q, "Only lines with status 200") {
				sums[m[1]] += atoi(t, m[3])
			}
		}
		var ips, ranked []string
		for ip, n := range sums {
			ranked = append(ranked, fmt.Sprintf("%09d %s", n, ip))
		}
		slices.Sort(ranked)
		slices.Reverse(ranked)
		for _, r := range ranked[:atoi(t, it.Slots[0].Value)] {
			ips = append(ips, r[10:])
		}
		return "[" + strings.Join(ips, ", ") + "]"
	})
}

func TestSessionsFromTheLog(t *testing.T) {
	line := regexp.MustCompile(`(?m)^(\d+):(\d+):(\d+) session-(start|end) id=(\d+)(?: user=(\w+))?$`)
	each(t, "session-duration", 30, func(q string, it task.Item) string {
		user := find(t, `user (\w+) in|durations of (\w+)'s|time of (\w+) in`, q)
		open, total := map[string]int{}, 0
		for _, m := range line.FindAllStringSubmatch(q, -1) {
			at := 3600*atoi(t, m[1]) + 60*atoi(t, m[2]) + atoi(t, m[3])
			if m[4] == "start" && m[6] == user {
				open[m[5]] = at
			} else if from, ok := open[m[5]]; ok && at-from >= atoi(t, it.Slots[0].Value) {
				total += at - from
			}
		}
		return strconv.Itoa(total)
	})
}
