package extraction_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"segue/task"
)

// logLine reads a line of any of the four log formats: time, level, service, text.
var logLine = regexp.MustCompile(`(?m)^(?:2031-03-14T)?(\d\d:\d\d:\d\d)Z? \[?([A-Z]+)\]? +(\w+)(?::| -) (.*)$|^Mar 14 (\d\d:\d\d:\d\d) (\w+)\[(\w+)\]: (.*)$|^\{"ts":"2031-03-14T([\d:]+)Z","level":"(\w+)","service":"(\w+)","msg":"(.*)"\}$`)

type logged struct{ at, level, service, text string }

func (l logged) seconds(t *testing.T) int {
	return 3600*atoi(t, l.at[:2]) + 60*atoi(t, l.at[3:5]) + atoi(t, l.at[6:])
}

func entries(q string) []logged {
	var out []logged
	for _, m := range logLine.FindAllStringSubmatch(q, -1) {
		switch {
		case m[1] != "":
			out = append(out, logged{m[1], m[2], m[3], m[4]})
		case m[5] != "":
			out = append(out, logged{m[5], strings.ToUpper(m[7]), m[6], m[8]})
		default:
			out = append(out, logged{m[9], m[10], m[11], m[12]})
		}
	}
	return out
}

// TestBurstsOfErrors tries every error as the start and counts all errors anew.
func TestBurstsOfErrors(t *testing.T) {
	each(t, "error-burst-detection", 100, func(q string, it task.Item) string {
		k := atoi(t, find(t, `at least (\d+) ERROR|for (\d+) or more|with it, (\d+) or more`, q))
		width := atoi(t, find(t, `within the (\d+) seconds|window of (\d+) seconds|less than (\d+) seconds`, q))
		service := ""
		if m := regexp.MustCompile(`ERROR(?: entries)? of (\w+)`).FindStringSubmatch(q); m != nil {
			service = m[1]
		}
		errors := slices.DeleteFunc(entries(q), func(l logged) bool { return l.level != "ERROR" || service != "" && l.service != service })
		for _, first := range errors {
			n := 0
			for _, l := range errors {
				if late := l.seconds(t) - first.seconds(t); late >= 0 && late < width {
					n++
				}
			}
			if n >= k {
				return first.at
			}
		}
		return "no burst"
	})
}

// TestPercentilesOfTimes counts how many times are at most each time.
func TestPercentilesOfTimes(t *testing.T) {
	took := regexp.MustCompile(`GET (/\w+) status=(\d+) took=([\d.]+)(ms|s)`)
	each(t, "latency-percentile-from-log", 100, func(q string, it task.Item) string {
		path, p := find(t, `response times of (/\w+),|requests to (/\w+)`, q), atoi(t, it.Slots[0].Value)
		var times []int
		for _, m := range took.FindAllStringSubmatch(q, -1) {
			if m[1] == path && (m[2] == "200" || !strings.Contains(q, "Only requests")) {
				times = append(times, atoi(t, strings.ReplaceAll(m[3], ".", "")))
			}
		}
		best := 1 << 30
		for _, x := range times { // the least time that enough others do not exceed
			n := 0
			for _, y := range times {
				if y <= x {
					n++
				}
			}
			if 100*n >= p*len(times) {
				best = min(best, x)
			}
		}
		return fmt.Sprint(best)
	})
}

func TestLevelsOfTheLog(t *testing.T) {
	levels := []string{"DEBUG", "INFO", "WARN", "ERROR", "FATAL"}
	each(t, "log-severity-count", 100, func(q string, it task.Item) string {
		span := regexp.MustCompile(`(?:from|Between) (\d\d:\d\d:\d\d) (?:to|and|up to and including) (\d\d:\d\d:\d\d)`).FindStringSubmatch(q)
		which := regexp.MustCompile(`(?:of (gateway|billing|search|mailer|catalog|auth) )?with the level (\w+)( or worse)?`).FindStringSubmatch(q)
		n := 0
		for _, l := range entries(q) {
			over := slices.Index(levels, l.level) - slices.Index(levels, which[2])
			if l.at < span[1] || l.at > span[2] || over < 0 || over > 0 && which[3] == "" || which[1] != "" && l.service != which[1] {
				continue
			}
			times := 1
			if m := regexp.MustCompile(`repeated (\d) times`).FindStringSubmatch(l.text); m != nil {
				times = atoi(t, m[1])
			}
			n += times
		}
		return fmt.Sprint(n)
	})
}

// TestOrderOfTheDiary spreads dates over the sentences until all are known.
func TestOrderOfTheDiary(t *testing.T) {
	dated := regexp.MustCompile(`The ([\w' ]+?) was on (\d+ \w+ \d{4})\.`)
	told := regexp.MustCompile(`(One|\d+) (day|week)s? (after|before) the ([\w' ]+?)(?: came the |, people met for the )([\w' ]+?)\.`)
	each(t, "event-timeline-ordering", 100, func(q string, it task.Item) string {
		known := map[string]time.Time{}
		for _, m := range dated.FindAllStringSubmatch(q, -1) {
			at, err := time.Parse("2 January 2006", m[2])
			if err != nil {
				t.Fatal(err)
			}
			known[m[1]] = at
		}
		all := told.FindAllStringSubmatch(q, -1)
		for range all {
			for _, m := range all {
				at, ok := known[m[4]]
				if !ok {
					continue
				}
				n := 1
				if m[1] != "One" {
					n = atoi(t, m[1])
				}
				if m[2] == "week" {
					n *= 7
				}
				if m[3] == "before" {
					n = -n
				}
				known[m[5]] = at.AddDate(0, 0, n)
			}
		}
		var names []string
		for name := range known {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int { return known[a].Compare(known[b]) })
		return bracketed(names)
	})
}

// TestTowersCompared asks of each pair of the three whether a chain of
// comparisons leads from one to the other.
func TestTowersCompared(t *testing.T) {
	pair := regexp.MustCompile(`(?i)(unlike what the guide says, |nobody who has seen both would call )?the tower in ([\w ]+?)(, not | is not as \w+ as | is (?:taller|older|wider) than | is (?:shorter|younger|narrower) than | (?:taller|older|wider) than )the tower in ([\w ]+?)(?:\.|,)`)
	each(t, "comparison-stated-in-prose", 100, func(q string, it task.Item) string {
		below := map[string][]string{}
		q = strings.ReplaceAll(q, ", is the ", "., is the ")
		for _, m := range pair.FindAllStringSubmatch(q, -1) {
			more, less := m[2], m[4]
			if strings.HasPrefix(strings.ToLower(m[1]), "nobody") || strings.Contains(m[3], "not as") || regexp.MustCompile("shorter|younger|narrower").MatchString(m[3]) {
				more, less = less, more
			}
			below[more] = append(below[more], less)
		}
		var over func(a, b string) bool
		over = func(a, b string) bool {
			return slices.ContainsFunc(below[a], func(c string) bool { return c == b || over(c, b) })
		}
		named := regexp.MustCompile(`([A-Z]\w+ \w+), ([A-Z]\w+ \w+) and ([A-Z]\w+ \w+)`).FindStringSubmatch(q)[1:]
		rank := 0
		if strings.Contains(q, "least ") {
			rank = 2
		} else if strings.Contains(q, "second-") {
			rank = 1
		}
		for _, a := range named {
			higher := 0
			for _, b := range named {
				if over(b, a) {
					higher++
				}
			}
			if higher == rank {
				return a
			}
		}
		return "none"
	})
}

// TestNumbersInWords adds up what the words say, read from left to right.
func TestNumbersInWords(t *testing.T) {
	units := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens := strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
	scale := map[string]float64{"hundred": 100, "dozen": 12, "gross": 144, "score": 20, "thousand": 1000, "million": 1e6}
	count := func(phrase string) float64 {
		sum, part, factor := 0.0, 0.0, 1.0
		for _, w := range strings.Fields(strings.ReplaceAll(phrase, "-", " ")) {
			var decimal float64
			switch k := slices.Index(units, w); {
			case w == "quarters":
				part, factor = 0, 0.75
			case k >= 0:
				part += float64(k)
			case slices.Contains(tens, w):
				part += float64(20 + 10*slices.Index(tens, w))
			case w == "half":
				part += 0.5
			case scale[w] >= 1000:
				sum, part = sum+part*scale[w], 0
			case scale[w] > 0:
				part *= scale[w]
			default:
				if n, _ := fmt.Sscan(w, &decimal); n == 1 {
					part += decimal
				}
			}
		}
		return factor * (sum + part)
	}
	each(t, "number-word-parsing", 100, func(q string, it task.Item) string {
		things := find(t, `holds (.*?)\. On top|by machine: (.*?)\.(?: A dozen.*)?$|says: (.*?)\. A further`, q)
		sum := float64(atoi(t, find(t, `come (\d+) hooks|with (\d+) for a box|reads (\d+) screws`, q)))
		for _, m := range regexp.MustCompile(`(.+?) (?:nails|bricks|candles|buttons|tiles|pins|corks|beads)`).FindAllStringSubmatch(things, -1) {
			sum += count(m[1])
		}
		return fmt.Sprintf("%.0f", sum)
	})
}
