package report_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/study"
	"segue/study/report"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

var update = flag.Bool("update", false, "write the golden files")

func pageOf(t *testing.T, dir string, r *study.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.HTML(&b, dir, r, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func textOf(t *testing.T, r *study.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Text(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("%s differs (-want +got); review and run with -update:\n%s", name, d)
	}
}

func TestGolden(t *testing.T) {
	golden(t, "page.html", pageOf(t, usual.write(t), usual.result()))
	golden(t, "text.txt", textOf(t, usual.result()))
}

func TestPageIsTheSameEachTime(t *testing.T) {
	dir := usual.write(t)
	first, second := pageOf(t, dir, usual.result()), pageOf(t, dir, usual.result())
	if first != second {
		t.Error("two pages of one study differ")
	}
}

// elements hands every element of a page to use.
func elements(t *testing.T, page string, use func(*html.Node)) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			use(n)
		}
	}
}

func TestPageStandsAlone(t *testing.T) {
	page := pageOf(t, usual.write(t), usual.result())
	for _, bad := range []string{"://", "@import", "url(", "NaN", "+Inf", "-Inf", "ZgotmplZ", "<no value>", "%!"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	count := map[string]int{}
	elements(t, page, func(n *html.Node) { count[n.Data]++ })
	for _, tag := range []string{"script", "link", "img", "iframe", "object", "base", "form", "a"} {
		if count[tag] != 0 {
			t.Errorf("%d <%s> elements", count[tag], tag)
		}
	}
	if count["svg"] != 2+4 || count["h2"] != 9-1 || count["pre"] != 2*10 {
		t.Errorf("elements %v", count)
	}
}

// study of one start and one seed, of the arms whose shares are given.
func single(order []string, shares ...float64) recorded {
	f := recorded{starts: 1, seeds: 1, order: order, arms: map[string]float64{}}
	for i, name := range order {
		f.arms[name] = shares[i]
	}
	return f
}

func TestFindingsSayWhatWasFound(t *testing.T) {
	for _, c := range []struct {
		name       string
		of         recorded
		says, nots []string
	}{
		{"usual", usual, []string{
			"The 2 starts get, on the average, 90.0 % of steps right when each is asked alone, 60.0 % in chains of one skill and 40.0 % within tasks that switch",
			"lose 50.0 [48.0, 52.0] points",
			"each from 2 starts with 2 seeds - Of the 5 arms that learn from rewards, step gets most steps right in tasks that switch: 56.0 % [54.0, 58.0], +16.0 [+14.0, +18.0] points over the start; +6.0 [+4.0, +8.0] points over answer (p 0.12, by Holm 0.62); +5.0 [+3.0, +7.0] points over paper",
			"Levels are thirds of the held-out tasks", "its least possible value is 0.12", "adjusted for the 5 arms", "with 2 starts its least is 0.5, so that by it nothing can be shown", "step +6.0* [+4.0, +8.0] 4/4 0.12 0.62 0.5 +6.0*", "(* ahead of every other arm, each by", "which flatters it",
			"Against answer, in points of steps right: significantly ahead: step +6.0, answer-step +3.5; significantly behind: sft-gold -3.0; no difference shown: paper +1.0, placebo +0.5.",
			"a null, so that it is not shown that the table's values matter", "credit by itself helps, without labels",
			"+2.5 points, of which no interval was taken", "imitating right responses does less than this reward",
		}, []string{"No control", "one run", "so weak a start"}},
		{"paper wins", single([]string{"answer", "paper", "placebo"}, 0.5, 0.6, 0.5), []string{
			"Of the 3 arms that learn from rewards, paper gets most", "by more than the chance of the tasks ahead: paper +10.0", "in this one run what the table of Skill Entropy holds matters", "may be the luck of one seed", "one start and one seed", "intervals over held-out tasks;",
		}, []string{"no difference shown: paper", "bootstrap over so few", "p-value", " p ", "its p."}},
		{"paper loses", single([]string{"answer", "paper"}, 0.5, 0.4), []string{"by more than the chance of the tasks behind: paper -10.0", "No control was run"}, []string{"placebo"}},
		{"imitation wins", single([]string{"answer", "sft-gold"}, 0.5, 0.7), []string{"The one arm that learns from rewards, answer, gets of the steps in tasks that switch 50.0 %", "Of all 2 arms it is sft-gold, by imitation of right responses: 70.0 %"}, nil},
		{"nothing learned", single([]string{"answer"}, 0.4), []string{"The only arm, answer", "which is not significant"}, []string{"Against answer"}},
		{"harm", single([]string{"answer"}, 0.3), []string{"a significant loss"}, nil},
		{"forgetting", single([]string{"answer", "paper"}, 0.6, 0.5), []string{"What it costs answer, in points under the start: steps right in chains of one skill -8.0 [-10.0, -6.0], the same steps right when each is asked alone -39.0 [-41.0, -37.0]."}, nil},
		{"hardly a difference", single([]string{"answer", "paper"}, 0.5, 0.4997), []string{"no difference shown: paper +0.0."}, []string{"-0.0"}},
		{"no forgetting", single([]string{"answer"}, 1.1), []string{"The only arm"}, []string{"What it costs"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Join(strings.Fields(textOf(t, c.of.result())), " ")
			for _, s := range c.says {
				if !strings.Contains(text, s) {
					t.Errorf("lacks %q in:\n%s", s, text)
				}
			}
			for _, s := range c.nots {
				if strings.Contains(text, s) {
					t.Errorf("says %q", s)
				}
			}
		})
	}
}

func TestGapOfStarts(t *testing.T) {
	for want, alone := range map[string]float64{"No gap was found": 0.4, "so weak a start": 0.49, "There is no gap": 0.3, "lose 10.0 [8.0, 12.0] points": 0.5} {
		r := usual.result()
		r.Start["alone"], r.Gap = about(alone), about(alone-0.4)
		if text := textOf(t, r); !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("alone %g: lacks %q in\n%s", alone, want, text)
		}
	}
}

// bold texts of a page's table cells.
func bold(t *testing.T, page string) (all []string) {
	elements(t, page, func(n *html.Node) {
		if n.Data == "b" && n.Parent.Data == "td" {
			all = append(all, n.FirstChild.Data)
		}
	})
	return all
}

func TestBoldOnlyWhereSignificant(t *testing.T) {
	if got := bold(t, pageOf(t, t.TempDir(), single([]string{"answer", "paper"}, 0.50, 0.51).result())); len(got) != 0 {
		t.Errorf("bold %q of a null", got)
	}
	got := bold(t, pageOf(t, t.TempDir(), single([]string{"answer", "paper"}, 0.60, 0.50).result()))
	if len(got) != len(study.Metrics) || got[0] != "60.0" {
		t.Errorf("bold %q, want the row of answer", got)
	}
}

func TestStudyWithoutFilesOrNumbers(t *testing.T) {
	nan := single([]string{"answer", "paper"}, 0.5, 0.6).result()
	for i := range nan.Arms {
		for name := range nan.Arms[i].Metrics {
			nan.Arms[i].Metrics[name], nan.Arms[i].Gain[name] = about(nothing()), about(nothing())
		}
	}
	for i := range nan.Pairs {
		for name := range nan.Pairs[i].Difference {
			nan.Pairs[i].Difference[name] = about(nothing())
		}
	}
	for name := range nan.Start {
		nan.Start[name] = about(nothing())
	}
	nan.Gap = about(nothing())
	nan.Starts[0].Levels[0].Alone, nan.Starts[0].Levels[1].SkE = nothing(), nothing()
	for name, r := range map[string]*study.Result{
		"no files": usual.result(), "no numbers": nan, "empty": {}, "single": single([]string{"answer"}, 0.5).result(),
	} {
		for _, got := range []string{pageOf(t, filepath.Join(t.TempDir(), "absent"), r), textOf(t, r)} {
			for _, bad := range []string{"NaN", "+Inf", "-Inf", "%!"} {
				if strings.Contains(got, bad) {
					t.Errorf("%s: %q in\n%s", name, bad, got)
				}
			}
		}
		page := pageOf(t, t.TempDir(), r)
		for _, want := range []string{"No arm left a record", "No outcomes are left", "No arm left responses"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page lacks %q", name, want)
			}
		}
	}
}

func TestSingleRun(t *testing.T) {
	f := single([]string{"answer", "paper", "sft-gold"}, 0.5, 0.6, 0.7)
	page := pageOf(t, f.write(t), f.result())
	for _, want := range []string{"There is one start and one seed", "start: geometric mean", "<h3>answer: geo", "paper, the best arm that learns from rewards:", "sft-gold, the best arm of all:", "1 run</h3>", "Without curves: sft-gold, which left no record", "<b>paper</b>, step 8 of training", `class="curve l1"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, `class="band`) {
		t.Error("a band of one run")
	}
}

const (
	markup = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'`{{.}}</pre></div>"
	evil   = markup + "\x00\u202e\xff"
)

func TestPageEscapesWhatModelsAndFilesSay(t *testing.T) {
	plain := map[string]int{}
	elements(t, pageOf(t, usual.write(t), usual.result()), func(n *html.Node) { plain[n.Data]++ })
	dir, r := usual.write(t), usual.result()
	reward := object{"status": evil, "steps": []object{{"step": 1, "skill": evil, "gold": evil, "label": evil, "score": 2}, {"step": 2, "label": evil}}}
	for start := range usual.starts {
		for seed := range usual.seeds {
			run := filepath.Join(dir, fmt.Sprintf("start-%d", start+1), fmt.Sprintf("seed-%d", seed+1))
			for _, arm := range usual.order {
				put(t, filepath.Join(run, arm, "rollouts.jsonl"), []object{
					{"step": 1, "task": evil, "prompt": evil, "response": evil + strings.Repeat("x", 10000), "reward": reward},
					{"step": 2, "task": "b", "prompt": evil, "response": evil, "reward": object{"reason": evil}}})
				put(t, filepath.Join(run, arm, "outcomes.jsonl"), []object{
					{"task": "a", "step": 1, "mode": "single", "skill": evil + "/" + evil, "score": 1},
					{"task": "a", "step": 1, "mode": "cross", "skill": evil + "/" + evil, "score": 1, "sample": -1 << 60},
					{"task": "a", "step": 2, "mode": "cross", "skill": "math/" + evil, "score": 1e300},
					{"task": evil, "step": 2, "mode": evil, "skill": "math/" + evil, "score": 1}})
				if err := os.WriteFile(filepath.Join(run, arm, "metrics.jsonl"), []byte(evil+"\n"+`{"kind":"rl","step":1000000000000,"train":{"reward":{"mean":1e300,"n":1}}}`+"\n{\"step"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	r.Arms[0].Doc, r.Arms[1].Name, r.Arms[2].Name = markup, markup, "../../../etc"
	page := pageOf(t, dir, r)
	elements(t, page, func(n *html.Node) {
		if plain[n.Data] == 0 {
			t.Errorf("the page got a <%s> element", n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" {
				t.Errorf("<%s> got the attribute %s=%q", n.Data, a.Key, a.Val)
			}
		}
	})
	for _, want := range []string{"more characters", "What could not be read", "&lt;script&gt;"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, bad := range []string{"NaN", "+Inf", "-Inf", "\u202e"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q: %q", bad, around(page, bad))
		}
	}
}

// around is where a page holds a text.
func around(page, s string) string {
	at := strings.Index(page, s)
	return page[max(0, at-80):min(len(page), at+80)]
}
