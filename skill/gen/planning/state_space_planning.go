package planning

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "state-space planning"
	gen.Register("planning/block-stacking", area, "Block stacking", "Give a shortest sequence of moves from one arrangement of blocks to another.", blockStacking)
	gen.Register("planning/water-jug-measuring", area, "Water jug measuring", "Find the least number of pours that measures an amount.", waterJugMeasuring)
}

// shortestPath is breadth-first search: the moves of a shortest path, and
// whether there is one. Spaces of the items have a few thousand states.
func shortestPath[S comparable, M any](start S, done func(S) bool, moves func(s S, yield func(move M, next S))) ([]M, bool) {
	type origin struct {
		from S
		move M
	}
	seen := map[S]origin{start: {}}
	for layer := []S{start}; len(layer) > 0; {
		var next []S
		for _, s := range layer {
			if done(s) {
				var path []M
				for s != start {
					path = append(path, seen[s].move)
					s = seen[s].from
				}
				slices.Reverse(path)
				return path, true
			}
			moves(s, func(move M, t S) {
				if _, known := seen[t]; !known {
					seen[t] = origin{s, move}
					next = append(next, t)
				}
			})
		}
		layer = next
	}
	return nil, false
}

// blocks is the problem of the checker "blocksworld"; stacks go upwards.
type blocks struct {
	Start   [][]string `json:"start"`
	Goal    [][]string `json:"goal"`
	Optimum *int       `json:"optimum"`
}

const maxBlocks = 6

// piles holds what each block stands on: 0 is the table, i+1 is block i.
type piles [maxBlocks]int8

// blockStacking asks for a shortest plan. Difficulty is the number of blocks.
func blockStacking(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 5, 5, 6)
	names := gen.Sample(r, strings.Split("ABCDEFGHJKLMNPQRSTUVWXYZ", ""), n)
	p := blocks{Start: stacks(r, names)}
	p.Goal = stacks(r, names)
	start, goal := pilesOf(p.Start, names), pilesOf(p.Goal, names)
	for start == goal { // about one pair in ten or fewer is equal
		p.Goal = stacks(r, names)
		goal = pilesOf(p.Goal, names)
	}
	path, _ := shortestPath(start, func(s piles) bool { return s == goal }, blockMoves(n))
	p.Optimum = optimum(len(path))
	var plan []string
	for _, m := range path {
		plan = append(plan, fmt.Sprintf("move %s onto %s", names[m.block], append([]string{"table"}, names...)[m.onto]))
	}
	question, _ := gen.Ask(r, []string{
		"A robot arm moves one block at a time, and only a block with nothing on it; it puts it onto the table or onto another block with nothing on it. Now: {start}. Wanted: {goal}. Give a shortest plan. {form}",
		"Blocks stand on a table that has room for any number of stacks. From {start}, reach this arrangement in as few moves as possible: {goal}. A move takes the top block of a stack and sets it on the table or on the top of another stack. {form}",
		"Start: {start}. Goal: {goal}. In each step the top block of some stack may be lifted and put on the table or on top of a different stack. Write a plan with the fewest steps. {form}",
	}, gen.Fixed("start", stacksText(p.Start)), gen.Fixed("goal", stacksText(p.Goal)),
		gen.Fixed("form", "Write one move per line, like \"move X onto Y\" or \"move X onto table\"."))
	return planItem("blocksworld", p, question, nil,
		fmt.Sprintf("A search over the arrangements reaches the goal after %s and not before.", plural(len(path), "move")), strings.Join(plan, "\n"))
}

// stacks distributes the blocks over stacks at random.
func stacks(r *rand.Rand, names []string) [][]string {
	var out [][]string
	for _, i := range r.Perm(len(names)) {
		if at := r.IntN(len(out) + 1); at < len(out) && len(out) > 0 {
			out[at] = append(out[at], names[i])
		} else {
			out = append(out, []string{names[i]})
		}
	}
	return out
}

func pilesOf(stacks [][]string, names []string) piles {
	var s piles
	for _, stack := range stacks {
		below := int8(0)
		for _, b := range stack {
			i := slices.Index(names, b)
			s[i] = below
			below = int8(i + 1)
		}
	}
	return s
}

// blockMove puts a block onto what piles call by the number onto.
type blockMove struct{ block, onto int }

func blockMoves(n int) func(s piles, yield func(blockMove, piles)) {
	return func(s piles, yield func(blockMove, piles)) {
		var covered [maxBlocks + 1]bool
		for i := range n {
			covered[s[i]] = true
		}
		for i := range n {
			for to := 0; to <= n && !covered[i+1]; to++ {
				if to == i+1 || to > 0 && covered[to] || int8(to) == s[i] {
					continue
				}
				next := s
				next[i] = int8(to)
				yield(blockMove{i, to}, next)
			}
		}
	}
}

func stacksText(stacks [][]string) string {
	var texts []string
	for _, s := range stacks {
		text := s[0] + " on the table"
		for i := 1; i < len(s); i++ {
			text += ", " + s[i] + " on " + s[i-1]
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// levels are the litres in up to three jugs.
type levels [3]int

// waterJugMeasuring asks for the least number of moves. Difficulty asks for
// targets that lie farther from the start, with a third jug from 3 on. The
// target is drawn from what can be reached, so it can be.
func waterJugMeasuring(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 2, 2, 3, 3, 3)
	colours := gen.Sample(r, []string{"red", "blue", "green", "white", "black", "yellow"}, n)
	var size, start levels
	for i, c := range gen.Sample(r, jugSizes, n) {
		size[i], start[i] = c, r.IntN(4)
	}
	target, jug := jugTarget(r, start, size, n, gen.Of(d, 3, 4, 4, 5, 7))
	path, _ := shortestPath(start, func(s levels) bool { return s[jug] == target }, jugMoves(size, colours))
	var texts []string
	for i, c := range colours {
		texts = append(texts, fmt.Sprintf("the %s jug holds %d litres (%s in it now)", c, size[i], amounts[start[i]]))
	}
	question, slots := gen.Ask(r, []string{
		"There are {n} jugs without marks: {jugs}. In one move you fill a jug to the brim from the tap, empty it, or pour from one jug into another until the first is empty or the second is full. What is the least number of moves after which the {jug} jug contains exactly {target} litres?",
		"Allowed are: filling a jug completely, emptying a jug completely, and pouring one jug into another until the source is empty or the other is full. Given that {jugs}, count the fewest moves to get exactly {target} litres into the {jug} jug.",
		"A cook has a tap, a drain and {n} jugs; {jugs}. A step is to fill one up, to pour one away, or to tip one into another as far as it goes. In how few steps can the {jug} jug end up with {target} litres?",
	}, gen.Fixed("n", []string{"no", "one", "two", "three"}[n]), gen.Fixed("jugs", gen.Enumerated(texts)), gen.Fixed("jug", colours[jug]), gen.Slot("target", target))
	answer := task.Integer(int64(len(path)))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("A search by number of moves first finds: %s. That is %s.", strings.Join(path, ", "), plural(len(path), "move")), answer)}
}

// jugSizes hold no number and its multiple: such a pair of jugs measures
// nothing but their own sizes.
var jugSizes = []int{5, 7, 8, 9, 11, 12, 13, 17, 19, 23}

var amounts = []string{"nothing", "one litre", "two litres", "three litres"}

// jugTarget draws an amount and a jug that need at least depth moves, or as
// many as any amount that is not already there needs.
func jugTarget(r *rand.Rand, start, size levels, n, depth int) (target, jug int) {
	type aim struct{ target, jug, moves int }
	var aims []aim
	most := 0
	first := map[[2]int]bool{}
	seen := map[levels]bool{start: true}
	for layer, moves := []levels{start}, 0; len(layer) > 0; moves++ {
		var next []levels
		for _, s := range layer {
			for j := range n {
				a := aim{s[j], j, moves}
				if !first[[2]int{a.target, j}] {
					first[[2]int{a.target, j}] = true
					if a.target > 0 && a.target < size[j] && !slices.Contains(size[:], a.target) {
						aims, most = append(aims, a), max(most, moves)
					}
				}
			}
			jugMoves(size, make([]string, n))(s, func(_ string, t levels) {
				if !seen[t] {
					seen[t] = true
					next = append(next, t)
				}
			})
		}
		layer = next
	}
	depth = min(depth, most)
	aims = slices.DeleteFunc(aims, func(a aim) bool { return a.moves < depth })
	nearest := slices.MinFunc(aims, func(a, b aim) int { return a.moves - b.moves }).moves
	aims = slices.DeleteFunc(aims, func(a aim) bool { return a.moves > nearest+2 })
	a := gen.Pick(r, aims)
	return a.target, a.jug
}

func jugMoves(size levels, names []string) func(s levels, yield func(string, levels)) {
	return func(s levels, yield func(string, levels)) {
		for i, name := range names {
			full, dry := s, s
			full[i], dry[i] = size[i], 0
			yield("fill "+name, full)
			yield("empty "+name, dry)
			for k, other := range names {
				if k != i {
					poured := s
					amount := min(s[i], size[k]-s[k])
					poured[i] -= amount
					poured[k] += amount
					yield("pour "+name+" into "+other, poured)
				}
			}
		}
	}
}
