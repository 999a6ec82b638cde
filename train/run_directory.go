package train

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"

	"segue/lm/kernel"
)

// Parts of a run directory.
const (
	runName         = "run.json"
	metricsName     = "metrics.jsonl"
	checkpointsName = "checkpoints"
	modelName       = "model"   // the trained model, adapters merged
	adapterName     = "adapter" // low-rank adapters by themselves
)

// runFile is run.json: what the run trains, and on what.
type runFile struct {
	Kind    string          `json:"kind"`
	Version string          `json:"version"` // of Segue, when the run was begun
	Config  json.RawMessage `json:"config"`
	Inputs  inputs          `json:"inputs"`
	Kernel  string          `json:"kernel"` // set of kernels: between two of them bits differ
}

// claim makes sure that a run directory is that of this training.
func claim(dir, kind string, config any, in inputs, env Environment) error {
	data, err := json.Marshal(config)
	if err != nil {
		return fmt.Errorf("write run: %w", err)
	}
	r := runFile{Kind: kind, Version: env.Version, Config: data, Inputs: in, Kernel: kernel.Default().Name}
	return r.claim(dir, env.Warn)
}

// claim writes run.json into a fresh directory, or checks that the one there
// is of the same training. Another set of kernels is only worth a warning: it
// computes the same but for rounding.
func (r runFile) claim(dir string, warn func(error)) error {
	path := filepath.Join(dir, runName)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return r.write(path)
	}
	if err != nil {
		return fmt.Errorf("read run: %w", err)
	}
	var was runFile
	if err := json.Unmarshal(data, &was); err != nil {
		return fmt.Errorf("run %s is damaged: read %s: %w", dir, runName, err)
	}
	if was.Kernel != r.Kernel {
		warn(fmt.Errorf("run %s was begun with the kernels %s and goes on with %s: numbers agree within rounding, not bit for bit", dir, was.Kernel, r.Kernel))
	}
	if changes := was.differences(r); len(changes) > 0 {
		return fmt.Errorf("run %s was begun otherwise: choose another directory, or what it began with\n%s", dir, strings.Join(changes, "\n"))
	}
	return nil
}

func (r runFile) write(path string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := renameio.WriteFile(path, append(data, '\n'), 0o644); err != nil {
		return fmt.Errorf("write run: %w", err)
	}
	return nil
}

// differences names what must not differ between two starts and does.
func (r runFile) differences(now runFile) []string {
	changes, err := r.changedSettings(now)
	if err != nil {
		return []string{"its settings are damaged: " + err.Error()}
	}
	changes = append(changes, r.Inputs.changedFiles(now.Inputs)...)
	same := len(changes) == 0
	changes = append(changes, r.Inputs.changedParts(now.Inputs)...)
	if same {
		changes = append(changes, r.Inputs.changedMade(now.Inputs)...)
	}
	return changes
}

// changedSettings names the settings that differ. One that the program did not
// have when the run was begun is none.
func (r runFile) changedSettings(now runFile) ([]string, error) {
	var known any
	if err := json.Unmarshal(r.Config, &known); err != nil {
		return nil, err
	}
	a, b := flatten(r.Config), flatten(now.Config)
	for key := range flatten(Operation{}) {
		delete(a, key)
		delete(b, key)
	}
	var changes []string
	if r.Kind != now.Kind {
		changes = append(changes, fmt.Sprintf("kind was %q, is %q", r.Kind, now.Kind))
	}
	for _, key := range slices.Sorted(maps.Keys(union(a, b))) {
		if !bytes.Equal(a[key], b[key]) && (a[key] != nil || had(known, key)) {
			changes = append(changes, fmt.Sprintf("%s was %s, is %s", key, orUnset(a[key]), orUnset(b[key])))
		}
	}
	return changes, nil
}

// userKeyed are the settings whose keys the user chooses, so that one that is
// not there was not set.
var userKeyed = []string{"recipe_set", "weights"}

// had says whether the settings, as JSON, have a dotted key or could have had it.
func had(settings any, key string) bool {
	for name := range strings.SplitSeq(key, ".") {
		object, ok := settings.(map[string]any)
		if !ok {
			return true // null or {} then, which held nothing
		}
		if settings, ok = object[name]; !ok {
			return false
		}
		if slices.Contains(userKeyed, name) {
			return true
		}
	}
	return true
}

func union[K comparable, V any](a, b map[K]V) map[K]V {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

func orUnset(value json.RawMessage) string {
	if value == nil {
		return "not set"
	}
	return string(value)
}

// flatten gives each leaf of v's JSON under its dotted path. What is empty has none.
func flatten(v any) map[string]json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		return nil // numbers that Validate refuses
	}
	leaves := map[string]json.RawMessage{}
	var walk func(prefix string, raw json.RawMessage)
	walk = func(prefix string, raw json.RawMessage) {
		if string(raw) == "[]" {
			return
		}
		var object map[string]json.RawMessage
		if err := json.Unmarshal(raw, &object); err != nil {
			leaves[prefix] = raw
			return
		}
		for name, value := range object {
			walk(strings.TrimPrefix(prefix+"."+name, "."), value)
		}
	}
	walk("", data)
	return leaves
}

// sumParameters is the SHA-256 of numbers, little-endian.
func sumParameters(values []float32) (string, error) {
	sum := sha256.New()
	buffer := make([]byte, 0, 1<<16)
	for i, x := range values {
		buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(x))
		if len(buffer) == cap(buffer) || i == len(values)-1 {
			if _, err := sum.Write(buffer); err != nil {
				return "", err
			}
			buffer = buffer[:0]
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// sumFile is the SHA-256 of a file.
func sumFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
