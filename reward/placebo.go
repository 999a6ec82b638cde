package reward

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"segue/switching"
)

func init() {
	Register(Definition{
		Name: "placebo", Doc: "as entropy-rank, under a table whose values are shuffled: a control, what it earns is not owed to Skill Entropy", Labels: true, Table: true,
		New: func(s Setting) (Signal, error) {
			r := rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "placebo\x00%d", s.Seed))))
			ranks, err := NewRanks(Shuffled(s.Table, r), s.Estimator, s.Training)
			return entropyRank{ranks}, err
		},
	})
}

// Shuffled is a table with the same cells under other names: the pairs, the
// leave, the land and the domain cells are permuted, each among themselves.
func Shuffled(t *switching.Table, r *rand.Rand) *switching.Table {
	out := *t
	for _, group := range []*map[string]switching.Cell{&out.Pair, &out.Leave, &out.Land, &out.Domain} {
		keys := slices.Sorted(maps.Keys(*group))
		moved := make(map[string]switching.Cell, len(keys))
		for i, from := range r.Perm(len(keys)) {
			moved[keys[i]] = (*group)[keys[from]]
		}
		*group = moved
	}
	return &out
}
