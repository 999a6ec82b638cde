// Package bench runs a benchmark against model endpoints, keeps every response
// and outcome in a run directory that survives a kill at any moment, and turns
// runs into reports and comparisons.
package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"segue/task"

	"github.com/google/renameio/v2"
)

// Config is what a run measures. It is written to run.json when the run starts
// and may not change afterwards, except for Samples, which may grow.
type Config struct {
	Benchmark   string      `json:"benchmark"`        // path as given
	Fingerprint string      `json:"benchmark_sha256"` // of the tasks
	Models      []string    `json:"models"`
	Endpoints   []string    `json:"endpoints"` // base URLs; may change, since a model may move
	Modes       []task.Mode `json:"modes"`
	Samples     int         `json:"samples"`
	Temperature float64     `json:"temperature"`
	TopP        float64     `json:"top_p"`
	MaxTokens   int         `json:"max_tokens"`
	Seed        int64       `json:"seed"`
	Judge       string      `json:"judge,omitempty"` // model that decides rubrics
	Tags        []string    `json:"tags,omitempty"`

	PromptVersion int    `json:"prompt_version"`
	BankVersion   string `json:"bank_version,omitempty"`
	Version       string `json:"segue_version"`
}

// The paper's sampling defaults for open models (arXiv 2608.05139).
const (
	DefaultSamples     = 4
	DefaultTemperature = 0.7
	DefaultTopP        = 0.9
	DefaultMaxTokens   = 16384
)

// Validate says everything that is wrong with a configuration.
func (c Config) Validate() error {
	var faults []error
	if len(c.Models) == 0 {
		faults = append(faults, errors.New("no model is named (--model)"))
	}
	if len(c.Modes) == 0 {
		faults = append(faults, errors.New("no mode is named (--mode cross,single)"))
	}
	for _, m := range c.Modes {
		if m != task.Cross && m != task.Single {
			faults = append(faults, fmt.Errorf("unknown mode %q; the modes are %s and %s", m, task.Cross, task.Single))
		}
	}
	if m, twice := duplicate(c.Models); twice {
		faults = append(faults, fmt.Errorf("model %q is named twice", m))
	}
	if m, twice := duplicate(c.Modes); twice {
		faults = append(faults, fmt.Errorf("mode %s is named twice", m))
	}
	if c.Samples < 1 || c.Samples > 1000 {
		faults = append(faults, fmt.Errorf("samples must be 1 to 1000, not %d", c.Samples))
	}
	if !(c.Temperature >= 0 && c.Temperature <= 2) { // NaN too
		faults = append(faults, fmt.Errorf("temperature must be 0 to 2, not %g", c.Temperature))
	}
	if !(c.TopP > 0 && c.TopP <= 1) {
		faults = append(faults, fmt.Errorf("top-p must be above 0 and at most 1, not %g", c.TopP))
	}
	if c.MaxTokens < 1 {
		faults = append(faults, fmt.Errorf("max-tokens must be at least 1, not %d", c.MaxTokens))
	}
	return errors.Join(faults...)
}

// duplicate finds a value that stands in a list more than once.
func duplicate[T comparable](list []T) (T, bool) {
	for i, x := range list {
		if slices.Contains(list[:i], x) {
			return x, true
		}
	}
	var none T
	return none, false
}

// configFile is the name of the configuration in a run directory.
const configFile = "run.json"

// ReadConfig reads the configuration of a run directory.
func ReadConfig(dir string) (Config, error) {
	var c Config
	data, err := os.ReadFile(filepath.Join(dir, configFile))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return c, fmt.Errorf("%s is no run directory: it has no %s", dir, configFile)
		}
		return c, fmt.Errorf("read run %s: %w", dir, err)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("%s is damaged; restore it or use another run directory: %w", filepath.Join(dir, configFile), err)
	}
	return c, nil
}

// settle writes the configuration of a new run, or checks that an existing run
// was started with the same. Samples may grow and endpoints may move. The
// caller holds the directory's lock.
func settle(dir string, c Config) error {
	old, err := ReadConfig(dir)
	if err == nil {
		if differs := old.differences(c); len(differs) > 0 {
			return fmt.Errorf("run %s was started with another configuration (%s); use another --run directory or the old settings", dir, strings.Join(differs, "; "))
		}
	} else if exists(dir, configFile) {
		return err
	} else if exists(dir, databaseFile) {
		return fmt.Errorf("run %s has a %s and no %s, so its results cannot be told from others; use another run directory", dir, databaseFile, configFile)
	}
	return writeConfig(dir, c)
}

func exists(dir, file string) bool {
	_, err := os.Lstat(filepath.Join(dir, file))
	return !errors.Is(err, fs.ErrNotExist)
}

func writeConfig(dir string, c Config) error {
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := renameio.WriteFile(filepath.Join(dir, configFile), append(data, '\n'), 0o644); err != nil {
		return fmt.Errorf("write %s: %w", configFile, err)
	}
	return nil
}

// differences lists what differs between a run's configuration and another one.
func (c Config) differences(other Config) []string {
	other.Endpoints, other.Benchmark, other.Version, other.Tags = c.Endpoints, c.Benchmark, c.Version, c.Tags
	if other.Samples > c.Samples {
		other.Samples = c.Samples
	}
	var a, b map[string]any
	for _, x := range []*Config{&c, &other} { // their order asks for nothing else
		x.Models, x.Modes = slices.Sorted(slices.Values(x.Models)), slices.Sorted(slices.Values(x.Modes))
	}
	for _, x := range []struct {
		c   Config
		out *map[string]any
	}{{c, &a}, {other, &b}} {
		data, _ := json.Marshal(x.c)
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber() // seeds have 64 bits
		_ = decoder.Decode(x.out)
	}
	var out []string
	for key := range a {
		switch value, set := b[key]; {
		case !set:
			out = append(out, fmt.Sprintf("%s was %v, is not set", key, a[key]))
		case fmt.Sprint(a[key]) != fmt.Sprint(value):
			out = append(out, fmt.Sprintf("%s was %v, is %v", key, a[key], value))
		}
	}
	for key := range b {
		if _, had := a[key]; !had {
			out = append(out, fmt.Sprintf("%s was not set, is %v", key, b[key]))
		}
	}
	slices.Sort(out)
	return out
}
