package checkpoint

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"

	"segue/lm/model"
	"segue/lm/safetensors"
	"segue/lm/tokenizer"
)

// Model is what a model's folder holds.
type Model struct {
	Parameters *model.Parameters
	Tokenizer  *tokenizer.Pipeline // nil: none
	Generation json.RawMessage     // generation_config.json, the sampling defaults; nil: none
}

// SaveOptions say how a model is saved.
type SaveOptions struct {
	Precision Precision // "" means Full
	Shard     int64     // largest file of parameters in bytes; 0 means 5 GB, as transformers do
	Replace   bool      // replace a folder that holds something; else that is an error
}

const (
	configName     = "config.json"
	generationName = "generation_config.json"
	defaultShard   = 5_000_000_000
)

// SaveModel writes m into the folder dir in the form that Hugging Face
// transformers load: config.json, model.safetensors (several and an index when
// it is large), the tokeniser's files. The folder appears when all of it is on
// the disk; after an error dir is what it was before.
func SaveModel(dir string, m Model, o SaveOptions) error {
	if !o.Replace {
		if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
			return fmt.Errorf("save model: %s exists and is not empty", dir)
		}
	}
	switch o.Precision {
	case "":
		o.Precision = Full
	case Full, Half:
	default:
		return fmt.Errorf("save model: precision %q is not known, there are %s and %s", o.Precision, Full, Half)
	}
	if o.Shard <= 0 {
		o.Shard = defaultShard
	}
	if err := writeFolder(dir, func(f *folder) error { return m.write(f, o) }); err != nil {
		return fmt.Errorf("save model %s: %w", dir, err)
	}
	return nil
}

func (m Model) write(f *folder, o SaveOptions) error {
	parts := cut(Tensors(m.Parameters.Specs, m.Parameters.Values), o)
	index := shardIndex{Weights: map[string]string{}}
	for i, tensors := range parts {
		name := safetensors.SingleName
		if len(parts) > 1 {
			name = fmt.Sprintf("model-%05d-of-%05d.safetensors", i+1, len(parts))
		}
		for _, t := range tensors {
			index.Weights[t.Name] = name
			index.Metadata.Size += int64(len(t.Values) * o.Precision.bytes())
		}
		if err := f.write(name, func(w io.Writer) error { return writeTensors(w, tensors, o.Precision) }); err != nil {
			return err
		}
	}
	if len(parts) > 1 {
		if err := f.writeJSON(safetensors.IndexName, index); err != nil {
			return err
		}
	}
	return f.beside(func(path string) error { return m.WriteMaterial(path, o.Precision) })
}

// shardIndex is model.safetensors.index.json.
type shardIndex struct {
	Metadata struct {
		Size int64 `json:"total_size"`
	} `json:"metadata"`
	Weights map[string]string `json:"weight_map"`
}

// cut divides tensors among files of at most o.Shard bytes; a larger tensor has
// a file to itself.
func cut(tensors []Tensor, o SaveOptions) [][]Tensor {
	var all [][]Tensor
	size := int64(0)
	for _, t := range tensors {
		n := int64(len(t.Values) * o.Precision.bytes())
		if len(all) == 0 || size+n > o.Shard {
			all, size = append(all, nil), 0
		}
		all[len(all)-1] = append(all[len(all)-1], t)
		size += n
	}
	return all
}

// WriteMaterial writes into dir the files of a model beside its parameters:
// config, sampling defaults, tokeniser.
func (m Model) WriteMaterial(dir string, p Precision) error {
	c := m.Parameters.Config
	c.Extra = maps.Clone(c.Extra)
	if c.Extra == nil {
		c.Extra = map[string]json.RawMessage{}
	}
	delete(c.Extra, "dtype") // transformers 5's name of the same
	delete(c.Extra, "quantization_config")
	c.Extra["torch_dtype"] = json.RawMessage(map[Precision]string{Full: `"float32"`, Half: `"bfloat16"`}[p])
	if err := writeJSON(dir, configName, c); err != nil {
		return err
	}
	if m.Generation != nil {
		if err := writeJSON(dir, generationName, m.Generation); err != nil {
			return err
		}
	}
	if m.Tokenizer == nil {
		return nil
	}
	return m.Tokenizer.Save(dir)
}
