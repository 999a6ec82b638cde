package train

import (
	"fmt"
	"maps"
	"slices"

	"segue/lm/model"
)

// inputs are what decides the bits of a run beside its settings.
type inputs struct {
	Files map[string]map[string]string `json:"files"`           // SHA-256 of each file, by what it holds
	Parts map[string]string            `json:"parts,omitempty"` // names of what took part, such as the judge; "" for none
	Made  map[string]string            `json:"made"`            // SHA-256 of what was made of files, parts and settings
}

// newInputs are those of a training of the model at path.
func newInputs(path string, p *model.Parameters) (inputs, error) {
	sum, err := sumParameters(p.Values)
	return inputs{
		Files: map[string]map[string]string{"weights": {path: sum}}, Parts: map[string]string{}, Made: map[string]string{},
	}, err
}

// read takes files in.
func (in inputs) read(holds string, paths ...string) error {
	for _, path := range paths {
		sum, err := sumFile(path)
		if err != nil {
			return fmt.Errorf("read %s: %w", holds, err)
		}
		if in.Files[holds] == nil {
			in.Files[holds] = map[string]string{}
		}
		in.Files[holds][path] = sum
	}
	return nil
}

// changedFiles names the files that both starts read and that were not the same.
func (in inputs) changedFiles(now inputs) []string {
	var changes []string
	for _, holds := range slices.Sorted(maps.Keys(in.Files)) {
		for _, path := range changed(in.Files[holds], now.Files[holds]) {
			changes = append(changes, fmt.Sprintf("the %s differ from those the run began with: %s", holds, path))
		}
	}
	return changes
}

// changedParts names what took part and is another.
func (in inputs) changedParts(now inputs) []string {
	var changes []string
	for _, part := range changed(in.Parts, now.Parts) {
		changes = append(changes, fmt.Sprintf("the %s was %s, is %s", part, orNone(in.Parts[part]), orNone(now.Parts[part])))
	}
	return changes
}

// changedMade names what came out otherwise. It tells something only where
// settings and files are the same.
func (in inputs) changedMade(now inputs) []string {
	var changes []string
	for _, name := range changed(in.Made, now.Made) {
		changes = append(changes, fmt.Sprintf("the %s differ from those the run began with", name))
	}
	return changes
}

// changed lists the keys that both have with other values, sorted. A key that one
// of them lacks was not known to the program, or is of a file that a setting names.
func changed(was, now map[string]string) []string {
	var keys []string
	for key, value := range was {
		if other, both := now[key]; both && other != value {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func orNone(name string) string {
	if name == "" {
		return "none"
	}
	return fmt.Sprintf("%q", name)
}
