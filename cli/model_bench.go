package cli

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"segue/lm/kernel"
	"segue/lm/speed"

	"github.com/spf13/cobra"
)

// speedFlags are the settings of model bench.
type speedFlags struct {
	part, model string
	batch       int
	seconds     float64
	threads     int
}

func newModelBench(u *ui) *cobra.Command {
	var f speedFlags
	c := &cobra.Command{
		Use: "bench", Short: "Measure the engine: matrix products, training and sampling", Args: noArgs,
		Long:    "Prints GFLOP/s of float32 matrix products and tokens per second of training steps and sampling, each the best of\nrepeated runs. make bench-lm sets the same sizes beside OpenBLAS, PyTorch, Hugging Face and llama.cpp.",
		Example: "  segue model bench\n  segue model bench --part gemm --json\n  segue model bench --part sample --model SmolLM2-135M-Instruct.Q4_1.gguf --batch 1",
		RunE:    func(cmd *cobra.Command, args []string) error { return u.modelBench(cmd.Context(), f) },
	}
	fs := c.Flags()
	fs.StringVar(&f.part, "part", "all", "gemm, train, sample or all")
	fs.StringVar(&f.model, "model", "", "sample from this model instead of fresh ones of several sizes")
	fs.IntVar(&f.batch, "batch", 0, "sequences at a time when sampling; 0 for the usual ones")
	fs.Float64Var(&f.seconds, "seconds", 1, "least time for each figure")
	fs.IntVar(&f.threads, "threads", runtime.NumCPU(), "threads of training and sampling")
	return c
}

// speedReport is what model bench prints.
type speedReport struct {
	Kernel string         `json:"kernel"`
	Gemm   []speed.Gemm   `json:"gemm,omitempty"`
	Train  []speed.Train  `json:"train,omitempty"`
	Sample []speed.Sample `json:"sample,omitempty"`
}

func (u *ui) modelBench(ctx context.Context, f speedFlags) (err error) {
	if f.seconds <= 0 || f.threads < 1 {
		return misusef("--seconds and --threads must be above 0")
	}
	o := speed.Options{Threads: f.threads, For: time.Duration(f.seconds * float64(time.Second)), Note: func(what string) { u.note("%s", what) }}
	r := speedReport{Kernel: kernel.Default().Name}
	parts := map[string]func() error{
		"gemm":   func() error { r.Gemm, err = speed.MeasureGemm(ctx, o); return err },
		"train":  func() error { r.Train, err = speed.MeasureTrain(ctx, o); return err },
		"sample": func() error { r.Sample, err = speed.MeasureSample(ctx, o, f.model, f.batch); return err },
	}
	if _, ok := parts[f.part]; !ok && f.part != "all" {
		return misusef("--part %q is none of gemm, train, sample, all", f.part)
	}
	for _, name := range []string{"gemm", "train", "sample"} {
		if f.part == "all" || f.part == name {
			if err := parts[name](); err != nil {
				return err
			}
		}
	}
	return u.value(r, func() { u.showSpeed(r) })
}

func (u *ui) showSpeed(r speedReport) {
	rows := [][]string{{"what", "threads", "speed"}}
	for _, g := range r.Gemm {
		rows = append(rows, []string{fmt.Sprintf("GEMM %d×%d×%d", g.M, g.N, g.K), fmt.Sprint(g.Threads), fmt.Sprintf("%.0f GFLOP/s", g.GFLOPS)})
	}
	for _, t := range r.Train {
		rows = append(rows, []string{fmt.Sprintf("training %s, %.1fM", t.Model, float64(t.Parameters)/1e6), fmt.Sprint(t.Threads), fmt.Sprintf("%.0f tokens/s", t.TokensPerSecond)})
	}
	for _, s := range r.Sample {
		rows = append(rows, []string{fmt.Sprintf("sampling %s, batch %d", s.Model, s.Batch), fmt.Sprint(s.Threads), fmt.Sprintf("%.0f tokens/s", s.TokensPerSecond)})
	}
	u.printf("kernels: %s\n", r.Kernel)
	u.table(rows)
}
