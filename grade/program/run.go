package program

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"segue/sandbox"
)

// runs runs each input test in a process of its own.
func (g *grading) runs() ([]TestResult, error) {
	var results []TestResult
	timeouts := 0
	for _, t := range g.code.Tests {
		if timeouts == maxTimeouts {
			results = append(results, TestResult{Time, "not run after earlier time-outs"})
			continue
		}
		run, err := batch{g}.start(t.Stdin)
		if err != nil {
			return nil, err
		}
		result := ending(run)
		for _, r := range (batch{g}).records(run.Channel) {
			result = TestResult{r.status(), r.Error}
		}
		if run.Status == sandbox.Finished && run.ExitCode == 0 && result.Status != Compile {
			result = TestResult{Status: Pass}
			if why := compareOutput(t.Stdout, string(run.Stdout), g.code.Comparator, t.Tol); why != "" {
				result = TestResult{Wrong, why}
			}
		}
		if result.Status == Time {
			timeouts++
		}
		if result.Status == Compile {
			return same(Compile, result.Reason, len(g.code.Tests)).PerTest, nil
		}
		results = append(results, result)
	}
	return results, nil
}

func (g *grading) judgeCall(i int, r record) TestResult {
	if r.Value == nil {
		return TestResult{r.status(), r.Error}
	}
	got, err := decode(r.Value)
	if err != nil {
		return TestResult{Runtime, "the result is unreadable: " + err.Error()}
	}
	test := g.code.Tests[i]
	want, _ := decode(test.Expect) // validated
	if equal(want, got, test.Tol, g.code.Comparator == "multiset") {
		return TestResult{Status: Pass}
	}
	return TestResult{Wrong, fmt.Sprintf("returned %s for %s", cut(r.Value), cut(test.Args))}
}

func cut(raw []byte) string {
	if len(raw) > 80 {
		return string(raw[:80]) + "…"
	}
	return string(raw)
}

// ending is the verdict on a program that ended without an answer.
func ending(run sandbox.Result) TestResult {
	switch run.Status {
	case sandbox.Time:
		return TestResult{Time, "the time limit was reached"}
	case sandbox.Memory:
		return TestResult{Memory, "the memory limit was reached"}
	case sandbox.OutputLimit:
		return TestResult{OutputLimit, "the output limit was reached"}
	case sandbox.Compile:
		return TestResult{Compile, lastLine(run.Stderr, "it does not compile")}
	case sandbox.Processes:
		return TestResult{Runtime, "it started too many processes"}
	case sandbox.Signal:
		return TestResult{Runtime, "it died of signal " + strconv.Itoa(run.Signal)}
	}
	if bytes.Contains(run.Stderr, []byte("\nMemoryError")) {
		return TestResult{Memory, "the memory limit was reached"}
	}
	return TestResult{Runtime, lastLine(run.Stderr, fmt.Sprintf("it ended with exit code %d before it answered", run.ExitCode))}
}

// lastLine is the last line of a program's error output, which in Python names
// the exception.
func lastLine(stderr []byte, otherwise string) string {
	lines := strings.Split(strings.TrimSpace(string(stderr)), "\n")
	line := strings.TrimSpace(lines[len(lines)-1])
	if line == "" {
		return otherwise
	}
	return line[:min(len(line), 300)]
}
