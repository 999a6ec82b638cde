package coding

import (
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "data structures"
	gen.Register("coding/bounded-cache-eviction", area, "Bounded cache eviction", "Write a cache with a stated rule for what has to leave.", boundedCache)
	gen.Register("coding/union-find-grouping", area, "Union-find grouping", "Write a function that keeps groups which are joined step by step.", unionFind)
	gen.Register("coding/heap-based-merging", area, "Heap-based merging", "Write a function that merges or ranks a stream with a heap.", heapMerging)
}

func cacheCalls(r *rand.Rand, size int) []any {
	calls := [][]int{}
	for range 2 * size {
		if key := gen.Between(r, 1, 6); r.IntN(2) == 0 {
			calls = append(calls, []int{key, gen.Between(r, 10, 99)})
		} else {
			calls = append(calls, []int{key})
		}
	}
	return []any{calls}
}

// slot is an entry of the cache with what the rules need to know about it.
type slot struct{ key, value, added, used, uses int }

// cached is a second method: it keeps a plain list of entries and looks for the
// one with the least rank when one has to leave. Reading counts as a use where
// the rule says so.
func cached(rank func(s slot) []int) func(a []any, k int) any {
	return func(a []any, k int) any {
		out, store := []int{}, []slot{}
		for now, c := range a[0].([][]int) {
			at := slices.IndexFunc(store, func(s slot) bool { return s.key == c[0] })
			switch {
			case len(c) == 1 && at < 0:
				out = append(out, -1)
				continue
			case len(c) == 1:
				out = append(out, store[at].value)
			case at < 0:
				if len(store) == k {
					least := 0
					for i, s := range store {
						if slices.Compare(rank(s), rank(store[least])) < 0 {
							least = i
						}
					}
					store = slices.Delete(store, least, least+1)
				}
				store = append(store, slot{key: c[0], added: now})
				at = len(store) - 1
			}
			if len(c) == 2 {
				store[at].value = c[1]
			}
			store[at].used = now
			store[at].uses++
		}
		return out
	}
}

const cacheGiven = "calls is a list of calls to a store that holds at most k entries, where [key, value] writes an entry, or replaces its value, and [key] reads one"

var cacheExercises = []exercise{
	{"calls", cacheGiven, "the list of the values read, in order, with -1 for each key that is not in the store; when a new key is written to a full store, the entry that was added first leaves", `def solve(calls):
    store, out = {}, []
    for c in calls:
        if len(c) == 1:
            out.append(store.get(c[0], -1))
            continue
        if c[0] not in store and len(store) == K:
            del store[next(iter(store))]
        store[c[0]] = c[1]
    return out`, 2, 4, cacheCalls, cached(func(s slot) []int { return []int{s.added} }), "A dictionary keeps the order in which keys were added, so the first key is the one to leave."},
	{"calls", cacheGiven, "the list of the values read, in order, with -1 for each key that is not in the store; when a new key is written to a full store, the entry whose last use (read or written) is longest ago leaves", `def solve(calls):
    store, out = {}, []
    for c in calls:
        if c[0] in store:
            value = store.pop(c[0])
            store[c[0]] = value if len(c) == 1 else c[1]
            if len(c) == 1:
                out.append(value)
        elif len(c) == 1:
            out.append(-1)
        else:
            if len(store) == K:
                del store[next(iter(store))]
            store[c[0]] = c[1]
    return out`, 2, 4, cacheCalls, cached(func(s slot) []int { return []int{s.used} }), "Every use takes the key out of the dictionary and puts it back at the end, so the first key is the one to leave."},
	{"calls", cacheGiven, "the list of the values read, in order, with -1 for each key that is not in the store; when a new key is written to a full store, the entry with the fewest uses (reads and writes since it was added, the adding included) leaves, on a tie the one that was added first", `def solve(calls):
    store, uses, out = {}, {}, []
    for c in calls:
        if len(c) == 1:
            out.append(store.get(c[0], -1))
            if c[0] in store:
                uses[c[0]] += 1
            continue
        if c[0] not in store:
            if len(store) == K:
                gone = min(store, key=lambda q: uses[q])
                del store[gone]
            uses[c[0]] = 0
        store[c[0]] = c[1]
        uses[c[0]] += 1
    return out`, 2, 4, cacheCalls, cached(func(s slot) []int { return []int{s.uses, s.added} }), "The number of uses stands beside the value; the minimum over the keys in their order of adding settles ties."},
	{"calls", cacheGiven, "the list of the values read, in order, with -1 for each key that is not in the store; when a new key is written to a full store, the entry with the fewest uses (reads and writes since it was added, the adding included) leaves, on a tie the one whose last use is longest ago", `def solve(calls):
    store, rank, out = {}, {}, []
    for now, c in enumerate(calls):
        if c[0] in store:
            rank[c[0]] = (rank[c[0]][0] + 1, now)
        if len(c) == 1:
            out.append(store.get(c[0], -1))
            continue
        if c[0] not in store:
            if len(store) == K:
                del store[min(store, key=lambda q: rank[q])]
            rank[c[0]] = (1, now)
        store[c[0]] = c[1]
    return out`, 2, 4, cacheCalls, cached(func(s slot) []int { return []int{s.uses, s.used} }), "Each key has a rank of number of uses and time of the last one; the least rank leaves."},
}

// boundedCache asks for a cache. Difficulty moves from the order of adding to
// recency, frequency and ties between them.
func boundedCache(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, cacheExercises))
}

func pairsOf(r *rand.Rand, size int) []any {
	n, pairs := size+2, [][]int{}
	for range size {
		pairs = append(pairs, []int{r.IntN(n), r.IntN(n)})
	}
	return []any{n, pairs}
}

// labels gives each of n things the smallest member of its group, by spreading
// labels until nothing changes.
func labels(n int, pairs [][]int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	for changed := true; changed; {
		changed = false
		for _, p := range pairs {
			if a, b := out[p[0]], out[p[1]]; a != b {
				out[p[0]], out[p[1]], changed = min(a, b), min(a, b), true
			}
		}
	}
	return out
}

// groupSizes are the sizes of the groups, the largest first.
func groupSizes(n int, pairs [][]int) []int {
	size := map[int]int{}
	for _, l := range labels(n, pairs) {
		size[l]++
	}
	out := []int{}
	for _, s := range size {
		out = append(out, s)
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

const (
	groupGiven = "n is a number of things, numbered from 0, and pairs is a list of [a, b] that put a and b into one group"
	findPython = `def solve(n, pairs):
    parent = list(range(n))

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

`
	findIdea = "Each thing points to another of its group or to itself; the way to the root is shortened on every search, and a pair makes the larger root point to the smaller one."
)

var groupExercises = []exercise{
	{"n, pairs", groupGiven, "the list that gives, for each thing, the smallest number in its group", findPython + `    for a, b in pairs:
        a, b = find(a), find(b)
        parent[max(a, b)] = min(a, b)
    return [find(x) for x in range(n)]`, 0, 0, pairsOf, func(a []any, _ int) any { return labels(a[0].(int), a[1].([][]int)) }, findIdea},
	{"n, pairs", groupGiven, "the number of groups that have at least k members", findPython + `    for a, b in pairs:
        parent[find(a)] = find(b)
    size = {}
    for x in range(n):
        size[find(x)] = size.get(find(x), 0) + 1
    return sum(s >= K for s in size.values())`, 2, 3, pairsOf, func(a []any, k int) any {
		return len(slices.DeleteFunc(groupSizes(a[0].(int), a[1].([][]int)), func(s int) bool { return s < k }))
	}, findIdea},
	{"n, pairs", groupGiven, "the list of the numbers of groups after each of the pairs", findPython + `    out, groups = [], n
    for a, b in pairs:
        a, b = find(a), find(b)
        if a != b:
            parent[a] = b
            groups -= 1
        out.append(groups)
    return out`, 0, 0, pairsOf, func(a []any, _ int) any {
		out := []int{}
		for i := range a[1].([][]int) {
			out = append(out, len(groupSizes(a[0].(int), a[1].([][]int)[:i+1])))
		}
		return out
	}, findIdea},
	{"n, pairs", groupGiven, "the number of pairs, taken in order, after which some group first has at least k members, and -1 if that never happens", findPython + `    size = [1] * n
    for i, (a, b) in enumerate(pairs):
        a, b = find(a), find(b)
        if a != b:
            parent[a] = b
            size[b] += size[a]
            if size[b] >= K:
                return i + 1
    return -1`, 3, 5, pairsOf, func(a []any, k int) any {
		for i := range a[1].([][]int) {
			if groupSizes(a[0].(int), a[1].([][]int)[:i+1])[0] >= k {
				return i + 1
			}
		}
		return -1
	}, findIdea + " Sizes are kept at the roots."},
	{"n, pairs", "n is a number of people, numbered from 0, and pairs is a list of [a, b] that say that a and b are in opposite teams, of which there are two", "the number of pairs, taken in order, that can be believed before one contradicts the earlier ones; all of them if none does", `def solve(n, pairs):
    parent, odd = list(range(n)), [0] * n

    def find(x):
        flip = 0
        while parent[x] != x:
            flip ^= odd[x]
            x = parent[x]
        return x, flip

    for i, (a, b) in enumerate(pairs):
        (ra, fa), (rb, fb) = find(a), find(b)
        if ra == rb:
            if fa == fb:
                return i
        else:
            parent[ra], odd[ra] = rb, fa ^ fb ^ 1
    return len(pairs)`, 0, 0, func(r *rand.Rand, size int) []any {
		args := pairsOf(r, size)
		pairs := slices.DeleteFunc(args[1].([][]int), func(p []int) bool { return p[0] == p[1] })
		return []any{args[0], pairs}
	}, func(a []any, _ int) any {
		n, pairs := a[0].(int), a[1].([][]int)
		for i := range pairs { // thing x and its opposite n + x
			var doubled [][]int
			for _, p := range pairs[:i+1] {
				doubled = append(doubled, []int{p[0], p[1] + n}, []int{p[0] + n, p[1]})
			}
			l := labels(2*n, doubled)
			for x := range n {
				if l[x] == l[x+n] {
					return i
				}
			}
		}
		return len(pairs)
	}, "Each person stores whether the team differs from that of the one it points to; two people of one group contradict a pair if their parities are equal."},
}

// unionFind asks for groups that are joined. Difficulty moves from labels to
// sizes, counts over time and opposite teams.
func unionFind(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, groupExercises))
}

func sortedLists(r *rand.Rand, size int) []any {
	lists := [][]int{}
	for range min(size, 5) {
		lists = append(lists, sortedInts(r, r.IntN(size/2+2))[0].([]int))
	}
	return []any{lists}
}

var heapExercises = []exercise{
	{"lists", "lists is a list of lists of integers, each in ascending order", "the k smallest elements of all of them together in ascending order, equal ones as often as they occur (all if there are fewer)", `import heapq

def solve(lists):
    heap = [(xs[0], i, 0) for i, xs in enumerate(lists) if xs]
    heapq.heapify(heap)
    out = []
    while heap and len(out) < K:
        x, i, j = heapq.heappop(heap)
        out.append(x)
        if j + 1 < len(lists[i]):
            heapq.heappush(heap, (lists[i][j + 1], i, j + 1))
    return out`, 4, 9, sortedLists, func(a []any, k int) any {
		all := append([]int{}, slices.Concat(a[0].([][]int)...)...)
		slices.Sort(all)
		return all[:min(k, len(all))]
	}, "The heap holds the next element of each list; the least is taken out and replaced by its successor."},
	{"xs", "xs is a list of integers that arrive one after another", "the list of the k-th largest elements so far, one for each arrival from the k-th on", `import heapq

def solve(xs):
    heap, out = [], []
    for x in xs:
        heapq.heappush(heap, x)
        if len(heap) > K:
            heapq.heappop(heap)
        if len(heap) == K:
            out.append(heap[0])
    return out`, 2, 4, anyInts, func(a []any, k int) any {
		out := []int{}
		for i := k; i <= len(a[0].([]int)); i++ {
			out = append(out, sortedBy(a[0].([]int)[:i], func(x, y int) int { return y - x })[k-1])
		}
		return out
	}, "A heap keeps the k largest so far; its least element is the one asked for."},
	{"xs", "xs is a list of integers that arrive one after another", "the list of the lower medians so far, one for each arrival: the element at position (n - 1) // 2 of the n elements in ascending order", `import heapq

def solve(xs):
    low, high, out = [], [], []
    for x in xs:
        heapq.heappush(low, -x)
        heapq.heappush(high, -heapq.heappop(low))
        if len(high) > len(low):
            heapq.heappush(low, -heapq.heappop(high))
        out.append(-low[0])
    return out`, 0, 0, anyInts, func(a []any, _ int) any {
		out := []int{}
		for i := range a[0].([]int) {
			out = append(out, sortedBy(a[0].([]int)[:i+1], func(x, y int) int { return x - y })[i/2])
		}
		return out
	}, "One heap holds the lower half with its largest on top, the other the upper half; they are kept equally large."},
	{"xs", "xs is a list of positive lengths of ropes", "the least total cost of tying all of them into one, where tying two ropes costs the sum of their lengths plus k and gives a rope of the sum of their lengths (0 for fewer than two ropes)", `import heapq

def solve(xs):
    heap, cost = list(xs), 0
    heapq.heapify(heap)
    while len(heap) > 1:
        x = heapq.heappop(heap) + heapq.heappop(heap)
        cost += x + K
        heapq.heappush(heap, x)
    return cost`, 41, 99, anyInts, func(a []any, k int) any {
		rest, cost := sortedBy(a[0].([]int), func(x, y int) int { return x - y }), 0
		for len(rest) > 1 {
			x := rest[0] + rest[1]
			cost += x + k
			rest = sortedBy(append(rest[2:], x), func(x, y int) int { return x - y })
		}
		return cost
	}, "The number of ties is fixed, so always tying the two shortest ropes is best; a heap finds them."},
	{"tasks, workers", "tasks is a list of durations that are handed out in this order, and workers is the number of workers, numbered from 0", "the list of the workers who get the tasks: each task goes to the worker who is free first, on a tie to the one with the smallest number, and k minutes of rest follow each task before that worker is free again", `import heapq

def solve(tasks, workers):
    heap = [(0, w) for w in range(workers)]
    out = []
    for t in tasks:
        free, w = heapq.heappop(heap)
        out.append(w)
        heapq.heappush(heap, (free + t + K, w))
    return out`, 3, 9, func(r *rand.Rand, size int) []any { return []any{drawInts(r, size, 10, 40), gen.Between(r, 1, 4)} }, func(a []any, k int) any {
		free, out := make([]int, a[1].(int)), []int{}
		for _, t := range a[0].([]int) {
			w := slices.Index(free, slices.Min(free))
			out = append(out, w)
			free[w] += t + k
		}
		return out
	}, "The heap holds pairs of time and number, so its least element is the worker to choose."},
}

// heapMerging asks for a use of a heap. Difficulty moves from merging to ranks
// over time, medians, costs and workers.
func heapMerging(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, heapExercises))
}
