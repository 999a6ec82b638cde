package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"segue/study"
)

// textWidth is how many columns sentences take.
const textWidth = 100

// Text prints what a study found as aligned tables for a terminal: the same
// sentences, levels, arms, differences and limits as the page.
func Text(w io.Writer, r *study.Result) error {
	var b strings.Builder
	for _, s := range findings(r) {
		paragraph(&b, "- ", s)
	}
	if all := levels(r); len(all) > 0 {
		rows := [][]string{{"level", "tasks", "Skill Entropy", "alone", "within", "change", "labels"}}
		for _, l := range all {
			rows = append(rows, []string{l.Name, fmt.Sprint(l.Tasks), l.EntropyText, numberText(l.Alone), numberText(l.Within), l.DropText, numberText(l.Labels)})
		}
		table(&b, "The gap of the start by level of Skill Entropy, % of steps right", rows)
	}
	textArms(&b, tableOf(r))
	for _, c := range comparisons(r) {
		textDifferences(&b, c)
	}
	rows := [][]string{}
	for _, s := range methods(r, 0) {
		rows = append(rows, []string{s.Name, s.Value})
	}
	table(&b, "How it was made", rows)
	b.WriteString("\n")
	for _, s := range append([]string{covers(r)}, limits(r)...) {
		paragraph(&b, "- ", s)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func textArms(b *strings.Builder, t armTable) {
	head := []string{"arm", "is told", "gain", ""}
	for _, m := range t.Metrics {
		head = append(head, m.Name)
		if m.Name == metricSteps {
			head = append(head, "")
		}
	}
	rows := [][]string{head}
	for _, a := range t.Rows {
		row := []string{a.Name, a.Uses, a.Gain, a.GainRange}
		for i, c := range a.Cells {
			mean := c.Mean
			if c.Best {
				mean += "*"
			}
			row = append(row, mean)
			if t.Metrics[i].Name == metricSteps {
				row = append(row, c.Range)
			}
		}
		rows = append(rows, row)
	}
	table(b, "Arms on held-out tasks, % (* best and significantly so; gain: points of steps over the start)", rows)
}

func textDifferences(b *strings.Builder, c comparison) {
	head := []string{"arm"}
	for _, m := range c.Header {
		head = append(head, m.Name)
		if m.Name == metricSteps {
			head = append(head, "", "ahead in")
		}
	}
	rows := [][]string{head}
	for _, a := range c.Rows {
		row := []string{a.Name}
		for i, d := range a.Cells {
			mean := d.Mean
			if d.Verdict != null {
				mean += "*"
			}
			row = append(row, mean)
			if c.Header[i].Name == metricSteps {
				row = append(row, d.Range, d.Wins)
			}
		}
		rows = append(rows, row)
	}
	table(b, "Against "+c.Name+", points (* significant)", rows)
}

// table writes rows in aligned columns, without blanks at the ends of lines.
func table(b *strings.Builder, title string, rows [][]string) {
	fmt.Fprintf(b, "\n%s\n", title)
	var aligned strings.Builder
	w := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, "  "+strings.Join(row, "\t"))
	}
	w.Flush()
	for line := range strings.Lines(aligned.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}

// paragraph writes a sentence in lines of bounded width, the first after a mark.
func paragraph(b *strings.Builder, mark, s string) {
	line, indent := mark, strings.Repeat(" ", len(mark))
	for i, word := range strings.Fields(s) {
		switch {
		case i == 0:
			line += word
		case len([]rune(line))+1+len([]rune(word)) > textWidth:
			b.WriteString(line + "\n")
			line = indent + word
		default:
			line += " " + word
		}
	}
	b.WriteString(line + "\n")
}
