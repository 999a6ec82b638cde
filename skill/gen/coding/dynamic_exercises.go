package coding

import (
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "algorithms"
	gen.Register("coding/knapsack-dynamic-program", area, "Knapsack dynamic program", "Write a dynamic program over a capacity.", knapsack)
	gen.Register("coding/edit-distance-variant", area, "Edit-distance variant", "Write a dynamic program over two texts with stated costs.", editDistance)
	gen.Register("coding/backtracking-enumeration", area, "Backtracking enumeration", "Write a function that lists all solutions in a fixed order.", enumeration)
}

func itemsToPack(r *rand.Rand, size int) []any {
	n := min(size, 6)
	return []any{drawInts(r, n, 3, 15), drawInts(r, n, 1, 30)}
}

// eachSubset calls yield with every set of positions below n.
func eachSubset(n int, yield func(set []int)) {
	for bits := range 1 << n {
		set := []int{}
		for i := range n {
			if bits>>i&1 == 1 {
				set = append(set, i)
			}
		}
		yield(set)
	}
}

func sumAt(xs, at []int) (total int) {
	for _, i := range at {
		total += xs[i]
	}
	return total
}

const (
	packGiven = "weights and values are lists of the same length that describe things, each of which is there once"
	packIdea  = "best[c] is the best value within capacity c; each thing updates it from the largest capacity down, so that it is used once."
)

var packExercises = []exercise{
	{"weights, values", packGiven, "the largest total value of things whose total weight is at most k", `def solve(weights, values):
    best = [0] * (K + 1)
    for w, v in zip(weights, values):
        for c in range(K, w - 1, -1):
            best[c] = max(best[c], best[c - w] + v)
    return best[K]`, 20, 45, itemsToPack, func(a []any, k int) any {
		best := 0
		eachSubset(len(a[0].([]int)), func(set []int) {
			if sumAt(a[0].([]int), set) <= k {
				best = max(best, sumAt(a[1].([]int), set))
			}
		})
		return best
	}, packIdea},
	{"weights, values", packGiven, "the largest total value of at most three things whose total weight is at most k", `def solve(weights, values):
    best = [[0] * (K + 1) for _ in range(4)]
    for w, v in zip(weights, values):
        for n in (3, 2, 1):
            for c in range(K, w - 1, -1):
                best[n][c] = max(best[n][c], best[n - 1][c - w] + v)
    return best[3][K]`, 18, 40, itemsToPack, func(a []any, k int) any {
		best := 0
		eachSubset(len(a[0].([]int)), func(set []int) {
			if len(set) <= 3 && sumAt(a[0].([]int), set) <= k {
				best = max(best, sumAt(a[1].([]int), set))
			}
		})
		return best
	}, packIdea + " A second index counts the things."},
	{"weights", "weights is a list of positive weights, each of which is there once", "the number of ways to choose positions of the list so that the weights there add up to exactly k", `def solve(weights):
    ways = [1] + [0] * K
    for w in weights:
        for c in range(K, w - 1, -1):
            ways[c] += ways[c - w]
    return ways[K]`, 15, 30, func(r *rand.Rand, size int) []any { return []any{drawInts(r, min(size, 7), 3, 9)} }, func(a []any, k int) any {
		n := 0
		eachSubset(len(a[0].([]int)), func(set []int) {
			if sumAt(a[0].([]int), set) == k {
				n++
			}
		})
		return n
	}, "ways[c] counts the choices so far with sum c; each weight adds the choices that lack it."},
	{"coins", "coins is a list of different coin values, of each of which there are as many as needed", "the least number of coins that pay exactly k, and -1 if it cannot be paid", `def solve(coins):
    best = [0] + [None] * K
    for c in range(1, K + 1):
        options = [best[c - x] + 1 for x in coins if x <= c and best[c - x] is not None]
        best[c] = min(options) if options else None
    return -1 if best[K] is None else best[K]`, 31, 79, func(r *rand.Rand, size int) []any {
		coins := append([]int{}, r.Perm(24)[:min(size, 5)]...)
		for i := range coins {
			coins[i] += 2
		}
		return []any{coins}
	}, func(a []any, k int) any {
		reach := map[int]bool{0: true}
		for n := 0; len(reach) > 0; n++ {
			if reach[k] {
				return n
			}
			next := map[int]bool{}
			for sum := range reach {
				for _, c := range a[0].([]int) {
					if sum+c <= k {
						next[sum+c] = true
					}
				}
			}
			reach = next
		}
		return -1
	}, "The least number for an amount is one more than the least for the amount without some coin."},
}

// knapsack asks for a program over a capacity. Difficulty adds a limit of
// things, counting and unlimited coins.
func knapsack(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, packExercises))
}

func twoTexts(r *rand.Rand, size int) []any {
	return []any{drawFrom(r, "abc", min(size, 8)), drawFrom(r, "abc", min(max(0, size+gen.Between(r, -1, 1)), 8))}
}

// edits is a second method: the least cost from a to b by recursion over the
// ends of the texts, with the results of parts remembered.
func edits(a, b string, insert, remove, replace func(x byte) int, swap int) int {
	known := map[[2]int]int{}
	var cost func(i, j int) int
	cost = func(i, j int) int {
		if i == 0 && j == 0 {
			return 0
		}
		if c, ok := known[[2]int{i, j}]; ok {
			return c
		}
		best := 1 << 30
		if i > 0 {
			best = min(best, cost(i-1, j)+remove(a[i-1]))
		}
		if j > 0 {
			best = min(best, cost(i, j-1)+insert(b[j-1]))
		}
		if i > 0 && j > 0 {
			c := cost(i-1, j-1)
			if a[i-1] != b[j-1] {
				c += replace(a[i-1])
			}
			best = min(best, c)
		}
		if swap > 0 && i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
			best = min(best, cost(i-2, j-2)+swap)
		}
		known[[2]int{i, j}] = best
		return best
	}
	return cost(len(a), len(b))
}

func costs(n int) func(byte) int { return func(byte) int { return n } }

const (
	editGiven = "s and t are strings of the letters a, b and c"
	editIdea  = "A table holds the least cost for each pair of beginnings of the two texts; every entry comes from its neighbours by one change."
)

var editExercises = []exercise{
	{"s, t", editGiven, "the least total cost of changes that turn s into t, where inserting a letter costs 1, deleting a letter costs 1 and replacing a letter by another costs k", `def solve(s, t):
    row = list(range(len(t) + 1))
    for i, x in enumerate(s):
        new = [i + 1]
        for j, y in enumerate(t):
            new.append(min(row[j + 1] + 1, new[j] + 1, row[j] + (K if x != y else 0)))
        row = new
    return row[-1]`, 1, 2, twoTexts, func(a []any, k int) any {
		return edits(a[0].(string), a[1].(string), costs(1), costs(1), costs(k), 0)
	}, editIdea},
	{"s, t", editGiven, "the length of the longest text that arises both from s and from t by deleting letters, plus k", `def solve(s, t):
    row = [0] * (len(t) + 1)
    for x in s:
        new = [0]
        for j, y in enumerate(t):
            new.append(row[j] + 1 if x == y else max(row[j + 1], new[j]))
        row = new
    return row[-1] + K`, 11, 99, twoTexts, func(a []any, k int) any {
		s, t := a[0].(string), a[1].(string)
		return (len(s)+len(t)-edits(s, t, costs(1), costs(1), costs(2), 0))/2 + k
	}, "A table holds the longest common part of each pair of beginnings: equal last letters prolong it, otherwise one of them is given up."},
	{"s, t", editGiven, "the least total cost of changes that turn s into t, where deleting a letter costs 2, inserting the letter a costs 1, inserting b or c costs 3, and replacing a letter by another costs k", `def solve(s, t):
    add = lambda y: 1 if y == "a" else 3
    row = [0]
    for y in t:
        row.append(row[-1] + add(y))
    for x in s:
        new = [row[0] + 2]
        for j, y in enumerate(t):
            new.append(min(row[j + 1] + 2, new[j] + add(y), row[j] + (K if x != y else 0)))
        row = new
    return row[-1]`, 2, 4, twoTexts, func(a []any, k int) any {
		return edits(a[0].(string), a[1].(string), func(x byte) int {
			if x == 'a' {
				return 1
			}
			return 3
		}, costs(2), costs(k), 0)
	}, editIdea},
	{"s, t", editGiven, "the least total cost of changes that turn s into t, where inserting or deleting a letter costs 2, replacing a letter by another costs 3, and exchanging two neighbouring letters of s, which are not changed in any other way, costs k", `def solve(s, t):
    n, m = len(s), len(t)
    d = [[2 * (i + j) for j in range(m + 1)] for i in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            d[i][j] = min(d[i - 1][j] + 2, d[i][j - 1] + 2, d[i - 1][j - 1] + (3 if s[i - 1] != t[j - 1] else 0))
            if i > 1 and j > 1 and s[i - 1] == t[j - 2] and s[i - 2] == t[j - 1]:
                d[i][j] = min(d[i][j], d[i - 2][j - 2] + K)
    return d[n][m]`, 1, 3, twoTexts, func(a []any, k int) any {
		return edits(a[0].(string), a[1].(string), costs(2), costs(2), costs(3), k)
	}, editIdea + " An exchange looks two places back in both texts."},
}

// editDistance asks for a program over two texts. Difficulty moves from equal
// costs to costs by letter and exchanges.
func editDistance(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, editExercises))
}

func distinctSorted(r *rand.Rand, size int) []any {
	xs := append([]int{}, r.Perm(18)[:min(size, 7)]...)
	for i := range xs {
		xs[i]++
	}
	slices.Sort(xs)
	return []any{xs}
}

// subsetsWhere lists the sets of elements that qualify, in lexicographic order.
func subsetsWhere(xs []int, ok func(set []int) bool) [][]int {
	out := [][]int{}
	eachSubset(len(xs), func(at []int) {
		set := []int{}
		for _, i := range at {
			set = append(set, xs[i])
		}
		if ok(set) {
			out = append(out, set)
		}
	})
	slices.SortFunc(out, slices.Compare)
	return out
}

const searchIdea = "The solution grows element by element, and a branch is given up as soon as it cannot be completed; trying elements in ascending order gives the wanted order."

var searchExercises = []exercise{
	{"xs", "xs is a list of different positive integers in ascending order", "the list of all sets of elements, each as an ascending list, whose sum is exactly k, in lexicographic order", `def solve(xs):
    out = []

    def grow(start, chosen, left):
        if left == 0:
            out.append(chosen)
        for i in range(start, len(xs)):
            if xs[i] > left:
                break
            grow(i + 1, chosen + [xs[i]], left - xs[i])

    grow(0, [], K)
    return out`, 10, 19, distinctSorted, func(a []any, k int) any {
		return subsetsWhere(a[0].([]int), func(set []int) bool { return sumOf(set) == k })
	}, searchIdea},
	{"xs", "xs is a list of different positive integers in ascending order", "the list of all sets of three elements, each as an ascending list, in which neighbours differ by at least k, in lexicographic order", `def solve(xs):
    out = []

    def grow(chosen, start):
        if len(chosen) == 3:
            out.append(chosen)
            return
        for i in range(start, len(xs)):
            if not chosen or xs[i] - chosen[-1] >= K:
                grow(chosen + [xs[i]], i + 1)

    grow([], 0)
    return out`, 2, 3, distinctSorted, func(a []any, k int) any {
		return subsetsWhere(a[0].([]int), func(s []int) bool { return len(s) == 3 && s[1]-s[0] >= k && s[2]-s[1] >= k })
	}, searchIdea},
	{"xs", "xs is a list of different positive integers in ascending order, at most five of them", "the list of all orders of its elements in which neighbours differ by at most k, in lexicographic order (an empty list has one order, the empty one)", `def solve(xs):
    out = []

    def grow(order):
        if len(order) == len(xs):
            out.append(order)
            return
        for x in xs:
            if x not in order and (not order or abs(x - order[-1]) <= K):
                grow(order + [x])

    grow([])
    return out`, 6, 10, func(r *rand.Rand, size int) []any { return distinctSorted(r, min(size, 5)) }, func(a []any, k int) any {
		out := [][]int{}
		for _, p := range permutations(a[0].([]int)) {
			if !slices.ContainsFunc(p[min(1, len(p)):], func(x int) bool { return abs(x-p[slices.Index(p, x)-1]) > k }) {
				out = append(out, p)
			}
		}
		return out
	}, searchIdea},
	{"xs", "xs is a list of different positive integers in ascending order", "the list of all sets of elements, each as an ascending list, with at least one element and no two elements whose sum is divisible by k, in lexicographic order, cut off after the first twelve", `def solve(xs):
    out = []

    def grow(start, chosen):
        for i in range(start, len(xs)):
            if len(out) < 12 and all((xs[i] + x) % K for x in chosen):
                out.append(chosen + [xs[i]])
                grow(i + 1, chosen + [xs[i]])

    grow(0, [])
    return out[:12]`, 3, 5, distinctSorted, func(a []any, k int) any {
		all := subsetsWhere(a[0].([]int), func(s []int) bool {
			return len(s) > 0 && pairsWith(s, func(x, y int) bool { return (x+y)%k == 0 }) == 0
		})
		return all[:min(12, len(all))]
	}, searchIdea},
}

// enumeration asks for all solutions in order. Difficulty moves from sums to
// distances, orders and pairwise conditions.
func enumeration(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, searchExercises))
}
