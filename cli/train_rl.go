package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"segue/lm/kernel"
	"segue/task/cue"
	"segue/train"

	"github.com/spf13/cobra"
)

// rlFlags are the settings of train rl.
type rlFlags struct {
	trainFlags
	recipe    string
	judge     judgeFlags
	embedding embeddingFlags
}

func newTrainRL(u *ui) *cobra.Command {
	var f rlFlags
	c := &cobra.Command{
		Use: "rl", Short: "Train a native model by reinforcement learning; run it again to resume", Args: noArgs,
		Long: "Draws groups of responses to the tasks of a benchmark, rewards them, plans the update by a recipe and applies it, step\n" +
			"by step. Held-out tasks are asked whole and step by step at the start, at intervals and at the end. The run directory\n" +
			"gets metrics.jsonl, rollouts.jsonl, evaluations, checkpoints and at the end the trained model. A run that was\n" +
			"interrupted or killed goes on where it was when the same command is given again, to the same bits; one that diverges\n" +
			"is stopped with its last healthy checkpoint.\n\n" +
			"The configuration is YAML. These are its keys and their defaults:\n\n" + train.RLDefaultsYAML,
		Example: "  segue train rl --config rl.yaml --run run\n" +
			"  segue train rl --recipe skill-step --set model=model --set tasks=[train.jsonl] --set eval_tasks=[test.jsonl] \\\n" +
			"      --set reward=step --run run",
		PersistentPreRunE: ownConfig,
		RunE:              func(cmd *cobra.Command, args []string) error { return u.trainRL(cmd.Context(), &f) },
	}
	f.add(c.Flags())
	c.Flags().StringVar(&f.recipe, "recipe", "", "recipe, in place of the configuration's; segue recipes list shows them")
	f.judge.add(c.Flags())
	f.embedding.add(c.Flags())
	return c
}

func (u *ui) trainRL(ctx context.Context, f *rlFlags) error {
	if f.recipe != "" {
		f.set = append(f.set, "recipe="+f.recipe)
	}
	c, err := readTraining(u, f.trainFlags, train.RLDefaults(), "train rl")
	if err != nil {
		return err
	}
	if _, err := kernel.Select(os.Getenv("SEGUE_KERNEL")); err != nil {
		return misusef("SEGUE_KERNEL: %w", err)
	}
	env, release, err := u.rlEnvironment(ctx, f)
	if err != nil {
		return err
	}
	defer release()
	meter := u.meter("training " + c.Model)
	env.Progress = func(p train.RLProgress) { meter.set(p.Step, p.Steps, rlDetail(p)) }
	s, err := train.RL(ctx, f.run, c, env)
	meter.finish()
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return hint(fmt.Errorf("the training was interrupted; what it had is kept: %w", err), "run the same command again to go on")
	}
	if err != nil {
		return err
	}
	return u.value(s, func() { u.printRL(s) })
}

// rlEnvironment is what rewards need from outside; release ends it.
func (u *ui) rlEnvironment(ctx context.Context, f *rlFlags) (env train.RLEnvironment, release func(), err error) {
	env = train.RLEnvironment{Version: Version, Now: time.Now, Warn: func(err error) { u.warn("%v", err) }, Skills: cue.Skills(), Solver: cue.Solver{}}
	var stop, closeJudge func()
	if env.Embedder, stop, err = f.embedding.open(); err != nil {
		return env, nil, err
	}
	env.Model = f.embedding.model
	if env.Grade, closeJudge, err = f.judge.env(ctx, defaultEndpoint()); err != nil {
		stop()
		return env, nil, err
	}
	if env.Grade.Programs, err = sandboxRunner(); err != nil {
		u.warn("steps that ask for programs are unscored: %v", err)
	}
	return env, func() { closeJudge(); stop() }, nil
}

func (u *ui) printRL(s train.RLSummary) {
	u.printf("%s: %d steps of %s on %d tasks\n", s.Run, s.Step, s.Recipe, s.Tasks)
	if s.EvalStart != nil && s.EvalEnd != nil {
		u.printf("held out, %d tasks       before   after\n", s.EvalTasks)
		before := evaluationRows(*s.EvalStart)
		for i, after := range evaluationRows(*s.EvalEnd) {
			u.printf("  %-22s %6.1f%% %6.1f%%\n", after.name, 100*before[i].share, 100*after.share)
		}
	}
	for _, e := range s.Events {
		u.printf("step %d: %s: %s\n", e.Step, e.Name, e.Says)
	}
	u.printf("model: %s\n", s.Model)
}

// share is a mean, 0 of nothing.
func share(m interface{ Value() (float64, bool) }) float64 {
	x, _ := m.Value()
	return x
}

func rlDetail(p train.RLProgress) string {
	var parts []string
	if m := p.Last; m != nil {
		parts = append(parts, fmt.Sprintf("reward %.3f", share(m.Reward)), fmt.Sprintf("right %.1f%%", 100*share(m.StepAccuracy)), fmt.Sprintf("entropy %.3f", m.Entropy.Mean))
		if x := m.Speed["step"]; x > 0 {
			parts = append(parts, fmt.Sprintf("%.0f tokens/s", x))
		}
	}
	if p.Eval != nil {
		parts = append(parts, fmt.Sprintf("held out %.1f%%", 100*share(p.Eval.Cross.StepAccuracy)))
	}
	return strings.Join(parts, ", ")
}
