package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"segue/study"
)

// textWidth is how many columns sentences take.
const textWidth = 100

// Text prints what a study found for a terminal, the finding first: the same
// sentences, levels, arms, differences and limits as the page.
func Text(w io.Writer, r *study.Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "What training does to switching: %s, each from %s with %s\n\n", plural(len(r.Arms), "arm"), plural(r.Config.Starts, "start"), plural(r.Config.Seeds, "seed"))
	list(&b, append(findings(r), covers(r)))
	b.WriteString("\nWhat the controls tell\n")
	list(&b, controlFindings(r))
	if all := levels(r); len(all) > 0 {
		rows := [][]string{{"level", "tasks", "Skill Entropy", "alone", "within", "change", "labels"}}
		for _, l := range all {
			rows = append(rows, []string{l.Name, fmt.Sprint(l.Tasks), l.EntropyText, numberText(l.Alone), numberText(l.Within), l.DropText, numberText(l.Labels)})
		}
		table(&b, "The gap of the start, % of steps right, in thirds of the held-out tasks by Skill Entropy", rows)
	}
	arms := tableOf(r)
	textArms(&b, arms)
	for _, c := range comparisons(r) {
		textDifferences(&b, c)
	}
	textNames(&b, arms)
	b.WriteString("\nHow it was made\n")
	definitions(&b, methods(r, 0))
	b.WriteString("\nWhat it cannot tell\n")
	list(&b, limits(r))
	_, err := io.WriteString(w, b.String())
	return err
}

func textArms(b *strings.Builder, t armTable) {
	head := []string{"arm", "gain", ""}
	for _, m := range t.Metrics {
		head = append(head, m.Name)
		if m.Name == metricSteps {
			head = append(head, "")
		}
	}
	rows := [][]string{head}
	for _, a := range t.Rows {
		row := []string{a.Name, a.Gain, a.GainRange}
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
	table(b, "Arms on held-out tasks, % right; gain: points of steps over the start\n(* ahead of every other arm, each by an interval of the difference that leaves 0 out)", rows)
}

// textNames says what the arms are told and what the columns are.
func textNames(b *strings.Builder, t armTable) {
	b.WriteString("\nWhat the arms are and, in brackets, what they are told\n")
	var names, columns []setting
	for _, a := range t.Rows {
		if a.Uses != "" {
			names = append(names, setting{a.Name, a.Doc + " (" + a.Uses + ")"})
		}
	}
	for _, m := range t.Metrics {
		columns = append(columns, setting{m.Name, m.Doc})
	}
	definitions(b, names)
	b.WriteString("\nWhat the columns are\n")
	definitions(b, columns)
}

func textDifferences(b *strings.Builder, c comparison) {
	several := slices.ContainsFunc(c.Rows, func(a armRow) bool {
		return slices.ContainsFunc(a.Cells, func(d cell) bool { return d.P != "" })
	})
	head := []string{"arm"}
	for _, m := range c.Header {
		head = append(head, m.Name)
		if m.Name == metricSteps {
			head = append(head, "", "ahead in")
			if several {
				head = append(head, "p", "Holm", "p of starts")
			}
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
				if several {
					row = append(row, d.P, d.Holm, d.Starts)
				}
			}
		}
		rows = append(rows, row)
	}
	title := "Against " + c.Name + ", points (* significant: the interval leaves 0 out)"
	if several {
		title = "Against " + c.Name + ", points (* significant: the interval leaves 0 out; p-values are of steps)"
	}
	table(b, title, rows)
}

// list writes sentences, each after a dash.
func list(b *strings.Builder, sentences []string) {
	for _, s := range sentences {
		paragraph(b, "- ", s)
	}
}

// definitions writes what names stand for, with the names in a column.
func definitions(b *strings.Builder, of []setting) {
	width := 0
	for _, s := range of {
		width = max(width, len([]rune(s.Name)))
	}
	for _, s := range of {
		paragraph(b, fmt.Sprintf("  %-*s  ", width, s.Name), s.Value)
	}
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
	line, indent := mark, strings.Repeat(" ", len([]rune(mark)))
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
