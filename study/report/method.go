package report

import (
	"fmt"
	"math"
	"strings"

	"segue/study"
)

// setting is a line of how a study was made.
type setting struct{ Name, Value string }

// methods says how a study was made; seconds are those of the training from
// rewards, 0 where they are not known.
func methods(r *study.Result, seconds float64) []setting {
	c := r.Config
	s, t, n := c.Start, c.Tune, c.Sets
	replay := "none"
	if t.ReplayTokens > 0 {
		replay = fmt.Sprintf("single items in each update of every arm, of weight %g beside its tasks; %d tokens of them where it learns from rewards", t.ReplayWeight, t.ReplayTokens)
	}
	lists := ""
	if s.Listed > 0 {
		lists = fmt.Sprintf("; a list of all skills before %s of its tasks", percentText(s.Listed))
	}
	all := []setting{
		{"Start", fmt.Sprintf("a fresh model of size %s; supervised learning on single items (%s), then on a mixture (%s)", s.Size, lesson(s.Alone), lesson(s.Mixed))},
		{"The mixture", fmt.Sprintf("%s single items, %s chains of one skill, %s long ones, %s tasks that switch, by tokens%s", percentText(s.Single), percentText(s.Same), percentText(s.Long), percentText(s.Cross), lists)},
		{"Every arm", fmt.Sprintf("%d steps of %d tasks, %d updates, peak learning rate %g; arms that learn from rewards draw %d responses to each task, KL coefficient %g", t.Steps, t.Prompts, t.Updates(), t.LearningRate, t.Group, t.KL)},
		{"Against forgetting", replay},
		{"Training tasks", fmt.Sprintf("%d, the same for all arms of a seed but sft-longer, which has as many of the start's mixture; each comes once, where it is imitated about once", t.Tasks())},
		{"Held-out tasks", fmt.Sprintf("%d that switch, %d with unseen pairs of skills, %d longer than trained on, %d chains of one skill; %d for the table of Skill Entropy", n.Cross, n.Unseen, n.Longer, n.Same, n.Table)},
		{"Curves", fmt.Sprintf("every %d steps on %d of the held-out tasks", t.EvalEvery, t.EvalTasks)},
		{"Runs", fmt.Sprintf("%s × %s each, of %s", plural(c.Starts, "start"), plural(c.Seeds, "seed"), plural(len(r.Arms), "arm"))},
		{"Seed", fmt.Sprint(c.Seed)},
	}
	if s := testText(r); s != "" {
		all = append(all, setting{"p-values", s})
	}
	if seconds > 0 {
		all = append(all, setting{"Time", fmt.Sprintf("%.1f minutes of training from rewards, all runs added up", seconds/60)})
	}
	return all
}

func lesson(l study.Lesson) string {
	return fmt.Sprintf("%d updates of %d tokens, peak learning rate %g", l.Steps, l.BatchTokens, l.LearningRate)
}

func plural(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

// covers says what the intervals of a study hold.
func covers(r *study.Result) string {
	over := []string{"held-out tasks"}
	if r.Config.Seeds > 1 {
		over = append([]string{"seeds"}, over...)
	}
	if r.Config.Starts > 1 {
		over = append([]string{"starts"}, over...)
	}
	call := ""
	if testText(r) != "" {
		call = ", whatever its p"
	}
	return "Brackets are 95 % bootstrap intervals over " + enumerate(over) + "; differences are paired by start, seed and task. A difference is called significant when its interval leaves 0 out" + call + "."
}

// testText says what the p-values are and how small they can be; "" where there
// are none.
func testText(r *study.Result) string {
	compared := 0
	for _, against := range opponents(r) {
		n := 0
		for _, p := range r.Pairs {
			if _, ok := p.Tests[metricSteps]; ok && p.Against == against {
				n++
			}
		}
		compared = max(compared, n)
	}
	if compared == 0 {
		return ""
	}
	c := r.Config
	least := func(n int) float64 { return math.Exp2(float64(1 - n)) }
	s := fmt.Sprintf("two-sided sign-flip permutation tests of the paired differences. p flips each of the %d runs, and asks whether two arms do alike from these starts; its least possible value is %s.", c.Starts*c.Seeds, chanceText(least(c.Starts*c.Seeds)))
	s += fmt.Sprintf(" Holm is p adjusted for the %s of its table, each column by itself; its least is %s.", plural(compared, "arm"), chanceText(min(1, float64(compared)*least(c.Starts*c.Seeds))))
	if c.Starts > 1 {
		s += fmt.Sprintf(" p of starts flips all runs of a start together, as the intervals draw them, and asks the same of starts at large; with %s its least is %s", plural(c.Starts, "start"), chanceText(least(c.Starts)))
		if least(c.Starts) > 0.05 {
			s += ", so that by it nothing can be shown here"
		}
		s += "."
	}
	return s
}

// limits says what the study cannot tell.
func limits(r *study.Result) []string {
	c := r.Config
	all := []string{"The model is small, it was trained from nothing, and its switching gap was planted by hardly ever showing it a switch. Nothing here says that large models have such a gap, or that what mends it here mends it there."}
	switch {
	case c.Starts == 1 && c.Seeds == 1:
		all = append(all, "There is one start and one seed. The intervals hold the chance of the held-out tasks alone: another start or seed may turn any difference round.")
	case c.Starts == 1:
		all = append(all, "There is one start. The intervals hold the chance of seeds and held-out tasks, and say nothing about other starts.")
	case c.Seeds == 1:
		all = append(all, "There is one seed from each start, so that the chance of starts and of seeds is not told apart.")
	}
	if runs := c.Starts * c.Seeds; runs > 1 && runs < 10 || c.Starts > 1 && c.Starts < 10 {
		all = append(all, fmt.Sprintf("A bootstrap over so few runs (%s, %s each) is rough; its intervals tend to be too narrow.", plural(c.Starts, "start"), plural(c.Seeds, "seed")))
	}
	if n := len(r.Pairs) * len(study.Metrics); n > 1 {
		all = append(all, fmt.Sprintf("%d differences are shown, and their intervals are not corrected for that number: about one in twenty that are truly 0 looks significant.", n))
	}
	if len(r.Arms) > 2 {
		all = append(all, "The best arm was picked by the very tasks that its lead is measured on, which flatters it.")
	}
	if len(levels(r)) > 0 {
		all = append(all, levelsAre)
	}
	if strings.Contains(strings.Join(c.Arms, " "), "sft-") {
		all = append(all, "Arms of supervised learning make as many updates on as many tasks, but draw no responses: their budget of computing is smaller, and what they are told is more.")
	}
	return append(all, "All arms have one budget and one learning rate, which was not tuned for each.")
}
