package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"segue/lm/kernel"
	"segue/train"

	"github.com/spf13/cobra"
)

func newTrainSFT(u *ui) *cobra.Command {
	var f trainFlags
	c := &cobra.Command{
		Use: "sft", Short: "Fine-tune a native model on examples; run it again to resume", Args: noArgs,
		Long: "Trains a model on JSONL files of conversations ({\"messages\": […]}), of texts to complete ({\"prompt\", \"completion\"}),\n" +
			"of plain texts ({\"text\"}) or of the bank's items ({\"question\", \"reference\"}). The loss is on what the assistant says.\n" +
			"The run directory gets metrics.jsonl, checkpoints and at the end the trained model. A run that was interrupted or\n" +
			"killed goes on where it was when the same command is given again, to the same bits.\n\n" +
			"The configuration is YAML. These are its keys and their defaults:\n\n" + train.SFTDefaultsYAML,
		Example: "  segue train sft --config sft.yaml --run run\n" +
			"  segue train sft --set model=nano --set data=[examples.jsonl] --set epochs=3 --run run\n" +
			"  segue train sft --config sft.yaml --set lora.rank=8 --set learning_rate=1e-3 --run run-lora",
		PersistentPreRunE: ownConfig,
		RunE:              func(cmd *cobra.Command, args []string) error { return u.trainSFT(cmd.Context(), f) },
	}
	f.add(c.Flags())
	return c
}

func (u *ui) trainSFT(ctx context.Context, f trainFlags) error {
	c, err := readTraining(u, f, train.SFTDefaults(), "train sft")
	if err != nil {
		return err
	}
	if _, err := kernel.Select(os.Getenv("SEGUE_KERNEL")); err != nil {
		return misusef("SEGUE_KERNEL: %w", err)
	}
	meter := u.meter("training " + c.Model)
	s, err := train.SFT(ctx, f.run, c, train.Environment{
		Version: Version, Now: time.Now, Warn: func(err error) { u.warn("%v", err) },
		Progress: func(p train.Progress) { meter.set(p.Step, p.Steps, sftDetail(p)) },
	})
	meter.finish()
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return hint(fmt.Errorf("the training was interrupted; what it had is kept: %w", err), "run the same command again to go on")
	}
	if err != nil {
		return err
	}
	u.warnUnused(s)
	return u.value(s, func() {
		u.printf("%s: %d updates on %d examples, loss %.4f\n", s.Run, s.Step, s.Examples, s.Loss)
		if s.HeldOut > 0 {
			u.printf("held-out loss %.4f before, %.4f after, on %d examples\n", s.EvalStart, s.EvalEnd, s.HeldOut)
		}
		u.printf("model: %s\n", s.Model)
	})
}

func (u *ui) warnUnused(s train.Summary) {
	if s.Dropped > 0 {
		u.warn("left out: %s without a learned token within the longest length", plural(s.Dropped, "example"))
	}
	if s.Cut > 0 {
		u.warn("cut at the longest length: %s", plural(s.Cut, "example"))
	}
	if s.Skipped > 0 {
		u.warn("skipped: %s whose gradient was not finite", plural(s.Skipped, "update"))
	}
}

func sftDetail(p train.Progress) string {
	detail := fmt.Sprintf("loss %.4f", p.Last.Loss)
	if p.Eval > 0 {
		detail += fmt.Sprintf(", held out %.4f", p.Eval)
	}
	if p.Last.Speed > 0 {
		detail += fmt.Sprintf(", %.0f tokens/s", p.Last.Speed)
	}
	return detail
}
