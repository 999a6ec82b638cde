// Package cli is the command line: one verb a file, one place that prints.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	_ "segue/skill/gen/all" // the bank
)

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1
	exitMisuse = 2
)

// Version is the release; the build may set it.
var Version = "0.1.0"

// misuse is an error of the command line itself: exit code 2.
type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

func misusef(format string, args ...any) error { return misuse{fmt.Errorf(format, args...)} }

// hinted is an error with advice on what to do.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

func hint(err error, format string, args ...any) error {
	return hinted{err, fmt.Sprintf(format, args...)}
}

// Main runs the command line and returns the exit code. The first interrupt
// asks the work to stop and keep what it has, a second one ends the process.
func Main(args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		stop() // from here on a signal has its usual effect
	}()
	return run(ctx, args, in, out, errOut)
}

func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	u := newUI(in, out, errOut)
	root := newRoot(u)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil && u.out.failed != nil {
		err = fmt.Errorf("write the result: %w", u.out.failed)
	}
	if err == nil {
		return exitDone
	}
	u.failure(err)
	var m misuse
	if errors.As(err, &m) {
		return exitMisuse
	}
	return exitFailed
}

func newRoot(u *ui) *cobra.Command {
	root := &cobra.Command{
		Use:   "segue",
		Short: "Measure and train how a language model switches between skills",
		Long: "Segue measures how hard it is for a language model to switch between skills,\n" +
			"builds benchmarks on that scale and reports where accuracy goes when steps are chained.",
		Example:       "  segue demo\n  segue bench build --tasks 300 --out bench.jsonl\n  segue bench run --bench bench.jsonl --endpoint http://127.0.0.1:8000/v1 --model my-model --run run",
		Version:       Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArgs,
		RunE:          func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	root.SetIn(u.in)
	root.SetOut(u.out)
	root.SetErr(u.err)
	root.SetVersionTemplate("segue {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return hint(misuse{err}, "%s --help lists the flags", cmd.CommandPath())
	})
	root.SetGlobalNormalizationFunc(familiarNames)
	root.PersistentFlags().BoolVar(&u.json, "json", false, "print one JSON value for machines and nothing else")
	root.PersistentFlags().BoolVarP(&u.quiet, "quiet", "q", false, "no progress on standard error")
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error { return settle(cmd) }
	root.AddCommand(newDemo(u), newTrain(u), newStudy(u), newSkills(u), newBench(u), newExport(u), newEntropy(u), newGrade(u), newParse(u), newReward(u), newRecipes(u), newModel(u), newCache(u))
	addHelp(root)
	addCompletion(root)
	return root
}

// group is a verb that only holds others: without one of them it is misuse.
func group(use, short, example string, verbs ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Example: example, Args: noArgs, RunE: needsVerb}
	c.AddCommand(verbs...)
	return c
}

// needsVerb is what a group says when it is run by itself.
func needsVerb(cmd *cobra.Command, args []string) error {
	var names []string
	for _, v := range cmd.Commands() {
		if v.IsAvailableCommand() {
			names = append(names, v.Name())
		}
	}
	return hint(misusef("%s needs a verb: %s", cmd.CommandPath(), strings.Join(names, ", ")), "%s --help explains them", cmd.CommandPath())
}

// noArgs refuses arguments, with the names of the verbs that are near.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	const nearby = 2 // edits between what was typed and what is suggested
	cmd.SuggestionsMinimumDistance = nearby
	err := misusef("unknown command %q for %s", args[0], cmd.CommandPath())
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return hint(err, "did you mean %s %s?", cmd.CommandPath(), near[0])
	}
	return hint(err, "%s --help lists the commands", cmd.CommandPath())
}

// exactArgs asks for n arguments, named for the error.
func exactArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return hint(misusef("%s takes %s; %d arguments were given", cmd.CommandPath(), strings.Join(names, " "), len(args)), "%s --help shows an example", cmd.CommandPath())
		}
		return nil
	}
}

// someArgs asks for at least n arguments.
func someArgs(n int, name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return hint(misusef("%s takes at least %d %s", cmd.CommandPath(), n, name), "%s --help shows an example", cmd.CommandPath())
		}
		return nil
	}
}
