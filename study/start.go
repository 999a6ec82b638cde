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
// switch between them: it learns single items first, which it does far faster
// alone than among chains, and then a mixture.
type Start struct {
	Size   string  `json:"size"` // of model.Presets
	Alone  Lesson  `json:"alone"`
	Mixed  Lesson  `json:"mixed"`
	Single float64 `json:"single"` // share of single items in the mixture, by tokens
	Same   float64 `json:"same"`   // of chains of one skill
	Long   float64 `json:"long"`   // of chains of one skill as long as the held-out tasks that are longer than trained on
	Cross  float64 `json:"cross"`  // of tasks that switch
	Listed float64 `json:"listed"` // share of the mixture's tasks that follow a list of all skills, so that one is nothing new
}

// Lesson is one course of supervised learning.
type Lesson struct {
	Steps        int     `json:"steps"`         // updates
	BatchTokens  int     `json:"batch_tokens"`  // of each
	LearningRate float64 `json:"learning_rate"` // peak
}

func (l Lesson) tokens() int { return l.Steps * l.BatchTokens }

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

// The streams keep the draws of weights and of lists apart from others of a seed.
const (
	initialStream = 0x5e90e
	listedStream  = 0x11573d
)

// mixture is what the start learns last.
func (s Start) mixture(seed uint64) (cue.Mixture, error) {
	o := cue.DefaultMixture(seed)
	o.Single, o.Same, o.Long, o.Cross = s.Single, s.Same, s.Long, s.Cross
	o.Steps, o.LongSteps, o.Pairs = trainedSteps, longerSteps, cue.SeenPairs
	return cue.NewMixture(o)
}

// The fewest and the most steps of tasks.
var (
	trainedSteps = [2]int{2, 4} // of all that is trained on, but for a start's long chains
	longerSteps  = [2]int{5, 6} // of what is longer than arms train on
)

// singles are what the start learns first and what arms replay against forgetting.
func singles(seed uint64) (cue.Mixture, error) {
	o := cue.DefaultMixture(seed)
	o.Single, o.Same, o.Cross = 1, 0, 0
	return cue.NewMixture(o)
}

// listed writes right responses as gold does, a share of them to a prompt with the
// list of skills.
func (s Start) listed(seed uint64) func(t task.Task) any {
	r := rand.New(rand.NewPCG(seed, listedStream))
	return func(t task.Task) any {
		if r.Float64() >= s.Listed {
			return gold(t)
		}
		return completion{task.Library(cue.Skills()) + t.BarePrompt(), cue.Gold(t)}
	}
}

// draw makes the first n tasks of a source.
func draw(n int, of func(n int) task.Task) []task.Task {
	tasks := make([]task.Task, n)
	for i := range tasks {
		tasks[i] = of(i)
	}
	return tasks
}

// writeLines writes values as JSON lines, whole or not at all.
func writeLines[T any](path string, values []T) error {
	return atomicfile.Write(path, func(w io.Writer) error { return task.WriteJSONL(w, values) })
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// learn makes the start in dir, or goes on making it, and returns the model's
// folder. Progress is told in tokens.
func (s Start) learn(ctx context.Context, dir string, seed uint64, threads int, env train.Environment) (string, error) {
	made := filepath.Join(dir, "fresh")
	if !exists(filepath.Join(made, "config.json")) {
		if err := s.fresh(made, seed); err != nil {
			return "", err
		}
	}
	total, before := s.Alone.tokens()+s.Mixed.tokens(), 0
	for _, stage := range []struct {
		name    string
		lesson  Lesson
		tokens  int // of an example, about
		mixture func(seed uint64) (cue.Mixture, error)
		line    func(t task.Task) any
	}{{"alone", s.Alone, tokensOfItem, singles, gold}, {"sft", s.Mixed, tokensOfTask, s.mixture, s.listed(seed)}} {
		if stage.lesson.Steps == 0 {
			continue
		}
		data := filepath.Join(dir, stage.name+".jsonl")
		if !exists(data) {
			m, err := stage.mixture(seed)
			if err != nil {
				return "", err
			}
			n := max(stage.lesson.tokens()/stage.tokens, 1)
			if err := writeLines(data, lines(draw(n, m.Task), stage.line)); err != nil {
				return "", err
			}
		}
		staged := env
		staged.Progress = func(p train.Progress) {
			if env.Progress != nil {
				p.Step, p.Steps = before+p.Step*stage.lesson.BatchTokens, total
				env.Progress(p)
			}
		}
		summary, err := train.SFT(ctx, filepath.Join(dir, stage.name), stage.lesson.supervised(made, data, seed, threads), staged)
		if err != nil {
			return "", err
		}
		made, before = summary.Model, before+stage.lesson.tokens()
	}
	return made, nil
}

// supervised is the configuration of a lesson on data.
func (l Lesson) supervised(model, data string, seed uint64, threads int) train.SFTConfig {
	c := train.SFTDefaults()
	c.Model, c.Data, c.Seed, c.HeldOut = model, []string{data}, seed, 0.002
	c.Steps, c.BatchTokens, c.LearningRate, c.WarmUp = l.Steps, l.BatchTokens, l.LearningRate, l.Steps/30
	c.Beta2, c.WeightDecay, c.Floor = 0.98, 0.01, 0
	c.Threads, c.EvalEvery, c.SaveEvery, c.Keep = threads, max(l.Steps/4, 1), 500, 1
	return c
}
