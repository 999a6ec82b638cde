package checkpoint

import (
	"fmt"
	"math"

	"segue/lm/gguf"
)

// keys reads settings from a GGUF file's metadata. The first that is missing
// or out of range is remembered, so that a whole config is read before it is
// asked for.
type keys struct {
	metadata gguf.Metadata
	prefix   string // before every name
	failed   error
}

func (k *keys) fail(err error) {
	if k.failed == nil {
		k.failed = err
	}
}

func (k *keys) text(name string) string {
	s, ok := k.metadata.Text(k.prefix + name)
	if !ok {
		k.fail(fmt.Errorf("the metadata have no text %s%s", k.prefix, name))
	}
	return s
}

func (k *keys) textOr(name, fallback string) string {
	if s, ok := k.metadata.Text(k.prefix + name); ok {
		return s
	}
	return fallback
}

// integer is a count. Per-layer counts, which some models have, are arrays and
// not what is looked for.
func (k *keys) integer(name string) int {
	n, ok := k.metadata.Uint(k.prefix + name)
	switch {
	case !ok:
		k.fail(fmt.Errorf("the metadata have no whole number %s%s", k.prefix, name))
	case n > math.MaxInt32:
		k.fail(fmt.Errorf("%s%s is %d, beyond any model", k.prefix, name, n))
		return 0
	}
	return int(n)
}

func (k *keys) integerOr(name string, fallback int) int {
	if !k.has(name) {
		return fallback
	}
	return k.integer(name)
}

func (k *keys) number(name string) float64 {
	x, ok := k.metadata.Float(k.prefix + name)
	if !ok {
		k.fail(fmt.Errorf("the metadata have no number %s%s", k.prefix, name))
	}
	return x
}

func (k *keys) numberOr(name string, fallback float64) float64 {
	if !k.has(name) {
		return fallback
	}
	return k.number(name)
}

// has says whether there is a key of any kind: one of the wrong kind is an
// error, not an absence.
func (k *keys) has(name string) bool {
	for key := range k.metadata.All() {
		if key == k.prefix+name {
			return true
		}
	}
	return false
}

// token is a token's id; nil when the metadata name none.
func (k *keys) token(name string) *int32 {
	if !k.has(name) {
		return nil
	}
	id := int32(k.integer(name))
	return &id
}
