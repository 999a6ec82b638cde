package cli_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"segue/bench/demo"
	"segue/cli"
	"segue/llm"
	"segue/llm/scripted"
	"segue/task"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"segue": func() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// Every script shows one behaviour of one verb. Beside testscript's own
// commands there are
//
//	exits N CMD ARGS…        the command ends with exit code N
//	server BEHAVIOUR [BENCH] serves a model at $ENDPOINT
//	await N                  waits until the model has seen N requests
//	asked N                  the model saw N requests since the last asked
//	disjoint BENCH BENCH…    the benchmarks share no question
//	json FILE PATH[=VALUE]…  the file is one JSON value that has what the paths name
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("SEGUE_CACHE_DIR", filepath.Join(e.WorkDir, ".cache"))
			e.Values[servedKey{}] = &served{}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "server": server, "asked": asked, "await": await, "json": jsonHas, "disjoint": disjoint,
		},
		RequireUniqueNames: true,
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N CMD ARGS…")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if want := args[0]; strconv.Itoa(code) != want {
		ts.Fatalf("exit code %d, want %s", code, want)
	}
}

// served is the model of a script.
type served struct {
	requests atomic.Int64
	asked    int64
}

type servedKey struct{}

// server starts a model: fixed always says 2 unless a benchmark is given, which
// it answers as the script of the demonstration; any fault of package scripted
// by its name fails always; once:FAULT fails each request once.
func server(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: server BEHAVIOUR [BENCH]")
	}
	s := ts.Value(servedKey{}).(*served)
	model := &scripted.Model{Answer: func(llm.Request) string { return "<skill>Math, Sums</skill><answer>2</answer>" }}
	if len(args) == 2 {
		script, err := demo.NewScript(readTasks(ts, args[1]), 1)
		ts.Check(err)
		model.Answer = script.Answer
	}
	when, name, conditional := strings.Cut(args[0], ":")
	if !conditional {
		when, name = "always", when
	}
	known := name == "fixed"
	for _, f := range scripted.Faults() {
		if f.String() != name {
			continue
		}
		known = true
		switch when {
		case "once":
			model.Faults = scripted.First(f)
		case "after":
			const answered = 3
			model.Faults = func(llm.Request, int) scripted.Fault {
				if s.requests.Load() <= answered {
					return scripted.None
				}
				return f
			}
		case "always":
			model.Faults = scripted.Always(f)
		default:
			known = false
		}
	}
	if !known {
		ts.Fatalf("unknown behaviour %q", args[0])
	}
	behave := model.Faults
	model.Faults = func(r llm.Request, try int) scripted.Fault {
		s.requests.Add(1)
		if behave == nil {
			return scripted.None
		}
		return behave(r, try)
	}
	web := httptest.NewServer(model.Handler())
	ts.Defer(web.Close)
	ts.Setenv("ENDPOINT", web.URL+"/v1")
}

func readTasks(ts *testscript.TestScript, path string) []task.Task {
	var tasks []task.Task
	err := task.ReadJSONL(strings.NewReader(ts.ReadFile(path)), func(_ int, t task.Task) error {
		tasks = append(tasks, t)
		return nil
	})
	ts.Check(err)
	return tasks
}

func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await N")
	}
	s := ts.Value(servedKey{}).(*served)
	want, err := strconv.ParseInt(args[0], 10, 64)
	ts.Check(err)
	for deadline := time.Now().Add(20 * time.Second); s.requests.Load() < want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			ts.Fatalf("the model saw %d requests, not %d", s.requests.Load(), want)
		}
	}
}

func asked(ts *testscript.TestScript, neg bool, args []string) {
	s := ts.Value(servedKey{}).(*served)
	now := s.requests.Load()
	got := strconv.FormatInt(now-s.asked, 10)
	s.asked = now
	if len(args) != 1 || (got == args[0]) == neg {
		ts.Fatalf("the model was asked %s times; the script says %v", got, args)
	}
}

func disjoint(ts *testscript.TestScript, neg bool, args []string) {
	seen := map[string]string{}
	for _, path := range args {
		for _, t := range readTasks(ts, path) {
			for _, s := range t.Steps {
				if other := seen[s.Standalone]; other != "" && other != path {
					ts.Fatalf("%s and %s share %q", other, path, s.Standalone)
				}
				seen[s.Standalone] = path
			}
		}
	}
	if neg || len(seen) == 0 {
		ts.Fatalf("usage: disjoint BENCH BENCH…")
	}
}

func jsonHas(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: json FILE PATH[=VALUE]…")
	}
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	dec.UseNumber()
	var v any
	ts.Check(dec.Decode(&v))
	if err := dec.Decode(new(any)); err != io.EOF {
		ts.Fatalf("%s holds more than one JSON value", args[0])
	}
	for _, arg := range args[1:] {
		path, want, compare := strings.Cut(arg, "=")
		got, err := follow(v, path)
		ts.Check(err)
		if text := fmt.Sprint(got); compare && text != want {
			ts.Fatalf("%s is %s, want %s", path, text, want)
		}
	}
}

// follow walks a path such as pairs.0.ske; # is the length of a list or object.
func follow(v any, path string) (any, error) {
	for key := range strings.SplitSeq(path, ".") {
		if key == "" {
			continue
		}
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[key]
			if !ok && key != "#" {
				return nil, fmt.Errorf("%s: there is no key %q", path, key)
			}
			if v = next; !ok {
				v = len(x)
			}
		case []any:
			i, err := strconv.Atoi(key)
			switch {
			case key == "#":
				v = len(x)
			case err != nil || i < 0 || i >= len(x):
				return nil, fmt.Errorf("%s: there is no element %q among %d", path, key, len(x))
			default:
				v = x[i]
			}
		default:
			return nil, fmt.Errorf("%s: %q of %v", path, key, v)
		}
	}
	return v, nil
}
