package report

import (
	"fmt"
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
		replay = fmt.Sprintf("%d tokens of single items in each update, weight %g", t.ReplayTokens, t.ReplayWeight)
	}
	all := []setting{
		{"Start", fmt.Sprintf("a fresh model of size %s; supervised learning on single items (%s), then on a mixture (%s)", s.Size, lesson(s.Alone), lesson(s.Mixed))},
		{"The mixture", fmt.Sprintf("%s single items, %s chains of one skill, %s long ones, %s tasks that switch, by tokens", percentText(s.Single), percentText(s.Same), percentText(s.Long), percentText(s.Cross))},
		{"Every arm", fmt.Sprintf("%d steps of %d tasks, learning rate %g; arms that learn from rewards draw %d responses to each task, KL coefficient %g", t.Steps, t.Prompts, t.LearningRate, t.Group, t.KL)},
		{"Against forgetting", replay},
		{"Training tasks", fmt.Sprint(t.Tasks())},
		{"Held-out tasks", fmt.Sprintf("%d that switch, %d with unseen pairs of skills, %d longer than trained on, %d chains of one skill; %d for the table of Skill Entropy", n.Cross, n.Unseen, n.Longer, n.Same, n.Table)},
		{"Curves", fmt.Sprintf("every %d steps on %d of the held-out tasks", t.EvalEvery, t.EvalTasks)},
		{"Runs", fmt.Sprintf("%s × %s each, of %s", plural(c.Starts, "start"), plural(c.Seeds, "seed"), plural(len(r.Arms), "arm"))},
		{"Seed", fmt.Sprint(c.Seed)},
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
	return "Brackets are 95 % bootstrap intervals over " + enumerate(over) + "; differences are paired by start, seed and task. A difference is called significant when its interval leaves 0 out."
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
		all = append(all, fmt.Sprintf("%d differences are shown and none is corrected for their number: about one in twenty that are truly 0 looks significant.", n))
	}
	if strings.Contains(strings.Join(c.Arms, " "), "sft-") {
		all = append(all, "Arms of supervised learning make as many updates on as many tasks, but draw no responses: their budget of computing is smaller, and what they are told is more.")
	}
	return append(all, "All arms have one budget and one learning rate, which was not tuned for each.")
}
