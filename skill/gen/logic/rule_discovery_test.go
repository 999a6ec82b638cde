package logic

import (
	"math/rand/v2"
	"testing"
)

// TestAllFittingRulesAgree tries every chain by itself, without the shared walk.
func TestAllFittingRulesAgree(t *testing.T) {
	first, failed := 0, 0
	for seed := range uint64(60) {
		for _, size := range [][2]int{{4, 2}, {6, 2}, {5, 3}, {6, 3}, {6, 4}} {
			r := rand.New(rand.NewPCG(seed, 9))
			n, k := size[0], size[1]
			steps, rule, inputs, outputs := drawRule(r, n, k)
			shown, rules := examplesNeeded(steps, k, inputs, outputs)
			if shown == len(inputs)-1 {
				failed++
			}
			if shown == 2 {
				first++
			}
			fitting := 0
			for code := range power(n, k) {
				chain, different := make([]int, k), true
				used := map[int]bool{}
				for i, c := 0, code; i < k; i, c = i+1, c/n {
					chain[i] = c % n
					different = different && !used[c%n]
					used[c%n] = true
				}
				if !different || !fits(steps, chain, inputs[:shown], outputs) {
					continue
				}
				fitting++
				if !fits(steps, chain, inputs[len(inputs)-1:], outputs[len(outputs)-1:]) {
					t.Errorf("the chain %v fits but the rule %v gives another output", chain, rule)
				}
			}
			if fitting != rules || fitting == 0 {
				t.Errorf("%d chains fit, not %d", fitting, rules)
			}
		}
	}
	if failed > 0 || first == 0 {
		t.Errorf("%d rules are not settled by four examples; %d are by two", failed, first)
	}
}

func power(n, k int) int {
	out := 1
	for range k {
		out *= n
	}
	return out
}

func fits(steps []listStep, chain []int, inputs, outputs []digits) bool {
	for i, x := range inputs {
		for _, s := range chain {
			x = steps[s].apply(x)
		}
		if x != outputs[i] {
			return false
		}
	}
	return true
}
