package latex_test

import (
	"strings"

	"segue/grade/expr"
)

// dump writes a tree as an S-expression: (add 1 (mul 2 x)). Names with
// characters other than letters and digits, and words, are quoted; ~ marks
// an inexact number.
func dump(n *expr.Node) string {
	var b strings.Builder
	write(&b, n)
	return b.String()
}

func write(b *strings.Builder, n *expr.Node) {
	switch n.Op {
	case expr.Number:
		if n.Inexact {
			b.WriteByte('~')
		}
		b.WriteString(n.Num.RatString())
		return
	case expr.Symbol:
		b.WriteString(strings.ReplaceAll(n.Name, " ", "·"))
		return
	case expr.Text:
		b.WriteString(`"` + n.Name + `"`)
		return
	}
	b.WriteByte('(')
	name := string(n.Op)
	switch n.Op {
	case expr.Func:
		name = n.Name
	case expr.Interval:
		name = map[bool]string{false: "[", true: "("}[n.OpenLeft] + map[bool]string{false: "]", true: ")"}[n.OpenRight]
	}
	b.WriteString(name)
	for _, a := range n.Args {
		b.WriteByte(' ')
		write(b, a)
	}
	b.WriteByte(')')
}
