package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// aliases are names that users of inspect_ai and lm-evaluation-harness type.
var aliases = map[string]string{
	"model-base-url":  "endpoint",
	"base-url":        "endpoint",
	"epochs":          "samples",
	"repeats":         "samples",
	"max-connections": "concurrency",
	"num-concurrent":  "concurrency",
	"max-gen-toks":    "max-tokens",
	"log-dir":         "run",
	"run-config":      "config",
	"tasks-file":      "bench",
	"output":          "out",
	"output-path":     "out",
	"cost-limit":      "max-cost",
	"token-limit":     "max-total-tokens",
}

// familiarNames maps underscores and the names of other tools to ours.
func familiarNames(f *pflag.FlagSet, name string) pflag.NormalizedName {
	name = strings.ReplaceAll(name, "_", "-")
	if ours, ok := aliases[name]; ok {
		name = ours
	}
	return pflag.NormalizedName(name)
}

// settle fills the flags that were not typed: from the environment
// (SEGUE_MAX_TOKENS for --max-tokens), then from the YAML file of --config.
func settle(cmd *cobra.Command) error {
	typed := map[string]bool{}
	cmd.Flags().Visit(func(f *pflag.Flag) { typed[f.Name] = true })
	if err := fromEnvironment(cmd, typed); err != nil {
		return err
	}
	file := cmd.Flags().Lookup("config")
	if file == nil || file.Value.String() == "" {
		return nil
	}
	return fromFile(cmd, file.Value.String(), typed)
}

func fromEnvironment(cmd *cobra.Command, typed map[string]bool) error {
	var faults []error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		name := "SEGUE_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value, ok := os.LookupEnv(name)
		if !ok || value == "" || typed[f.Name] || f.Name == "help" || f.Name == "version" {
			return
		}
		if err := cmd.Flags().Set(f.Name, value); err != nil {
			faults = append(faults, misusef("%s=%s: %w", name, value, err))
			return
		}
		typed[f.Name] = true
	})
	return errors.Join(faults...)
}

// maxConfig bounds a run file, in bytes.
const maxConfig = 1 << 20

func fromFile(cmd *cobra.Command, path string, typed map[string]bool) error {
	values, err := readConfig(path)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		if f == nil || f.Name == "config" {
			return misusef("run file %s: %s knows no setting %q", path, cmd.CommandPath(), name)
		}
		if typed[f.Name] || values[name] == nil { // "judge:" with nothing behind it sets nothing
			continue
		}
		if err := cmd.Flags().Set(f.Name, flagText(values[name])); err != nil {
			return misusef("run file %s: %s: %w", path, name, err)
		}
	}
	return nil
}

// readConfig reads the settings of a run file.
func readConfig(path string) (map[string]any, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("run file %s does not exist", path)
	}
	if err != nil {
		return nil, fmt.Errorf("read run file: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err != nil {
		return nil, fmt.Errorf("read run file: %w", err)
	}
	if len(data) > maxConfig {
		return nil, fmt.Errorf("run file %s has more than %d bytes", path, maxConfig)
	}
	var values map[string]any
	if err := yaml.NewDecoder(bytes.NewReader(data)).Decode(&values); err != nil && !errors.Is(err, io.EOF) { // an empty file sets nothing
		return nil, misusef("run file %s: %w", path, err)
	}
	return values, nil
}

// flagText is a YAML value as it would be typed.
func flagText(v any) string {
	if list, ok := v.([]any); ok {
		texts := make([]string, len(list))
		for i, x := range list {
			texts[i] = fmt.Sprint(x)
		}
		return strings.Join(texts, ",")
	}
	return fmt.Sprint(v)
}
