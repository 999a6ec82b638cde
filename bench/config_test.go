package bench_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/bench"
	"segue/llm"
	"segue/llm/scripted"
	"segue/task"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestBadInputIsRefusedByName(t *testing.T) {
	asked := llm.SamplerFunc(func(context.Context, llm.Request) (llm.Response, error) {
		t.Error("a request was sent")
		return llm.Response{}, nil
	})
	for name, c := range map[string]struct {
		change func(*bench.Runner)
		want   string
	}{
		"no model":        {func(r *bench.Runner) { r.Config.Models = nil }, "no model"},
		"model twice":     {func(r *bench.Runner) { r.Config.Models = []string{"m", "m"} }, "twice"},
		"no mode":         {func(r *bench.Runner) { r.Config.Modes = nil }, "no mode"},
		"mode twice":      {func(r *bench.Runner) { r.Config.Modes = []task.Mode{task.Cross, task.Cross} }, "twice"},
		"unknown mode":    {func(r *bench.Runner) { r.Config.Modes = []task.Mode{"both"} }, `"both"`},
		"no samples":      {func(r *bench.Runner) { r.Config.Samples = 0 }, "samples"},
		"NaN temperature": {func(r *bench.Runner) { r.Config.Temperature = math.NaN() }, "temperature"},
		"infinite top-p":  {func(r *bench.Runner) { r.Config.TopP = math.Inf(1) }, "top-p"},
		"NaN top-p":       {func(r *bench.Runner) { r.Config.TopP = math.NaN() }, "top-p"},
		"no tokens":       {func(r *bench.Runner) { r.Config.MaxTokens = 0 }, "max-tokens"},
		"no tasks":        {func(r *bench.Runner) { r.Tasks = nil }, "no tasks"},
		"duplicate ids":   {func(r *bench.Runner) { r.Tasks[1].ID = r.Tasks[0].ID }, `"t0"`},
		"bad step number": {func(r *bench.Runner) { r.Tasks[0].Steps[0].N = 7 }, "numbered 7"},
	} {
		r := runner(someTasks(2, 2), 1, asked)
		c.change(r)
		dir := filepath.Join(t.TempDir(), "run")
		if _, err := r.Run(t.Context(), dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one about %s", name, err, c.want)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: the run directory was made", name)
		}
	}
}

func TestDamagedDirectoriesAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(dir string) string
		want   string
	}{
		"a file":          {func(dir string) string { write(t, dir+"/file", "x"); return dir + "/file" }, "make run directory"},
		"half a run.json": {func(dir string) string { write(t, dir+"/run.json", `{"models": ["m"`); return dir }, "damaged"},
		"no run.json":     {func(dir string) string { write(t, dir+"/segue.db", ""); return dir }, "no run.json"},
		"garbage for segue.db": {func(dir string) string {
			finish(t, runner(someTasks(1, 2), 1, &scripted.Model{}), dir)
			for _, f := range []string{"segue.db-wal", "segue.db-shm"} {
				os.Remove(filepath.Join(dir, f))
			}
			write(t, dir+"/segue.db", strings.Repeat("no database ", 1000))
			return dir
		}, "segue.db"},
	} {
		dir := c.damage(t.TempDir())
		if _, err := runner(someTasks(1, 2), 1, &scripted.Model{}).Run(t.Context(), dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one about %s", name, err, c.want)
		}
	}
	for _, read := range []func(string) error{
		func(dir string) error { _, err := bench.Load(t.Context(), dir, ""); return err },
		func(dir string) error { return bench.EachOutcome(t.Context(), dir, nil) },
	} {
		if err := read(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no run directory") {
			t.Errorf("an empty directory: error %v", err)
		}
	}
}

func TestOddDirectoryNames(t *testing.T) {
	tasks := someTasks(1, 2)
	for _, name := range []string{"50%", "what?mode=memory", "a#b", "with blank", "ünï"} {
		dir := filepath.Join(t.TempDir(), name)
		finish(t, runner(tasks, 1, &scripted.Model{Answer: newOracle(t, tasks).answer}), dir)
		if _, err := os.Stat(filepath.Join(dir, "segue.db")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := len(outcomesOf(t, dir)); n != 4 {
			t.Errorf("%s: %d outcomes", name, n)
		}
	}
}

func TestChangedConfigurationIsRefusedByName(t *testing.T) {
	tasks := someTasks(2, 2)
	model := &scripted.Model{Answer: newOracle(t, tasks).answer}
	dir := t.TempDir()
	finish(t, runner(tasks, 2, model), dir)
	for want, change := range map[string]func(*bench.Runner){
		"temperature was 0.7, is 0.8":                             func(r *bench.Runner) { r.Config.Temperature = 0.8 },
		"samples was 2, is 1":                                     func(r *bench.Runner) { r.Config.Samples = 1 },
		"seed was 1152921504606846977, is 1152921504606846978":    func(r *bench.Runner) { r.Config.Seed++ },
		"models was [m], is [m n]":                                func(r *bench.Runner) { r.Config.Models = []string{"n", "m"} },
		"modes was [cross single], is [cross]":                    func(r *bench.Runner) { r.Config.Modes = r.Config.Modes[:1] },
		"judge was not set, is j":                                 func(r *bench.Runner) { r.Config.Judge = "j" },
		"benchmark_sha256":                                        func(r *bench.Runner) { r.Tasks[0].Scenario = "Another." },
		"max_tokens was 256, is 255; prompt_version was 1, is 99": func(r *bench.Runner) { r.Config.MaxTokens--; r.Config.PromptVersion = 99 },
	} {
		r := runner(someTasks(2, 2), 2, model)
		change(r)
		if _, err := r.Run(t.Context(), dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	asked := model.Requests()
	r := runner(someTasks(2, 2), 3, model)
	r.Config.Endpoints, r.Config.Tags, r.Config.Version = []string{"http://moved/v1"}, []string{"x"}, "newer"
	r.Config.Modes = []task.Mode{task.Single, task.Cross}
	if s := finish(t, r, dir); s.Resumed != 12 || s.Total != 18 || model.Requests() != asked+6 {
		t.Errorf("with one sample more: %+v, %d requests", s, model.Requests()-asked)
	}
	c, err := bench.ReadConfig(dir)
	if err != nil || c.Samples != 3 || c.Endpoints[0] != "http://moved/v1" {
		t.Errorf("configuration %+v, error %v", c, err)
	}
}

func TestASecondStartIsRefused(t *testing.T) {
	tasks := someTasks(2, 2)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := make(chan struct{}, 100), make(chan error)
	go func() {
		_, err := runner(tasks, 1, llm.SamplerFunc(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
			begun <- struct{}{}
			<-ctx.Done()
			return llm.Response{}, ctx.Err()
		})).Run(ctx, dir)
		ended <- err
	}()
	<-begun
	before, err := os.ReadFile(filepath.Join(dir, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := runner(tasks, 9, &scripted.Model{}).Run(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a second start: error %v", err)
	}
	if after, err := os.ReadFile(filepath.Join(dir, "run.json")); err != nil || string(after) != string(before) {
		t.Errorf("the second start changed run.json: %v", err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the first start: %v", err)
	}
}
