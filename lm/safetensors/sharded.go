package safetensors

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"segue/lm/tensorfile"
)

// Names of the files in a model's folder.
const (
	SingleName = "model.safetensors"
	IndexName  = "model.safetensors.index.json"
)

// Sharded is a model's tensors in one or several files of a folder.
type Sharded struct {
	files   []*File
	tensors map[string]Tensor
}

const (
	maxIndex = 64 << 20
	maxFiles = 10_000
)

// OpenSharded opens the tensors of a folder: the files that its index names, or
// the single file.
func OpenSharded(dir string) (*Sharded, error) {
	index, err := readIndex(filepath.Join(dir, IndexName))
	if errors.Is(err, fs.ErrNotExist) {
		index, err = map[string]string{}, nil
	}
	if err != nil {
		return nil, err
	}
	s := &Sharded{tensors: map[string]Tensor{}}
	if len(index) == 0 {
		err = s.add(filepath.Join(dir, SingleName), nil)
	} else {
		err = s.addAll(dir, index)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func readIndex(path string) (map[string]string, error) {
	f, err := tensorfile.OpenPlain(path)
	if err != nil {
		return nil, fmt.Errorf("open safetensors index: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxIndex+1))
	if err != nil || len(data) > maxIndex {
		return nil, fmt.Errorf("safetensors index %s cannot be read or is over %d bytes: %w", path, maxIndex, err)
	}
	var index struct {
		Weights map[string]string `json:"weight_map"`
	}
	if err := json.Unmarshal(data, &index); err != nil {
		return nil, fmt.Errorf("safetensors index %s: %w", path, err)
	}
	if len(index.Weights) == 0 {
		return nil, fmt.Errorf("safetensors index %s names no tensor", path)
	}
	return index.Weights, nil
}

// addAll opens every file of the index and checks that each holds what the
// index says.
func (s *Sharded) addAll(dir string, index map[string]string) error {
	byFile := map[string]map[string]bool{}
	for name, file := range index {
		if file == "" || filepath.Base(file) != file || file == ".." || file == "." {
			return fmt.Errorf("safetensors index of %s: tensor %.80q is said to be in %.80q, which is not a file of the folder", dir, name, file)
		}
		if byFile[file] == nil {
			byFile[file] = map[string]bool{}
		}
		byFile[file][name] = true
	}
	if len(byFile) > maxFiles {
		return fmt.Errorf("safetensors index of %s names over %d files", dir, maxFiles)
	}
	for file, names := range byFile {
		if err := s.add(filepath.Join(dir, file), names); err != nil {
			return err
		}
	}
	for name, file := range index {
		if _, ok := s.tensors[name]; !ok {
			return fmt.Errorf("safetensors index of %s: tensor %.80q is not in %s", dir, name, file)
		}
	}
	return nil
}

// add opens one file; wanted are the tensors to take from it, nil for all.
func (s *Sharded) add(path string, wanted map[string]bool) error {
	f, err := Open(path)
	if err != nil {
		return err
	}
	s.files = append(s.files, f)
	for _, t := range f.Tensors() {
		if wanted != nil && !wanted[t.Name] {
			continue
		}
		s.tensors[t.Name] = t
	}
	return nil
}

// Tensor returns the tensor of that name.
func (s *Sharded) Tensor(name string) (Tensor, bool) {
	t, ok := s.tensors[name]
	return t, ok
}

// Names lists all tensors, sorted.
func (s *Sharded) Names() []string { return slices.Sorted(maps.Keys(s.tensors)) }

// Close unmaps all files.
func (s *Sharded) Close() error {
	var all []error
	for _, f := range s.files {
		all = append(all, f.Close())
	}
	return errors.Join(all...)
}
