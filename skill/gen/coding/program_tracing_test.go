package coding_test

import (
	"regexp"
	"strings"
	"testing"
)

const traceOracle = `
import json, re, sys
out = []
for job in json.load(sys.stdin):
    scope = {"k": job["n"]}
    exec(job["code"], scope)
    if job["kind"] == "value":
        name = re.search(r"def (\w+)", job["code"]).group(1)
        out.append(str(scope[name](job["n"])))
    elif job["kind"] == "calls":
        inner, calls = scope["f"], [0]
        def f(n):
            calls[0] += 1
            return inner(n)
        scope["f"] = f
        f(job["n"])
        out.append(str(calls[0]))
    else:
        out.append(str(scope[job["name"]]))
print(json.dumps(out))
`

type traceJob struct {
	Kind string `json:"kind"`
	Code string `json:"code"`
	Name string `json:"name"`
	N    int    `json:"n"`
}

func TestTracesAgreeWithPython(t *testing.T) {
	named := regexp.MustCompile("`([pqs])`")
	for id, kind := range map[string]string{
		"coding/loop-trace-output": "value", "coding/recursion-call-count": "calls", "coding/mutation-and-aliasing-trace": "name",
	} {
		its := items(t, id, 60)
		var jobs []traceJob
		for _, it := range its {
			job := traceJob{Kind: kind, Code: code(t, it.Question, "python"), N: atoi(t, it.Slots[0].Value)}
			if m := named.FindStringSubmatch(it.Question); m != nil {
				job.Name = m[1]
			}
			jobs = append(jobs, job)
		}
		var got []string
		python(t, traceOracle, jobs, &got)
		agree(t, its, got)
	}
}

const bitOracle = `
import json, sys
out = []
for job in json.load(sys.stdin):
    width, x = job["width"], job["n"]
    full = (1 << width) - 1
    scope = {"rotate_left": lambda v, s: (v << s | v >> (width - s)) & full}
    for line in job["code"].split("\n"):
        scope["x"] = x
        exec(line, scope)
        x = scope["x"] & full
    if job["signed"] and x >> (width - 1):
        x -= 1 << width
    out.append(str(x))
print(json.dumps(out))
`

func TestBitwiseAgreesWithPython(t *testing.T) {
	its := items(t, "coding/bitwise-expression-evaluation", 60)
	width := regexp.MustCompile(`(\d+) bits`)
	var jobs []map[string]any
	for _, it := range its {
		jobs = append(jobs, map[string]any{
			"code": code(t, it.Question, "text"), "n": atoi(t, it.Slots[0].Value),
			"width": atoi(t, width.FindStringSubmatch(it.Question)[1]), "signed": strings.Contains(it.Question, "signed decimal integer in two's"),
		})
	}
	var got []string
	python(t, bitOracle, jobs, &got)
	agree(t, its, got)
}
