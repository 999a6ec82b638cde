package train

import (
	_ "embed" // rl_defaults.yaml
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"segue/reward"
	"segue/rl"
	"segue/switching"
	"segue/train/curriculum"
	"segue/train/health"
	"segue/train/rollout"
)

// RLConfig says what reinforcement learning does. It is read from YAML and kept
// in the run's run.json.
type RLConfig struct {
	Model     string             `yaml:"model" json:"model"`           // folder or GGUF file to start from; the reference too
	Tasks     []string           `yaml:"tasks" json:"tasks"`           // benchmark files to train on
	EvalTasks []string           `yaml:"eval_tasks" json:"eval_tasks"` // benchmark files held out
	Recipe    string             `yaml:"recipe" json:"recipe"`         // of rl.List
	RecipeSet map[string]any     `yaml:"recipe_set" json:"recipe_set"` // its quantities, and "dialect"
	Reward    string             `yaml:"reward" json:"reward"`         // of reward.Presets
	Weights   map[string]float64 `yaml:"weights" json:"weights"`       // of signals, in place of Reward
	Table     string             `yaml:"table" json:"table"`           // of Skill Entropy
	Estimator string             `yaml:"estimator" json:"estimator"`   // of switching.ParseEstimator
	Seed      uint64             `yaml:"seed" json:"seed"`

	Prompt      string  `yaml:"prompt" json:"prompt"`             // of rollout.Styles
	Chat        bool    `yaml:"chat" json:"chat"`                 // through the chat template
	Form        bool    `yaml:"form" json:"form"`                 // draw in the strict form alone
	Steps       int     `yaml:"steps" json:"steps"`               // batches of rollouts
	Prompts     int     `yaml:"prompts" json:"prompts"`           // tasks in a batch
	Group       int     `yaml:"group" json:"group"`               // responses to a task; 0: the recipe's
	MaxTokens   int     `yaml:"max_tokens" json:"max_tokens"`     // of a response
	Temperature float64 `yaml:"temperature" json:"temperature"`   // of draws
	TopP        float64 `yaml:"top_p" json:"top_p"`               // of draws; 0: all tokens
	Curriculum  string  `yaml:"curriculum" json:"curriculum"`     // of curriculum.List
	Updates     int     `yaml:"updates" json:"updates"`           // passes over a batch
	Minibatches int     `yaml:"minibatches" json:"minibatches"`   // updates in a pass
	Correction  float64 `yaml:"correction" json:"correction"`     // cap on a token's π/behaviour; 0: none
	PassTokens  int     `yaml:"pass_tokens" json:"pass_tokens"`   // most tokens of one pass
	ValueRate   float64 `yaml:"value_rate" json:"value_rate"`     // in LearningRate
	Replay      Replay  `yaml:"replay" json:"replay"`             // supervised examples beside the rollouts
	EvalSamples int     `yaml:"eval_samples" json:"eval_samples"` // responses to a task in an evaluation
	EvalLimit   int     `yaml:"eval_limit" json:"eval_limit"`     // tasks of an evaluation; 0: all
	EvalSingle  bool    `yaml:"eval_single" json:"eval_single"`   // ask every step alone too
	LogRollouts int     `yaml:"log_rollouts" json:"log_rollouts"` // responses of a batch that are kept

	Optimisation `yaml:",inline"`
	Passes       `yaml:",inline"`
	Operation    `yaml:",inline"`

	Health health.Thresholds `yaml:"health" json:"health"`
}

// Replay is supervised learning beside the rollouts, against forgetting.
type Replay struct {
	Data   []string `yaml:"data" json:"data"`     // JSONL files
	Tokens int      `yaml:"tokens" json:"tokens"` // of examples in an update
	Weight float64  `yaml:"weight" json:"weight"` // of their mean loss, in nats
}

// RLDefaultsYAML is the configuration that suits a small model, each key with
// a comment.
//
//go:embed rl_defaults.yaml
var RLDefaultsYAML string

// RLDefaults is the RLConfig of RLDefaultsYAML.
func RLDefaults() RLConfig {
	c := RLConfig{Health: health.Defaults()}
	if err := yaml.NewDecoder(strings.NewReader(RLDefaultsYAML), yaml.Strict()).Decode(&c); err != nil {
		panic(fmt.Sprintf("train: rl_defaults.yaml: %v", err)) // part of the program, tested
	}
	return c
}

// Validate says in words what in c cannot be carried out. What depends on the
// tasks or the model is checked when they are read.
func (c RLConfig) Validate() error {
	planner, recipe := c.planner()
	rewards, weights := c.weights()
	_, estimator := switching.ParseEstimator(c.Estimator)
	_, style := rollout.LookupStyle(c.Prompt)
	_, picker := curriculum.Lookup(c.Curriculum)
	var first error
	switch {
	case c.Model == "":
		first = errors.New("no model is given: model names a folder or a GGUF file")
	case len(c.Tasks) == 0:
		first = errors.New("no tasks are given: tasks lists benchmark files, as segue bench build writes them")
	case !(c.Temperature > 0 && c.Temperature <= 100):
		first = fmt.Errorf("temperature is %v, want above 0: equal responses have nothing to be compared by", c.Temperature)
	case !(c.Correction >= 0 && c.Correction <= 1e6):
		first = fmt.Errorf("correction is %v, want a cap from 0 to 1e6", c.Correction)
	case !(c.ValueRate >= 0 && c.ValueRate <= 1e6):
		first = fmt.Errorf("value_rate is %v, want 0 to 1e6", c.ValueRate)
	case !(c.Replay.Weight >= 0 && c.Replay.Weight <= 1e6):
		first = fmt.Errorf("replay.weight is %v, want 0 to 1e6", c.Replay.Weight)
	case c.Group > 0 && c.RecipeSet["group_size"] != nil:
		first = errors.New("group and recipe_set.group_size both say how many responses a task gets: leave one out")
	case (c.Replay.Tokens > 0) != (len(c.Replay.Data) > 0):
		first = errors.New("replay.data and replay.tokens go together")
	}
	var fit, passes error
	if recipe == nil && weights == nil {
		fit = errors.Join(agree(c.Recipe, planner.Pays(), rewards), CheckSupplies(planner, rewards))
	}
	if recipe == nil && c.Updates > 1 && !slices.Contains(planner.Needs(), rl.LogProbOld) {
		passes = fmt.Errorf("updates is %d, but the recipe %s has no ratio that would correct for what the first pass over a batch changes: set updates to 1, or take a recipe with one, such as grpo",
			c.Updates, c.Recipe)
	}
	return errors.Join(first, recipe, weights, fit, passes, estimator, style, picker, share("top_p", c.TopP),
		within("steps", c.Steps, 1, maxSteps), within("prompts", c.Prompts, 1, 1<<16), within("group", c.Group, 0, 1<<12),
		within("max_tokens", c.MaxTokens, 1, 1<<20), within("updates", c.Updates, 1, 1<<10), within("minibatches", c.Minibatches, 1, c.Prompts),
		within("pass_tokens", c.PassTokens, 2, 1<<24), within("replay.tokens", c.Replay.Tokens, 0, 1<<20),
		within("eval_samples", c.EvalSamples, 1, 1<<10), within("eval_limit", c.EvalLimit, 0, 1<<30), within("log_rollouts", c.LogRollouts, 0, 1<<16),
		c.Optimisation.validate(), c.Passes.validate(), c.Operation.validate(), c.Health.Validate())
}

// planner is the recipe with its quantities. The longest response is the run's,
// unless it is set.
func (c RLConfig) planner() (*rl.Planner, error) {
	r, err := rl.Lookup(c.Recipe)
	if err != nil {
		return nil, err
	}
	settings := map[string]string{}
	if slices.ContainsFunc(r.Params, func(p rl.Param) bool { return p.Name == "max_tokens" }) {
		settings["max_tokens"] = fmt.Sprint(c.MaxTokens)
	}
	for name, value := range c.RecipeSet {
		settings[name] = fmt.Sprint(value)
	}
	return r.Planner(settings)
}

// weights are those of the signals.
func (c RLConfig) weights() (reward.Weights, error) {
	if len(c.Weights) > 0 {
		for name := range c.Weights {
			if _, err := reward.Lookup(name); err != nil {
				return nil, err
			}
		}
		return c.Weights, nil
	}
	p, err := reward.LookupPreset(c.Reward)
	return p.Weights, err
}

// needsTable says whether a signal of the reward looks at Skill Entropy.
func needsTable(w reward.Weights) bool {
	return slices.ContainsFunc(reward.List(), func(d reward.Definition) bool {
		_, used := w[d.Name]
		return used && d.Table
	})
}
