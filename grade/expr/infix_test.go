package expr_test

import (
	"fmt"
	"math/big"
	"strings"

	"segue/grade/expr"
)

// infix reads plain arithmetic for tests, apart from the parser of grade/latex.
type infix struct{ s string }

func tree(s string) *expr.Node {
	p := &infix{strings.ReplaceAll(s, " ", "")}
	n := p.sum()
	if p.s != "" {
		panic(fmt.Sprintf("%q: left %q", s, p.s))
	}
	return n
}

func (p *infix) eat(c byte) bool {
	if p.s != "" && p.s[0] == c {
		p.s = p.s[1:]
		return true
	}
	return false
}

func (p *infix) sum() *expr.Node {
	n := p.product()
	for {
		switch {
		case p.eat('+'):
			n = expr.New(expr.Add, n, p.product())
		case p.eat('-'):
			n = expr.New(expr.Add, n, expr.New(expr.Neg, p.product()))
		default:
			return n
		}
	}
}

func (p *infix) product() *expr.Node {
	n := p.unary()
	for {
		switch {
		case p.eat('*'):
			n = expr.New(expr.Mul, n, p.unary())
		case p.eat('/'):
			n = expr.New(expr.Div, n, p.unary())
		default:
			return n
		}
	}
}

func (p *infix) unary() *expr.Node {
	if p.eat('-') {
		return expr.New(expr.Neg, p.unary())
	}
	n := p.primary()
	for p.eat('!') {
		n = expr.New(expr.Fact, n)
	}
	if p.eat('%') {
		n = expr.New(expr.Percent, n)
	}
	if p.eat('^') {
		return expr.New(expr.Pow, n, p.unary())
	}
	return n
}

func (p *infix) primary() *expr.Node {
	if p.eat('(') {
		n := p.sum()
		if !p.eat(')') {
			panic("no )")
		}
		return n
	}
	i := 0
	for i < len(p.s) && (p.s[i] == '.' || '0' <= p.s[i] && p.s[i] <= '9') {
		i++
	}
	if i > 0 {
		r, _ := new(big.Rat).SetString(p.s[:i])
		n := expr.Rat(r)
		n.Inexact = strings.Contains(p.s[:i], ".")
		p.s = p.s[i:]
		return n
	}
	for i < len(p.s) && ('a' <= p.s[i]|0x20 && p.s[i]|0x20 <= 'z' || (i > 0 && (p.s[i] == '_' || '0' <= p.s[i] && p.s[i] <= '9'))) {
		i++
	}
	if i == 0 {
		panic("unexpected " + p.s)
	}
	name := p.s[:i]
	p.s = p.s[i:]
	if !p.eat('(') {
		return expr.Sym(name)
	}
	var args []*expr.Node
	for {
		args = append(args, p.sum())
		if p.eat(')') {
			break
		}
		if !p.eat(',') {
			panic("no , in call")
		}
	}
	switch name {
	case "sum":
		return expr.New(expr.Sum, args...)
	case "prod":
		return expr.New(expr.Product, args...)
	case "int":
		return expr.New(expr.Integral, args...)
	case "diff":
		return expr.New(expr.Derivative, args...)
	case "lim":
		return expr.New(expr.Limit, args...)
	}
	return expr.Call(name, args...)
}
