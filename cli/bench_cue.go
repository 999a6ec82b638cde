package cli

import (
	"io"

	"segue/task"
	"segue/task/cue"

	"github.com/spf13/cobra"
)

// cueFlags are the settings of bench cue.
type cueFlags struct {
	kind, split, steps, pairs, out string
	tasks                          int
	seed                           uint64
	skewed                         bool
}

// mixtureKind asks for cue.DefaultMixture.
const mixtureKind = "mixture"

// taskSource makes the n-th task.
type taskSource interface{ Task(n int) task.Task }

func newBenchCue(u *ui) *cobra.Command {
	var f cueFlags
	c := &cobra.Command{
		Use: "cue", Short: "Make tasks of the ambiguous-cue family that segue demo trains on", Args: noArgs,
		Long: "Writes tasks whose questions show four digits and an operand after four words that only together name one of fourteen\n" +
			"skills. A model of a few hundred thousand parameters learns each skill within minutes and still fails where skills\n" +
			"change. Kinds: cross (neighbours of different domains), same (chains of one skill), single (one step), and mixture:\n" +
			"mostly chains of one skill, 1 % cross tasks, unequal skills and cues, for supervised training that leaves the gap.\n" +
			"The same settings give the same file, byte for byte; a larger --tasks adds to it. The splits share no question.",
		Example: "  segue bench cue --kind mixture --tasks 20000 --out sft.jsonl\n  segue bench cue --pairs seen --tasks 4000 --out train.jsonl\n  segue bench cue --split test --pairs unseen --tasks 500 --out test.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			source, err := f.source(cmd.Flags().Changed("steps"))
			if err != nil {
				return err
			}
			tasks := make([]task.Task, f.tasks)
			for i := range tasks {
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				tasks[i] = source.Task(i)
			}
			return u.writeCue(f.out, tasks)
		},
	}
	fs := c.Flags()
	fs.StringVar(&f.kind, "kind", string(cue.Cross), "kind of tasks: cross, same, single or mixture")
	fs.StringVar(&f.split, "split", string(cue.Train), "part of the questions: train, validation or test")
	fs.StringVar(&f.steps, "steps", "2-4", "steps of a task, a number or range from 1 to 9 (mixture: 2-5 by default)")
	fs.StringVar(&f.pairs, "pairs", string(cue.AllPairs), "which skills may be neighbours in cross tasks: all pairs, the four fifths that are seen, or the unseen fifth")
	fs.BoolVar(&f.skewed, "skewed", false, "make the cues of a skill unequally frequent (mixture: always)")
	fs.IntVarP(&f.tasks, "tasks", "n", 300, "number of tasks")
	fs.Uint64Var(&f.seed, "seed", 0, "seed; the same seed gives the same file")
	fs.StringVarP(&f.out, "out", "o", "", "benchmark file to write; - is standard output")
	return c
}

// source makes what the flags ask for.
func (f *cueFlags) source(stepsGiven bool) (taskSource, error) {
	if f.out == "" {
		return nil, misusef("give --out FILE")
	}
	if f.tasks < 1 || f.tasks > maxTasks {
		return nil, misusef("--tasks must be 1 to %d, not %d", maxTasks, f.tasks)
	}
	fewest, most, err := parseRange(f.steps, 1, cue.MaxSteps)
	if err != nil {
		return nil, misusef("--steps: %w", err)
	}
	steps := [2]int{fewest, most}
	if f.kind != mixtureKind {
		source, err := cue.New(cue.Options{Seed: f.seed, Split: cue.Split(f.split), Kind: cue.Kind(f.kind), Steps: steps, Pairs: cue.Pairs(f.pairs), Skewed: f.skewed})
		if err != nil {
			return nil, misuse{err}
		}
		return source, nil
	}
	o := cue.DefaultMixture(f.seed)
	o.Split, o.Pairs = cue.Split(f.split), cue.Pairs(f.pairs)
	if stepsGiven {
		o.Steps = steps
	}
	source, err := cue.NewMixture(o)
	if err != nil {
		return nil, misuse{err}
	}
	return source, nil
}

func (u *ui) writeCue(path string, tasks []task.Task) error {
	if u.json && path == "-" {
		return u.encode(tasks)
	}
	if err := u.writeFile(path, func(w io.Writer) error { return task.WriteJSONL(w, tasks) }); err != nil || path == "-" {
		return err
	}
	summary := struct {
		Tasks int    `json:"tasks"`
		Steps int    `json:"steps"`
		Out   string `json:"out"`
	}{Tasks: len(tasks), Out: path}
	for _, t := range tasks {
		summary.Steps += len(t.Steps)
	}
	return u.value(summary, func() { u.printf("%s: %s, %s\n", path, plural(summary.Tasks, "task"), plural(summary.Steps, "step")) })
}
