package train

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"segue/lm/generation"
	"segue/lm/model"
	"segue/task"
	"segue/train/rollout"
)

// openEngine starts the engine that draws.
func (s *rlSession) openEngine() error {
	c, m := s.config, s.loaded
	s.sampled = m.Parameters
	if s.adapters != nil {
		s.sampled = &model.Parameters{Config: m.Config, Specs: m.Parameters.Specs, Values: slices.Clone(m.Parameters.Values)}
	}
	sequences := min(c.Prompts*s.group(), mostSequences)
	prompt, err := s.longestPrompt()
	if err != nil {
		return err
	}
	longest := min(m.Config.Context, c.MaxTokens+prompt)
	s.engine, err = generation.New(generation.NewWeights(nil, s.sampled), generation.Options{
		Workers: s.workers, Sequences: sequences, Tokens: min(sequences*longest, max(mostHeld, longest)) + sharedHeld, Bytes: s.bytes,
		Queue: max(generation.DefaultQueue, c.Prompts*s.group(), s.questions()*c.EvalSamples),
	})
	if err != nil {
		return err
	}
	s.drawer = &rollout.Drawer{Engine: s.engine, Bytes: s.bytes}
	if c.Form {
		v := generation.NewVocabulary(m.Config.Vocabulary, s.bytes)
		s.drawer.Form = func(steps int) (generation.Constraint, error) {
			return generation.NewResponseForm(v, steps, m.Config.EndTokens)
		}
	}
	return nil
}

// Bounds on what the engine holds at once.
const (
	mostSequences = 512
	mostHeld      = 1 << 18 // tokens of the sequences that are drawn at a time
	sharedHeld    = 1 << 10 // tokens beside them, for prompts that groups share
)

// questions is the most that an evaluation asks at once: all tasks, or every step
// of them alone.
func (s *rlSession) questions() int {
	steps := 0
	for _, t := range s.evalTasks {
		steps += len(t.Steps)
	}
	return max(len(s.evalTasks), steps)
}

// bytes are those of a token that is text.
func (s *rlSession) bytes(id int32) []byte {
	if s.loaded.Tokenizer.Special(id) {
		return nil
	}
	return s.loaded.Tokenizer.Bytes(id)
}

// longestPrompt is the number of tokens of the longest prompt. One that leaves
// no room for a response is an error now, not when its turn comes. What is read
// is kept as a hash, for the run's record.
func (s *rlSession) longestPrompt() (int, error) {
	longest, sum := 1, sha256.New()
	for _, set := range [][]task.Task{s.tasks, s.evalTasks} {
		for _, t := range set {
			p, err := s.writer.Cross(t)
			if err != nil {
				return 0, err
			}
			if n, most := len(p.Tokens), s.loaded.Config.Context; n >= most {
				return 0, fmt.Errorf("task %s: the prompt has %d tokens and leaves no room in the model's context of %d: leave the task out, or take a model with a longer context",
					t.ID, n, most)
			}
			longest = max(longest, len(p.Tokens))
			if err := binary.Write(sum, binary.LittleEndian, slices.Concat(p.Tokens, []int32{-1})); err != nil {
				return 0, err
			}
		}
	}
	s.prompts = hex.EncodeToString(sum.Sum(nil))
	return longest, nil
}

// group is the number of responses to a task.
func (s *rlSession) group() int {
	if s.config.Group > 0 {
		return s.config.Group
	}
	return max(1, s.planner.Hooks().GroupSize)
}
