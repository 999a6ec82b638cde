package coding

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "functions over arrays and strings"
	gen.Register("coding/two-pointer-pair-search", area, "Two-pointer pair search", "Write a function that finds or counts qualifying pairs in sorted data.", pairSearch)
	gen.Register("coding/prefix-sum-range-queries", area, "Prefix-sum range queries", "Write a function that answers many queries about ranges of a list.", rangeQueries)
	gen.Register("coding/in-place-array-rearrangement", area, "In-place array rearrangement", "Write a function that rotates, partitions or permutes a list.", rearrangement)
}

func sortedInts(r *rand.Rand, size int) []any {
	xs := drawInts(r, size, 1, 60)
	slices.Sort(xs)
	return []any{xs}
}

func anyInts(r *rand.Rand, size int) []any { return []any{drawInts(r, size, 1, 40)} }

// pairsWith counts the pairs of positions i < j that qualify.
func pairsWith(xs []int, ok func(a, b int) bool) int {
	n := 0
	for i := range xs {
		for j := i + 1; j < len(xs); j++ {
			if ok(xs[i], xs[j]) {
				n++
			}
		}
	}
	return n
}

const twoEnds = "Two positions start at the ends of the sorted list and move towards each other; each comparison rules one element out for good, so one pass suffices."

var pairExercises = []exercise{
	{"xs", "xs is a list of integers in ascending order", "the number of pairs of positions i < j with xs[i] + xs[j] at most k", `def solve(xs):
    i, j, count = 0, len(xs) - 1, 0
    while i < j:
        if xs[i] + xs[j] <= K:
            count += j - i
            i += 1
        else:
            j -= 1
    return count`, 41, 89, sortedInts, func(a []any, k int) any { return pairsWith(a[0].([]int), func(x, y int) bool { return x+y <= k }) }, twoEnds},
	{"xs", "xs is a list of integers in ascending order", "the sum xs[i] + xs[j] of two different positions that is closest to k, the smaller sum if two are equally close, and -1 if there are fewer than two elements", `def solve(xs):
    best = None
    i, j = 0, len(xs) - 1
    while i < j:
        s = xs[i] + xs[j]
        if best is None or (abs(s - K), s) < (abs(best - K), best):
            best = s
        if s < K:
            i += 1
        else:
            j -= 1
    return -1 if best is None else best`, 41, 89, sortedInts, func(a []any, k int) any {
		xs, best := a[0].([]int), -1
		pairsWith(xs, func(x, y int) bool {
			s := x + y
			if best < 0 || cmp.Or(abs(s-k)-abs(best-k), s-best) < 0 {
				best = s
			}
			return true
		})
		return best
	}, twoEnds},
	{"xs", "xs is a list of integers in ascending order", "the number of pairs of positions i < j with xs[j] - xs[i] at least k", `def solve(xs):
    i = count = 0
    for j in range(len(xs)):
        while xs[j] - xs[i] >= K:
            i += 1
        count += i
    return count`, 11, 39, sortedInts, func(a []any, k int) any { return pairsWith(a[0].([]int), func(x, y int) bool { return y-x >= k }) },
		"For each right end the suitable left ends are a prefix of the list, and that prefix only grows, so both positions move in one direction."},
	{"xs", "xs holds the heights of posts that stand one metre apart", "the largest value of (j - i) * min(xs[i], xs[j], k) over positions i < j, and 0 if there are fewer than two posts", `def solve(xs):
    best, i, j = 0, 0, len(xs) - 1
    while i < j:
        best = max(best, (j - i) * min(xs[i], xs[j], K))
        if xs[i] < xs[j]:
            i += 1
        else:
            j -= 1
    return best`, 15, 35, anyInts, func(a []any, k int) any {
		xs, best := a[0].([]int), 0
		for i := range xs {
			for j := i + 1; j < len(xs); j++ {
				best = max(best, (j-i)*min(xs[i], xs[j], k))
			}
		}
		return best
	}, "Starting with the widest pair, only the lower post can be given up, since every narrower pair with it is worse."},
	{"xs", "xs is a list of integers in ascending order", "the number of triples of positions i < j < l with xs[i] + xs[j] + xs[l] less than k", `def solve(xs):
    count = 0
    for l in range(2, len(xs)):
        i, j = 0, l - 1
        while i < j:
            if xs[i] + xs[j] + xs[l] < K:
                count += j - i
                i += 1
            else:
                j -= 1
    return count`, 61, 139, sortedInts, func(a []any, k int) any {
		xs, n := a[0].([]int), 0
		for i := range xs {
			n += pairsWith(xs[i+1:], func(x, y int) bool { return xs[i]+x+y < k })
		}
		return n
	}, "With the largest position fixed, the other two are found with two ends that move towards each other, so the time is quadratic instead of cubic."},
}

func abs(x int) int { return max(x, -x) }

// pairSearch asks for a function over sorted data. Difficulty moves from
// counting to closest sums, one-sided windows and triples.
func pairSearch(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, pairExercises))
}

func listAndRanges(r *rand.Rand, size int) []any {
	xs, queries := drawInts(r, size+1, 1, 50), [][]int{}
	for range size {
		a, b := r.IntN(len(xs)), r.IntN(len(xs))
		queries = append(queries, []int{min(a, b), max(a, b)})
	}
	return []any{xs, queries}
}

func eachRange(a []any, f func(part []int) int) []int {
	out := []int{}
	for _, q := range a[1].([][]int) {
		out = append(out, f(a[0].([]int)[q[0]:q[1]+1]))
	}
	return out
}

const prefixIdea = "Running totals are computed once; each range is then the difference of two of them."

var rangeExercises = []exercise{
	{"xs, queries", "xs is a non-empty list of integers and queries is a list of pairs [l, r] with 0 <= l <= r < len(xs)", "the list of the sums xs[l] + … + xs[r] (r included), one for each query, each reduced modulo k", `def solve(xs, queries):
    total = [0]
    for x in xs:
        total.append(total[-1] + x)
    return [(total[r + 1] - total[l]) % K for l, r in queries]`, 61, 99, listAndRanges, func(a []any, k int) any {
		return eachRange(a, func(p []int) int { return sumOf(p) % k })
	}, prefixIdea},
	{"xs, queries", "xs is a non-empty list of integers and queries is a list of pairs [l, r] with 0 <= l <= r < len(xs)", "the list of the numbers of elements among xs[l], …, xs[r] that are larger than k, one for each query", `def solve(xs, queries):
    total = [0]
    for x in xs:
        total.append(total[-1] + (x > K))
    return [total[r + 1] - total[l] for l, r in queries]`, 15, 35, listAndRanges, func(a []any, k int) any {
		return eachRange(a, func(p []int) int {
			return len(slices.DeleteFunc(slices.Clone(p), func(x int) bool { return x <= k }))
		})
	}, prefixIdea},
	{"xs, updates", "xs is a non-empty list of integers and updates is a list of pairs [l, r] with 0 <= l <= r < len(xs)", "the list that arises when, for each update, k is added to all of xs[l], …, xs[r]", `def solve(xs, updates):
    change = [0] * (len(xs) + 1)
    for l, r in updates:
        change[l] += K
        change[r + 1] -= K
    out, add = [], 0
    for x, c in zip(xs, change):
        add += c
        out.append(x + add)
    return out`, 51, 99, listAndRanges, func(a []any, k int) any {
		out := slices.Clone(a[0].([]int))
		for _, q := range a[1].([][]int) {
			for i := q[0]; i <= q[1]; i++ {
				out[i] += k
			}
		}
		return out
	}, "Each update changes the differences of neighbours at two places only; one pass of running totals at the end gives the list."},
	{"xs", "xs is a list of positive integers", "the number of non-empty contiguous blocks of xs whose sum is divisible by k", `def solve(xs):
    seen = {0: 1}
    total = count = 0
    for x in xs:
        total = (total + x) % K
        count += seen.get(total, 0)
        seen[total] = seen.get(total, 0) + 1
    return count`, 3, 9, anyInts, func(a []any, k int) any {
		xs, n := a[0].([]int), 0
		for i := range xs {
			for j := i + 1; j <= len(xs); j++ {
				if sumOf(xs[i:j])%k == 0 {
					n++
				}
			}
		}
		return n
	}, "A block has a sum divisible by k exactly when the running totals before and after it leave the same remainder, so equal remainders are counted."},
	{"grid, queries", "grid is a square table of integers (a list of rows) and queries is a list of [top, left, bottom, right], all included", "the list of the sums of the cells in each of these rectangles, each reduced modulo k", `def solve(grid, queries):
    n = len(grid)
    total = [[0] * (n + 1) for _ in range(n + 1)]
    for i in range(n):
        for j in range(n):
            total[i + 1][j + 1] = grid[i][j] + total[i][j + 1] + total[i + 1][j] - total[i][j]
    return [(total[b + 1][r + 1] - total[t][r + 1] - total[b + 1][l] + total[t][l]) % K for t, l, b, r in queries]`, 61, 99, func(r *rand.Rand, size int) []any {
		n, queries := 1+size/3, [][]int{}
		grid := make([][]int, n)
		for i := range grid {
			grid[i] = drawInts(r, n, 1, 30)
		}
		for range size {
			t, b, l, w := r.IntN(n), r.IntN(n), r.IntN(n), r.IntN(n)
			queries = append(queries, []int{min(t, b), min(l, w), max(t, b), max(l, w)})
		}
		return []any{grid, queries}
	}, func(a []any, k int) any {
		out := []int{}
		for _, q := range a[1].([][]int) {
			sum := 0
			for i := q[0]; i <= q[2]; i++ {
				sum += sumOf(a[0].([][]int)[i][q[1] : q[3]+1])
			}
			out = append(out, sum%k)
		}
		return out
	}, "Totals of all rectangles that begin in the corner are computed once; any rectangle is a sum and difference of four of them."},
}

// rangeQueries asks for a function that answers many range queries. Difficulty
// moves from sums to counts, updates, remainders and rectangles.
func rangeQueries(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, rangeExercises))
}

func splitBy(xs []int, in func(x int) bool) (yes, no []int) {
	for _, x := range xs {
		if in(x) {
			yes = append(yes, x)
		} else {
			no = append(no, x)
		}
	}
	return yes, no
}

var rearrangeExercises = []exercise{
	{"xs", "xs is a list of integers, which is to be changed in place", "xs itself after all elements have moved k places towards the front, where elements that leave the front come back at the end", `def solve(xs):
    if xs:
        s = K % len(xs)
        xs[:] = xs[s:] + xs[:s]
    return xs`, 41, 99, anyInts, func(a []any, k int) any {
		xs := slices.Clone(a[0].([]int))
		for range k {
			if len(xs) > 0 {
				xs = append(xs[1:], xs[0])
			}
		}
		return append([]int{}, xs...)
	}, "Only the remainder of the number of places by the length matters; the two parts change places."},
	{"xs", "xs is a list of integers, which is to be changed in place", "xs itself after the elements divisible by k have moved to the end, both groups keeping their order", `def solve(xs):
    xs.sort(key=lambda x: x % K == 0)
    return xs`, 3, 7, anyInts, func(a []any, k int) any {
		yes, no := splitBy(a[0].([]int), func(x int) bool { return x%k == 0 })
		return append(append([]int{}, no...), yes...)
	}, "A stable sort by whether an element is divisible keeps the order within both groups."},
	{"xs", "xs is a list of integers, which is to be changed in place", "xs itself with the elements below k first, then those equal to k, then those above k, each group in its old order", `def solve(xs):
    xs[:] = [x for x in xs if x < K] + [x for x in xs if x == K] + [x for x in xs if x > K]
    return xs`, 12, 28, anyInts, func(a []any, k int) any {
		out := slices.Clone(a[0].([]int))
		slices.SortStableFunc(out, func(x, y int) int { return cmp.Compare(x, k) - cmp.Compare(y, k) })
		return append([]int{}, out...)
	}, "The three groups are collected in order and written back."},
	{"xs", "xs is a list of integers, which is to be changed in place", "xs itself after each of its consecutive blocks of k elements has been reversed; a shorter block at the end is reversed as well", `def solve(xs):
    for i in range(0, len(xs), K):
        xs[i:i + K] = xs[i:i + K][::-1]
    return xs`, 2, 5, anyInts, func(a []any, k int) any {
		out := []int{}
		for block := range slices.Chunk(slices.Clone(a[0].([]int)), k) {
			slices.Reverse(block)
			out = append(out, block...)
		}
		return out
	}, "The blocks begin at multiples of the block length, and each slice is replaced by its reverse."},
	{"xs", "xs is a list of different integers, which is to be changed in place", "xs itself after it has been replaced k times by the next permutation in lexicographic order, where the ascending one follows the descending one", `def solve(xs):
    for _ in range(K):
        i = len(xs) - 2
        while i >= 0 and xs[i] > xs[i + 1]:
            i -= 1
        if i >= 0:
            j = len(xs) - 1
            while xs[j] < xs[i]:
                j -= 1
            xs[i], xs[j] = xs[j], xs[i]
        xs[i + 1:] = xs[i + 1:][::-1]
    return xs`, 3, 19, func(r *rand.Rand, size int) []any { return []any{append([]int{}, r.Perm(30)[:min(size, 7)]...)} }, func(a []any, k int) any {
		xs := a[0].([]int)
		rank, radix := k, 1 // the number of smaller orders, in the factorial number system
		for i := len(xs) - 1; i >= 0; i-- {
			rank += radix * pairsWith(append([]int{xs[i]}, xs[i+1:]...), func(x, y int) bool { return x == xs[i] && y < x })
			radix *= len(xs) - i
		}
		rest, out := slices.Sorted(slices.Values(xs)), []int{}
		for rank %= radix; len(rest) > 0; {
			radix /= len(rest)
			out = append(out, rest[rank/radix])
			rest, rank = slices.Delete(rest, rank/radix, rank/radix+1), rank%radix
		}
		return out
	}, "From the right, the first element that is smaller than its successor is exchanged with the next larger one behind it, and the rest, which is descending, is reversed."},
}

// permutations lists all orders of ascending numbers in lexicographic order.
func permutations(xs []int) [][]int {
	if len(xs) == 0 {
		return [][]int{{}}
	}
	var out [][]int
	for i, x := range xs {
		for _, p := range permutations(slices.Delete(slices.Clone(xs), i, i+1)) {
			out = append(out, append([]int{x}, p...))
		}
	}
	return out
}

// rearrangement asks for a function that moves elements. Difficulty moves from
// a rotation to stable groups, blocks and permutations.
func rearrangement(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, rearrangeExercises))
}
