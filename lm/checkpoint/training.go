package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// State is all that a training needs to go on as if it had never stopped.
type State struct {
	Step     int64                      // steps taken
	Tensors  map[string][]Tensor        // groups such as "model" or "optimizer", a safetensors file each
	Random   map[string][]byte          // states of random sources, as their MarshalBinary gives them
	Metadata map[string]json.RawMessage // whatever else: the position in the data, moving averages
	Beside   func(folder string) error  // writes further files, such as the model's config and tokeniser; may be nil
}

// formatVersion is raised when an older Segue could not read a checkpoint rightly.
const formatVersion = 1

// manifest is written last; a folder without a right one is not a checkpoint.
type manifest struct {
	Version  int                        `json:"version"`
	Step     int64                      `json:"step"`
	Random   map[string][]byte          `json:"random,omitempty"`
	Metadata map[string]json.RawMessage `json:"metadata,omitempty"`
	Files    []fileSum                  `json:"files"`
}

const (
	manifestName = "manifest.json"
	maxManifest  = 64 << 20 // bytes
)

var (
	stepFolder = regexp.MustCompile(`^step-(\d{8,18})$`)
	groupName  = regexp.MustCompile(`^[a-z0-9_]{1,64}$`)
)

// SaveTraining writes s to dir/step-00000042 (its Step) and then removes all
// but the newest keep checkpoints; keep 0 keeps all. It returns the
// checkpoint's path. A whole checkpoint of the same step is not replaced, a
// damaged one is. When saving fails, be it for a full disk, and when the
// process is killed inside it, the earlier checkpoints are as they were. One
// process at a time may save into dir.
func SaveTraining(dir string, s State, keep int) (string, error) {
	if s.Step < 0 {
		return "", fmt.Errorf("save checkpoint: step %d is negative", s.Step)
	}
	path := filepath.Join(dir, fmt.Sprintf("step-%08d", s.Step))
	if _, err := readTraining(path); err == nil {
		// Two renames cannot replace a folder so that a kill between them loses nothing.
		return "", fmt.Errorf("save checkpoint: %s exists", path)
	}
	if err := writeFolder(path, s.write); err != nil {
		return "", fmt.Errorf("save checkpoint %s: %w", path, err)
	}
	if err := tidy(dir, keep); err != nil {
		return path, fmt.Errorf("remove old checkpoints: %w", err)
	}
	return path, nil
}

func (s State) write(f *folder) error {
	groups := make([]string, 0, len(s.Tensors))
	for g := range s.Tensors {
		if !groupName.MatchString(g) {
			return fmt.Errorf("%q cannot be the name of a group of tensors", g)
		}
		groups = append(groups, g)
	}
	slices.Sort(groups)
	for _, g := range groups {
		if err := f.write(g+".safetensors", func(w io.Writer) error { return writeTensors(w, s.Tensors[g], Full) }); err != nil {
			return err
		}
	}
	if s.Beside != nil {
		if err := f.beside(s.Beside); err != nil {
			return err
		}
	}
	m := manifest{Version: formatVersion, Step: s.Step, Random: s.Random, Metadata: s.Metadata, Files: f.files}
	return f.writeJSON(manifestName, m)
}

// tidy removes old checkpoints and what a killed process left half done.
func tidy(dir string, keep int) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var faults []error
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), writing+"step-") || strings.HasPrefix(e.Name(), removing+"step-") {
			faults = append(faults, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	steps, err := stepsIn(dir)
	if err != nil {
		return err
	}
	if keep > 0 && len(steps) > keep {
		for _, s := range steps[keep:] {
			faults = append(faults, removeFolder(filepath.Join(dir, s)))
		}
	}
	return errors.Join(faults...)
}

// stepsIn lists the names of checkpoints in dir, the newest first.
func stepsIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	number := func(name string) int64 {
		n, _ := strconv.ParseInt(stepFolder.FindStringSubmatch(name)[1], 10, 64) // at most 18 digits
		return n
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && stepFolder.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return int(number(b) - number(a)) })
	return names, nil
}
