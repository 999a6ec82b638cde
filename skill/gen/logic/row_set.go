package logic

import "math/bits"

// rowSet is a set of rows of a truth table over up to seven variables.
type rowSet [2]uint64

// variableRows[v] are the rows in which variable v is true.
var variableRows = func() (sets [7]rowSet) {
	for v := range sets {
		for row := range 128 {
			if row>>v&1 == 1 {
				sets[v][row/64] |= 1 << (row % 64)
			}
		}
	}
	return sets
}()

// allRows are the rows over n variables.
func allRows(n int) rowSet {
	if n == 7 {
		return rowSet{^uint64(0), ^uint64(0)}
	}
	return rowSet{uint64(1)<<(1<<n) - 1, 0}
}

func (s rowSet) size() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

func (s rowSet) and(t rowSet) rowSet { return rowSet{s[0] & t[0], s[1] & t[1]} }

func (s rowSet) or(t rowSet) rowSet { return rowSet{s[0] | t[0], s[1] | t[1]} }

func (s rowSet) xor(t rowSet) rowSet { return rowSet{s[0] ^ t[0], s[1] ^ t[1]} }

func (s rowSet) not() rowSet { return rowSet{^s[0], ^s[1]} }

// rows are the rows in which the formula holds. Rows beyond those of its
// variables are in it as well; intersect with allRows.
func (f *formula) rows() rowSet {
	switch f.op {
	case "":
		return variableRows[f.variable]
	case "¬":
		return f.left.rows().not()
	}
	a, b := f.left.rows(), f.right.rows()
	switch f.op {
	case "∧":
		return a.and(b)
	case "∨":
		return a.or(b)
	case "→":
		return a.not().or(b)
	case "↔":
		return a.xor(b).not()
	}
	return a.xor(b)
}
