package latex_test

import (
	"fmt"
	"strings"

	"segue/grade/expr"
)

// printer writes a tree as LaTeX that parses to the same tree. It gives up (ok
// becomes false) on what has no spelling that is the same everywhere.
type printer struct{ ok bool }

func reprint(n *expr.Node) (string, bool) {
	p := printer{ok: true}
	if n.Op == expr.List {
		return p.list(n), p.ok
	}
	return p.print(n), p.ok
}

func (p *printer) give(string) string { p.ok = false; return "" }

func (p *printer) join(args []*expr.Node, sep string) string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = p.print(a)
		if a.Op == expr.Interval && a.OpenLeft || a.Op == expr.Ratio { // ] would close what stands before, : divide a set
			parts[i] = p.in(a)
		}
	}
	return strings.Join(parts, sep)
}

// in prints an operand. A list in brackets would be a tuple; a box keeps it.
func (p *printer) in(n *expr.Node) string {
	if n.Op == expr.List {
		return p.print(n)
	}
	return "(" + p.print(n) + ")"
}

// list prints a bare list. Lines below each other may be one that in a row would
// state the values of a variable, or several conditions.
func (p *printer) list(n *expr.Node) string {
	relations := 0
	for _, a := range n.Args {
		switch a.Op {
		case expr.Equal, expr.Member, expr.Approx, expr.Less, expr.LessEq, expr.Greater, expr.GreaterEq, expr.NotEqual, expr.And, expr.Or:
			relations++
		}
	}
	if relations == 1 && n.Args[0].Op == expr.Equal {
		return p.give("a variable and something else")
	}
	return p.join(n.Args, ", ")
}

func (p *printer) infix(n *expr.Node, sep string) string {
	parts := make([]string, len(n.Args))
	for i, a := range n.Args {
		parts[i] = p.in(a)
	}
	return strings.Join(parts, sep)
}

func (p *printer) number(n *expr.Node) string {
	if n.Num.IsInt() && !n.Inexact {
		return n.Num.Num().String()
	}
	digits, exact := n.Num.FloatPrec()
	if !n.Inexact || !exact {
		return p.give("a repeating decimal")
	}
	return n.Num.FloatString(max(digits, 1))
}

func (p *printer) symbol(name string) string {
	switch {
	case name == "...":
		return `\ldots `
	case name == "deg" || name == "degC" || name == "degF", strings.ContainsAny(name, " +-,"):
		return p.give(name)
	case len(name) == 1:
		return name
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "":
		return `\` + name + " "
	}
	return p.give(name)
}

func (p *printer) print(n *expr.Node) string {
	a := n.Args
	switch n.Op {
	case expr.Number:
		return p.number(n)
	case expr.Symbol:
		return p.symbol(n.Name)
	case expr.Add:
		return p.infix(n, "+")
	case expr.Mul:
		return p.infix(n, `\cdot `)
	case expr.Neg:
		return "-" + p.in(a[0])
	case expr.Div:
		return `\frac{` + p.in(a[0]) + "}{" + p.in(a[1]) + "}"
	case expr.Pow:
		return p.in(a[0]) + "^{" + p.in(a[1]) + "}"
	case expr.Root:
		return `\sqrt[` + p.in(a[1]) + "]{" + p.in(a[0]) + "}"
	case expr.Fact:
		return p.in(a[0]) + "!"
	case expr.Abs:
		return `\left|` + p.in(a[0]) + `\right|`
	case expr.Percent:
		return p.in(a[0]) + `\%`
	case expr.PlusMinus:
		if len(a) == 1 {
			return `\pm ` + p.in(a[0])
		}
		return p.infix(n, `\pm `)
	case expr.Sum:
		return fmt.Sprintf(`\sum_{%s=%s}^{%s}%s`, p.print(a[1]), p.in(a[2]), p.in(a[3]), p.in(a[0]))
	case expr.Product:
		return fmt.Sprintf(`\prod_{%s=%s}^{%s}%s`, p.print(a[1]), p.in(a[2]), p.in(a[3]), p.in(a[0]))
	case expr.Derivative:
		return fmt.Sprintf(`\frac{d^{%s}}{d%s^{%s}}%s`, p.print(a[2]), p.print(a[1]), p.print(a[2]), p.in(a[0]))
	case expr.Func:
		return p.function(n)
	}
	return p.collection(n)
}

func (p *printer) function(n *expr.Node) string {
	a := n.Args
	switch n.Name {
	case "log":
		if len(a) == 2 {
			return `\log_{` + p.in(a[1]) + "}" + p.in(a[0])
		}
	case "pmod":
		return p.in(a[0]) + `\pmod{` + p.in(a[1]) + "}"
	case "congruent":
		return p.in(a[0]) + `\equiv ` + p.in(a[1]) + `\pmod{` + p.in(a[2]) + "}"
	case "base":
		digits := a[0].Num.Num().Text(int(a[1].Num.Num().Int64()))
		if strings.Trim(digits, "0123456789") != "" {
			return p.give(digits)
		}
		return digits + "_{" + p.print(a[1]) + "}"
	case "gamma":
		return `\Gamma(` + p.join(a, ",") + ")"
	case "f", "g", "h", "F", "G":
		return n.Name + "(" + p.join(a, ",") + ")"
	case "sim", "cong", "propto", "perp", "parallel", "to", "implies", "iff", "subset", "supset":
		return p.infix(n, `\`+n.Name+" ")
	case "divides":
		return p.infix(n, `\mid `)
	case "notin", "cases":
		return p.give(n.Name)
	}
	if strings.Trim(n.Name, "abcdefghijklmnopqrstuvwxyz2") != "" {
		return p.give(n.Name)
	}
	return `\operatorname{` + n.Name + "}(" + p.join(a, ",") + ")"
}

func (p *printer) collection(n *expr.Node) string {
	a := n.Args
	switch n.Op {
	case expr.Tuple:
		if len(a) < 2 {
			return p.give("a short tuple")
		}
		return "(" + p.join(a, ",") + ")"
	case expr.List:
		return `\boxed{` + p.list(n) + "}"
	case expr.Set:
		return `\{` + p.join(a, ",") + `\}`
	case expr.Interval:
		return map[bool]string{false: "[", true: "]"}[n.OpenLeft] + p.join(a, ",") + map[bool]string{false: "]", true: "["}[n.OpenRight]
	case expr.Union:
		return p.infix(n, `\cup `)
	case expr.Intersect:
		return p.infix(n, `\cap `)
	case expr.Minus:
		return p.infix(n, `\setminus `)
	case expr.Matrix:
		rows := make([]string, len(a))
		for i, r := range a {
			rows[i] = p.join(r.Args, "&")
		}
		return `\begin{pmatrix}` + strings.Join(rows, `\\`) + `\end{pmatrix}`
	case expr.Equal, expr.NotEqual, expr.Less, expr.LessEq, expr.Greater, expr.GreaterEq:
		return p.infix(n, " "+string(n.Op)+" ")
	case expr.Approx:
		return p.infix(n, `\approx `)
	case expr.Member:
		return p.infix(n, `\in `)
	case expr.Ratio:
		return p.infix(n, ":")
	}
	return p.give(string(n.Op)) // chains, limits, integrals, units, words
}
