package train_test

import (
	"fmt"
	"strings"
	"testing"

	"segue/lm/checkpoint"
	"segue/lm/kernel"
	"segue/train"
)

func updater(t testing.TB, workers *kernel.Workers) func() error {
	t.Helper()
	m, err := checkpoint.Load(tinyModel(t))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i := range 64 {
		lines = append(lines, fmt.Sprintf("{\"prompt\":%q,\"completion\":%q}", strings.Repeat("x", 10+i%20), strings.Repeat("y", 20)))
	}
	c := train.SFTDefaults()
	c.BatchTokens, c.Accumulate = 512, 4
	update, err := train.Updater(m, c, lines, workers)
	if err != nil {
		t.Fatal(err)
	}
	return update
}

// TestUpdatesHardlyAllocate holds an update, once its memory has grown, to the
// promise of under 100 allocations.
func TestUpdatesHardlyAllocate(t *testing.T) {
	workers := kernel.NewWorkers(2)
	defer workers.Close()
	update := updater(t, workers)
	n := testing.AllocsPerRun(5, func() {
		if err := update(); err != nil {
			t.Fatal(err)
		}
	})
	if n >= 100 {
		t.Errorf("an update allocates %v times", n)
	}
}

func BenchmarkUpdate(b *testing.B) {
	workers := kernel.NewWorkers(2)
	defer workers.Close()
	update := updater(b, workers)
	b.ReportAllocs()
	for b.Loop() {
		if err := update(); err != nil {
			b.Fatal(err)
		}
	}
}
