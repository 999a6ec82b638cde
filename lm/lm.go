// Package lm is the native engine seen from outside: a model opened from a
// file or folder, with its tokeniser and chat template, that completes texts
// and conversations. The parts below it are kernels, passes, tokenisers,
// files and batched sampling.
package lm

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"segue/lm/chat"
	"segue/lm/checkpoint"
	"segue/lm/generation"
	"segue/lm/kernel"
	"segue/lm/model"
	"segue/lm/tokenizer"
)

// DefaultCacheTokens is how many tokens' keys and values a Model holds.
const DefaultCacheTokens = generation.DefaultTokens

// Options say how a model is opened.
type Options struct {
	Name        string // as requests call it; "" takes the file's
	Threads     int    // 0: 1
	CacheTokens int    // keys and values held at once, for all sequences together; 0: DefaultCacheTokens
	Exact       bool   // compute with float32 even where the file holds quantised weights
}

// Model is an open model. It is safe for concurrent use; completions that are
// asked for at the same time are computed together.
type Model struct {
	name     string
	config   model.Config
	tokens   *tokenizer.Pipeline
	template *chat.Template
	engine   *generation.Engine
	workers  *kernel.Workers

	vocabulary func() *generation.Vocabulary
	forms      sync.Map // steps → *generation.ResponseForm
}

// Open loads a Hugging Face folder or a GGUF file and starts the engine; Close
// ends it.
func Open(path string, o Options) (*Model, error) {
	loaded, err := checkpoint.Load(path)
	if err != nil {
		return nil, err
	}
	m, err := New(loaded, o)
	if err != nil {
		return nil, fmt.Errorf("open model %s: %w", path, err)
	}
	return m, nil
}

// New starts the engine on a loaded model.
func New(loaded *checkpoint.Loaded, o Options) (*Model, error) {
	if loaded.Tokenizer == nil {
		return nil, errors.New("the files hold no tokeniser, so texts cannot be read")
	}
	template, err := chatTemplate(loaded.Tokenizer.Config().ChatTemplate)
	if err != nil {
		return nil, err
	}
	weights, err := Weights(loaded, o.Exact)
	if err != nil {
		return nil, err
	}
	m := &Model{name: o.Name, config: loaded.Config, tokens: loaded.Tokenizer, template: template, workers: kernel.NewWorkers(max(1, o.Threads))}
	if m.name == "" {
		m.name = strings.TrimSuffix(filepath.Base(filepath.Clean(loaded.Path)), ".gguf")
	}
	if end, ok := m.tokens.ID(m.tokens.Config().End); ok && !slices.Contains(m.config.EndTokens, end) {
		m.config.EndTokens = append(m.config.EndTokens, end)
	}
	m.vocabulary = sync.OnceValue(func() *generation.Vocabulary { return generation.NewVocabulary(m.config.Vocabulary, m.text) })
	m.engine, err = generation.New(weights, generation.Options{Workers: m.workers, Tokens: o.CacheTokens, Bytes: m.text})
	if err != nil {
		m.workers.Close()
		return nil, err
	}
	return m, nil
}

func chatTemplate(source string) (*chat.Template, error) {
	if source == "" {
		source = chat.ChatML
	}
	return chat.Parse(source)
}

// Weights packs a loaded model's weights for the engine; those that the file
// holds quantised stay so, unless exact is set.
func Weights(l *checkpoint.Loaded, exact bool) (*generation.Weights, error) {
	if exact {
		return generation.NewWeights(nil, l.Parameters), nil
	}
	var failed error
	w, err := generation.NewQuantisedWeights(nil, l.Parameters, func(name string) *kernel.Quantised {
		b, ok := l.Quantised(name)
		if !ok {
			return nil
		}
		q, err := kernel.NewQuantised(b.Format, b.Rows, b.Cols, b.Data)
		failed = errors.Join(failed, err)
		return q
	})
	return w, errors.Join(failed, err)
}

// text is what a token stands for in a completion: control tokens are silent.
func (m *Model) text(id int32) []byte {
	if m.tokens.Special(id) {
		return nil
	}
	return m.tokens.Bytes(id)
}

// Name is what requests call the model.
func (m *Model) Name() string { return m.name }

// Context is the longest prompt and completion together, in tokens.
func (m *Model) Context() int { return m.config.Context }

// Config describes the decoder.
func (m *Model) Config() model.Config { return m.config }

// Tokenizer is the model's own.
func (m *Model) Tokenizer() tokenizer.Tokenizer { return m.tokens }

// Engine draws from the model in tokens.
func (m *Model) Engine() *generation.Engine { return m.engine }

// Close stops what runs and ends the engine.
func (m *Model) Close() {
	m.engine.Close()
	m.workers.Close()
}
