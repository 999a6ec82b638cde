package planning_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	checker "segue/grade/planning"
	"segue/task"

	"gonum.org/v1/gonum/stat/combin"
)

var answerElement = regexp.MustCompile(`(?s)<answer>(.*)</answer>`)

func answerText(reference string) string { return answerElement.FindStringSubmatch(reference)[1] }

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// proveOptimum compares the value of the reference plan with the checker's solver.
func proveOptimum(t *testing.T, it task.Item, value int) {
	t.Helper()
	best, err := value, error(nil)
	switch it.Answer.Checker {
	case "meeting":
		_, best, err = decode[checker.Meeting](t, it).Solve()
	case "schedule":
		_, best, err = decode[checker.Schedule](t, it).Solve()
	case "blocksworld":
		_, best, err = decode[checker.Blocks](t, it).Solve()
	}
	if err != nil || best != value {
		t.Errorf("%s: the plan has value %d, the solver finds %d, %v", it.ID, value, best, err)
	}
}

func decode[P any](t *testing.T, it task.Item) P {
	t.Helper()
	var p P
	if err := json.Unmarshal(it.Answer.Problem, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// table reads the Markdown table of a question: row name, column name, number.
func table(t *testing.T, question string) (names []string, cells map[string]map[string]int) {
	t.Helper()
	cells = map[string]map[string]int{}
	for line := range strings.SplitSeq(question, "\n") {
		if !strings.HasPrefix(line, "| ") || strings.Contains(line, "---") {
			continue
		}
		row := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		if names == nil {
			names = row[1:]
			continue
		}
		cells[row[0]] = map[string]int{}
		for i, c := range row[1:] {
			if c != "–" {
				cells[row[0]][names[i]] = atoi(t, c)
			}
		}
	}
	return names, cells
}

func minutes(t *testing.T, clock string) int {
	h, m, _ := strings.Cut(clock, ":")
	return 60*atoi(t, h) + atoi(t, m)
}

func TestEarliestFinishOverAllOrders(t *testing.T) {
	person := regexp.MustCompile(`(\w+) is at ([\w ]+) from (\d+:\d+) to (\d+:\d+) and needs at least (\d+) minutes`)
	home := regexp.MustCompile(`(?:consultant at|out from|leaves) ([\w ]+?) (?:has to|at \d)`)
	for _, it := range items(t, "planning/earliest-finish-for-required-meetings", 15) {
		_, travel := table(t, it.Question)
		people := person.FindAllStringSubmatch(it.Question, -1)
		start := home.FindStringSubmatch(it.Question)[1]
		best := 1 << 20
	orders:
		for _, order := range combin.Permutations(len(people), len(people)) {
			now, place := 8*60, start
			for _, i := range order {
				p := people[i]
				now = max(now+travel[place][p[2]], minutes(t, p[3])) + atoi(t, p[5])
				if place = p[2]; now > minutes(t, p[4]) {
					continue orders
				}
			}
			best = min(best, now-8*60)
		}
		if it.Answer.Value != strconv.Itoa(best) {
			t.Errorf("%s: %s, all orders give %d\n%s", it.ID, it.Answer.Value, best, it.Question)
		}
	}
}

func TestFreeSlotByEveryMinute(t *testing.T) {
	busy := regexp.MustCompile(`(\d\d:\d\d)–(\d\d:\d\d)`)
	notBefore := regexp.MustCompile(`before (\d\d:\d\d)`)
	length := regexp.MustCompile(`(\d+) minutes`)
	for _, it := range items(t, "planning/common-free-slot", 40) {
		n := atoi(t, length.FindStringSubmatch(it.Question)[1])
		var spans [][2]int
		for _, m := range busy.FindAllStringSubmatch(it.Question, -1) {
			spans = append(spans, [2]int{minutes(t, m[1]), minutes(t, m[2])})
		}
		start := 9 * 60
		if m := notBefore.FindStringSubmatch(it.Question); m != nil {
			start = minutes(t, m[1])
		}
		for slices.ContainsFunc(spans, func(s [2]int) bool { return s[0] < start+n && start < s[1] }) {
			start++
		}
		if start+n > 17*60 || it.Answer.Value != checker.Clock(start) {
			t.Errorf("%s: %s, counting up gives %s\n%s", it.ID, it.Answer.Value, checker.Clock(start), it.Question)
		}
	}
}

func TestLateJobsOverAllSubsets(t *testing.T) {
	job := regexp.MustCompile(`[A-Z] takes (\d+) h \(due (\d+) h`)
	for _, it := range items(t, "planning/single-machine-deadlines", 25) {
		start := atoi(t, it.Slots[0].Value)
		var jobs [][2]int
		for _, m := range job.FindAllStringSubmatch(it.Question, -1) {
			jobs = append(jobs, [2]int{atoi(t, m[1]), atoi(t, m[2])})
			if start+atoi(t, m[1]) > atoi(t, m[2]) {
				t.Errorf("%s: a job is late before the machine is free\n%s", it.ID, it.Question)
			}
		}
		slices.SortFunc(jobs, func(a, b [2]int) int { return a[1] - b[1] })
		most := 0
		for set := range 1 << len(jobs) { // a set can be on time iff it is in order of due time
			now, count, fine := start, 0, true
			for i, j := range jobs {
				if set&(1<<i) != 0 {
					now, count = now+j[0], count+1
					fine = fine && now <= j[1]
				}
			}
			if fine {
				most = max(most, count)
			}
		}
		if late := len(jobs) - most; it.Answer.Value != strconv.Itoa(late) {
			t.Errorf("%s: %s late, all subsets give %d\n%s", it.ID, it.Answer.Value, late, it.Question)
		}
	}
}

func TestTourOverAllOrders(t *testing.T) {
	for _, it := range items(t, "planning/shortest-tour-of-few-stops", 8) {
		names, dist := table(t, it.Question)
		best := 1 << 20
		for _, order := range combin.Permutations(len(names)-1, len(names)-1) {
			total, at := len(order)*atoi(t, it.Slots[0].Value), names[0]
			for _, i := range order {
				total, at = total+dist[at][names[i+1]], names[i+1]
			}
			best = min(best, total+dist[at][names[0]])
		}
		if it.Answer.Value != strconv.Itoa(best) {
			t.Errorf("%s: %s, all orders give %d\n%s", it.ID, it.Answer.Value, best, it.Question)
		}
	}
}

// TestRefuellingByLitres runs a dynamic program over every amount in the tank.
func TestRefuellingByLitres(t *testing.T) {
	pump := regexp.MustCompile(`at km (\d+) \((\d+) cents`)
	end := regexp.MustCompile(`\(km (\d+)\) and uses|(\d+) km away|takes (\d+) km`)
	fuel := regexp.MustCompile(`and (\d+) litres are in it|with (\d+) litres`)
	first := func(m []string) string { return strings.Join(m[1:], "") }
	for _, it := range items(t, "planning/minimum-refuelling-plan", 25) {
		tank := atoi(t, it.Slots[0].Value)
		const no = 1 << 30
		cost := slices.Repeat([]int{no}, tank+1)
		cost[atoi(t, first(fuel.FindStringSubmatch(it.Question)))] = 0
		at := 0
		drive := func(to int) {
			next := slices.Repeat([]int{no}, tank+1)
			for f := (to - at) / 10; f <= tank; f++ {
				next[f-(to-at)/10] = cost[f]
			}
			cost, at = next, to
		}
		for _, m := range pump.FindAllStringSubmatch(it.Question, -1) {
			drive(atoi(t, m[1]))
			for f := 1; f <= tank; f++ {
				cost[f] = min(cost[f], cost[f-1]+atoi(t, m[2]))
			}
		}
		drive(atoi(t, first(end.FindStringSubmatch(it.Question))))
		if best := slices.Min(cost); it.Answer.Value != strconv.Itoa(best) {
			t.Errorf("%s: %s cents, by litres %d\n%s", it.ID, it.Answer.Value, best, it.Question)
		}
	}
}

func TestJugsByTheChecker(t *testing.T) {
	words := map[string]int{"nothing": 0, "one litre": 1, "two litres": 2, "three litres": 3}
	jug := regexp.MustCompile(`the (\w+) jug holds (\d+) litres \(([\w ]+) in it now\)`)
	target := regexp.MustCompile(`the (\w+) jug contains|into the (\w+) jug\.|can the (\w+) jug`)
	for _, it := range items(t, "planning/water-jug-measuring", 25) {
		amount := regexp.MustCompile(`(?:exactly|with) (\d+) litres`).FindStringSubmatch(it.Question)
		p := checker.Jugs{Target: atoi(t, amount[1]), In: strings.Join(target.FindStringSubmatch(it.Question)[1:], "")}
		for _, m := range jug.FindAllStringSubmatch(it.Question, -1) {
			p.Jugs = append(p.Jugs, checker.Jug{Name: m[1], Capacity: atoi(t, m[2]), Amount: words[m[3]]})
		}
		if _, moves, err := p.Solve(); err != nil || it.Answer.Value != strconv.Itoa(moves) {
			t.Errorf("%s: %s moves, the checker's solver says %d, %v\n%s", it.ID, it.Answer.Value, moves, err, it.Question)
		}
	}
}

func TestCriticalPathByRecursion(t *testing.T) {
	line := regexp.MustCompile(`(?m)^- ([A-N]): (\d+) days(?:, after (.*))?$`)
	late := regexp.MustCompile(`Task ([A-N]) turns|If ([A-N]) is|delivery for ([A-N]) is`)
	for _, it := range items(t, "planning/critical-path", 25) {
		days, after := map[string]int{}, map[string][]string{}
		for _, m := range line.FindAllStringSubmatch(it.Question, -1) {
			days[m[1]] = atoi(t, m[2])
			after[m[1]] = regexp.MustCompile(`[A-N]`).FindAllString(m[3], -1)
		}
		days[strings.Join(late.FindStringSubmatch(it.Question)[1:], "")] += atoi(t, it.Slots[0].Value)
		var end func(name string) int
		end = func(name string) int {
			start := 0
			for _, b := range after[name] {
				start = max(start, end(b))
			}
			return start + days[name]
		}
		last := 0
		for name := range days {
			last = max(last, end(name))
		}
		if it.Answer.Value != strconv.Itoa(last) {
			t.Errorf("%s: %s days, recursion gives %d\n%s", it.ID, it.Answer.Value, last, it.Question)
		}
	}
}
