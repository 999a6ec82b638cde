package train_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"segue/reward"
	"segue/rl"
	"segue/task/cue"
	"segue/train"
)

// runnable is a configuration that nothing is wrong with.
func runnable() train.RLConfig {
	c := train.RLDefaults()
	c.Model, c.Tasks = "m", []string{"t"}
	return c
}

// take gives a configuration a recipe, and a reward that the recipe pays for.
func take(c *train.RLConfig, recipe string) {
	if c.Recipe = recipe; recipe == "skill-step" {
		c.Reward = "step"
	}
}

// supplied says whether the engine fills all that a recipe needs beside rewards by name.
func supplied(p *rl.Planner) bool {
	return !slices.ContainsFunc(p.Needs(), func(c rl.Column) bool { return !train.Supplies(c) && !weighed(p, c) })
}

func weighed(p *rl.Planner, c rl.Column) bool {
	return slices.ContainsFunc(p.Pays(), func(part rl.WeightedPart) bool { return rl.Part(part.Name) == c })
}

// What a step cannot fill is refused with the settings, before a model is read.
func TestRecipesThatCannotBeSuppliedAreRefused(t *testing.T) {
	c := runnable()
	c.Recipe = "remax"
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "the recipe remax needs the reward part greedy") {
		t.Error(err)
	}
}

// A recipe that weighs rewards by name must weigh what the run's reward does: else the
// reward in the metrics would not be the one that is learned from.
func TestARecipePaysWhatTheRewardDoes(t *testing.T) {
	for _, c := range []struct {
		recipe  string
		set     map[string]any
		reward  string
		weights map[string]float64
		says    []string // nothing: it is carried out
	}{
		{recipe: "skill-entropy", reward: "paper"},
		{recipe: "skill-entropy", set: map[string]any{"weight_answer": 0.5, "weight_entropy": 0.5}, weights: map[string]float64{"answer": 0.5, "entropy-rank": 0.5}},
		{recipe: "skill-entropy", set: map[string]any{"weight_answer": 1, "weight_entropy": 0}, reward: "answer"},
		{recipe: "skill-entropy", reward: "paper", weights: map[string]float64{"answer": 0.7, "entropy-rank": 0.3, "label-share": 0}},
		{recipe: "skill-entropy", weights: map[string]float64{"answer": 0.5, "entropy-rank": 0.5}, says: []string{
			"the recipe skill-entropy pays 0.7 for answer, the reward 0.5, and pays 0.3 for entropy-rank, the reward 0.5: ",
			"set weights to {answer: 0.7, entropy-rank: 0.3}, which is the reward paper, or recipe_set to {weight_answer: 0.5, weight_entropy: 0.5}, or take a recipe for any reward, such as grpo",
		}},
		{recipe: "skill-entropy", reward: "answer", says: []string{"and pays for entropy-rank, which the reward does not have", "recipe_set to {weight_answer: 1, weight_entropy: 0}"}},
		{recipe: "skill-entropy", weights: map[string]float64{"answer": 0.7, "entropy-rank": 0.3, "label-share": 0.1}, says: []string{
			"does not pay for label-share, which the reward does: set weights to {answer: 0.7, entropy-rank: 0.3}, which is the reward paper, or take a recipe for any reward",
		}},
		{recipe: "skill-step", reward: "step"},
		{recipe: "skill-step", set: map[string]any{"dialect": "answers"}, reward: "answer"},
		{recipe: "skill-step", set: map[string]any{"dialect": "credit"}, reward: "credit"},
		{recipe: "skill-step", set: map[string]any{"dialect": "conditional"}, reward: "conditional"},
		{recipe: "skill-step", set: map[string]any{"dialect": "element"}, reward: "step"},
		{recipe: "skill-step", reward: "answer", says: []string{"pays for step-label, which the reward does not have", "recipe_set to {weight_answer: 1, weight_conditional: 0, weight_credit: 0, weight_label: 0}"}},
		{recipe: "skill-step", reward: "conditional", says: []string{"does not pay for conditional-credit, which the reward does"}},
		{recipe: "skill-step", reward: "paper", says: []string{"does not pay for entropy-rank, which the reward does", "set weights to {answer: 0.7, step-label: 0.3}, which is the reward step, or take"}},
	} {
		r := runnable()
		r.Recipe, r.RecipeSet, r.Reward, r.Weights = c.recipe, c.set, c.reward, c.weights
		err := r.Validate()
		if len(c.says) == 0 && err != nil {
			t.Errorf("%s %v on %s %v: %v", c.recipe, c.set, c.reward, c.weights, err)
		}
		for _, says := range c.says {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s %v on %s %v: want an error with %q, got %v", c.recipe, c.set, c.reward, c.weights, says, err)
			}
		}
	}
	for _, recipe := range rl.List() { // that weighs nothing by name
		for _, p := range reward.Presets() {
			r := runnable()
			r.Recipe, r.Reward = recipe.Name, p.Name
			planner, err := recipe.Planner(nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Validate(); err != nil && len(planner.Pays()) == 0 && supplied(planner) {
				t.Errorf("%s on %s: %v", recipe.Name, p.Name, err)
			}
		}
	}
}

// The reward that is logged is the one that is optimised: where it is all that an
// advantage is made of, the response of the higher reward has the higher advantage.
func TestTheLoggedRewardIsOptimised(t *testing.T) {
	t.Parallel()
	c, dir := rlConfig(t), t.TempDir()
	c.Recipe, c.Table, c.Steps = "skill-entropy", skillTable(t, 0.1), 4
	c.RecipeSet = map[string]any{"weight_answer": 0.4, "weight_entropy": 0.6}
	c.Reward, c.Weights = "answer", map[string]float64{"answer": 0.4, "entropy-rank": 0.6}
	reinforced(t, dir, c)
	groups, compared := map[string][]sample{}, 0
	for _, line := range samples(t, dir) {
		key := fmt.Sprint(line.Step, line.Task)
		for _, other := range groups[key] {
			if x, y := *line.Reward.Reward-*other.Reward.Reward, line.Advantage[0]-other.Advantage[0]; x*y < 0 || (x == 0) != (y == 0) {
				t.Errorf("rewards %v and %v, advantages %v and %v", *line.Reward.Reward, *other.Reward.Reward, line.Advantage[0], other.Advantage[0])
			} else if x != 0 {
				compared++
			}
		}
		groups[key] = append(groups[key], line)
	}
	if compared < 10 {
		t.Errorf("only %d pairs differ", compared)
	}
}

// A run is refused before it begins.
func TestDisagreementIsRefused(t *testing.T) {
	c := rlConfig(t)
	c.Recipe, c.Table, c.Weights = "skill-entropy", skillTable(t, 0.1), map[string]float64{"answer": 0.5, "entropy-rank": 0.5}
	if _, err := train.RL(context.Background(), t.TempDir(), c, train.RLEnvironment{}); err == nil || !strings.Contains(err.Error(), "pays 0.7 for answer, the reward 0.5") {
		t.Errorf("got %v", err)
	}
}

// Dynamic sampling learns from no group whose responses are all equally right, be it
// by half of their steps.
func TestDynamicSamplingOfTasksOfSeveralSteps(t *testing.T) {
	t.Parallel()
	c, dir := rlConfig(t), t.TempDir()
	c.Recipe, c.RecipeSet, c.Prompts, c.Group, c.Steps = "dapo", map[string]any{"max_rounds": 3}, 8, 2, 8
	c.LogRollouts = c.Prompts * c.Group
	reinforced(t, dir, c)
	answers, kept := map[string][]float64{}, map[string]bool{}
	for _, line := range samples(t, dir) {
		key := fmt.Sprint(line.Step, line.Task)
		answers[key] = append(answers[key], *line.Reward.Answer)
		kept[key] = kept[key] || line.Kept
	}
	halves := 0
	for key, of := range answers {
		if kept[key] != (of[0] != of[1]) {
			t.Errorf("step and task %s: answers %v, kept %v", key, of, kept[key])
		}
		for _, x := range of {
			if x > 0 && x < 1 {
				halves++
			}
		}
	}
	if halves == 0 {
		t.Error("no response has a part of its steps right")
	}
}

// The longest response of a recipe is that of the run, unless it is set.
func TestRecipesKnowTheLongestResponse(t *testing.T) {
	t.Parallel()
	for recipe, set := range map[string]map[string]any{
		"dr-grpo": {"max_tokens": 24}, "dapo": {"max_tokens": 24, "cache_share": 0.2},
	} {
		trained := func(set map[string]any) []float32 {
			c := rlConfig(t)
			c.Recipe, c.RecipeSet, c.Steps, c.MaxTokens, c.EvalTasks = recipe, set, 3, 24, nil
			return load(t, reinforced(t, t.TempDir(), c).Model)
		}
		own := trained(nil)
		if d := distance(own, trained(set)); d != 0 {
			t.Errorf("%s: with %v set the weights differ by %v", recipe, set, d)
		}
		if distance(own, trained(map[string]any{"max_tokens": 3000})) == 0 {
			t.Errorf("%s: a longest response of 3000 tokens changes nothing", recipe)
		}
	}
}

// What a recipe remembers before an update is there at the next one, in order: of
// the same batch, of the next, and of a run that goes on.
func TestTheSecondPhaseRemembers(t *testing.T) {
	t.Parallel()
	c, dir := rlConfig(t), t.TempDir()
	c.Recipe, c.Steps, c.Updates, c.Minibatches, c.SaveEvery = "test-remembers", 3, 2, 2, 1
	ctx, cancel := context.WithCancel(context.Background())
	_, err := train.RL(ctx, dir, c, train.RLEnvironment{Solver: cue.Solver{}, Progress: func(p train.RLProgress) {
		if p.Step == 2 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	reinforced(t, dir, c)
	var counted []float64
	for _, line := range metrics(t, dir) {
		if line.Train != nil {
			counted = append(counted, line.Train.State["updates"])
		}
	}
	if !slices.Equal(counted, []float64{4, 8, 12}) {
		t.Errorf("after each of 3 batches of 4 updates the recipe remembers %v", counted)
	}
}

// The recipe of the test counts updates.
func init() {
	grpo, err := rl.Lookup("grpo")
	if err != nil {
		panic(err)
	}
	stages := grpo.Stages
	grpo.Name = "test-remembers"
	grpo.Stages = func(v rl.Values) []rl.Stage {
		return append(stages(v), rl.Stage{
			Name: "count-updates", Kind: rl.ActsOnController, Phase: rl.OnUpdate, Writes: []rl.Column{rl.StateColumn},
			Apply: func(d *rl.Draft) error {
				d.Plan.State.Remember("updates", d.Plan.State.Number("updates", 0)+1)
				return nil
			},
		})
	}
	rl.Register(grpo)
}

// A recipe without a ratio learns from a batch once: nothing would tell a second pass
// how far the first one moved the policy.
func TestRecipesWithoutARatioPassOnce(t *testing.T) {
	for _, r := range rl.List() {
		c := runnable()
		if take(&c, r.Name); r.Name == "skill-entropy" {
			c.Reward = "paper"
		}
		c.Minibatches = 4
		p, failed := r.Planner(nil)
		if failed != nil {
			t.Fatal(failed)
		}
		if !supplied(p) {
			continue
		}
		if err := c.Validate(); err != nil {
			t.Errorf("%s in one pass: %v", r.Name, err)
		}
		c.Updates = 2
		err := c.Validate()
		if without := !slices.Contains(p.Needs(), rl.LogProbOld); without != (err != nil) || without && !strings.Contains(err.Error(), "updates is 2, but the recipe "+r.Name+" has no ratio") {
			t.Errorf("%s in two passes: %v", r.Name, err)
		}
		if known, ok := map[string]bool{"reinforce": true, "rloo": true, "opo": true, "grpo": false, "gmpo": false, "real": false}[r.Name]; ok && known != (err != nil) {
			t.Errorf("%s in two passes: %v", r.Name, err)
		}
	}
}

// A run is refused whose recipe would pass over a quantity in silence.
func TestQuantitiesWithoutEffectAreRefused(t *testing.T) {
	for says, change := range map[string]func(c *train.RLConfig){
		"recipe ppo: kl_target is 0.1 and kl_coef 0": func(c *train.RLConfig) { c.Recipe, c.RecipeSet = "ppo", map[string]any{"kl_target": 0.1} },
		"wrong_label is 0.5, which says nothing":     func(c *train.RLConfig) { take(c, "skill-step"); c.RecipeSet = map[string]any{"wrong_label": 0.5} },
		"elements credits labels and answers": func(c *train.RLConfig) { // of which the reward has answers alone
			c.Recipe, c.RecipeSet = "skill-step", map[string]any{"dialect": "answers", "elements": 1}
		},
		"dual_clip is 0.9: it bounds ratios above 1": func(c *train.RLConfig) { c.RecipeSet = map[string]any{"dual_clip": 0.9} },
	} {
		c := runnable()
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
}
