package compose

import (
	"fmt"
	"strconv"
	"strings"

	"segue/task"
)

// Split is a part of the item space. The parts share no item: an item's
// fingerprint alone says to which it belongs.
type Split string

// The splits. Test has half of the item space, the others a quarter each:
// composing draws until an item falls in the wanted split, so a small split would
// make building slow, and since items are unlimited a part is as large as one likes.
const (
	Train      Split = "train"
	Validation Split = "validation"
	Test       Split = "test"
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
	first, err := strconv.ParseUint(it.Fingerprint()[:8], 16, 64)
	if err != nil {
		return Train
	}
	return [...]Split{Test, Test, Train, Validation}[first%4]
}
