package expr

import "strings"

// phrases are words that state a value or a set. Each line holds a meaning and
// the phrases for it, in lower case.
var phrases = func() map[string]*Node {
	m := map[string]*Node{}
	for _, line := range []struct {
		meaning *Node
		words   string
	}{
		{Sym("reals"), "all real numbers; all reals; all real; any real number; every real number; real numbers; the real numbers; reals; all real values; all real x"},
		{New(Set), "no solution; no solutions; no real solution; no real solutions; none; empty set; the empty set; there is no solution; there are no solutions; no such numbers; no values"},
		{&Node{Op: Text, Name: "undefined"}, "does not exist; dne; undefined; not defined; is undefined; the limit does not exist"},
		{Sym("infinity"), "infinity; positive infinity; infinitely many"},
	} {
		for p := range strings.SplitSeq(line.words, "; ") {
			m[p] = line.meaning
		}
	}
	return m
}()

// spoken replaces a phrase by its meaning.
func spoken(n *Node) *Node {
	if n.Op == Text {
		if m, ok := phrases[strings.Trim(foldText(n.Name), " .,;:!\"'“”‘’")]; ok {
			return m
		}
	}
	return n
}
