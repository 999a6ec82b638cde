package cli_test

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"segue/cli"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// verbs ranges over a command and all below it.
func verbs(c *cobra.Command) iter.Seq[*cobra.Command] {
	return func(yield func(*cobra.Command) bool) { walk(c, yield) }
}

func walk(c *cobra.Command, yield func(*cobra.Command) bool) bool {
	if !yield(c) {
		return false
	}
	return !slices.ContainsFunc(c.Commands(), func(below *cobra.Command) bool { return !walk(below, yield) })
}

func TestEveryVerbExplainsItself(t *testing.T) {
	seen := 0
	for c := range verbs(cli.NewRoot()) {
		seen++
		name := c.CommandPath()
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: short help %q is missing or ends with a full stop", name, c.Short)
		}
		if !strings.Contains(c.Example, "segue") {
			t.Errorf("%s has no example", name)
		}
		if !c.Runnable() {
			t.Errorf("%s cannot be run by itself, so that it would end with 0 when a verb is forgotten", name)
		}
		shorthands := map[string]string{}
		c.InitDefaultHelpFlag()
		check := func(f *pflag.Flag) {
			if strings.TrimSpace(f.Usage) == "" {
				t.Errorf("%s --%s has no help", name, f.Name)
			}
			if f.Shorthand == "" {
				return
			}
			if other, taken := shorthands[f.Shorthand]; taken && other != f.Name {
				t.Errorf("%s: -%s is both --%s and --%s", name, f.Shorthand, other, f.Name)
			}
			shorthands[f.Shorthand] = f.Name
		}
		c.Flags().VisitAll(check)
		c.InheritedFlags().VisitAll(check)
	}
	if seen < 25 {
		t.Errorf("the tree has only %d verbs", seen)
	}
}

// Examples are typed as they stand: each must name a verb and flags that exist.
func TestExamplesNameRealFlags(t *testing.T) {
	for c := range verbs(cli.NewRoot()) {
		for line := range strings.SplitSeq(c.Example, "\n") {
			_, line, _ = strings.Cut(line, "segue ")
			words := strings.Fields(line)
			target, _, err := cli.NewRoot().Find(words)
			if err != nil {
				t.Errorf("%s: example %q: %v", c.CommandPath(), line, err)
				continue
			}
			for _, w := range words {
				name, isFlag := strings.CutPrefix(w, "--")
				if name, _, _ = strings.Cut(name, "="); isFlag && target.Flag(name) == nil {
					t.Errorf("%s: example %q: %s has no flag --%s", c.CommandPath(), line, target.CommandPath(), name)
				}
			}
		}
	}
}

// Every verb prints its help with 0 and refuses a flag that it does not have with 2.
func TestEveryVerbHelpsAndRefuses(t *testing.T) {
	for c := range verbs(cli.NewRoot()) {
		path := strings.Fields(c.CommandPath())[1:]
		code, out, errOut := segue(t, append(slices.Clone(path), "--help")...)
		if code != 0 || !strings.Contains(out, "Usage:") || !strings.Contains(out, "Examples:") || errOut != "" {
			t.Errorf("%v --help: exit %d, printed %s%s", path, code, out, errOut)
		}
		code, out, errOut = segue(t, append(slices.Clone(path), "--no-such-flag")...)
		if code != 2 || out != "" || !strings.HasPrefix(errOut, "segue: error: unknown flag: --no-such-flag\nsegue: hint: ") {
			t.Errorf("%v --no-such-flag: exit %d, printed %s%s", path, code, out, errOut)
		}
	}
}
