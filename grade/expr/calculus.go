package expr

func (d *decider) derivative(n *Node) *Node { d.fail(reasonUnsupported); return n }
func (d *decider) integral(n *Node) *Node   { d.fail(reasonUnsupported); return n }
func (d *decider) limit(n *Node) *Node      { d.fail(reasonUnsupported); return n }
