package study

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"segue/internal/atomicfile"
	"segue/lm/checkpoint"
	"segue/lm/model"
	"segue/lm/tokenizer"
	"segue/task"
	"segue/task/cue"
	"segue/train"
)

// Start says how a model comes to be that knows every skill but not how to
// switch between them.
type Start struct {
	Size         string  `yaml:"size" json:"size"`   // of model.Presets
	Steps        int     `yaml:"steps" json:"steps"` // updates of supervised learning
	BatchTokens  int     `yaml:"batch_tokens" json:"batch_tokens"`
	LearningRate float64 `yaml:"learning_rate" json:"learning_rate"` // peak
	Single       float64 `yaml:"single" json:"single"`               // share of single items, by tokens
	Same         float64 `yaml:"same" json:"same"`                   // of chains of one skill
	Cross        float64 `yaml:"cross" json:"cross"`                 // of tasks that switch
}

// vocabularySize is above the number of words of the task family.
const vocabularySize = 256

// fresh writes a model with random weights and the family's words.
func (s Start) fresh(dir string, seed uint64) error {
	tokens, err := tokenizer.NewWords(cue.Words(), vocabularySize)
	if err != nil {
		return err
	}
	c, err := model.Preset(s.Size, tokens.Vocabulary())
	if err != nil {
		return err
	}
	if end, ok := tokens.ID(tokens.Config().End); ok {
		c.EndTokens = []int32{end}
	}
	p, err := model.NewParameters(c)
	if err != nil {
		return err
	}
	p.Initialise(rand.New(rand.NewPCG(seed, initialStream)))
	return checkpoint.SaveModel(dir, checkpoint.Model{Parameters: p, Tokenizer: tokens}, checkpoint.SaveOptions{Precision: checkpoint.Full, Replace: true})
}

// initialStream keeps the draws of weights apart from others of the same seed.
const initialStream = 0x5e90e

// examples is the number of tasks that the supervised steps go through about once.
func (s Start) examples() int {
	return max(s.Steps*s.BatchTokens/tokensOfTask, 1)
}

// mixture is what the supervised steps learn from.
func (s Start) mixture(seed uint64) (cue.Mixture, error) {
	o := cue.DefaultMixture(seed)
	o.Single, o.Same, o.Cross = s.Single, s.Same, s.Cross
	o.Pairs = cue.SeenPairs
	return cue.NewMixture(o)
}

// supervised writes the data of the supervised steps.
func (s Start) supervised(path string, seed uint64) error {
	m, err := s.mixture(seed)
	if err != nil {
		return err
	}
	return writeGold(path, s.examples(), m.Task)
}

// writeGold writes the prompts and right responses of n tasks.
func writeGold(path string, n int, task func(n int) task.Task) error {
	return writeLines(path, lines(draw(n, task), gold))
}

// draw makes the first n tasks of a source.
func draw(n int, of func(n int) task.Task) []task.Task {
	tasks := make([]task.Task, n)
	for i := range tasks {
		tasks[i] = of(i)
	}
	return tasks
}

// writeLines writes values as JSON lines, unless the file is there: files are
// written whole or not at all.
func writeLines[T any](path string, values []T) error {
	return atomicfile.Write(path, func(w io.Writer) error { return task.WriteJSONL(w, values) })
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// learn makes the start in dir, or goes on making it, and returns the model's folder.
func (s Start) learn(ctx context.Context, dir string, seed uint64, threads int, env train.Environment) (string, error) {
	first, data := filepath.Join(dir, "fresh"), filepath.Join(dir, "sft.jsonl")
	if !exists(filepath.Join(first, "config.json")) {
		if err := s.fresh(first, seed); err != nil {
			return "", err
		}
	}
	if !exists(data) {
		if err := s.supervised(data, seed); err != nil {
			return "", err
		}
	}
	c := train.SFTDefaults()
	c.Model, c.Data, c.Seed, c.HeldOut = first, []string{data}, seed, 0.002
	c.Steps, c.BatchTokens, c.LearningRate, c.WarmUp = s.Steps, s.BatchTokens, s.LearningRate, s.Steps/30
	c.Beta2, c.WeightDecay, c.Floor = 0.98, 0.01, 0
	c.Threads, c.EvalEvery, c.SaveEvery, c.Keep = threads, max(s.Steps/4, 1), 250, 1
	summary, err := train.SFT(ctx, filepath.Join(dir, "sft"), c, env)
	return summary.Model, err
}
