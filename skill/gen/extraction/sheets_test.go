package extraction_test

import (
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"segue/task"
)

var block = regexp.MustCompile("(?s)```(csv|html|text)\n(.*?)\n```|((?:\\|[^\n]*\\|\n?)+)")

// sheets reads the tables of a question in whatever notation they are written.
func sheets(t *testing.T, q string) [][][]string {
	t.Helper()
	var out [][][]string
	for _, m := range block.FindAllStringSubmatch(q, -1) {
		switch {
		case m[1] == "csv":
			rows, err := csv.NewReader(strings.NewReader(m[2])).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, rows)
		case m[1] == "html":
			root, err := html.Parse(strings.NewReader(m[2]))
			if err != nil {
				t.Fatal(err)
			}
			var rows [][]string
			walk(root, "tr", func(tr *html.Node) {
				var row []string
				for c := tr.FirstChild; c != nil; c = c.NextSibling {
					row = append(row, text(c))
				}
				rows = append(rows, row)
			})
			out = append(out, rows)
		case m[1] == "text":
			out = append(out, columnsOf(m[2]))
		default:
			out = append(out, tables(m[3])[0])
		}
	}
	return out
}

// columnsOf reads a table of aligned columns by where its headings begin.
func columnsOf(text string) [][]string {
	lines := strings.Split(text, "\n")
	var starts []int
	for i, c := range []rune(lines[0]) {
		if head := []rune(lines[0]); c != ' ' && (i == 0 || i > 1 && head[i-1] == ' ' && head[i-2] == ' ') {
			starts = append(starts, i)
		}
	}
	var rows [][]string
	for _, line := range lines {
		runes := []rune(line + strings.Repeat(" ", 400))
		var row []string
		for k, from := range starts {
			to := 399
			if k+1 < len(starts) {
				to = starts[k+1]
			}
			row = append(row, strings.TrimSpace(string(runes[from:to])))
		}
		rows = append(rows, row)
	}
	return rows
}

// index is the place of a text in the first cells of rows.
func index(rows [][]string, cell string) int {
	return slices.IndexFunc(rows, func(row []string) bool { return row[0] == cell })
}

func TestWalksOverTheRows(t *testing.T) {
	step := regexp.MustCompile(`(up|down) by (\d+)(?:, counting only \w+ (?:in the|on the|of team) ([\w ]+?)(?: region| line| warehouse| division)?)?(?:[;.:,]|$)`)
	each(t, "row-before-or-after", 100, func(q string, it task.Item) string {
		rows := sheets(t, q)[0][1:]
		at := index(rows, find(t, `row of ([\w&' ]+?)\. Go|finger on ([\w&' ]+?) in the table|from that of ([\w&' ]+?) by going`, q))
		legs := find(t, `Go ((?:up|down) by .*?)\. Which|like this: (.*?)\. Name|by going (.*?)\? Answer`, q)
		for _, leg := range strings.Split(legs, "; then ") {
			m := step.FindStringSubmatch(leg)
			if m == nil {
				return "unread: " + leg
			}
			way := map[string]int{"up": -1, "down": 1}[m[1]]
			for n := atoi(t, m[2]); n > 0; {
				at += way
				if m[3] == "" || rows[at][1] == m[3] {
					n--
				}
			}
		}
		return rows[at][0]
	})
}

func TestDaysOfTheReadings(t *testing.T) {
	each(t, "first-or-last-occurrence", 100, func(q string, it task.Item) string {
		rows := sheets(t, q)[0][1:]
		level, run := atoi(t, find(t, `(?:above|exceeded|over) (\d+) cm`, q)), 1
		calm := 1000
		if m := regexp.MustCompile(`below (\d+) km/h`).FindStringSubmatch(q); m != nil {
			calm = atoi(t, m[1])
		}
		if strings.Contains(q, "the day after") {
			run = 2
		}
		if strings.Contains(q, "two days after") {
			run = 3
		}
		var hits []string
		for i := 0; i+run <= len(rows); i++ {
			all := true
			for _, row := range rows[i : i+run] {
				all = all && atoi(t, row[1]) > level && atoi(t, row[2]) < calm
			}
			if all {
				hits = append(hits, rows[i][0])
			}
		}
		if regexp.MustCompile(`the first d|is the first`).MatchString(q) {
			return hits[0]
		}
		return hits[len(hits)-1]
	})
}

func TestBalancesOfTheBookings(t *testing.T) {
	each(t, "running-total-threshold", 100, func(q string, it task.Item) string {
		rows := sheets(t, q)[0][1:]
		slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[1], b[1]) })
		balance := atoi(t, find(t, `balance of (\d+)|balance: (\d+)|It was (\d+)`, q))
		limit := atoi(t, find(t, `rise above (\d+)|more than (\d+)|exceeds (\d+)`, q))
		for _, row := range rows {
			if strings.Contains(q, "Only rows of") && row[2] != "Harbour" {
				continue
			}
			in, _ := strconv.Atoi(row[3])
			out, _ := strconv.Atoi(row[4])
			if balance += in - out; balance > limit {
				return row[0]
			}
		}
		return "never"
	})
}

func TestChangesOfTheSeries(t *testing.T) {
	each(t, "consecutive-row-change", 100, func(q string, it task.Item) string {
		rows := sheets(t, q)[0][1:]
		slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
		var steps []string
		value := func(row []string) int {
			if strings.Contains(q, "together") {
				return atoi(t, row[1]) + atoi(t, row[2])
			}
			return atoi(t, row[1])
		}
		for i := 1; i < len(rows); i++ {
			change := value(rows[i]) - value(rows[i-1])
			if strings.Contains(q, "largest fall") || strings.Contains(q, "either direction") && change < 0 {
				change = -change
			}
			steps = append(steps, fmt.Sprintf("%06d %s", 1000+change, rows[i][0]))
		}
		slices.Sort(steps)
		slices.Reverse(steps)
		best := steps[0]
		if strings.Contains(q, "second-largest") {
			best = steps[1]
		}
		return fmt.Sprintf(`{"month":"%s","size":%d}`, best[7:], atoi(t, best[:6])-1000)
	})
}

// TestTotalsOfTheTable tries every cell: one alone makes all sums fit.
func TestTotalsOfTheTable(t *testing.T) {
	each(t, "table-consistency-check", 100, func(q string, it task.Item) string {
		rows := sheets(t, q)[0]
		n, m := len(rows)-1, len(rows[0])-1
		grid := make([][]int, n)
		for i := range grid {
			for _, cell := range rows[i+1][1:] {
				grid[i] = append(grid[i], atoi(t, cell))
			}
		}
		fits := func() bool {
			for i := range grid {
				sum := 0
				for _, v := range grid[i][:m-1] {
					sum += v
				}
				if sum != grid[i][m-1] {
					return false
				}
			}
			for j := range m {
				sum := 0
				for i := range n - 1 {
					sum += grid[i][j]
				}
				if sum != grid[n-1][j] {
					return false
				}
			}
			return true
		}
		var found []string
		for i := range n {
			for j := range m {
				was := grid[i][j]
				for _, shift := range []int{9, 18, 27, 90, 10, 100, 36} {
					if grid[i][j] = was - shift; fits() {
						value := ""
						if strings.Contains(q, "and value") {
							value = fmt.Sprintf(`,"value":%d`, was-shift)
						}
						found = append(found, fmt.Sprintf(`{"column":"%s","row":"%s"%s}`, rows[0][j+1], rows[i+1][0], value))
					}
				}
				grid[i][j] = was
			}
		}
		return strings.Join(found, " or ")
	})
}

func TestInvoicesWithoutReceipt(t *testing.T) {
	digits := regexp.MustCompile(`0*(\d+)$`)
	each(t, "two-table-anti-join", 100, func(q string, it task.Item) string {
		both := sheets(t, q)
		if both[0][0][0] != "Invoice" {
			both[0], both[1] = both[1], both[0]
		}
		paid := map[string]bool{}
		for _, row := range both[1][1:] {
			paid[digits.FindStringSubmatch(row[0])[1]] = true
		}
		var open []int
		for _, row := range both[0][1:] {
			if n := digits.FindStringSubmatch(row[0])[1]; !paid[n] && row[2] == "open" {
				open = append(open, atoi(t, n))
			}
		}
		slices.Sort(open)
		return strings.ReplaceAll(fmt.Sprint(open), " ", ", ")
	})
}

func TestBookingsAtTheBank(t *testing.T) {
	each(t, "bank-statement-reconciliation", 100, func(q string, it task.Item) string {
		both, gap := sheets(t, q), 0
		if m := regexp.MustCompile(`up to (\d+) days later`).FindStringSubmatch(q); m != nil {
			gap = atoi(t, m[1])
		}
		day := func(s string) time.Time {
			at, err := time.Parse("2006-01-02", s)
			if err != nil {
				t.Fatal(err)
			}
			return at
		}
		used := map[int]bool{}
		var open []string
		for _, row := range both[0][1:] {
			k := slices.IndexFunc(both[1], func(entry []string) bool {
				if entry[2] != row[2] {
					return false
				}
				late := day(entry[0]).Sub(day(row[1])).Hours() / 24
				return late >= 0 && late <= float64(gap)
			})
			if k < 0 {
				open = append(open, row[0])
			} else if used[k] {
				return "one bank entry fits two bookings"
			}
			used[k] = k >= 0
		}
		return "[" + strings.Join(open, ", ") + "]"
	})
}
