package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"segue/sandbox"
)

// Submission is a response to a task that is solved by a program.
type Submission struct {
	Code     Code
	Response string
}

// maxBatch is the most programs that share a process.
const maxBatch = 1000

// GradeAll grades responses as Grade does, in the order given, but starts far
// fewer processes: Python programs with call tests run one after another in one
// process, each in a fresh module, and equal Go programs are compiled once and
// run as one. Programs of one process could read and change each other, so
// GradeAll is for programs of one author, such as the references of a bank;
// a model's response is for Grade alone.
func GradeAll(ctx context.Context, runner Runner, all []Submission) []Result {
	results := make([]Result, len(all))
	var waiting []*grading
	for i, s := range all {
		g, decided := prepare(ctx, runner, s)
		if g == nil {
			results[i] = decided
			continue
		}
		g.place = i
		waiting = append(waiting, g)
	}
	for _, b := range batches(waiting) {
		err := b.run()
		for _, g := range b {
			if err != nil {
				results[g.place] = fault("%v", err)
			} else {
				results[g.place] = summary(g.results)
			}
		}
	}
	return results
}

// grading is one program on its tests.
type grading struct {
	ctx      context.Context
	runner   Runner
	code     Code
	lang     language
	source   string
	nonce    string
	place    int          // among the submissions
	results  []TestResult // of the first tests, until there is one for each
	timeouts int
}

// prepare finds the program of a submission; without one the result is decided.
func prepare(ctx context.Context, runner Runner, s Submission) (*grading, Result) {
	lang, err := lookup(s.Code.Language)
	if err == nil {
		err = s.Code.validate()
	}
	if err != nil {
		return nil, fault("%v", err)
	}
	source, ok := Extract(s.Response[:min(len(s.Response), maxResponse)], s.Code.Language, s.Code.Entry)
	if !ok {
		return nil, same(Compile, "the response holds no "+s.Code.Language+" code", len(s.Code.Tests))
	}
	return &grading{ctx: ctx, runner: runner, code: s.Code, lang: lang, source: source, nonce: nonce(source)}, Result{}
}

// batch is programs of one language that one process takes in order. There is
// always at least one.
type batch []*grading

// batches groups the programs that can share a process.
func batches(all []*grading) []batch {
	var out []batch
	open := map[[3]string]int{} // the group that takes the next program
	for _, g := range all {
		if !g.code.calls() {
			out = append(out, batch{g})
			continue
		}
		key := [3]string{g.code.Language}
		if g.lang.compiled {
			key = [3]string{g.code.Language, g.code.Entry, g.source}
		}
		at, ok := open[key]
		if !ok || len(out[at]) == maxBatch {
			at = len(out)
			open[key] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], g)
	}
	return out
}

// run gives every program its results.
func (b batch) run() (err error) {
	if g := b[0]; !g.code.calls() {
		g.results, err = g.runs()
		return err
	}
	// Where a program dies or hangs, a new process goes on behind that test.
	for left := b.unfinished(); len(left) > 0; left = left.unfinished() {
		run, err := left.start("")
		if err != nil {
			return err
		}
		left.read(run)
	}
	return nil
}

// maxTimeouts is after how many time-outs the remaining tests do not run.
const maxTimeouts = 2

// unfinished are the programs with tests that are still to be run.
func (b batch) unfinished() batch {
	var left batch
	for _, g := range b {
		if g.timeouts == maxTimeouts {
			g.results = append(g.results, slices.Repeat([]TestResult{{Time, "not run after earlier time-outs"}}, len(g.code.Tests)-len(g.results))...)
		}
		if !g.finished() {
			left = append(left, g)
		}
	}
	return left
}

func (g *grading) finished() bool { return len(g.results) == len(g.code.Tests) }

func (g *grading) failAll(s Status, reason string) {
	g.results = same(s, reason, len(g.code.Tests)).PerTest
}

// config is what the harness reads from config.json.
type config struct {
	Programs []programConfig `json:"programs"`
}

type programConfig struct {
	Nonce   string            `json:"nonce"`
	Source  string            `json:"source"`
	Entry   string            `json:"entry"`
	Seconds int               `json:"seconds"`
	First   int               `json:"first"` // number of the first call
	Calls   []json.RawMessage `json:"calls"`
}

// start runs programs on the call tests that they have no results for, or one
// program on one input.
func (b batch) start(stdin string) (sandbox.Result, error) {
	g, entry, calls := b[0], "", 0
	var c config
	for _, p := range b {
		next := programConfig{Nonce: p.nonce, Source: p.source, Seconds: p.code.seconds(), First: len(p.results)}
		if p.code.calls() {
			entry, next.Entry = p.code.Entry, p.code.Entry
			next.Calls = p.calls()
			calls += len(next.Calls)
		}
		c.Programs = append(c.Programs, next)
	}
	files := g.lang.files(g.source, entry)
	raw, err := json.Marshal(c)
	if err != nil {
		return sandbox.Result{}, fmt.Errorf("write the calls: %w", err)
	}
	files["config.json"] = raw
	limits := g.code.limits(max(1, calls))
	limits.OutputBytes *= int64(min(len(b), 64))
	if calls == 0 {
		limits.Idle = 0
	}
	return g.runner.Run(g.ctx, sandbox.Spec{Language: g.code.Language, Files: files, Entry: g.lang.entry,
		Stdin: []byte(stdin), Channel: true, Limits: limits})
}

// calls are the argument lists of the tests without results.
func (g *grading) calls() []json.RawMessage {
	var out []json.RawMessage
	for _, t := range g.code.Tests[len(g.results):] {
		if t.Args == nil {
			t.Args = json.RawMessage("[]")
		}
		out = append(out, t.Args)
	}
	return out
}

// read takes over what a process said about its programs, in their order. Where
// it said nothing more, its end is the result of the test that was due.
func (b batch) read(run sandbox.Result) {
	at := 0 // the program that is due
	for _, r := range b.records(run.Channel) {
		g := b[at]
		if r.Program != at || r.Stage == "" && r.Index != len(g.results) {
			break
		}
		if r.Stage != "" {
			g.failAll(r.status(), r.Error)
		} else {
			g.results = append(g.results, g.judgeCall(len(g.results), r))
		}
		if g.finished() {
			at++
		}
		if at == len(b) {
			return
		}
	}
	end := ending(run)
	if end.Status == Compile {
		for _, g := range b[at:] {
			g.failAll(Compile, end.Reason)
		}
		return
	}
	if end.Status == Time {
		b[at].timeouts++
	}
	b[at].results = append(b[at].results, end)
}

// record is one line of the harness.
type record struct {
	Program int             `json:"p"` // number in the batch
	Index   int             `json:"i"` // of the test
	Value   json.RawMessage `json:"v"`
	Error   string          `json:"e"`
	Stage   string          `json:"s"` // "compile" or "load": before any test
}

func (r record) status() Status {
	switch {
	case r.Stage == "compile":
		return Compile
	case strings.HasPrefix(r.Error, "MemoryError"):
		return Memory
	}
	return Runtime
}

// records reads the lines of the channel that carry the nonce of their program.
func (b batch) records(channel []byte) []record {
	var out []record
	for line := range bytes.Lines(channel) {
		mark, rest, ok := bytes.Cut(line, []byte(" "))
		var r record
		if ok && bytes.HasSuffix(line, []byte("\n")) && json.Unmarshal(rest, &r) == nil &&
			r.Program >= 0 && r.Program < len(b) && string(mark) == b[r.Program].nonce {
			r.Error = r.Error[:min(len(r.Error), 300)]
			out = append(out, r)
		}
	}
	return out
}
