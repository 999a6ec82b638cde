package generation

import (
	"fmt"

	"segue/lm/attention"
	"segue/lm/kernel"
)

// Options size an engine. All memory for keys, values and activations is taken
// at the start. Zero values mean the defaults.
type Options struct {
	Workers   *kernel.Workers       // nil: the engine's own goroutine alone. They stay the caller's
	Tokens    int                   // keys and values held at once, in tokens; 0: DefaultTokens, or 4 full contexts when that is less
	Sequences int                   // computed at the same time; 0: DefaultSequences
	Rows      int                   // tokens computed in one step; 0: DefaultRows, or Sequences + 64 when that is more
	Queue     int                   // sequences waiting or running, beyond which Submit refuses; 0: DefaultQueue
	Prefixes  int                   // prompts whose keys and values are kept for others; 0: DefaultPrefixes, below 0: none
	Bytes     func(id int32) []byte // the bytes of a token; nil: no texts. Called by one goroutine at a time
}

// Defaults of Options.
const (
	DefaultTokens    = 1 << 15
	DefaultSequences = 64
	DefaultRows      = 512
	DefaultQueue     = 4096
	DefaultPrefixes  = 32
)

// Most that Options may ask for.
const (
	maxSequences = 1 << 12
	maxRows      = 1 << 14
	maxQueue     = 1 << 20
	maxPrefixes  = 1 << 10
	maxTokens    = 1 << 30
)

// complete puts the defaults in and says in words what cannot be.
func (o Options) complete(context int) (Options, error) {
	limit := func(name string, value, most int) error {
		if value < 0 || value > most {
			return fmt.Errorf("engine: %s is %d, want 0 to %d", name, value, most)
		}
		return nil
	}
	for _, err := range []error{
		limit("the number of tokens held", o.Tokens, maxTokens), limit("the number of sequences", o.Sequences, maxSequences),
		limit("the number of rows", o.Rows, maxRows), limit("the queue", o.Queue, maxQueue), limit("the number of prefixes", max(o.Prefixes, 0), maxPrefixes),
	} {
		if err != nil {
			return o, err
		}
	}
	set := func(value *int, standard int) {
		if *value == 0 {
			*value = standard
		}
	}
	set(&o.Sequences, DefaultSequences)
	set(&o.Rows, max(DefaultRows, o.Sequences+64))
	set(&o.Queue, DefaultQueue)
	set(&o.Prefixes, DefaultPrefixes)
	o.Prefixes = max(o.Prefixes, 0)
	if o.Tokens == 0 {
		o.Tokens = min(DefaultTokens, 4*max(context, attention.PageSize))
	}
	if o.Rows <= o.Sequences {
		return o, fmt.Errorf("engine: %d rows a step leave none to read prompts beside %d sequences", o.Rows, o.Sequences)
	}
	return o, nil
}
