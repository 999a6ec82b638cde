package expr

import (
	"math/big"
	"strings"
)

// decider is the state of one comparison: what is left of the budget, and the
// atoms met so far. Failures stick: once failure is set, results are void.
type decider struct {
	o       Options
	left    int
	failure string
	depth   int
	atoms   []atom
	index   map[string]int32
	openAbs bool                // inequalities on |u| are read as ones on u
	bound   map[string]fraction // values of bound variables
}

func newDecider(o Options) *decider {
	d := &decider{o: o, left: o.Steps, index: map[string]int32{}}
	if d.left <= 0 {
		d.left = DefaultSteps
	}
	return d
}

// step spends n steps and tells whether work may go on.
func (d *decider) step(n int) bool {
	d.left -= n
	if d.left < 0 && d.failure == "" {
		d.failure = ReasonBudget
	}
	return d.failure == ""
}

func (d *decider) fail(reason string) {
	if d.failure == "" {
		d.failure = reason
	}
}

func (d *decider) failed() bool { return d.failure != "" }

// recover clears a failure that another method may get around; a spent budget
// stays spent.
func (d *decider) recover() string {
	why := d.failure
	if d.left >= 0 {
		d.failure = ""
	}
	return why
}

// enter counts the depth of recursion; each true needs a leave.
func (d *decider) enter() bool {
	d.depth++
	if d.depth > maxRecursion {
		d.fail(ReasonBudget)
	}
	return d.step(1)
}

func (d *decider) leave() { d.depth-- }

// atomKind says which laws an atom obeys.
type atomKind uint8

const (
	atomVariable  atomKind = iota // any real number
	atomImaginary                 // i, i² = −1
	atomPrime                     // a positive integer without small factors
	atomConstant                  // π, e: positive
	atomSine                      // sin²u = 1 − cos²u
	atomCosine
	atomAbs   // |u|² = u²
	atomLog   // ln u
	atomCall  // any other function of its arguments
	atomBase  // a polynomial that carries a fractional exponent
	atomPower // base^monomial with a symbolic exponent
)

// atom is something the polynomials treat as an indeterminate.
type atom struct {
	kind   atomKind
	name   string
	prime  *big.Int   // atomPrime
	proven bool       // atomPrime: certainly prime
	arg    fraction   // argument, or base of an atomBase or atomPower
	args   []fraction // all arguments of an atomCall
	exp    fraction   // exponent of an atomPower
	pos    bool       // certainly positive
}

// intern gives equal atoms one number.
func (d *decider) intern(key string, make func() atom) int32 {
	if id, ok := d.index[key]; ok {
		return id
	}
	d.step(1 + len(key)/16)
	id := int32(len(d.atoms))
	d.atoms = append(d.atoms, make())
	d.index[key] = id
	return id
}

func (d *decider) variable(name string) fraction {
	return d.single("v:"+name, atom{kind: atomVariable, name: name})
}

func (d *decider) constant(name string) fraction {
	return d.single("c:"+name, atom{kind: atomConstant, name: name, pos: true})
}

func (d *decider) imaginary() fraction {
	return d.single("i", atom{kind: atomImaginary, name: "i"})
}

func (d *decider) single(key string, a atom) fraction {
	id := d.intern(key, func() atom { return a })
	return fraction{num: poly{{coef: ratOne, mono: []factor{{id, exponent{1, 1}}}}}}
}

// call makes an atom of a function whose value the exact layer does not know.
func (d *decider) call(kind atomKind, name string, args ...fraction) fraction {
	keys := make([]string, len(args))
	for i, a := range args {
		keys[i] = d.key(a)
	}
	at := atom{kind: kind, name: name, args: args}
	if len(args) > 0 {
		at.arg = args[0]
	}
	return d.single("f:"+name+"("+strings.Join(keys, ";")+")", at)
}
