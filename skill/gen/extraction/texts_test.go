package extraction_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

// TestFinalValuesFromTheText replays the sentences that concern the asked thing.
func TestFinalValuesFromTheText(t *testing.T) {
	each(t, "correction-and-update-tracking", 40, func(q string, it task.Item) string {
		m := regexp.MustCompile(`planned to order (\d+) (\w+)`).FindStringSubmatch(q)
		value, thing := atoi(t, m[1]), m[2]
		history := []int{value}
		_, story, _ := strings.Cut(q, m[0])
		for s := range strings.SplitSeq(story, ".") {
			n := regexp.MustCompile(`\d+`).FindString(s)
			switch {
			case !strings.Contains(s, thing) || strings.Contains(s, "would have liked"), strings.Contains(s, "?"):
				continue
			case strings.Contains(s, "took back"):
				value = history[len(history)-2]
			case n == "":
				continue
			case strings.Contains(s, "corrected to"):
				value = atoi(t, n)
			case strings.Contains(s, "off the list"), strings.Contains(s, "cut the order"):
				value -= atoi(t, n)
			case strings.Contains(s, "add"), strings.Contains(s, "further"):
				value += atoi(t, n)
			default:
				continue
			}
			history = append(history, value)
		}
		return strconv.Itoa(value)
	})
}

func TestTotalsFromTheInvoice(t *testing.T) {
	cent := func(x *big.Rat) *big.Rat { // half up
		scaled := new(big.Rat).Add(new(big.Rat).Mul(x, big.NewRat(100, 1)), big.NewRat(1, 2))
		return new(big.Rat).SetFrac(new(big.Int).Div(scaled.Num(), scaled.Denom()), big.NewInt(100))
	}
	rat := func(s string) *big.Rat { r, _ := new(big.Rat).SetString(s); return r }
	each(t, "invoice-total-reconstruction", 40, func(q string, it task.Item) string {
		sum := new(big.Rat)
		for _, row := range tables(q)[0][1:] {
			amount := new(big.Rat).Mul(rat(row[2]), rat(row[3]))
			switch {
			case strings.Contains(row[4], "free"):
			case strings.Contains(row[4], "returned"):
				sum.Sub(sum, amount)
			default:
				sum.Add(sum, amount)
			}
		}
		part := func(pattern string) *big.Rat {
			m := regexp.MustCompile(pattern).FindStringSubmatch(q)
			if m == nil {
				return new(big.Rat)
			}
			return cent(new(big.Rat).Mul(sum, new(big.Rat).Quo(rat(m[1]), big.NewRat(100, 1))))
		}
		sum.Sub(sum, part(`(?:discount of|rebate of|reduced by) (\d+) %`))
		if m := regexp.MustCompile(`Freight of ([\d.]+)`).FindStringSubmatch(q); m != nil {
			sum.Add(sum, rat(m[1]))
		}
		sum.Add(sum, part(`Then (\d+) % tax`))
		return sum.FloatString(2)
	})
}

// TestDecisionsFromTheThread applies what each message says to the arrangement.
func TestDecisionsFromTheThread(t *testing.T) {
	full := regexp.MustCompile(`(?:How about|I propose) (\w+) at (\d\d:\d\d) in the ([A-Z]\w+ [A-Z]\w+)`)
	each(t, "e-mail-thread-decision", 40, func(q string, it task.Item) string {
		now := map[string]string{}
		for mail := range strings.SplitSeq(fenced(t, q), "From: ") {
			from, body, _ := strings.Cut(mail, "\n")
			body, _, _ = strings.Cut(body, "\n>")
			set := func(key, value string) { now[key], now["sender"] = value, from }
			if m := full.FindStringSubmatch(body); m != nil {
				set("day", m[1])
				set("time", m[2])
				set("room", m[3])
			} else if m := regexp.MustCompile(`start at (\d\d:\d\d)`).FindStringSubmatch(body); m != nil {
				set("time", m[1])
			} else if m := regexp.MustCompile(`in the ([A-Z]\w+ [A-Z]\w+)\?`).FindStringSubmatch(body); m != nil {
				set("room", m[1])
			} else if m := regexp.MustCompile(`move it to (\w+),`).FindStringSubmatch(body); m != nil {
				set("day", m[1])
			}
		}
		text, err := json.Marshal(now)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	})
}

func TestExtensionsFromTheDocuments(t *testing.T) {
	each(t, "three-hop-document-lookup", 40, func(q string, it task.Item) string {
		who := find(t, `parcel for ([\w ]+) is at|workplace of ([\w ]+)\.|responsible for ([\w ]+)\.`, q)
		lists := tables(q)
		lookup := func(rows [][]string, key string) string {
			for _, row := range rows {
				if row[0] == key {
					return row[1]
				}
			}
			return ""
		}
		department := lookup(lists[0], who)
		place := lookup(lists[1], department)
		if m := regexp.MustCompile(`(\w+) now has its desks in (Building [\w ]+)\.`).FindStringSubmatch(q); m != nil {
			if lookup(lists[1], m[1]) == m[2] {
				t.Errorf("%s: the notice repeats what the list of places says\n%s", it.ID, q)
			}
			if m[1] == department {
				place = m[2]
			}
		}
		return lookup(lists[2], place)
	})
}

func TestSumsFromTheReports(t *testing.T) {
	each(t, "aggregation-over-documents", 40, func(q string, it task.Item) string {
		crop := find(t, `Add up the (\w+) of|kg of (\w+) or more|delivery of (\w+) is`, q)
		weights, sum := map[string]int{}, 0
		for _, m := range regexp.MustCompile(`(?m)^\[\w\] (?:From |Correction for )?([\w ]+ Farm).*$`).FindAllStringSubmatch(q, -1) {
			value := find(t, fmt.Sprintf(`(\d+) kg(?: of|, all) %s|must read (\d+) kg`, crop), m[0])
			weights[m[1]] = atoi(t, value)
		}
		for _, w := range weights {
			if w >= atoi(t, it.Slots[0].Value) {
				sum += w
			}
		}
		return strconv.Itoa(sum)
	})
}
