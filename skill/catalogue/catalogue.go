// Package catalogue writes the bank out for people: a list of all skills with
// examples, and a gallery of whole items by which wording and answers are reviewed.
package catalogue

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"segue/skill"
	"segue/skill/gen"
	"segue/task"
)

// Entry is a skill with an item at each of some difficulties.
type Entry struct {
	skill.Skill
	Kind  task.Kind   `json:"answer_kind"`
	Items []task.Item `json:"items"`
}

// Of makes the entry of a skill. Its items are the same each time.
func Of(g gen.Generator, difficulties ...gen.Difficulty) (Entry, error) {
	e := Entry{Skill: g.Skill}
	for _, d := range difficulties {
		it, err := gen.New(g.Skill.ID, d, gen.Index(0, "show", int(d)))
		if err != nil {
			return e, err
		}
		e.Kind = it.Answer.Kind
		e.Items = append(e.Items, it)
	}
	return e, nil
}

// List writes every skill in Markdown: what it is, the kind of its answers, and a
// question with its answer at difficulty 1, 3 and 5.
func List(w io.Writer) error {
	return write(w, "# Skills\n\nEvery skill of the bank with questions. Long ones are cut here; `segue skills show ID` prints the same items whole, with references.\n",
		func(w io.Writer, e Entry) {
			for _, it := range e.Items {
				fmt.Fprintf(w, "\nDifficulty %d:\n\n%s\nAnswer: %s\n", it.Difficulty, block(it.Question, 700), inline(it.Answer.Text()))
			}
		}, 1, 3, 5)
}

// Gallery writes an item of every skill at two difficulties with its reference.
func Gallery(w io.Writer) error {
	return write(w, "# Gallery\n\nAn item of each skill at two difficulties, with the working that a reference shows. Long texts are cut here.\n",
		func(w io.Writer, e Entry) {
			for _, it := range e.Items {
				fmt.Fprintf(w, "\nDifficulty %d:\n\n%s\nReference:\n\n%s", it.Difficulty, block(it.Question, 1500), block(it.Reference, 1000))
			}
		}, 2, 4)
}

// write writes the title and then each skill under its domain.
func write(out io.Writer, title string, entry func(io.Writer, Entry), difficulties ...gen.Difficulty) error {
	w := bufio.NewWriter(out)
	w.WriteString(title) // errors stay until Flush
	var domain skill.Domain
	for _, g := range gen.List() {
		e, err := Of(g, difficulties...)
		if err != nil {
			return fmt.Errorf("write catalogue: %w", err)
		}
		if e.Domain != domain {
			domain = e.Domain
			fmt.Fprintf(w, "\n## %s\n", domain.Title())
		}
		fmt.Fprintf(w, "\n### %s\n\n%s. %s Answer: %s.\n", e.ID, capital(e.Area), e.Description, e.Kind)
		entry(w, e)
	}
	return w.Flush()
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// block is text as a fenced block, cut after so many characters. The fence is
// longer than any in the text.
func block(text string, most int) string {
	text = cut(text, most)
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// inline is text as code within a line.
func inline(text string) string {
	text = strings.Join(strings.Fields(cut(text, 200)), " ")
	if text == "" {
		return "judged; not one value."
	}
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

func cut(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return fmt.Sprintf("%s … (%d characters more)", string(runes[:most]), len(runes)-most)
}
