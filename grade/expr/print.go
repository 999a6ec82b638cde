package expr

import "strings"

// print writes a tree in prefix form, for keys: equal texts are equal trees.
func print(n *Node) string {
	var b strings.Builder
	write(&b, n)
	return b.String()
}

func write(b *strings.Builder, n *Node) {
	switch n.Op {
	case Number:
		b.WriteString(n.Num.RatString())
		return
	case Symbol:
		b.WriteString(symbolKey(n.Name))
		return
	case Text:
		b.WriteString("“" + foldText(n.Name) + "”")
		return
	}
	b.WriteString(string(n.Op))
	b.WriteString(n.Name)
	if n.OpenLeft {
		b.WriteByte('<')
	}
	if n.OpenRight {
		b.WriteByte('>')
	}
	b.WriteByte('(')
	for i, x := range n.Args {
		if i > 0 {
			b.WriteByte(',')
		}
		write(b, x)
	}
	b.WriteByte(')')
}

// String writes the tree in prefix form, such as +(x,1).
func (n *Node) String() string { return print(n) }

// identical tells whether two trees are the same up to the spelling of names.
func (d *decider) identical(a, b *Node) bool {
	if a == b {
		return true
	}
	if !d.step(1) || a.Op != b.Op || len(a.Args) != len(b.Args) || a.OpenLeft != b.OpenLeft || a.OpenRight != b.OpenRight {
		return false
	}
	switch a.Op {
	case Number:
		return a.Num.Cmp(b.Num) == 0
	case Symbol:
		return a.Name == b.Name || symbolKey(a.Name) == symbolKey(b.Name)
	case Text:
		return foldText(a.Name) == foldText(b.Name)
	}
	if a.Name != b.Name {
		return false
	}
	for i := range a.Args {
		if !d.identical(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

func sameTree(a, b *Node) bool { return a == b || print(a) == print(b) }
