package latex

import (
	"segue/grade/expr"
)

// environment reads \begin{…} to \end{…}.
func (p *parser) environment() *expr.Node {
	if !p.enter() {
		return placeholder
	}
	defer p.leave()
	name := p.next().text
	var rows []*expr.Node
	builder, bars := p.builder, p.barDepth
	p.builder, p.barDepth = 0, 0
	p.groups++
	for !p.failed() && !p.at(kClose) {
		if p.accept(kNewline) {
			continue
		}
		rows = append(rows, p.row())
	}
	p.groups--
	p.builder, p.barDepth = builder, bars
	if t := p.next(); t.kind != kClose || t.text != name {
		return p.fail("an environment that does not end")
	}
	if p.failed() {
		return placeholder
	}
	switch name {
	case "matrix", "pmatrix", "bmatrix", "Bmatrix", "smallmatrix", "array":
		return p.matrix(rows)
	case "vmatrix":
		return p.call("det", p.matrix(rows))
	case "Vmatrix":
		return p.call("norm", p.matrix(rows))
	case "cases", "rcases", "dcases":
		return p.cases(rows)
	}
	if isLines(name) {
		return p.lines(rows)
	}
	return p.fail("unknown environment " + name)
}

// row reads cells up to the end of the row, each a list.
func (p *parser) row() *expr.Node {
	var cells []*expr.Node
	for !p.failed() {
		switch {
		case p.at(kAmp):
			cells = append(cells, nil) // an empty cell; aligned lines begin with one
		case p.at(kNewline) || p.at(kClose):
			return &expr.Node{Op: expr.Tuple, Args: cells}
		default:
			if p.cells++; p.cells > p.limits.Cells {
				return p.exceed()
			}
			cells = append(cells, p.list())
		}
		if !p.accept(kAmp) {
			break
		}
	}
	if !p.at(kNewline) && !p.at(kClose) {
		return p.fail("unexpected " + p.src[p.peek().from:p.peek().to])
	}
	return &expr.Node{Op: expr.Tuple, Args: cells}
}

// matrix is the matrix of rows of one length without empty cells.
func (p *parser) matrix(rows []*expr.Node) *expr.Node {
	if len(rows) == 0 {
		return p.fail("a matrix without cells")
	}
	for _, r := range rows {
		if len(r.Args) != len(rows[0].Args) {
			return p.fail("a matrix with rows of different length")
		}
		for _, c := range r.Args {
			if c == nil {
				return p.fail("a matrix with an empty cell")
			}
		}
	}
	return p.node(expr.Matrix, rows...)
}

// cases are the branches of a function: value, condition, value, condition …;
// without conditions the lines of a system.
func (p *parser) cases(rows []*expr.Node) *expr.Node {
	var args []*expr.Node
	for _, r := range rows {
		if len(r.Args) == 1 && r.Args[0] != nil {
			continue
		}
		if len(r.Args) != 2 || r.Args[0] == nil || r.Args[1] == nil {
			return p.fail("a case that is not a value and a condition")
		}
		args = append(args, r.Args...)
	}
	if len(args) == 0 {
		return p.lines(rows)
	}
	return p.call("cases", args...)
}

// lines are equations below each other.
func (p *parser) lines(rows []*expr.Node) *expr.Node {
	var lines []*expr.Node
	for _, r := range rows {
		for _, c := range r.Args {
			if c != nil {
				lines = append(lines, c)
			}
		}
	}
	switch len(lines) {
	case 0:
		return p.fail("an environment without content")
	case 1:
		return lines[0]
	}
	return p.node(expr.List, lines...)
}

// rows reads the rows of [[1,2],[3,4]] behind the first bracket. Rows of
// different length are a list of lists. It returns nil, with nothing read, if
// the brackets do not have that shape.
func (p *parser) rows() *expr.Node {
	if !p.rowsAhead() {
		return nil
	}
	var rows []*expr.Node
	same := true
	for !p.failed() {
		p.expect(kLBracket, "[")
		row := p.inner()
		p.expect(kRBracket, "]")
		if row.Op != expr.List {
			row = &expr.Node{Op: expr.List, Args: []*expr.Node{row}}
		}
		if p.cells += len(row.Args); p.cells > p.limits.Cells {
			return p.exceed()
		}
		rows = append(rows, tuple(row))
		same = same && len(row.Args) == len(rows[0].Args)
		if !p.accept(kComma) && !p.accept(kSemicolon) {
			break
		}
	}
	p.expect(kRBracket, "]")
	if !same {
		return p.node(expr.Tuple, rows...)
	}
	return p.node(expr.Matrix, rows...)
}

// rowsAhead reports whether the brackets at this place are only closed by
// square brackets that a comma or the outer bracket follows.
func (p *parser) rowsAhead() bool {
	depth := 0
	for i := p.pos; i < len(p.toks); i++ {
		switch p.toks[i].kind {
		case kLParen, kLBracket, kLBrace, kLSet, kLAngle:
			if depth++; depth == 1 && p.toks[i].kind != kLBracket {
				return false
			}
		case kRParen, kRBracket, kRBrace, kRSet, kRAngle:
			depth--
			if depth < 0 {
				return p.toks[i].kind == kRBracket
			}
			if depth == 0 && p.toks[i].kind != kRBracket {
				return false
			}
		case kComma, kSemicolon:
		default:
			if depth == 0 {
				return false
			}
		}
	}
	return false
}
