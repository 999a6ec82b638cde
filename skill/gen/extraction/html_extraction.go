package extraction

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "HTML extraction"
	gen.Register("information_extraction/product-card-extraction", area, "Product card extraction",
		"Read records from repeated product cards of a page.", productCardExtraction)
	gen.Register("information_extraction/table-with-spans-to-grid", area, "Table with spans to grid",
		"Give a cell of an HTML table after expanding row and column spans.", tableWithSpansToGrid)
}

// card is a product of a page; old is a crossed-out price in cents, 0 for none.
type card struct {
	name             string
	price, old       int
	available, shown bool
}

// productCardExtraction asks for the available products below a price.
// Difficulty adds cards, crossed-out prices, entities and hidden cards.
func productCardExtraction(r *rand.Rand, d gen.Difficulty) task.Item {
	var cards []card
	for i, name := range gen.Sample(r, lexicon.Products(), gen.Of(d, 4, 5, 7, 9, 11)) {
		if d >= 3 && i%3 == 1 {
			name += " & " + gen.Pick(r, []string{"case", "stand", "refill", "cloth"})
		}
		c := card{name: name, price: 5 * gen.Between(r, 199, 1990), available: i == 0 || r.IntN(4) > 0, shown: d < 4 || i == 0 || r.IntN(5) > 0}
		if d >= 2 && r.IntN(2) == 0 {
			c.old = c.price + 5*gen.Between(r, 40, 400)
		}
		cards = append(cards, c)
	}
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	page := shopPage(r, cards)
	limit := gen.AbsentNumber(r, 40, 79, page)
	for i := range cards { // at least one card is below the limit
		if cards[i].available && cards[i].shown && cards[i].price >= 100*limit {
			cards[i].price = 5 * gen.Between(r, 199, 20*limit-1)
			cards[i].old = 0
			page = shopPage(r, cards)
			limit = gen.AbsentNumber(r, limit, 99, page)
			break
		}
	}
	answer := task.Answer{Kind: task.KindTable, Columns: []string{"Name", "Price"}, Ordered: true}
	for _, c := range cards {
		if c.available && c.shown && c.price < 100*limit {
			answer.Rows = append(answer.Rows, []string{c.name, cents(c.price)})
		}
	}
	hidden := ""
	if d >= 4 {
		hidden = " Cards with the attribute hidden are not part of the offer."
	}
	question, slots := gen.Ask(r, []string{
		"{page}\n\nExtract the products that are in stock and now cost less than {limit} euros.{hidden} {form}",
		"A price watcher reads this page.\n\n{page}\n\nWhich available products have a current price under {limit} euros?{hidden} {form}",
		"Only goods in stock with a current price below {limit} euros are of interest. Read them from the page source.{hidden} {form}\n\n{page}",
	}, gen.Fixed("page", fence("html", page)), gen.Slot("limit", limit), gen.Fixed("hidden", hidden),
		gen.Fixed("form", "Answer with a Markdown table with the columns Name and Price, in page order, names as a browser shows them, prices as plain numbers like 12.50."))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.ReferenceText(fmt.Sprintf("Going through the cards, crossed-out prices and sold-out products are passed over. %d of %d cards qualify.", len(answer.Rows), len(cards)), "\n"+answer.Text()+"\n")}
}

// shopPage writes cards in the markup of a simple shop.
func shopPage(r *rand.Rand, cards []card) string {
	var b strings.Builder
	b.WriteString("<ul class=\"offers\">\n")
	for _, c := range cards {
		hidden := ""
		if !c.shown {
			hidden = " hidden"
		}
		fmt.Fprintf(&b, "  <li class=\"card\"%s>\n    <h3>%s</h3>\n", hidden, html.EscapeString(c.name))
		price := fmt.Sprintf("<span class=\"price\">€%s</span>", cents(c.price))
		if c.old > 0 {
			price = fmt.Sprintf("<del>€%s</del> %s", cents(c.old), price)
		}
		stock := "<em>In stock</em>"
		if !c.available {
			stock = "<em>" + gen.Pick(r, []string{"Sold out", "Currently unavailable"}) + "</em>"
		}
		fmt.Fprintf(&b, "    <p>%s</p>\n    <p>%s</p>\n  </li>\n", price, stock)
	}
	b.WriteString("</ul>")
	return b.String()
}

// tableWithSpansToGrid asks for a number at a position given by its headings.
// Difficulty adds regions, products and columns, and merged body cells.
func tableWithSpansToGrid(r *rand.Rand, d gen.Difficulty) task.Item {
	regions := gen.Sample(r, []string{"North", "South", "East", "West", "Islands", "Valley"}, gen.Of(d, 2, 2, 3, 3, 4))
	products := gen.Sample(r, []string{"Tea", "Coffee", "Cocoa", "Juice", "Water", "Milk"}, gen.Of(d, 2, 3, 3, 3, 4))
	years := []int{gen.Between(r, 2021, 2027), 0, 0}[:gen.Of(d, 2, 2, 2, 3, 3)]
	for i := range years {
		years[i] = years[0] + i
	}
	halves := []string{"H1", "H2", "H3", "H4"}[:gen.Of(d, 2, 2, 3, 3, 4)]
	for i := range halves {
		halves[i] = fmt.Sprintf("Q%d", i+1)
	}
	grid := make([][]int, len(regions)*len(products))
	for i := range grid {
		grid[i] = make([]int, len(years)*len(halves))
		for j := range grid[i] {
			grid[i][j] = gen.Between(r, 11, 989)
		}
	}
	spans := spanCells(r, grid, len(products), len(halves), gen.Of(d, 1, 2, 3, 5, 7))
	row, col := r.IntN(len(grid)), r.IntN(len(grid[0]))
	if len(spans) > 0 && r.IntN(3) > 0 { // most questions go into a merged cell
		s := gen.Pick(r, spans)
		row, col = s[0]+r.IntN(s[2]), s[1]+r.IntN(s[3])
	}
	page := spanTable(regions, products, years, halves, grid, spans)
	question, _ := gen.Ask(r, []string{
		"{page}\n\nWhich number does the table give for {product} in the region {region} in {half} of {year}? A merged cell holds for every position it covers.",
		"Cells of this HTML table span several rows or columns; their value counts for all of these.\n\n{page}\n\nRead off the value at {region} / {product} (row) and {year} / {half} (column).",
		"Expand the row and column spans of the table below into a full grid (a spanning cell is repeated) and report what stands in the row of {product}, {region}, under {half} in {year}.\n\n{page}",
	}, gen.Fixed("page", fence("html", page)), gen.Fixed("product", products[row%len(products)]), gen.Fixed("region", regions[row/len(products)]),
		gen.Fixed("half", halves[col%len(halves)]), gen.Fixed("year", years[col/len(halves)]))
	answer := task.Integer(int64(grid[row][col]))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("With the spans expanded, the row of %s, %s is data row %d and the column of %s, %s is data column %d. The cell that covers it holds %d.",
			regions[row/len(products)], products[row%len(products)], row+1, fmt.Sprint(years[col/len(halves)]), halves[col%len(halves)], col+1, grid[row][col]), answer)}
}

// spanCells merges up to n rectangles of body cells (row, column, rows,
// columns), inside one region and one year, and gives them one value each.
func spanCells(r *rand.Rand, grid [][]int, rows, cols, n int) [][4]int {
	var out [][4]int
	taken := map[[2]int]bool{}
	for range n {
		h, w := gen.Between(r, 1, rows), gen.Between(r, 1, cols)
		top := r.IntN(len(grid)/rows)*rows + r.IntN(rows-h+1)
		left := r.IntN(len(grid[0])/cols)*cols + r.IntN(cols-w+1)
		free := h*w > 1
		for i := top; i < top+h; i++ {
			for j := left; j < left+w; j++ {
				free = free && !taken[[2]int{i, j}]
			}
		}
		if !free {
			continue
		}
		for i := top; i < top+h; i++ {
			for j := left; j < left+w; j++ {
				taken[[2]int{i, j}] = true
				grid[i][j] = grid[top][left]
			}
		}
		out = append(out, [4]int{top, left, h, w})
	}
	return out
}

// spanTable writes the grid with two header rows and two header columns.
func spanTable(regions, products []string, years []int, halves []string, grid [][]int, spans [][4]int) string {
	var b strings.Builder
	b.WriteString("<table>\n  <tr><th rowspan=\"2\">Region</th><th rowspan=\"2\">Product</th>")
	for _, y := range years {
		fmt.Fprintf(&b, "<th colspan=\"%d\">%d</th>", len(halves), y)
	}
	b.WriteString("</tr>\n  <tr>")
	for range years {
		for _, h := range halves {
			fmt.Fprintf(&b, "<th>%s</th>", h)
		}
	}
	b.WriteString("</tr>\n")
	for i, row := range grid {
		b.WriteString("  <tr>")
		if i%len(products) == 0 {
			fmt.Fprintf(&b, "<th rowspan=\"%d\">%s</th>", len(products), regions[i/len(products)])
		}
		fmt.Fprintf(&b, "<th>%s</th>", products[i%len(products)])
		for j, v := range row {
			b.WriteString(spanCell(i, j, v, spans))
		}
		b.WriteString("</tr>\n")
	}
	return b.String() + "</table>"
}

// spanCell is the cell at a position: nothing where a merged cell that starts
// elsewhere covers it.
func spanCell(i, j, value int, spans [][4]int) string {
	for _, s := range spans {
		if i < s[0] || i >= s[0]+s[2] || j < s[1] || j >= s[1]+s[3] {
			continue
		}
		if i > s[0] || j > s[1] {
			return ""
		}
		attributes := ""
		if s[2] > 1 {
			attributes += fmt.Sprintf(" rowspan=\"%d\"", s[2])
		}
		if s[3] > 1 {
			attributes += fmt.Sprintf(" colspan=\"%d\"", s[3])
		}
		return fmt.Sprintf("<td%s>%d</td>", attributes, value)
	}
	return fmt.Sprintf("<td>%d</td>", value)
}
