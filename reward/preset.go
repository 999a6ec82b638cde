package reward

import (
	"fmt"
	"maps"
	"slices"

	"segue/internal/nearest"
)

// Preset is a named composition.
type Preset struct {
	Name    string
	Doc     string
	Weights Weights
}

// presets are the compositions that are compared with each other. The weights
// 0.7 and 0.3 are the paper's.
var presets = map[string]Preset{}

func init() {
	for _, p := range []Preset{
		{"answer", "answers alone", Weights{AnswerSignal: 1}},
		{"paper", "Skill-Entropy RL (arXiv 2608.05139)", Weights{AnswerSignal: 0.7, "entropy-rank": 0.3}},
		{"whole", "every answer right, and nothing for less", Weights{"whole": 1}},
		{"label", "the share of right labels as one number", Weights{AnswerSignal: 0.7, "label-share": 0.3}},
		{"step", "right labels step by step", Weights{AnswerSignal: 0.7, StepLabelSignal: 0.3}},
		{"transition", "right transitions, the hard ones more", Weights{AnswerSignal: 0.7, "transition": 0.3}},
		{"alignment", "right skills in the right order", Weights{AnswerSignal: 0.7, "alignment": 0.3}},
		{"credit", "the credit of each step", Weights{"step-credit": 1}},
		{"conditional", "the credit of each step on the model's own earlier answers", Weights{"conditional-credit": 1}},
		{"placebo", "the paper's reward under a shuffled table", Weights{AnswerSignal: 0.7, "placebo": 0.3}},
	} {
		presets[p.Name] = p
	}
}

// Presets lists the named compositions, sorted.
func Presets() []Preset {
	out := make([]Preset, 0, len(presets))
	for _, name := range slices.Sorted(maps.Keys(presets)) {
		p := presets[name]
		p.Weights = maps.Clone(p.Weights)
		out = append(out, p)
	}
	return out
}

// LookupPreset finds a named composition. The error of an unknown name says the nearest.
func LookupPreset(name string) (Preset, error) {
	p, ok := presets[name]
	if !ok {
		return Preset{}, fmt.Errorf("unknown reward %q; nearest: %s", name, nearest.Name(name, maps.Keys(presets)))
	}
	p.Weights = maps.Clone(p.Weights)
	return p, nil
}
