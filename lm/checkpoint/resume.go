package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
)

// Training is a checkpoint of a training, found whole.
type Training struct {
	Path     string
	Step     int64
	Random   map[string][]byte
	Metadata map[string]json.RawMessage
}

// LatestTraining finds the newest whole checkpoint in dir; nil when there is
// none. Every file of it has been read and compared with its sum. Checkpoints
// that are damaged are passed over and told to warn, which may be nil; when
// all are, that is an error, because starting afresh would be a surprise.
func LatestTraining(dir string, warn func(error)) (*Training, error) {
	names, err := stepsIn(dir)
	if err != nil {
		return nil, fmt.Errorf("look for checkpoints: %w", err)
	}
	var damage []error
	for _, name := range names {
		t, err := readTraining(filepath.Join(dir, name))
		if err == nil {
			return t, nil
		}
		if warn != nil {
			warn(err)
		}
		damage = append(damage, err)
	}
	if len(damage) > 0 {
		return nil, fmt.Errorf("no checkpoint in %s is whole: %w", dir, errors.Join(damage...))
	}
	return nil, nil
}

func readTraining(path string) (*Training, error) {
	m, err := readManifest(filepath.Join(path, manifestName))
	if err != nil {
		return nil, fmt.Errorf("checkpoint %s is damaged: %w", path, err)
	}
	if want := fmt.Sprintf("step-%08d", m.Step); filepath.Base(path) != want {
		return nil, fmt.Errorf("checkpoint %s is damaged: its manifest is that of %s", path, want)
	}
	for _, f := range m.Files {
		if f.Name != filepath.Base(f.Name) || f.Name == "." || f.Name == ".." {
			return nil, fmt.Errorf("checkpoint %s is damaged: its manifest names the file %q", path, f.Name)
		}
		got, err := sumFile(filepath.Join(path, f.Name), false)
		if err != nil {
			return nil, fmt.Errorf("checkpoint %s is damaged: %w", path, err)
		}
		if got.Size != f.Size {
			return nil, fmt.Errorf("checkpoint %s is damaged: %s has %d bytes, want %d", path, f.Name, got.Size, f.Size)
		}
		if got.SHA256 != f.SHA256 {
			return nil, fmt.Errorf("checkpoint %s is damaged: %s has the SHA-256 %s, want %s", path, f.Name, got.SHA256, f.SHA256)
		}
	}
	return &Training{Path: path, Step: m.Step, Random: m.Random, Metadata: m.Metadata}, nil
}

func readManifest(path string) (manifest, error) {
	var m manifest
	data, err := readSmall(path, maxManifest)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("read %s: %w", manifestName, err)
	}
	if m.Version != formatVersion {
		return m, fmt.Errorf("%s has version %d, this Segue reads version %d", manifestName, m.Version, formatVersion)
	}
	if m.Step < 0 {
		return m, fmt.Errorf("%s has the step %d", manifestName, m.Step)
	}
	return m, nil
}

// Restore reads a group of tensors of the checkpoint into tensors, which must
// be all of the group, with their shapes.
func (t *Training) Restore(group string, tensors []Tensor) error {
	path := filepath.Join(t.Path, group+".safetensors")
	if err := ReadTensors(path, tensors); err != nil {
		return fmt.Errorf("restore checkpoint: %w", err)
	}
	return nil
}
