// Package program grades code by unit tests that run in a sandbox.
//
// The untrusted program only ever sees the inputs of tests. What it returns is
// written as JSON to a private channel, or is what it prints, and is compared
// here, outside: no exit code, no printed word, no overridden operator and no
// patched module can earn a pass, because what the sandbox sees does not depend
// on the expected values.
package program

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"segue/sandbox"
	"segue/task"
)

// Status is the verdict on a program or on one test.
type Status string

// The verdicts. HarnessFault means undecided: nothing is known about the
// program, so it must not count as wrong.
const (
	Pass         Status = "pass"
	Wrong        Status = "wrong"
	Time         Status = "time"
	Memory       Status = "memory"
	OutputLimit  Status = "output_limit"
	Runtime      Status = "runtime" // an exception, a signal, an exit before the answer
	Compile      Status = "compile" // no code, or code that does not compile
	HarnessFault Status = "harness_fault"
)

// Runner runs untrusted programs; *sandbox.Sandbox is one.
type Runner interface {
	Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error)
}

// Code is a task that is solved by a program.
type Code struct {
	Language string `json:"language"` // one of Languages
	// Entry is the function that call tests call. Python also finds it as a
	// method of a class Solution.
	Entry string          `json:"entry,omitempty"`
	Tests []task.CodeTest `json:"tests"`
	// Comparator is "" (JSON equality; lines of output without trailing blanks),
	// "multiset" (the outermost list in any order), "tokens" (output as blank
	// separated words) or "exact" (output byte for byte).
	Comparator string `json:"comparator,omitempty"`
	// Seconds is the processor time for one test; 0 means DefaultSeconds.
	Seconds int `json:"seconds,omitempty"`
}

// DefaultSeconds is the processor time for one test where the task does not say.
const DefaultSeconds = 5

const (
	maxTests    = 200
	maxResponse = 1 << 20
)

// TestResult is the verdict on one test.
type TestResult struct {
	Status Status `json:"status"`
	Reason string `json:"reason,omitempty"`
}

// Result is the verdict on a response.
type Result struct {
	// Score is 1 when every test passes and 0 otherwise: a program that fails a
	// test is wrong, and paying for parts teaches special cases.
	Score float64 `json:"score"`
	// Share is the part of the tests that pass, a side measure.
	Share  float64 `json:"share"`
	Status Status  `json:"status"` // Pass, or that of the first test that fails
	// PerTest has one verdict per test, in order; all tests run, but after two
	// time-outs the rest count as time-outs unseen.
	PerTest []TestResult `json:"per_test,omitempty"`
	Reason  string       `json:"reason,omitempty"`
}

// Grade extracts the code of a response and runs all tests on it, in processes
// of its own.
func Grade(ctx context.Context, runner Runner, code Code, response string) Result {
	return GradeAll(ctx, runner, []Submission{{code, response}})[0]
}

// nonce marks the harness's lines, so that a program that writes to the channel
// by accident is not taken for it. It must not depend on the expected values:
// a program that knows everything else could find them by trying.
func nonce(source string) string {
	sum := sha256.Sum256([]byte("segue harness\n" + source))
	return hex.EncodeToString(sum[:12])
}

// calls says whether the tests call a function; validate refuses a mixture.
func (c Code) calls() bool { return c.Tests[0].Expect != nil }

// validate refuses tasks that cannot tell a right program from one that does
// nothing.
func (c Code) validate() error {
	if len(c.Tests) == 0 || len(c.Tests) > maxTests {
		return fmt.Errorf("a code task has 1 to %d tests, this one has %d", maxTests, len(c.Tests))
	}
	if !slices.Contains([]string{"", "multiset", "tokens", "exact"}, c.Comparator) {
		return fmt.Errorf("comparator %q is not multiset, tokens or exact", c.Comparator)
	}
	says := false
	for i, t := range c.Tests {
		if (t.Expect != nil) != c.calls() {
			return fmt.Errorf("test %d mixes calls with runs", i+1)
		}
		if !c.calls() {
			says = says || t.Stdout != ""
			continue
		}
		var args []json.RawMessage
		if t.Args != nil && json.Unmarshal(t.Args, &args) != nil {
			return fmt.Errorf("test %d: the arguments are not a JSON list", i+1)
		}
		if _, err := decode(t.Expect); err != nil {
			return fmt.Errorf("test %d: the expected value is unreadable: %w", i+1, err)
		}
	}
	if c.calls() && !identifier.MatchString(c.Entry) {
		return fmt.Errorf("call tests need the name of a function, not %q", c.Entry)
	}
	if !c.calls() && !says {
		return fmt.Errorf("no test expects any output")
	}
	return nil
}

// seconds is the processor time for one test.
func (c Code) seconds() int {
	if c.Seconds <= 0 {
		return DefaultSeconds
	}
	return c.Seconds
}

// limits are those of a sandbox run of so many tests. Processor time decides,
// and the harness bounds it test by test; the clock only ends programs that
// sleep, late enough that a busy machine does not fail a program that works.
func (c Code) limits(tests int) sandbox.Limits {
	one := time.Duration(c.seconds()) * time.Second
	l := sandbox.DefaultLimits()
	l.CPU = one * time.Duration(tests)
	l.Idle = 2*one + 2*time.Second
	l.Wall = min(2*l.CPU, 4*time.Minute) + 2*time.Second
	return l
}

func fault(format string, args ...any) Result {
	return Result{Status: HarnessFault, Reason: fmt.Sprintf(format, args...)}
}

// same is the result of a program that failed before any test.
func same(s Status, reason string, tests int) Result {
	return summary(slices.Repeat([]TestResult{{s, reason}}, tests))
}

func summary(tests []TestResult) Result {
	r := Result{Status: Pass, PerTest: tests}
	passed := 0
	for i, t := range tests {
		switch {
		case t.Status == Pass:
			passed++
		case r.Status == Pass:
			r.Status, r.Reason = t.Status, fmt.Sprintf("test %d: %s", i+1, t.Reason)
		}
	}
	r.Share = float64(passed) / float64(len(tests))
	if r.Status == Pass {
		r.Score = 1
	}
	return r
}
