package compose

import (
	"fmt"
	"strings"

	"segue/task"
)

// Split is a part of the item space. The parts share no item: an item's
// fingerprint alone says to which it belongs.
type Split string

// The splits and their shares of the item space.
const (
	Train      Split = "train"      // 8 tenths
	Validation Split = "validation" // 1 tenth
	Test       Split = "test"       // 1 tenth
)

// ParseSplit reads a split's name; "" is test, the split that benchmarks are built from.
func ParseSplit(s string) (Split, error) {
	switch split := Split(strings.ToLower(s)); split {
	case "":
		return Test, nil
	case Train, Validation, Test:
		return split, nil
	}
	return "", fmt.Errorf("unknown split %q; the splits are train, validation and test", s)
}

// SplitOf is the split that an item belongs to, by the hash of its problem:
// phrasings of one problem stay together.
func SplitOf(it task.Item) Split {
	var first int
	if _, err := fmt.Sscanf(it.Fingerprint()[:6], "%x", &first); err != nil {
		return Train
	}
	switch first % 10 {
	case 0:
		return Test
	case 1:
		return Validation
	}
	return Train
}
