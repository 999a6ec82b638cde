package coding

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "functions over arrays and strings"
	gen.Register("coding/sliding-window-optimum", area, "Sliding-window optimum",
		"Write a Python function that finds the best contiguous window under a constraint.", slidingWindowOptimum)
	gen.Register("coding/interval-merging", area, "Interval merging", "Write a Go function that merges, measures or inverts a set of intervals.", intervalMerging)
}

// windowRule is a rule of the sliding-window family with a fixed constant k.
type windowRule struct {
	statement string // what the function gives; {k} is the constant
	python    string // reference body, %d is the constant
	solve     func(xs []int, k int) int
}

var windowRules = []windowRule{
	{"the length of the longest contiguous block of xs whose sum is at most {k}, or 0 if no element fits", `def solve(xs):
    best = total = left = 0
    for right, x in enumerate(xs):
        total += x
        while total > %d:
            total -= xs[left]
            left += 1
        best = max(best, right - left + 1)
    return best`, func(xs []int, k int) int {
		return bestWindow(xs, func(w []int) (int, bool) { return len(w), sumOf(w) <= k }, false)
	}},
	{"the length of the shortest contiguous block of xs whose sum is at least {k}, or 0 if there is none", `def solve(xs):
    best = total = left = 0
    for right, x in enumerate(xs):
        total += x
        while total >= %d:
            if best == 0 or right - left + 1 < best:
                best = right - left + 1
            total -= xs[left]
            left += 1
    return best`, func(xs []int, k int) int {
		return bestWindow(xs, func(w []int) (int, bool) { return len(w), sumOf(w) >= k }, true)
	}},
	{"the number of contiguous blocks of xs whose sum is at most {k}", `def solve(xs):
    count = total = left = 0
    for right, x in enumerate(xs):
        total += x
        while total > %d:
            total -= xs[left]
            left += 1
        count += right - left + 1
    return count`, func(xs []int, k int) int {
		n := 0
		for i := range xs {
			for j := i + 1; j <= len(xs); j++ {
				if sumOf(xs[i:j]) <= k {
					n++
				}
			}
		}
		return n
	}},
	{"the length of the longest contiguous block of xs whose largest and smallest element differ by at most {k}", `from collections import deque

def solve(xs):
    low, high = deque(), deque()
    best = left = 0
    for right, x in enumerate(xs):
        while low and xs[low[-1]] >= x:
            low.pop()
        while high and xs[high[-1]] <= x:
            high.pop()
        low.append(right)
        high.append(right)
        while xs[high[0]] - xs[low[0]] > %d:
            left += 1
            if low[0] < left:
                low.popleft()
            if high[0] < left:
                high.popleft()
        best = max(best, right - left + 1)
    return best`, func(xs []int, k int) int {
		return bestWindow(xs, func(w []int) (int, bool) { return len(w), slices.Max(w)-slices.Min(w) <= k }, false)
	}},
	{"the largest sum of a contiguous block of xs in which every two neighbours differ by at most {k} (a single element is a block; 0 for an empty list)", `def solve(xs):
    best = total = 0
    for i, x in enumerate(xs):
        if i > 0 and abs(x - xs[i - 1]) <= %d:
            total += x
        else:
            total = x
        best = max(best, total)
    return best`, func(xs []int, k int) int {
		return bestWindow(xs, func(w []int) (int, bool) {
			for i := 1; i < len(w); i++ {
				if w[i]-w[i-1] > k || w[i-1]-w[i] > k {
					return 0, false
				}
			}
			return sumOf(w), true
		}, false)
	}},
}

// bestWindow tries every window: the largest (or smallest) value of those that
// qualify, 0 if none does. It is the definition, slow and obviously right.
func bestWindow(xs []int, value func(w []int) (int, bool), smallest bool) int {
	best, found := 0, false
	for i := range xs {
		for j := i + 1; j <= len(xs); j++ {
			v, ok := value(xs[i:j])
			if ok && (!found || smallest && v < best || !smallest && v > best) {
				best, found = v, true
			}
		}
	}
	return best
}

func sumOf(xs []int) int {
	total := 0
	for _, x := range xs {
		total += x
	}
	return total
}

// slidingWindowOptimum asks for a function solve(xs). Difficulty picks rules
// that need more bookkeeping: a running sum, then counting, then two queues.
func slidingWindowOptimum(r *rand.Rand, d gen.Difficulty) task.Item {
	rule := windowRules[gen.Of(d, r.IntN(2), r.IntN(3), 1+r.IntN(2), 2+r.IntN(3), 3+r.IntN(2))]
	lists := [][]int{{}, {gen.Between(r, 1, 9)}}
	for i := range 7 {
		lists = append(lists, positives(r, 5+3*i))
	}
	shown := lists[2]
	k := gen.AbsentNumber(r, 11, 39, fmt.Sprint(shown, rule.solve(shown, 20)))
	if strings.Contains(rule.statement, "differ") {
		k = gen.AbsentNumber(r, 3, 12, fmt.Sprint(shown))
	}
	var tests []task.CodeTest
	for _, xs := range lists {
		tests = append(tests, task.CodeTest{Args: jsonOf([]any{xs}), Expect: jsonOf(rule.solve(xs, k))})
	}
	statement := strings.ReplaceAll(rule.statement, "{k}", "the limit")
	example := fmt.Sprintf("solve(%s) returns %d", jsonOf(shown), rule.solve(shown, k))
	question, slots := gen.Ask(r, []string{
		"Write a Python function solve(xs) that takes a list of positive integers and returns {what}. The limit is the constant {k}. For example, {example}. It should run in about linear time.",
		"Let the limit be {k}. Implement solve(xs) in Python: given a list xs of positive integers, possibly empty, return {what}. So {example}.",
		"A monitor keeps positive integer readings in a list. Provide Python code with a function solve(xs) whose result is {what}; the limit is fixed at {k}. Check yourself with this case: {example}.",
	}, gen.Fixed("what", statement), gen.Slot("k", k), gen.Fixed("example", example))
	return codeItem("python", "solve", question, slots, tests, fmt.Sprintf(rule.python, k),
		"A window with two ends moves over the list once: the right end takes in an element, and the left end gives elements up while the rule is broken, so every element enters and leaves at most once.")
}

func positives(r *rand.Rand, n int) []int {
	xs := make([]int, n)
	for i := range xs {
		xs[i] = gen.Between(r, 1, 30)
	}
	return xs
}

// codeItem assembles an item whose answer is a program.
func codeItem(language, entry, question string, slots []task.Slot, tests []task.CodeTest, program, working string) task.Item {
	return task.Item{Question: question, Slots: slots,
		Answer:    task.Answer{Kind: task.KindCode, Language: language, Entry: entry, Tests: tests},
		Reference: gen.ReferenceText(working, "\n"+fence(language, program)+"\n")}
}

// intervalRule is a rule over closed-open integer intervals; gap is a constant.
type intervalRule struct {
	statement string
	result    string // Go result type
	finish    string // Go code after merging into out, %d is the constant
	solve     func(merged [][]int, gap int) any
}

var intervalRules = []intervalRule{
	{"the merged intervals, sorted by start", "[][]int", "return out", func(m [][]int, _ int) any { return m }},
	{"the total length that the merged intervals cover", "int", `total := 0
	for _, iv := range out {
		total += iv[1] - iv[0]
	}
	return total`, func(m [][]int, _ int) any {
		total := 0
		for _, iv := range m {
			total += iv[1] - iv[0]
		}
		return total
	}},
	{"the gaps between consecutive merged intervals, as intervals sorted by start", "[][]int", `gaps := [][]int{}
	for i := 1; i < len(out); i++ {
		gaps = append(gaps, []int{out[i-1][1], out[i][0]})
	}
	return gaps`, func(m [][]int, _ int) any {
		gaps := [][]int{}
		for i := 1; i < len(m); i++ {
			gaps = append(gaps, []int{m[i-1][1], m[i][0]})
		}
		return gaps
	}},
	{"the longest of the merged intervals, the earliest one on a tie, as a slice of its start and end (an empty slice if there are no intervals)", "[]int", `best := []int{}
	for _, iv := range out {
		if len(best) == 0 || iv[1]-iv[0] > best[1]-best[0] {
			best = iv
		}
	}
	return best`, func(m [][]int, _ int) any {
		best := []int{}
		for _, iv := range m {
			if len(best) == 0 || iv[1]-iv[0] > best[1]-best[0] {
				best = iv
			}
		}
		return best
	}},
}

// mergeIntervals joins intervals whose gap is at most the given one.
func mergeIntervals(intervals [][]int, gap int) [][]int {
	sorted := slices.Clone(intervals)
	slices.SortFunc(sorted, slices.Compare)
	out := [][]int{}
	for _, iv := range sorted {
		if n := len(out); n > 0 && iv[0]-out[n-1][1] <= gap {
			out[n-1][1] = max(out[n-1][1], iv[1])
		} else {
			out = append(out, slices.Clone(iv))
		}
	}
	return out
}

const mergeProgram = `import "slices"

func solve(intervals [][]int) %s {
	sorted := slices.Clone(intervals)
	slices.SortFunc(sorted, func(a, b []int) int { return slices.Compare(a, b) })
	out := [][]int{}
	for _, iv := range sorted {
		if n := len(out); n > 0 && iv[0]-out[n-1][1] <= %d {
			out[n-1][1] = max(out[n-1][1], iv[1])
		} else {
			out = append(out, slices.Clone(iv))
		}
	}
	%s
}`

// intervalMerging asks for a Go function over intervals. Difficulty adds a
// second stage after the merge and more cases.
func intervalMerging(r *rand.Rand, d gen.Difficulty) task.Item {
	rule := intervalRules[gen.Of(d, 0, r.IntN(2), 1+r.IntN(2), 2+r.IntN(2), 2+r.IntN(2))]
	inputs := [][][]int{{}}
	for i := range 4 + int(d) {
		inputs = append(inputs, intervals(r, 3+2*i, 40+10*i))
	}
	shown := inputs[1]
	gap := gen.AbsentNumber(r, 2, 6, string(jsonOf([]any{shown, mergeIntervals(shown, 3)})))
	var tests []task.CodeTest
	for _, in := range inputs {
		tests = append(tests, task.CodeTest{Args: jsonOf([]any{in}), Expect: jsonOf(rule.solve(mergeIntervals(in, gap), gap))})
	}
	example := fmt.Sprintf("%s gives %s", jsonOf(shown), jsonOf(rule.solve(mergeIntervals(shown, gap), gap)))
	question, slots := gen.Ask(r, []string{
		"Write a Go function with the signature func solve(intervals [][]int) {type}. Each interval is a pair start, end with start < end, in any order. Two intervals are merged when the next one starts at most {gap} after the end of the other (overlap and nesting included), and merging goes on until nothing changes. Return {what}. For example, {example}.",
		"Bookings of a machine are integer pairs start, end. They belong to one session if the pause between them is no longer than {gap}; bookings may overlap or contain one another, and the input is unsorted. In Go, implement func solve(intervals [][]int) {type} that joins the bookings of each session into one interval and returns {what}. Example: {example}.",
		"Implement in Go: func solve(intervals [][]int) {type}. Join intervals that overlap, touch, or lie apart by a distance of {gap} or less, repeatedly, and return {what}. The input may be empty and must not be assumed sorted. One case to check: {example}.",
	}, gen.Fixed("type", rule.result), gen.Slot("gap", gap), gen.Fixed("what", rule.statement), gen.Fixed("example", example))
	return codeItem("go", "solve", question, slots, tests, fmt.Sprintf(mergeProgram, rule.result, gap, rule.finish),
		"Sorted by start, an interval can only join the last merged one, so one pass after sorting is enough; the result is then read off the merged list.")
}

func intervals(r *rand.Rand, n, span int) [][]int {
	out := make([][]int, n)
	for i := range out {
		start := r.IntN(span)
		out[i] = []int{start, start + gen.Between(r, 1, 9)}
	}
	return out
}
