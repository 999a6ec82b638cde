package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"segue/lm/kernel"
	"segue/lm/model"
	"segue/lm/tokenizer"
)

// Loaded is a model read from files.
type Loaded struct {
	Path       string // as it was given
	Config     model.Config
	Parameters *model.Parameters   // as float32, whatever the file holds
	Tokenizer  *tokenizer.Pipeline // nil: the files hold none
	Generation json.RawMessage     // generation_config.json, the sampling defaults; nil: none

	quantised map[string]Blocks
}

// Blocks is a matrix [Rows × Cols] of quantised weights as a GGUF file holds
// it, for kernel.NewQuantised.
type Blocks struct {
	Format     kernel.Format
	Rows, Cols int
	Data       []byte
}

// Quantised returns a parameter's blocks, with rows in the order of
// Parameters; false for one that is not quantised in the file. They are
// copies: the file may go.
func (l *Loaded) Quantised(name string) (Blocks, bool) {
	b, ok := l.quantised[name]
	return b, ok
}

// source is an open file, or files, of parameters under Hugging Face's names.
type source interface {
	// find tells where the parameter called name is and its shape.
	find(name string) (file string, shape []int, ok bool)
	// names lists all tensors, as Hugging Face names them where that is known.
	names() []string
	// read writes a parameter's numbers into dst, which has room for all of them.
	read(name string, dst []float32) error
	// blocks returns a quantised parameter; false when it is stored as numbers.
	blocks(name string) (Blocks, bool)
	close() error
}

// Load reads a model: a Hugging Face folder (config.json, model.safetensors or
// several with an index, tokeniser files) or a GGUF file. What does not fit the
// config, and numbers that are not finite, are errors that name the tensor and
// the file.
func Load(path string) (*Loaded, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("model %s does not exist", path)
	}
	if err != nil {
		return nil, fmt.Errorf("open model: %w", err)
	}
	var l *Loaded
	var s source
	switch {
	case info.IsDir():
		l, s, err = openFolder(path)
	case strings.EqualFold(filepath.Ext(path), ".gguf"):
		l, s, err = openGGUF(path)
	default:
		return nil, fmt.Errorf("model %s is neither a folder with config.json nor a .gguf file", path)
	}
	if err != nil {
		return nil, fmt.Errorf("open model %s: %w", path, err)
	}
	l.Path = path
	err = l.read(s)
	if err = errors.Join(err, s.close()); err != nil {
		return nil, fmt.Errorf("open model %s: %w", path, err)
	}
	return l, nil
}

// read checks all shapes before it makes room for anything.
func (l *Loaded) read(s source) error {
	specs := l.Config.Specs()
	if err := fits(s, specs, l.Config.TiedEmbeddings); err != nil {
		return err
	}
	if t := l.Tokenizer; t != nil && t.Vocabulary() > l.Config.Vocabulary {
		return fmt.Errorf("the tokeniser has %d tokens, the model only %d", t.Vocabulary(), l.Config.Vocabulary)
	}
	var err error
	if l.Parameters, err = model.NewParameters(l.Config); err != nil {
		return err
	}
	l.quantised = map[string]Blocks{}
	for _, spec := range specs {
		file, _, _ := s.find(spec.Name)
		values := l.Parameters.Of(l.Parameters.Values, spec.Name)
		if err := s.read(spec.Name, values); err != nil {
			return fmt.Errorf("%s: tensor %s: %w", file, spec.Name, err)
		}
		if at := notFinite(values); at >= 0 {
			return fmt.Errorf("%s: tensor %s holds %v at place %d: the file is damaged, or the training that wrote it diverged", file, spec.Name, values[at], at)
		}
		if blocks, ok := s.blocks(spec.Name); ok {
			l.quantised[spec.Name] = blocks
		}
	}
	return nil
}

// fits says in words which tensor is missing, superfluous or of another shape.
func fits(s source, specs []model.Spec, tied bool) error {
	wanted := map[string]bool{}
	for _, spec := range specs {
		wanted[spec.Name] = true
		file, shape, ok := s.find(spec.Name)
		if !ok {
			return fmt.Errorf("%s: tensor %s is missing, want one of shape %v", file, spec.Name, shapeOf(spec))
		}
		if !slices.Equal(shape, shapeOf(spec)) {
			return fmt.Errorf("%s: tensor %s has the shape %v, want %v", file, spec.Name, shape, shapeOf(spec))
		}
	}
	for _, name := range s.names() {
		if !wanted[name] && !ignored(name, tied) {
			file, shape, _ := s.find(name)
			return fmt.Errorf("%s: tensor %s of shape %v is not part of such a model", file, name, shape)
		}
	}
	return nil
}

// ignored are tensors that older files hold beside the parameters: a copy of
// the tied head, and the rotary frequencies, which follow from the config.
func ignored(name string, tied bool) bool {
	return tied && name == headName || strings.HasSuffix(name, ".rotary_emb.inv_freq")
}

const headName = "lm_head.weight"

// notFinite is the first place of a NaN or infinity, -1 for none.
func notFinite(values []float32) int {
	const exponent = 0xff << 23
	return slices.IndexFunc(values, func(x float32) bool { return math.Float32bits(x)&exponent == exponent })
}
