package decoder_test

import (
	"fmt"
	"math/rand/v2"

	"segue/lm/attention"
	"segue/lm/decoder"
	"segue/lm/model"
)

// Example raises the log-probability of a short text by gradient ascent.
func Example() {
	config, err := model.Preset("nano", 64)
	if err != nil {
		panic(err)
	}
	parameters, err := model.NewParameters(config)
	if err != nil {
		panic(err)
	}
	parameters.Initialise(rand.New(rand.NewPCG(1, 2)))
	passes, err := decoder.New(config, parameters, decoder.Options{})
	if err != nil {
		panic(err)
	}
	batch := decoder.Batch{Tokens: []int32{5, 9, 2, 9}, Segments: []attention.Segment{{From: 0, To: 4, Prefix: -1}}}
	targets := []decoder.Target{{Row: 0, Token: 9}, {Row: 1, Token: 2}, {Row: 2, Token: 9}}
	for range 20 {
		statistics, err := passes.Forward(batch, targets)
		if err != nil {
			panic(err)
		}
		if statistics.LogProb[0] > -0.1 {
			fmt.Println("learned")
			return
		}
		if err := passes.Backward(decoder.Gradients{LogProb: []float32{1, 1, 1}}); err != nil {
			panic(err)
		}
		_, values, gradient := passes.Trainable()
		for i, g := range gradient {
			values[i] += 0.05 * g
		}
		passes.ZeroGradient()
	}
	// Output: learned
}
