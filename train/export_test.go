package train

import (
	"strings"

	"segue/lm/checkpoint"
	"segue/lm/kernel"
)

// Encode reads one line of data and tokenises it.
func Encode(line string, c SFTConfig, m *checkpoint.Loaded) (x Example, cut bool, err error) {
	r, err := parseRecord([]byte(line))
	if err != nil {
		return x, false, err
	}
	e, err := newDataEncoder(c, m)
	if err != nil {
		return x, false, err
	}
	return e.encode(r)
}

// Steps lists the examples of each batch of each of the first n steps.
func Steps(lengths []int, seed uint64, budget, accumulate, n int) (steps [][][]int, epochs []int) {
	var examples []Example
	for _, l := range lengths {
		examples = append(examples, Example{Tokens: make([]int32, l)})
	}
	o := newOrder(examples, seed, budget, accumulate)
	for i := range n {
		batches, epoch := o.at(i)
		steps, epochs = append(steps, batches), append(epochs, epoch)
	}
	return steps, epochs
}

// TotalSteps is the number of steps of so many epochs.
func TotalSteps(lengths []int, seed uint64, budget, accumulate, epochs int) int {
	o := &order{lengths: lengths, seed: seed, budget: budget, accumulate: accumulate}
	return o.total(epochs)
}

// ReadText reads records from a text.
func ReadText(text string) ([]Record, error) { return readRecords(strings.NewReader(text)) }

// Updater prepares updates of a model on examples, and returns what makes one.
func Updater(m *checkpoint.Loaded, c SFTConfig, lines []string, w *kernel.Workers) (update func() error, err error) {
	l, err := newLearner(m.Parameters, nil, c, w)
	if err != nil {
		return nil, err
	}
	var examples []Example
	for _, line := range lines {
		x, _, err := Encode(line, c, m)
		if err != nil {
			return nil, err
		}
		examples = append(examples, x)
	}
	o := newOrder(examples, c.Seed, c.BatchTokens, c.Accumulate)
	batches, _ := o.at(0)
	return func() error {
		_, err := l.update(examples, batches, c.LearningRate)
		return err
	}, nil
}
