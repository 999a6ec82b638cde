package coding

import (
	"math/rand/v2"
	"slices"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "algorithms"
	gen.Register("coding/shortest-path-with-state", area, "Shortest path with state", "Write a search whose states are a place and something more.", statePath)
	gen.Register("coding/topological-order-with-ties", area, "Topological order with ties",
		"Write a function that orders tasks by prerequisites with a rule for ties.", topologicalOrder)
}

func wallGrid(r *rand.Rand, size int) []any {
	n, m := 2+size/4, 2+(size+2)/3
	rows := make([]string, n)
	for i := range rows {
		row := []byte(drawFrom(r, "..#", m))
		if i == 0 {
			row[0] = '.'
		}
		if i == n-1 {
			row[m-1] = '.'
		}
		rows[i] = string(row)
	}
	return []any{rows}
}

// relaxed is a second method for least costs: it improves all states along all
// edges until nothing changes, and gives the least cost of a goal state, or -1.
// Edges are from, to, cost.
func relaxed(n int, edges [][3]int, start int, goals ...int) int {
	const far = 1 << 30
	cost := slices.Repeat([]int{far}, n)
	cost[start] = 0
	for changed := true; changed; {
		changed = false
		for _, e := range edges {
			if cost[e[0]] < far && cost[e[0]]+e[2] < cost[e[1]] {
				cost[e[1]], changed = cost[e[0]]+e[2], true
			}
		}
	}
	best := far
	for _, g := range goals {
		best = min(best, cost[g])
	}
	if best == far {
		return -1
	}
	return best
}

func eachStep(rows []string, yield func(from, to int, wall bool)) {
	m := len(rows[0])
	for i := range rows {
		for j := range m {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				if x, y := i+d[0], j+d[1]; x >= 0 && y >= 0 && x < len(rows) && y < m {
					yield(i*m+j, x*m+y, rows[x][y] == '#')
				}
			}
		}
	}
}

func roads(r *rand.Rand, size int) []any {
	n, list := 2+size/2, [][]int{}
	for range size + size/2 {
		list = append(list, []int{r.IntN(n), r.IntN(n), gen.Between(r, 1, 20)})
	}
	return []any{n, list}
}

const layersIdea = "The search runs over pairs of a place and the extra state, so one place can be reached in several ways that do not beat each other."

var pathExercises = []exercise{
	{"rows", "rows is a map as a list of equally long strings, where . is free and # is a wall, and the top left and bottom right cells are free", "the least number of steps (up, down, left or right) from the top left to the bottom right cell if at most k walls may be entered on the way, and -1 if there is no such way", `from collections import deque

def solve(rows):
    n, m = len(rows), len(rows[0])
    queue, seen = deque([(0, 0, 0, 0)]), {(0, 0, 0)}
    while queue:
        i, j, walls, steps = queue.popleft()
        if (i, j) == (n - 1, m - 1):
            return steps
        for x, y in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if 0 <= x < n and 0 <= y < m:
                w = walls + (rows[x][y] == "#")
                if w <= K and (x, y, w) not in seen:
                    seen.add((x, y, w))
                    queue.append((x, y, w, steps + 1))
    return -1`, 1, 3, wallGrid, func(a []any, k int) any {
		rows := a[0].([]string)
		n := len(rows) * len(rows[0])
		var edges [][3]int
		var goals []int
		for w := range k + 1 {
			eachStep(rows, func(from, to int, wall bool) {
				if !wall {
					edges = append(edges, [3]int{w*n + from, w*n + to, 1})
				} else if w < k {
					edges = append(edges, [3]int{w*n + from, (w+1)*n + to, 1})
				}
			})
			goals = append(goals, w*n+n-1)
		}
		return relaxed((k+1)*n, edges, 0, goals...)
	}, layersIdea},
	{"n, roads", "n is a number of towns, numbered from 0, and roads is a list of one-way roads [from, to, toll]", "the least total toll from town 0 to town n - 1 if the toll of at most k roads on the way is waived, and -1 if there is no way", `import heapq

def solve(n, roads):
    out = [[] for _ in range(n)]
    for a, b, t in roads:
        out[a].append((b, t))
    heap, done = [(0, 0, 0)], set()
    while heap:
        cost, a, used = heapq.heappop(heap)
        if a == n - 1:
            return cost
        if (a, used) in done:
            continue
        done.add((a, used))
        for b, t in out[a]:
            heapq.heappush(heap, (cost + t, b, used))
            if used < K:
                heapq.heappush(heap, (cost, b, used + 1))
    return -1`, 1, 3, roads, func(a []any, k int) any {
		n := a[0].(int)
		var edges [][3]int
		var goals []int
		for used := range k + 1 {
			for _, e := range a[1].([][]int) {
				edges = append(edges, [3]int{used*n + e[0], used*n + e[1], e[2]})
				if used < k {
					edges = append(edges, [3]int{used*n + e[0], (used+1)*n + e[1], 0})
				}
			}
			goals = append(goals, used*n+n-1)
		}
		return relaxed((k+1)*n, edges, 0, goals...)
	}, layersIdea},
	{"n, roads", "n is a number of towns, numbered from 0, and roads is a list of one-way roads [from, to, minutes]", "the least time from town 0 to town n - 1 over a number of roads that is divisible by k, where towns and roads may be used again, and -1 if there is no such way (an empty way has no roads)", `import heapq

def solve(n, roads):
    out = [[] for _ in range(n)]
    for a, b, t in roads:
        out[a].append((b, t))
    heap, done = [(0, 0, 0)], set()
    while heap:
        cost, a, count = heapq.heappop(heap)
        if a == n - 1 and count == 0:
            return cost
        if (a, count) in done:
            continue
        done.add((a, count))
        for b, t in out[a]:
            heapq.heappush(heap, (cost + t, b, (count + 1) % K))
    return -1`, 2, 3, roads, func(a []any, k int) any {
		n := a[0].(int)
		var edges [][3]int
		for count := range k {
			for _, e := range a[1].([][]int) {
				edges = append(edges, [3]int{count*n + e[0], (count+1)%k*n + e[1], e[2]})
			}
		}
		return relaxed(k*n, edges, 0, n-1)
	}, layersIdea},
}

// statePath asks for a search over places with state. Difficulty moves from
// walls that may be broken to free roads and counts of roads.
func statePath(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, pathExercises))
}

func prerequisites(r *rand.Rand, size int) []any {
	n, order, pairs := 1+size/2, []int(nil), [][]int{}
	order = r.Perm(n)
	for range size {
		a, b := r.IntN(n), r.IntN(n)
		if a == b {
			continue
		}
		if a > b && r.IntN(12) > 0 { // now and then a pair against the order, which may close a circle
			a, b = b, a
		}
		pairs = append(pairs, []int{order[a], order[b]})
	}
	return []any{n, pairs}
}

// ordered gives tasks one after another: pick chooses among those whose
// prerequisites are done; nil means a circle.
func ordered(n int, pairs [][]int, pick func(ready []int) int) []int {
	done, out := make([]bool, n), []int{}
	for len(out) < n {
		var ready []int
		for x := range n {
			if !done[x] && !slices.ContainsFunc(pairs, func(p []int) bool { return p[1] == x && !done[p[0]] }) {
				ready = append(ready, x)
			}
		}
		if ready == nil {
			return []int{}
		}
		x := pick(ready)
		done[x] = true
		out = append(out, x)
	}
	return out
}

const (
	orderGiven  = "n is a number of tasks, numbered from 0, and pairs is a list of [a, b] that say that a must be done before b"
	orderIdea   = "The number of open prerequisites of each task is kept, and a heap holds the tasks that have none left."
	orderPython = `import heapq

def solve(n, pairs):
    after, open_ = [[] for _ in range(n)], [0] * n
    for a, b in pairs:
        after[a].append(b)
        open_[b] += 1
`
)

var orderExercises = []exercise{
	{"n, pairs", orderGiven, "the order of all tasks in which, at every step, the possible task with the smallest number comes next, and an empty list if the pairs form a circle", orderPython + `    heap, out = [x for x in range(n) if open_[x] == 0], []
    while heap:
        x = heapq.heappop(heap)
        out.append(x)
        for b in after[x]:
            open_[b] -= 1
            if open_[b] == 0:
                heapq.heappush(heap, b)
    return out if len(out) == n else []`, 0, 0, prerequisites, func(a []any, _ int) any { return ordered(a[0].(int), a[1].([][]int), slices.Min[[]int]) }, orderIdea},
	{"n, pairs", orderGiven, "the order of all tasks in which, at every step, the possible task with the smallest remainder of its number modulo k comes next, on a tie the one with the largest number, and an empty list if the pairs form a circle", orderPython + `    heap, out = [(x % K, -x) for x in range(n) if open_[x] == 0], []
    heapq.heapify(heap)
    while heap:
        x = -heapq.heappop(heap)[1]
        out.append(x)
        for b in after[x]:
            open_[b] -= 1
            if open_[b] == 0:
                heapq.heappush(heap, (b % K, -b))
    return out if len(out) == n else []`, 2, 4, prerequisites, func(a []any, k int) any {
		return ordered(a[0].(int), a[1].([][]int), func(ready []int) int {
			return slices.MinFunc(ready, func(x, y int) int { return (x%k-y%k)*1000 + y - x })
		})
	}, orderIdea},
	{"n, pairs", orderGiven + "; up to k tasks can be done on one day, each only on a day after those of its prerequisites", "the list of the days, from 1, on which the tasks are done if on each day, of the tasks that are possible then, those with the smallest numbers are taken, and an empty list if the pairs form a circle", orderPython + `    ready, day, days = [x for x in range(n) if open_[x] == 0], 0, [0] * n
    while ready:
        day += 1
        ready.sort()
        now, ready = ready[:K], ready[K:]
        for x in now:
            days[x] = day
            for b in after[x]:
                open_[b] -= 1
                if open_[b] == 0:
                    ready.append(b)
    return days if 0 not in days else []`, 2, 3, prerequisites, func(a []any, k int) any {
		n, pairs := a[0].(int), a[1].([][]int)
		days := make([]int, n)
		for day := 1; slices.Contains(days, 0); day++ {
			var now []int
			for x := range n {
				free := !slices.ContainsFunc(pairs, func(p []int) bool { return p[1] == x && (days[p[0]] == 0 || days[p[0]] == day) })
				if days[x] == 0 && free && len(now) < k {
					now = append(now, x)
				}
			}
			if now == nil {
				return []int{}
			}
			for _, x := range now {
				days[x] = day
			}
		}
		return days
	}, "Day by day the least of the ready tasks are taken, and tasks that become ready wait for the next day."},
}

// topologicalOrder asks for an order of tasks. Difficulty moves from the least
// number to other ties and to days with limited places.
func topologicalOrder(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, orderExercises))
}
