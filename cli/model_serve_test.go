package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"testing"
)

// A native model is an endpoint like any other: a benchmark runs on it.
func TestBenchmarkOnANativeModel(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	must := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, nil, &out, &errs); code != exitDone {
			t.Fatalf("segue %v exits %d: %s", args, code, errs.String())
		}
		return out.String()
	}
	must("model", "init", "--size", "micro", "--vocabulary", "bpe", "--tokens", "1024", "--out", path("m"))
	must("bench", "build", "--tasks", "2", "--seed", "1", "--steps", "2", "--difficulty", "1", "--out", path("bench.jsonl"))

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	served := make(chan int, 1)
	go func() {
		served <- run(ctx, []string{"model", "serve", path("m"), "--addr", "127.0.0.1:0", "--name", "nano", "--threads", "1", "--json", "--quiet"}, nil, in, io.Discard)
		in.Close()
	}()
	var ready struct{ Model, Address string }
	if err := json.NewDecoder(out).Decode(&ready); err != nil || ready.Model != "nano" {
		t.Fatalf("the service says %+v: %v", ready, err)
	}
	must("bench", "run", "--bench", path("bench.jsonl"), "--endpoint", "http://"+ready.Address+"/v1", "--model", "nano",
		"--samples", "1", "--max-tokens", "8", "--no-cache", "--run", path("run"))
	var report struct{ Cross struct{ Score *float64 } }
	if err := json.Unmarshal([]byte(must("bench", "report", "--run", path("run"), "--json")), &report); err != nil || report.Cross.Score == nil {
		t.Errorf("the report is %+v: %v", report, err)
	}
	stop()
	if code := <-served; code != exitDone {
		t.Errorf("an interrupted service exits %d", code)
	}
}
