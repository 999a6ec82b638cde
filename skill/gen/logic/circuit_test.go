package logic

import (
	"fmt"
	"regexp"
	"testing"

	"segue/task"
)

var (
	gateLine    = regexp.MustCompile(`(?m)^- (G\d) = (\w+) (AND|OR|XOR|NAND|NOR) (\w+)$`)
	measureLine = regexp.MustCompile(`(?m)^- ((?:[A-E]=[01] ?)+): output ([01])$`)
	inputBit    = regexp.MustCompile(`([A-E])=([01])`)
)

// simulate runs the printed circuit for one setting with one gate stuck.
func simulate(gates [][]string, setting map[string]int, stuckGate string, stuckAt int) int {
	value, last := map[string]int{}, ""
	for k, v := range setting {
		value[k] = v
	}
	for _, g := range gates {
		a, b := value[g[2]], value[g[4]]
		value[g[1]] = map[string]int{"AND": a * b, "OR": a | b, "XOR": (a + b) % 2, "NAND": 1 - a*b, "NOR": 1 - a | b}[g[3]]
		if g[3] == "NOR" {
			value[g[1]] = 1 - (a | b)
		}
		if g[1] == stuckGate {
			value[g[1]] = stuckAt
		}
		last = g[1]
	}
	return value[last]
}

func TestOneFaultExplainsTheMeasurements(t *testing.T) {
	each(t, "logic/circuit-output-and-fault", 100, func(it task.Item) {
		gates := gateLine.FindAllStringSubmatch(it.Question, -1)
		rows := measureLine.FindAllStringSubmatch(it.Question, -1)
		agrees := func(gate string, at int) bool {
			for _, row := range rows {
				setting := map[string]int{}
				for _, m := range inputBit.FindAllStringSubmatch(row[1], -1) {
					setting[m[1]] = int(m[2][0] - '0')
				}
				if fmt.Sprint(simulate(gates, setting, gate, at)) != row[2] {
					return false
				}
			}
			return true
		}
		var found []string
		for _, g := range gates {
			for at := range 2 {
				if agrees(g[1], at) {
					found = append(found, fmt.Sprintf("%s %d", g[1], at))
				}
			}
		}
		want := it.Answer.Fields["gate"].Value + " " + it.Answer.Fields["value"].Value
		if len(found) != 1 || found[0] != want || agrees("", 0) {
			t.Errorf("%s: faults %v fit, not only %s\n%s", it.ID, found, want, it.Question)
		}
	})
}
