package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"segue/lm/safetensors"
	"segue/lm/tokenizer"
)

// openFolder opens a Hugging Face folder.
func openFolder(dir string) (*Loaded, source, error) {
	l := &Loaded{}
	data, err := readSmall(filepath.Join(dir, configName), maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, errors.New("the folder has no config.json")
	}
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(data, &l.Config); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", configName, err)
	}
	if l.Generation, err = readSmall(filepath.Join(dir, generationName), maxConfig); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	if l.Generation != nil && !json.Valid(l.Generation) {
		return nil, nil, fmt.Errorf("%s is not JSON", generationName)
	}
	if _, err := os.Stat(filepath.Join(dir, "tokenizer.json")); err == nil {
		if l.Tokenizer, err = tokenizer.Open(dir); err != nil {
			return nil, nil, err
		}
	}
	s, err := safetensors.OpenSharded(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("parameters are missing: %w", err)
	}
	if err != nil {
		return nil, nil, err
	}
	return l, shards{s}, nil
}

// shards are the parameters of a folder, in one file or several.
type shards struct{ *safetensors.Sharded }

func (s shards) find(name string) (string, []int, bool) {
	t, ok := s.Tensor(name)
	if !ok {
		return safetensors.SingleName, nil, false
	}
	return t.File, t.Shape, true
}

func (s shards) names() []string { return s.Names() }

func (s shards) read(name string, dst []float32) error {
	t, _ := s.Tensor(name)
	return t.Float32s(dst)
}

func (s shards) blocks(string) (Blocks, bool) { return Blocks{}, false }

func (s shards) close() error { return s.Close() }
