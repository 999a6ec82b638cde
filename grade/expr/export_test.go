package expr

// StepsSpent is the work that one comparison takes.
func StepsSpent(a, b *Node, o Options) (Verdict, int) {
	d := newDecider(o)
	before := d.left
	v := d.compare(a, b)
	return v, before - d.left
}
