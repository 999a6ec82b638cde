package cli

import (
	"fmt"
	"os"
	"runtime"

	"segue/lm"
	"segue/lm/kernel"

	"github.com/spf13/pflag"
)

// engineFlags are the settings of every verb that runs a native model.
type engineFlags struct{ lm.Options }

func (f *engineFlags) add(fs *pflag.FlagSet) {
	fs.IntVar(&f.Threads, "threads", runtime.NumCPU(), "threads of the engine")
	fs.IntVar(&f.CacheTokens, "cache-tokens", lm.DefaultCacheTokens, "tokens that the key-value cache holds, for all sequences together")
	fs.BoolVar(&f.Exact, "exact", false, "compute with float32 weights even where the file holds quantised ones")
}

// open opens a native model; the kernel set that the environment names must
// run here.
func (f *engineFlags) open(path string) (*lm.Model, error) {
	if f.Threads < 1 {
		return nil, misusef("--threads %d: at least one thread is needed", f.Threads)
	}
	if _, err := kernel.Select(os.Getenv("SEGUE_KERNEL")); err != nil {
		return nil, misusef("SEGUE_KERNEL: %w", err)
	}
	m, err := lm.Open(path, f.Options)
	if err != nil {
		return nil, hint(err, "%s", "segue model info PATH checks a model; segue model init makes one")
	}
	return m, nil
}

func threadsNote(n int) string {
	return fmt.Sprintf("%s, %s kernels", plural(n, "thread"), kernel.Default().Name)
}
