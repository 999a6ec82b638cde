package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"segue/skill"
	"segue/switching"
)

// Markdown writes reports as Markdown tables.
func Markdown(w io.Writer, reports []*Report) error {
	var b strings.Builder
	for i, r := range reports {
		if i > 0 {
			b.WriteString("\n---\n\n")
		}
		r.markdown(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cellText keeps a text of foreign origin within its cell and without markup.
func cellText(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "&", "&amp;", "<", "&lt;", ">", "&gt;", "`", "'", "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "~", `\~`).Replace(s)
}

func (r *Report) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "# How %s switches between skills\n\n", cellText(r.Model))
	fmt.Fprintf(b, "%d tasks of %s; samples per prompt: %d, temperature %g, top-p %g, at most %d tokens; rubrics decided by: %s. Brackets are 95 %% bootstrap intervals over tasks.\n\n",
		r.Tasks, cellText(r.Benchmark), r.Config.Samples, r.Config.Temperature, r.Config.TopP, r.Config.MaxTokens, cellText(r.Judge))
	table(b, []string{"", "score"}, [][]string{
		{"cross (inside the task)", intervalText(r.Cross)}, {"single (each step alone)", intervalText(r.Single)},
		{"change by chaining, points", pointsText(r.Drop)}, {"whole tasks right", intervalText(r.Whole)}, {"steps with an outcome", percentText(r.Coverage)},
	})
	for _, g := range []struct {
		title string
		rows  []Row
	}{{"By domain", r.Domains}, {"By entropy level", r.Levels}, {"By length of the task", r.Lengths}, {"By position in the task", r.Positions}, {"By skill", r.Skills}} {
		if len(g.rows) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n## %s\n\n", g.title)
		var rows [][]string
		for _, x := range g.rows {
			rows = append(rows, []string{cellText(displayName(x.Name)), intervalText(x.Single), intervalText(x.Cross), pointsText(x.Drop), fmt.Sprint(x.Cross.N)})
		}
		table(b, []string{"", "single", "cross", "change, points", "graded"}, rows)
	}
	r.markdownSwitches(b)
	r.markdownFailures(b)
	b.WriteString("\n## What it took\n\n")
	var rows [][]string
	for _, u := range r.Usage {
		rows = append(rows, []string{cellText(string(u.Mode)), fmt.Sprint(u.Responses), fmt.Sprint(u.PromptTokens), fmt.Sprint(u.CompletionTokens), fmt.Sprintf("$%.4g", u.Cost), fmt.Sprint(u.Cut), fmt.Sprint(u.Failures)})
	}
	table(b, []string{"mode", "responses", "prompt tokens", "completion tokens", "cost", "cut at the limit", "failed"}, rows)
	countTable(b, "Without a score", []string{"reason", "steps"}, r.Undecided)
	countTable(b, "Requests that failed", []string{"class", "requests"}, r.Endpoint)
}

func countTable(b *strings.Builder, title string, head []string, counts map[string]int) {
	if len(counts) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", title)
	var rows [][]string
	for _, c := range sortedCounts(counts) {
		rows = append(rows, []string{cellText(c.Name), fmt.Sprint(c.N)})
	}
	table(b, head, rows)
}

func (r *Report) markdownSwitches(b *strings.Builder) {
	b.WriteString("\n## Directed switches between domains\n\n")
	if r.Switches.Missing != "" {
		b.WriteString(cellText(r.Switches.Missing) + "\n")
		return
	}
	fmt.Fprintf(b, "Skill Entropy; %s of %d measured skill pairs can tell nothing.\n\n", percentText(r.Switches.Weak), r.Switches.Pairs)
	var rows [][]string
	for _, key := range slices.Sorted(maps.Keys(r.Switches.Domain)) {
		c := r.Switches.Domain[key]
		from, to := switching.SplitKey(key)
		value := fmt.Sprintf("%.2f [%.2f, %.2f]", c.SkE, c.Lo, c.Hi)
		if c.SkE == 0 {
			value = "–" // not to be had
		}
		rows = append(rows, []string{cellText(skill.Domain(from).Title() + " → " + skill.Domain(to).Title()), value, fmt.Sprintf("%.2f", c.Base), fmt.Sprintf("%.2f", c.Acc), fmt.Sprint(c.N), c.Weak})
	}
	table(b, []string{"switch", "SkE", "alone", "chained", "trials", ""}, rows)
}

func (r *Report) markdownFailures(b *strings.Builder) {
	fmt.Fprintf(b, "\n## Why answers in the task are wrong\n\n%d wrong answers in cross mode.\n\n", r.Failures.Wrong)
	var rows [][]string
	for _, c := range r.Failures.causeList() {
		rows = append(rows, []string{c.name, intervalText(c.e)})
	}
	rows = append(rows,
		[]string{"steps solved alone that fail in the task", intervalText(r.Failures.NewFailure)},
		[]string{"… of those with a label: wrong domain", intervalText(r.Failures.NewWrongDomain)},
		[]string{"wrong answers labelled with the previous domain", intervalText(r.Failures.CarriedSkill)},
		[]string{"wrong answers in the previous step's form", intervalText(r.Failures.CarriedForm)},
		[]string{"answers with a label of a known domain", intervalText(r.Labels.Labelled)},
		[]string{"… wrong domain", intervalText(r.Labels.WrongDomain)},
		[]string{"accuracy with the right domain", intervalText(r.Labels.AccRight)},
		[]string{"accuracy with a wrong domain", intervalText(r.Labels.AccWrong)})
	table(b, []string{"", "share"}, rows)
}

func table(b *strings.Builder, head []string, rows [][]string) {
	b.WriteString("| " + strings.Join(head, " | ") + " |\n|" + strings.Repeat(" --- |", len(head)) + "\n")
	for _, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
	}
}
