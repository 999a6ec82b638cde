package cli

import (
	"bytes"
	"fmt"
	"io"

	"segue/train"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newTrain(u *ui) *cobra.Command {
	return group("train", "Train a native model",
		"  segue train sft --config sft.yaml --run run\n  segue train rl --config rl.yaml --run run",
		newTrainSFT(u), newTrainRL(u), newTrainEvaluate(u))
}

// trainFlags are the settings of every way to train.
type trainFlags struct {
	config, run string
	set         []string
}

func (f *trainFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.config, "config", "", "YAML file of settings; \"-\" is standard input")
	fs.StringArrayVar(&f.set, "set", nil, "one setting over those of the file, as key=value (lora.rank=8)")
	fs.StringVarP(&f.run, "run", "r", "", "run directory; one that exists is resumed")
}

// ownConfig keeps --config for the training: its keys are no flags.
func ownConfig(cmd *cobra.Command, args []string) error {
	typed := map[string]bool{}
	cmd.Flags().Visit(func(f *pflag.Flag) { typed[f.Name] = true })
	return fromEnvironment(cmd, typed)
}

// readTraining reads --config and --set over the defaults and checks all of it.
func readTraining[C interface{ Validate() error }](u *ui, f trainFlags, defaults C, verb string) (C, error) {
	if f.run == "" {
		return defaults, hint(misusef("no run directory is given"), "add --run DIR")
	}
	c, err := parseTraining(u, f, defaults, verb)
	if err != nil {
		return c, err
	}
	return c, checkTraining(c, verb)
}

// parseTraining reads --config and --set over the defaults.
func parseTraining[C any](u *ui, f trainFlags, defaults C, verb string) (C, error) {
	var in io.Reader = bytes.NewReader(nil)
	if f.config != "" {
		file, err := u.openInput(f.config)
		if err != nil {
			return defaults, fmt.Errorf("read configuration: %w", err)
		}
		defer file.Close()
		in = file
	}
	c, err := train.ReadConfig(defaults, in, f.set)
	return c, misunderstood(err, verb)
}

// checkTraining says what in the settings cannot be carried out.
func checkTraining(c interface{ Validate() error }, verb string) error {
	return misunderstood(c.Validate(), verb)
}

func misunderstood(err error, verb string) error {
	if err == nil {
		return nil
	}
	return hint(misuse{err}, "segue help %s lists the keys", verb)
}
