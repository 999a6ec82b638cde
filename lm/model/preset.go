package model

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// presets are small decoders for laptops and tests, and the published shape
// that the benchmarks use. The vocabulary is set by the tokeniser.
var presets = map[string]Config{
	"pico":         pico(),
	"nano":         preset(128, 384, 3, 4, 2, 1024),
	"micro":        preset(192, 512, 4, 6, 2, 2048),
	"tiny":         preset(320, 864, 5, 5, 5, 2048),
	"small":        preset(384, 1024, 6, 6, 3, 4096),
	"smollm2-135m": preset(576, 1536, 30, 9, 3, 8192),
}

// preset draws its weights with a deviation of 1/√hidden, as SmolLM2's config
// does.
func preset(hidden, intermediate, layers, heads, keyValueHeads, context int) Config {
	return Config{
		ModelType: "llama", Hidden: hidden, Intermediate: intermediate, Layers: layers, Heads: heads, KeyValueHeads: keyValueHeads,
		HeadDim: hidden / heads, Context: context, NormEpsilon: 1e-5, RotaryBase: 10000, TiedEmbeddings: true, InitialDeviation: 1 / math.Sqrt(float64(hidden)),
	}
}

// pico is for tasks with a small vocabulary and short prompts, where a head of its
// own costs little.
func pico() Config {
	c := preset(96, 256, 3, 4, 4, 1024)
	c.TiedEmbeddings, c.RotaryBase = false, 1000
	return c
}

// Presets lists the names that Preset knows, sorted.
func Presets() []string { return slices.Sorted(maps.Keys(presets)) }

// Preset is the config called name with the given vocabulary size.
func Preset(name string, vocabulary int) (Config, error) {
	c, ok := presets[name]
	if !ok {
		return Config{}, fmt.Errorf("no model size %q, there are %s", name, strings.Join(Presets(), ", "))
	}
	c.Vocabulary = vocabulary
	return c, c.Validate()
}
