package coding

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "algorithms"
	gen.Register("coding/modular-combinatorics-routine", area, "Modular combinatorics routine",
		"Write a function that counts modulo a prime for large arguments.", modularCounting)
	gen.Register("coding/binary-search-on-the-answer", area, "Binary search on the answer",
		"Write a function that finds the least value for which something is feasible.", answerSearch)
	gen.Register("coding/greedy-scheduling", area, "Greedy scheduling", "Write a greedy choice of jobs or intervals with the right rule.", greedyScheduling)
	gen.Register("coding/wrong-complexity-rewrite", "debugging and repair", "Wrong-complexity rewrite",
		"Replace a slow but correct function by one that handles huge arguments.", fasterRewrite)
}

// somePrime is a prime above all arguments of the counting exercises.
const somePrime = 1_000_000_007

func reduced(x *big.Int) int64 { return new(big.Int).Mod(x, big.NewInt(somePrime)).Int64() }

func twoNumbers(high int) func(r *rand.Rand, size int) []any {
	return func(r *rand.Rand, size int) []any {
		n := min(high, size*size*size/4+size)
		return []any{n, gen.Between(r, 0, n)}
	}
}

const factorIdea = "Factorials are multiplied up modulo the prime, and a division becomes a multiplication with the inverse, by Fermat's theorem."

var countingExercises = []exercise{
	{"n, m", "n and m are integers with 0 <= m <= n <= 100000", "the number of ways to choose m + k of n + k different things, modulo 1000000007", `def solve(n, m):
    p = 1000000007
    top = bottom = 1
    for i in range(n - m):
        top = top * (n + K - i) % p
        bottom = bottom * (i + 1) % p
    return top * pow(bottom, p - 2, p) % p`, 11, 99, twoNumbers(400), func(a []any, k int) any {
		return reduced(new(big.Int).Binomial(int64(a[0].(int)+k), int64(a[1].(int)+k)))
	}, factorIdea},
	{"n, m", "n and m are integers with 0 <= m <= n <= 100000", "the number of ways to give n equal coins to m + k different people, where somebody may get nothing, modulo 1000000007", `def solve(n, m):
    p, people = 1000000007, m + K
    top = bottom = 1
    for i in range(people - 1):
        top = top * (n + people - 1 - i) % p
        bottom = bottom * (i + 1) % p
    return top * pow(bottom, p - 2, p) % p`, 2, 29, twoNumbers(400), func(a []any, k int) any {
		n, people := int64(a[0].(int)), int64(a[1].(int)+k)
		return reduced(new(big.Int).Binomial(n+people-1, people-1))
	}, "With bars between the people this is a choice of places for the bars. " + factorIdea},
	{"n", "n is an integer with 0 <= n <= 100000", "the number of orders of n different things in which none is at its own place, plus k, modulo 1000000007", `def solve(n):
    p = 1000000007
    d = 1
    for i in range(1, n + 1):
        d = (d * i + (1 if i % 2 == 0 else -1)) % p
    return (d + K) % p`, 11, 99, numberOf(0, 300), func(a []any, k int) any {
		d, last := 1, 0 // from both predecessors, where the program uses one
		for i := 1; i <= a[0].(int); i++ {
			d, last = (i-1)*((d+last)%somePrime)%somePrime, d
		}
		return (d + k) % somePrime
	}, "With D(0) = 1, D(n) = n D(n - 1) + (-1)^n."},
	{"n", "n is an integer with 0 <= n <= 100000", "the number of texts of n pairs of round brackets that are balanced, times k, modulo 1000000007", `def solve(n):
    p = 1000000007
    top = bottom = 1
    for i in range(n):
        top = top * (2 * n - i) % p
        bottom = bottom * (i + 1) % p
    return K * top * pow(bottom * (n + 1), p - 2, p) % p`, 2, 99, numberOf(0, 150), func(a []any, k int) any {
		n := a[0].(int)
		ways := make([]int, n+2) // by the number of open brackets
		for ways[0] = k; n > 0; n-- {
			for range 2 {
				next := make([]int, len(ways))
				for open := range len(ways) - 1 {
					next[open] = ways[open+1]
					if open > 0 {
						next[open] = (next[open] + ways[open-1]) % somePrime
					}
				}
				ways = next
			}
		}
		return ways[0]
	}, "These are the Catalan numbers, a binomial coefficient divided by n + 1. " + factorIdea},
}

// modularCounting asks for a count modulo a prime. Difficulty moves from
// choices to distributions, derangements and balanced texts.
func modularCounting(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, countingExercises))
}

func nonEmptyInts(r *rand.Rand, size int) []any { return []any{drawInts(r, size+1, 1, 40)} }

// leastWith counts up to the least value from a start on that is feasible.
func leastWith(start int, feasible func(x int) bool) int {
	for !feasible(start) {
		start++
	}
	return start
}

const bisectIdea = "If a value is feasible, so is every larger one; halving the range between an infeasible and a feasible value finds the least feasible one."

var bisectExercises = []exercise{
	{"xs", "xs is a non-empty list of positive integers", "the least number b such that xs can be cut into at most k contiguous parts whose sums are all at most b", `def solve(xs):
    low, high = max(xs), sum(xs)
    while low < high:
        b = (low + high) // 2
        parts, part = 1, 0
        for x in xs:
            if part + x > b:
                parts, part = parts + 1, 0
            part += x
        if parts <= K:
            high = b
        else:
            low = b + 1
    return low`, 2, 4, nonEmptyInts, func(a []any, k int) any {
		xs := a[0].([]int)
		best := make([]int, len(xs)+1) // of the first i elements, by number of parts
		for i := range xs {
			best[i+1] = sumOf(xs[:i+1])
		}
		for range k - 1 {
			next := slices.Clone(best)
			for i := range best {
				for j := range i {
					next[i] = min(next[i], max(best[j], sumOf(xs[j:i])))
				}
			}
			best = next
		}
		return best[len(xs)]
	}, bisectIdea},
	{"xs, hours", "xs is a non-empty list of numbers of pages and hours is an integer, at least the length of the list", "the least number v of pages an hour with which all chapters can be read in the given hours, if each chapter begins at a full hour and k more pages have to be read for each chapter", `def solve(xs, hours):
    low, high = 1, max(xs) + K
    while low < high:
        v = (low + high) // 2
        if sum(-(-(x + K) // v) for x in xs) <= hours:
            high = v
        else:
            low = v + 1
    return low`, 3, 19, func(r *rand.Rand, size int) []any {
		return []any{drawInts(r, size+1, 1, 60), size + 1 + gen.Between(r, 0, 2*size)}
	}, func(a []any, k int) any {
		return leastWith(1, func(v int) bool {
			hours := 0
			for _, x := range a[0].([]int) {
				hours += (x + k + v - 1) / v
			}
			return hours <= a[1].(int)
		})
	}, bisectIdea},
	{"places", "places is a list of at least k different positions on a line in ascending order", "the largest distance g such that k of the positions can be chosen with at least g between any two of them", `def solve(places):
    low, high = 1, places[-1] - places[0]
    while low < high:
        g = (low + high + 1) // 2
        count, last = 0, None
        for p in places:
            if last is None or p - last >= g:
                count, last = count + 1, p
        if count >= K:
            low = g
        else:
            high = g - 1
    return low`, 2, 4, func(r *rand.Rand, size int) []any {
		xs := append([]int{}, r.Perm(60)[:min(4+size/2, 9)]...)
		slices.Sort(xs)
		return []any{xs}
	}, func(a []any, k int) any {
		best := 0
		for _, s := range subsetsWhere(a[0].([]int), func(s []int) bool { return len(s) == k }) {
			gap := s[len(s)-1] - s[0]
			for i := 1; i < len(s); i++ {
				gap = min(gap, s[i]-s[i-1])
			}
			best = max(best, gap)
		}
		return best
	}, "If a distance is possible, so is every smaller one. For a given distance it is best to take every place that is far enough from the last; halving finds the largest distance."},
	{"machines", "machines is a non-empty list of the minutes that each machine takes for one piece, all machines working side by side", "the least number of minutes after which k pieces in all are finished", `def solve(machines):
    low, high = 1, min(machines) * K
    while low < high:
        t = (low + high) // 2
        if sum(t // m for m in machines) >= K:
            high = t
        else:
            low = t + 1
    return low`, 41, 99, func(r *rand.Rand, size int) []any { return []any{drawInts(r, size/2+1, 2, 30)} }, func(a []any, k int) any {
		return leastWith(1, func(t int) bool {
			n := 0
			for _, m := range a[0].([]int) {
				n += t / m
			}
			return n >= k
		})
	}, bisectIdea},
}

// answerSearch asks for a least or largest feasible value. Difficulty moves
// between feasibility tests that are less and less direct.
func answerSearch(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, bisectExercises))
}

func spans(r *rand.Rand, size int) []any {
	out := [][]int{}
	for range min(size, 7) {
		start := gen.Between(r, 0, 40)
		out = append(out, []int{start, start + gen.Between(r, 1, 15)})
	}
	return []any{out}
}

// largestSet is the largest number of positions below n that are compatible.
func largestSet(n int, fine func(set []int) bool) int {
	best := 0
	eachSubset(n, func(set []int) {
		if len(set) > best && fine(set) {
			best = len(set)
		}
	})
	return best
}

var greedyExercises = []exercise{
	{"talks", "talks is a list of [start, end] with start < end", "the largest number of talks that one person can attend in full if at least k minutes must lie between the end of one and the start of the next", `def solve(talks):
    count, free = 0, None
    for start, end in sorted(talks, key=lambda t: t[1]):
        if free is None or start >= free:
            count, free = count + 1, end + K
    return count`, 1, 5, spans, func(a []any, k int) any {
		talks := a[0].([][]int)
		return largestSet(len(talks), func(set []int) bool {
			for i, x := range set {
				for _, y := range set[:i] {
					if talks[x][0] < talks[y][1]+k && talks[y][0] < talks[x][1]+k {
						return false
					}
				}
			}
			return true
		})
	}, "The talk that ends first leaves most room for the others, so it is always a right choice."},
	{"stays", "stays is a list of [arrival, departure] with arrival < departure", "the least number of rooms for all stays if a room can be used again k minutes after a departure", `import heapq

def solve(stays):
    rooms = []
    for a, b in sorted(stays):
        if rooms and rooms[0] <= a:
            heapq.heapreplace(rooms, b + K)
        else:
            heapq.heappush(rooms, b + K)
    return len(rooms)`, 1, 5, spans, func(a []any, k int) any {
		most := 0
		for t := range 80 {
			n := 0
			for _, s := range a[0].([][]int) {
				if s[0] <= t && t < s[1]+k {
					n++
				}
			}
			most = max(most, n)
		}
		return most
	}, "In order of arrival each stay takes the room that is free first, or a new one if none is."},
	{"jobs", "jobs is a list of [minutes, due] for one machine that is free from minute k on and does one job after another without breaks", "the largest number of jobs that can be finished by their due minutes", `import heapq

def solve(jobs):
    now, heap = K, []
    for minutes, due in sorted(jobs, key=lambda j: j[1]):
        heapq.heappush(heap, -minutes)
        now += minutes
        if now > due:
            now += heapq.heappop(heap)
    return len(heap)`, 2, 9, func(r *rand.Rand, size int) []any {
		out := [][]int{}
		for range min(size, 7) {
			out = append(out, []int{gen.Between(r, 2, 12), gen.Between(r, 10, 45)})
		}
		return []any{out}
	}, func(a []any, k int) any {
		jobs := sortedBy(a[0].([][]int), func(x, y []int) int { return x[1] - y[1] })
		return largestSet(len(jobs), func(set []int) bool {
			now := k
			for _, i := range set {
				if now += jobs[i][0]; now > jobs[i][1] {
					return false
				}
			}
			return true
		})
	}, "In order of due time each job is taken in; when one would be late, the longest job taken so far is given up (Moore and Hodgson)."},
	{"jobs", "jobs is a list of [profit, due], where each job takes one day, one job is done a day, and days count from 1", "the largest total profit of jobs that are done no later than their due days if only the first k days are available", `import heapq

def solve(jobs):
    heap = []
    for profit, due in sorted(jobs, key=lambda j: j[1]):
        heapq.heappush(heap, profit)
        if len(heap) > min(due, K):
            heapq.heappop(heap)
    return sum(heap)`, 3, 5, func(r *rand.Rand, size int) []any {
		out := [][]int{}
		for range min(size, 7) {
			out = append(out, []int{gen.Between(r, 10, 60), gen.Between(r, 1, 6)})
		}
		return []any{out}
	}, func(a []any, k int) any {
		jobs := sortedBy(a[0].([][]int), func(x, y []int) int { return x[1] - y[1] })
		best := 0
		eachSubset(len(jobs), func(set []int) {
			sum := 0
			for day, i := range set {
				if day+1 > min(jobs[i][1], k) {
					return
				}
				sum += jobs[i][0]
			}
			best = max(best, sum)
		})
		return best
	}, "In order of due day every job is taken in; when there are more jobs than days, the one with the least profit is given up."},
}

// greedyScheduling asks for a greedy choice. Difficulty moves from the end that
// comes first to choices that are taken back.
func greedyScheduling(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, greedyExercises))
}
