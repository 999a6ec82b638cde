package planning

import (
	"fmt"
	"slices"
	"strings"
)

// Blocks asks for moves of one block at a time from a start to a goal
// arrangement. A stack is listed from bottom to top; the table has room for
// any number of stacks, whose places do not matter. Canonical plan:
//
//	move A onto B
//	move A onto table
type Blocks struct {
	Start   [][]string `json:"start"`
	Goal    [][]string `json:"goal"`
	Optimum *int       `json:"optimum,omitempty"` // least number of moves
}

func init() { Register(of[Blocks]("blocksworld")) }

const (
	maxBlocks = 8 // 394 353 arrangements
	table     = "table"
)

// Validate implements Problem.
func (p Blocks) Validate() error {
	start, goal := slices.Concat(p.Start...), slices.Concat(p.Goal...)
	at, err := index("block", start)
	if err != nil {
		return err
	}
	if _, err := index("block", goal); err != nil {
		return err
	}
	if len(start) == 0 || len(start) > maxBlocks || len(start) != len(goal) {
		return fmt.Errorf("start and goal need the same 1 to %d blocks", maxBlocks)
	}
	if slices.ContainsFunc(start, func(b string) bool { return strings.EqualFold(b, table) }) {
		return fmt.Errorf("no block is named %q", table)
	}
	return known("goal", at, goal...)
}

// Check implements Problem.
func (p Blocks) Check(plan string) (Verdict, error) {
	blocks := slices.Concat(p.Start...)
	lex := newLexicon(append(blocks, table, "the table", "ground", "floor")...)
	at, moves := pile(p.Start), 0
	for i, step := range Steps(plan) {
		tokens := lex.tokens(step)
		block, to, ok := blockMove(tokens)
		if !ok {
			if len(names(tokens)) == 0 {
				continue
			}
			return broken("format", "step %d is not \"move X onto Y\"", i+1), nil
		}
		if !slices.Contains(blocks, to) {
			to = table
		}
		switch {
		case block == to || !slices.Contains(blocks, block):
			return broken("move", "step %d moves %s onto %s", i+1, block, to), nil
		case !clear(at, block):
			return broken("clear", "step %d moves %s, which has a block on it", i+1, block), nil
		case to != table && !clear(at, to):
			return broken("clear", "step %d puts %s onto %s, which has a block on it", i+1, block, to), nil
		}
		at[block] = to
		moves++
	}
	goal := pile(p.Goal)
	for _, block := range blocks {
		if at[block] != goal[block] {
			return broken("goal", "%s ends on %s, not on %s", block, at[block], goal[block]), nil
		}
	}
	return judged(moves, p.Optimum, least)
}

// blockMove takes the block that is moved and where to; "from X" is passed over.
func blockMove(tokens []token) (block, to string, ok bool) {
	var list []string
	for i, t := range tokens {
		from := i > 0 && tokens[i-1].kind == word && (tokens[i-1].text == "from" || tokens[i-1].text == "off")
		if t.kind == name && !from {
			list = append(list, t.text)
		}
	}
	if len(list) != 2 {
		return "", "", false
	}
	return list[0], list[1], true
}

// pile maps each block to what it stands on.
func pile(stacks [][]string) map[string]string {
	at := map[string]string{}
	for _, s := range stacks {
		below := table
		for _, b := range s {
			at[b], below = below, b
		}
	}
	return at
}

func clear(at map[string]string, block string) bool {
	for _, below := range at {
		if below == block {
			return false
		}
	}
	return true
}

// blockState holds for each block what it stands on, as index+1; 0 is the table.
type blockState [maxBlocks]int8

func (p Blocks) state(stacks [][]string, blocks []string) blockState {
	var s blockState
	for block, below := range pile(stacks) {
		s[slices.Index(blocks, block)] = int8(slices.Index(blocks, below) + 1)
	}
	return s
}

// Solve returns a shortest plan text and its number of moves.
func (p Blocks) Solve() (string, int, error) {
	blocks := slices.Concat(p.Start...)
	goal := p.state(p.Goal, blocks)
	path, err := shortest(p.state(p.Start, blocks), func(s blockState) bool { return s == goal },
		func(s blockState, yield func(string, blockState)) {
			var covered [maxBlocks + 1]bool
			for i := range blocks {
				covered[s[i]] = true
			}
			for i, block := range blocks {
				for to := 0; to <= len(blocks) && !covered[i+1]; to++ {
					if to == i+1 || to > 0 && covered[to] || int8(to) == s[i] {
						continue
					}
					next, onto := s, table
					next[i] = int8(to)
					if to > 0 {
						onto = blocks[to-1]
					}
					yield("move "+block+" onto "+onto, next)
				}
			}
		})
	return strings.Join(path, "\n"), len(path), err
}
