package logic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("logic/circuit-output-and-fault", "spatial, temporal, relational", "Circuit output and fault",
		"Find the gate of a circuit whose output is stuck from a few measurements.", circuitFault)
}

// gate is a two-input gate over earlier wires: the inputs of the circuit first,
// then the gates in order.
type gate struct {
	op   string
	a, b int
}

// circuit has inputs and gates; the last gate is the output.
type circuit struct {
	inputs int
	gates  []gate
}

// stuck is a fault: the output of a gate is always value. Gate -1 is no fault.
type stuck struct {
	gate  int
	value bool
}

// wires gives, for each wire, the input settings (as a row set) for which it is 1.
func (c circuit) wires(f stuck) []rowSet {
	var w []rowSet
	for v := range c.inputs {
		w = append(w, variableRows[v])
	}
	for i, g := range c.gates {
		a, b := w[g.a], w[g.b]
		var out rowSet
		switch g.op {
		case "AND":
			out = a.and(b)
		case "OR":
			out = a.or(b)
		case "XOR":
			out = a.xor(b)
		case "NAND":
			out = a.and(b).not()
		default: // NOR
			out = a.or(b).not()
		}
		if f.gate == i {
			out = rowSet{}
			if f.value {
				out = out.not()
			}
		}
		w = append(w, out)
	}
	return w
}

// output is the settings for which the circuit gives 1.
func (c circuit) output(f stuck) rowSet {
	w := c.wires(f)
	return w[len(w)-1].and(allRows(c.inputs))
}

func (s rowSet) has(row int) bool { return s[row/64]>>(row%64)&1 == 1 }

// drawCircuit joins two wires with each gate and prefers wires not used so far,
// so that every gate reaches the output, which the last gates see to.
func drawCircuit(r *rand.Rand, inputs, gates int, ops []string) circuit {
	c := circuit{inputs: inputs}
	unused := r.Perm(inputs)
	for i := range gates {
		a := unused[0]
		unused = unused[1:]
		b := r.IntN(inputs + i)
		if left := gates - i; len(unused) > 0 && (len(unused) >= left || r.IntN(3) > 0) {
			b, unused = unused[0], unused[1:]
		}
		for b == a {
			b = (b + 1) % (inputs + i)
		}
		c.gates = append(c.gates, gate{gen.Pick(r, ops), a, b})
		unused = append(unused, inputs+i)
	}
	return c
}

// distinctFault picks a fault whose output differs from that of every other
// fault and of the sound circuit for some setting.
func (c circuit) distinctFault(r *rand.Rand) (stuck, bool) {
	by := map[rowSet]int{c.output(stuck{gate: -1}): 2}
	for i := range 2 * len(c.gates) {
		by[c.output(stuck{i / 2, i%2 == 1})]++
	}
	for _, i := range r.Perm(2 * len(c.gates)) {
		f := stuck{i / 2, i%2 == 1}
		if by[c.output(f)] == 1 && f.gate < len(c.gates)-1 {
			return f, true
		}
	}
	return stuck{}, false
}

// measurements are settings that together tell the fault from all others; each
// one is needed when it is chosen.
func (c circuit) measurements(r *rand.Rand, f stuck) []int {
	seen := c.output(f)
	rivals := []rowSet{c.output(stuck{gate: -1})}
	for i := range 2 * len(c.gates) {
		if g := (stuck{i / 2, i%2 == 1}); g != f {
			rivals = append(rivals, c.output(g))
		}
	}
	var chosen []int
	for _, row := range r.Perm(1 << c.inputs) {
		left := slices.DeleteFunc(slices.Clone(rivals), func(s rowSet) bool { return s.has(row) != seen.has(row) })
		if len(left) < len(rivals) {
			chosen, rivals = append(chosen, row), left
		}
	}
	return chosen
}

// circuitFault asks which gate is stuck, and at what. Difficulty adds inputs (3
// to 5) and gates (3 to 8), and from 3 on the inverting kinds. The measurements
// rule out every other single fault and the circuit without a fault.
func circuitFault(r *rand.Rand, d gen.Difficulty) task.Item {
	ops := strings.Fields("AND OR XOR NAND NOR")[:gen.Of(d, 3, 3, 5, 5, 5)]
	inputs, gates := gen.Of(d, 3, 3, 4, 4, 5), gen.Of(d, 3, 4, 5, 6, 8)
	c := drawCircuit(r, inputs, gates, ops)
	f, ok := c.distinctFault(r)
	for i := 0; i < 200 && !ok; i++ { // about one circuit in four has no such fault
		c = drawCircuit(r, inputs, gates, ops)
		f, ok = c.distinctFault(r)
	}
	rows := c.measurements(r, f)
	question, _ := gen.Ask(r, []string{
		"A circuit with the inputs {inputs} is built from these gates:\n{gates}\nThe output of the circuit is {out}. One gate is broken: its output is stuck at a constant value, whatever its inputs. Measured:\n{rows}\nWhich gate is stuck, and at which value? {form}",
		"{gates}\n\nThat is the wiring of a board with the inputs {inputs} and the output {out}. In one of the gates a defect holds the output at 0 or at 1 for good; the rest works. A technician notes:\n{rows}\nLocate the defect. {form}",
		"Exactly one gate of the following net always gives the same bit, either 0 or 1, no matter what it receives. The net has the inputs {inputs}, and {out} is what it puts out.\n{gates}\nObservations:\n{rows}\nFind the gate and its bit. {form}",
	}, gen.Fixed("inputs", strings.Join(inputNames[:inputs], ", ")), gen.Fixed("gates", c.text()), gen.Fixed("out", fmt.Sprintf("G%d", gates)),
		gen.Fixed("rows", c.rowsText(rows, c.output(f))), gen.Fixed("form", "Answer with a JSON object with the keys \"gate\" and \"value\"."))
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{
		"gate": task.String(fmt.Sprintf("G%d", f.gate+1)), "value": task.Integer(int64(bit(f.value)))}}
	sound := c.output(stuck{gate: -1})
	var wrong []string
	for _, row := range rows {
		if sound.has(row) != c.output(f).has(row) {
			wrong = append(wrong, settingText(row, inputs))
		}
	}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("A sound circuit would give another output for %s. With G%d stuck at %d all measurements come out as noted, and every other single fault contradicts at least one of them.",
			gen.Enumerated(wrong), f.gate+1, bit(f.value)), answer)}
}

var inputNames = []string{"A", "B", "C", "D", "E"}

func bit(v bool) int {
	if v {
		return 1
	}
	return 0
}

func (c circuit) wireName(w int) string {
	if w < c.inputs {
		return inputNames[w]
	}
	return fmt.Sprintf("G%d", w-c.inputs+1)
}

func (c circuit) text() string {
	lines := make([]string, len(c.gates))
	for i, g := range c.gates {
		lines[i] = fmt.Sprintf("- G%d = %s %s %s", i+1, c.wireName(g.a), g.op, c.wireName(g.b))
	}
	return strings.Join(lines, "\n")
}

func settingText(row, inputs int) string {
	parts := make([]string, inputs)
	for v := range inputs {
		parts[v] = fmt.Sprintf("%s=%d", inputNames[v], row>>v&1)
	}
	return strings.Join(parts, " ")
}

func (c circuit) rowsText(rows []int, output rowSet) string {
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = fmt.Sprintf("- %s: output %d", settingText(row, c.inputs), bit(output.has(row)))
	}
	return strings.Join(lines, "\n")
}
