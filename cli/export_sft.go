package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"segue/reward"
	"segue/skill"
	"segue/task"
	"segue/task/cue"
	"segue/train/rollout"

	"github.com/spf13/cobra"
)

// sftFlags are the settings of export sft.
type sftFlags struct {
	bench, prompt, form, out string
	thinking, single         bool
}

// sftForms are the forms of records by name, as train sft reads them.
var sftForms = map[string]func(prompt, response string) any{
	"completion": func(prompt, response string) any {
		return struct {
			Prompt     string `json:"prompt"`
			Completion string `json:"completion"`
		}{prompt, response}
	},
	"messages": func(prompt, response string) any {
		type message struct {
			Role    string `json:"role"`
			Content string `json:"content"`
		}
		return struct {
			Messages []message `json:"messages"`
		}{[]message{{"user", prompt}, {"assistant", response}}}
	},
}

func newExportSFT(u *ui) *cobra.Command {
	var f sftFlags
	c := &cobra.Command{
		Use: "sft", Short: "Write tasks with their right responses, for segue train sft", Args: noArgs,
		Long: "Writes a record for each task of a benchmark: the prompt in a style, and the right response in the strict form, the\n" +
			"label and the answer of every step. Answers that are not one value, such as code and plans, are those of the steps'\n" +
			"references; a task for which no such response can be made is left out and said. Give train rl the same prompt style;\n" +
			"its chat: true goes with --form messages, chat: false with --form completion.",
		Example: "  segue export sft --bench train.jsonl --single --out sft.jsonl\n  segue export sft --bench cue.jsonl --prompt bare --form completion --out sft.jsonl",
		RunE:    func(cmd *cobra.Command, args []string) error { return u.exportSFT(f) },
	}
	var styles []string
	for _, s := range rollout.Styles() {
		styles = append(styles, s.Name+" ("+s.Doc+")")
	}
	fs := c.Flags()
	fs.StringVarP(&f.bench, "bench", "b", "", "benchmark file; - is standard input")
	fs.StringVar(&f.prompt, "prompt", "instructed", "style of prompts: "+strings.Join(styles, "; "))
	fs.StringVar(&f.form, "form", "messages", "form of records: messages (a conversation) or completion (a text and how it goes on)")
	fs.BoolVar(&f.thinking, "thinking", false, "put the workings of the steps' references into <think> before the steps")
	fs.BoolVar(&f.single, "single", false, "write every step alone too")
	fs.StringVarP(&f.out, "out", "o", "", "JSONL file to write; - is standard output")
	return c
}

func (u *ui) exportSFT(f sftFlags) error {
	form, known := sftForms[f.form]
	style, unknown := rollout.LookupStyle(f.prompt)
	switch {
	case f.bench == "":
		return misusef("give --bench FILE")
	case f.out == "":
		return misusef("give --out FILE")
	case !known:
		return misusef("unknown form %q; the forms are completion and messages", f.form)
	case unknown != nil:
		return misuse{unknown}
	}
	tasks, bad, err := u.readTasks(f.bench)
	if err != nil {
		return err
	}
	words := reward.Vocabulary(slices.Concat(skill.Bank(), cue.Skills()), tasks)
	e := exporter{
		form: form, single: f.single, gold: rollout.NewGold(words, f.thinking),
		writer: rollout.Writer{Style: style, Skills: neededSkills(words, tasks), Encode: func(string) ([]int32, error) { return nil, nil }},
	}
	summary := sftSummary{Tasks: len(tasks), Out: f.out}
	for _, t := range tasks {
		if err := e.add(t); err != nil {
			if summary.Left++; summary.Left <= 5 {
				u.warn("left out: %v", err)
			}
		}
	}
	if summary.Left > 0 {
		u.warn("%s left out, for which no right response can be written", plural(summary.Left, "task"))
	}
	if summary.Records = len(e.records); summary.Records == 0 {
		return fmt.Errorf("%s holds no task for which a right response can be written", f.bench)
	}
	return errors.Join(u.writeSFT(e.records, summary), bad)
}

// neededSkills are those of a vocabulary that the tasks need: what a library in
// the prompt lists in train rl.
func neededSkills(words []skill.Skill, tasks []task.Task) []skill.Skill {
	needed := map[string]bool{}
	for _, t := range tasks {
		for _, s := range t.Steps {
			needed[s.Skill] = true
		}
	}
	var out []skill.Skill
	for _, s := range words {
		if needed[s.ID] {
			out = append(out, s)
		}
	}
	return out
}

// exporter turns tasks into records.
type exporter struct {
	form    func(prompt, response string) any
	single  bool
	gold    rollout.Gold
	writer  rollout.Writer
	records []any
}

// add writes the records of a task, all or none.
func (e *exporter) add(t task.Task) error {
	whole, err := e.writer.Cross(t)
	if err != nil {
		return err
	}
	prompts := []rollout.Prompt{whole}
	for n := range t.Steps {
		if !e.single || len(t.Steps) == 1 { // a task of one step is that step
			break
		}
		alone, err := e.writer.Single(t, n+1)
		if err != nil {
			return err
		}
		prompts = append(prompts, alone)
	}
	var records []any
	for _, p := range prompts {
		response, err := e.gold.Response(p.Task)
		if err != nil {
			return err
		}
		records = append(records, e.form(p.Text, response))
	}
	e.records = append(e.records, records...)
	return nil
}

// sftSummary is what export sft says at the end.
type sftSummary struct {
	Records int    `json:"records"`
	Tasks   int    `json:"tasks"`
	Left    int    `json:"left_out"` // tasks
	Out     string `json:"out"`
}

func (u *ui) writeSFT(records []any, s sftSummary) error {
	if s.Out == "-" && u.json {
		return u.encode(records)
	}
	if err := u.writeFile(s.Out, func(w io.Writer) error { return task.WriteJSONL(w, records) }); err != nil || s.Out == "-" {
		return err
	}
	return u.value(s, func() { u.printf("%s: %s of %s\n", s.Out, plural(s.Records, "record"), plural(s.Tasks-s.Left, "task")) })
}
