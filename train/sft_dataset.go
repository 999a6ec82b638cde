package train

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"

	"segue/lm/checkpoint"
)

// dataset is the tokenised data of a run.
type dataset struct {
	train, held  []Example
	fingerprint  string // SHA-256 of both
	dropped, cut int
}

// splitStream keeps the choice of held-out records apart from other draws of
// the same seed.
const splitStream = 1<<63 + 1

// readDataset reads, splits and tokenises the data of c.
func readDataset(c SFTConfig, m *checkpoint.Loaded) (dataset, error) {
	var d dataset
	e, err := newDataEncoder(c, m)
	if err != nil {
		return d, err
	}
	records, err := readAll(c.Data)
	if err != nil {
		return d, err
	}
	held, err := readAll(c.Eval)
	if err != nil {
		return d, err
	}
	if len(c.Eval) == 0 {
		records, held = split(records, c.HeldOut, c.Seed)
	}
	if d.train, err = d.encode(e, records); err != nil {
		return d, err
	}
	if d.held, err = d.encode(e, held); err != nil {
		return d, err
	}
	switch {
	case len(d.train) == 0:
		return d, fmt.Errorf("no example is left to learn from: %d have no learned token within %d tokens", d.dropped, e.longest)
	case len(held) > 0 && len(d.held) == 0:
		return d, fmt.Errorf("no held-out example is left: none has a learned token within %d tokens", e.longest)
	}
	d.fingerprint = fingerprint(d.train, d.held)
	return d, nil
}

// newDataEncoder makes the encoder that c asks for.
func newDataEncoder(c SFTConfig, m *checkpoint.Loaded) (*encoder, error) {
	longest := c.BatchTokens
	if c.MaxLength > 0 {
		longest = min(longest, c.MaxLength)
	}
	e, err := newEncoder(m, longest)
	if err != nil {
		return nil, err
	}
	e.all, e.drop = c.Learn == LearnAll, c.Long == LongDrop
	return e, nil
}

func readAll(paths []string) ([]Record, error) {
	var all []Record
	for _, path := range paths {
		records, err := ReadRecords(path)
		if err != nil {
			return nil, err
		}
		all = append(all, records...)
	}
	return all, nil
}

// split draws a share of the records, at least one when the share is not 0, to
// be held out. Both parts keep the order of the file.
func split(records []Record, share float64, seed uint64) (train, held []Record) {
	n := int(share * float64(len(records)))
	if share > 0 && len(records) > 1 {
		n = max(n, 1)
	}
	out := make([]bool, len(records))
	for _, i := range rand.New(rand.NewPCG(seed, splitStream)).Perm(len(records))[:n] {
		out[i] = true
	}
	for i, r := range records {
		if out[i] {
			held = append(held, r)
		} else {
			train = append(train, r)
		}
	}
	return train, held
}

// encode tokenises records and counts those that could not be used as they are.
func (d *dataset) encode(e *encoder, records []Record) ([]Example, error) {
	examples := make([]Example, 0, len(records))
	for i, r := range records {
		x, cut, err := e.encode(r)
		if errors.Is(err, errNothingLearned) {
			d.dropped++
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("record %d of the training data: %w", i+1, err)
		}
		if cut {
			d.cut++
		}
		examples = append(examples, x)
	}
	return examples, nil
}

func fingerprint(parts ...[]Example) string {
	sum := sha256.New()
	var buffer []byte
	for _, part := range parts {
		for _, e := range part {
			buffer = e.appendBytes(buffer[:0])
			sum.Write(buffer) // a hash does not fail
		}
		sum.Write([]byte{0xff})
	}
	return hex.EncodeToString(sum.Sum(nil))
}
