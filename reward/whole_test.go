package reward_test

import "testing"

func TestWholePaysForEveryStepRight(t *testing.T) {
	three, s := chain()
	c, r := everything(t, s), reader(t)
	for right, want := range map[string]float64{"111": 1, "101": 0, "000": 0} {
		if got := parts(t, c.Reward(r.Read(t.Context(), three, write(three, three.Sequence(), right))))["whole"]; got != want {
			t.Errorf("answers %s earn %v, want %v", right, got, want)
		}
	}
}
