package report_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"segue/bench"
	"segue/bench/report"
	"segue/task"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

var update = flag.Bool("update", false, "write the golden files")

func reportOf(t *testing.T, r bench.Results) *report.Report {
	t.Helper()
	out, err := report.New(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFiguresByHand(t *testing.T) {
	r := reportOf(t, handMade())
	for _, c := range []struct {
		name  string
		e     report.Estimate
		score float64
		n     int
	}{
		{"cross", r.Cross, 2.0 / 7, 7},
		{"single", r.Single, 5.0 / 6, 6},
		{"drop", r.Drop, -3.0 / 6, 6}, // a.1, a.2 and b.3 of the six steps with both
		{"whole", r.Whole, 0, 3},
		{"missing", r.Failures.Missing, 1.0 / 5, 5},
		{"dependency", r.Failures.Dependency, 1.0 / 5, 5},
		{"switch", r.Failures.Switch, 1.0 / 5, 5},
		{"skill", r.Failures.Skill, 1.0 / 5, 5},
		{"unknown", r.Failures.Unknown, 1.0 / 5, 5},
		{"new failure", r.Failures.NewFailure, 3.0 / 5, 5},          // a.1 a.2 b.3 of those, b.1 and c.2
		{"new wrong domain", r.Failures.NewWrongDomain, 1.0 / 2, 2}, // a.2 of a.1 and a.2
		{"carried skill", r.Failures.CarriedSkill, 1.0 / 2, 2},      // a.2 of a.2 and b.2
		{"carried form", r.Failures.CarriedForm, 1.0 / 2, 2},        // a.2 of a.2 and b.2
		{"labelled", r.Labels.Labelled, 6.0 / 7, 7},                 // all but b.3
		{"wrong domain", r.Labels.WrongDomain, 3.0 / 6, 6},          // a.2 b.2 c.2
		{"right skill", r.Labels.RightSkill, 2.0 / 6, 6},            // a.1 b.1
		{"accuracy, right domain", r.Labels.AccRight, 1.0 / 3, 3},   // b.1 of a.1 b.1 c.1
		{"accuracy, wrong domain", r.Labels.AccWrong, 1.0 / 3, 3},   // c.2 of a.2 b.2 c.2
	} {
		if math.Abs(c.e.Score-c.score) > 1e-12 || c.e.N != c.n || !(c.e.Lo <= c.e.Score && c.e.Score <= c.e.Hi) {
			t.Errorf("%s is %+v, want %g of %d", c.name, c.e, c.score, c.n)
		}
	}
	if r.Failures.Wrong != 5 || r.Coverage != 1 || r.Steps[task.Scored] != 13 || r.Steps[task.Undecided] != 1 || r.Undecided["budget"] != 1 {
		t.Errorf("%d wrong, coverage %g, statuses %v, undecided %v", r.Failures.Wrong, r.Coverage, r.Steps, r.Undecided)
	}
	rows := map[string]report.Row{}
	for _, group := range [][]report.Row{r.Levels, r.Domains, r.Lengths, r.Skills} {
		for _, x := range group {
			rows[x.Name] = x
		}
	}
	for name, want := range map[string][2]float64{"low": {0, 1}, "high": {1.0 / 3, 2.0 / 3}, "math": {0, 1.0 / 2}, "logic": {1, 1}, "2": {1.0 / 4, 1}, "logic/grids": {1, 1}} {
		if x := rows[name]; math.Abs(x.Cross.Score-want[0]) > 1e-12 || math.Abs(x.Single.Score-want[1]) > 1e-12 {
			t.Errorf("%s: cross %g, single %g, want %v", name, x.Cross.Score, x.Single.Score, want)
		}
	}
	if len(r.Levels) != 2 || len(r.Domains) != 4 || len(r.Positions) != 3 || r.Positions[2].Cross.N != 1 {
		t.Errorf("%d levels, %d domains, positions %+v", len(r.Levels), len(r.Domains), r.Positions)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (write it with -update): %s", name, diff)
	}
}

func TestGolden(t *testing.T) {
	r := reportOf(t, handMade())
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", append(data, '\n'))
	var b bytes.Buffer
	if err := report.Markdown(&b, []*report.Report{r}); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.md", b.Bytes())
}

// elements walks a page and hands every element to use.
func elements(t *testing.T, page []byte, use func(*html.Node)) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			use(n)
		}
	}
}

func pageOf(t *testing.T, reports ...*report.Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.HTML(&b, reports); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPageStandsAlone(t *testing.T) {
	r := reportOf(t, handMade())
	page := pageOf(t, r, r)
	for _, bad := range []string{"://", "@import", "url(", "NaN", "Inf", "ZgotmplZ", "<no value>"} {
		if bytes.Contains(page, []byte(bad)) {
			t.Errorf("the page holds %q", bad)
		}
	}
	for _, good := range []string{"prefers-color-scheme", "28.6 %", "83.3 %", "-50.0", "<svg", "0.125", "retryable"} {
		if !bytes.Contains(page, []byte(good)) {
			t.Errorf("the page lacks %q", good)
		}
	}
	count := map[string]int{}
	elements(t, page, func(n *html.Node) { count[n.Data]++ })
	for _, tag := range []string{"script", "link", "img", "iframe", "object", "base", "form", "a"} {
		if count[tag] != 0 {
			t.Errorf("%d <%s> elements", count[tag], tag)
		}
	}
	if count["svg"] < 2*4 || count["h1"] != 2 || count["title"] == 0 {
		t.Errorf("elements %v", count)
	}
}

const evil = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'`|](http://evil.example) \\| **b** {{.}}\n# head"

func hostile() bench.Results {
	r := handMade()
	r.Model, r.Config.Benchmark, r.Config.Judge, r.Config.Version = evil, evil, evil, evil
	r.Tasks[0].Level = evil
	r.Failures = map[string]int{evil: 1}
	r.Usage[0].Mode = evil
	for i := range r.Tasks {
		for k := range r.Tasks[i].Steps {
			r.Tasks[i].Steps[k].Skill += evil
		}
	}
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		o.Skill, o.PredSkill, o.Reason, o.Error, o.Answer = o.Skill+evil, o.PredSkill+evil, evil, evil, o.Answer+evil
		if i%2 == 0 {
			o.Skill = evil + "/" + evil // a domain that is none
		}
	}
	return r
}

func TestPageEscapesWhatModelsAndFilesSay(t *testing.T) {
	plain := map[string]int{}
	elements(t, pageOf(t, reportOf(t, handMade())), func(n *html.Node) { plain[n.Data]++ })
	elements(t, pageOf(t, reportOf(t, hostile())), func(n *html.Node) {
		if plain[n.Data] == 0 {
			t.Errorf("the page got a <%s> element", n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" {
				t.Errorf("<%s> got the attribute %s=%q", n.Data, a.Key, a.Val)
			}
		}
	})
}

func TestMarkdownEscapesWhatModelsAndFilesSay(t *testing.T) {
	var b bytes.Buffer
	if err := report.Markdown(&b, []*report.Report{reportOf(t, hostile())}); err != nil {
		t.Fatal(err)
	}
	width := 0
	for line := range strings.SplitSeq(b.String(), "\n") {
		if strings.ContainsAny(line, "<>`") || strings.Contains(strings.ReplaceAll(line, `\]`, ""), "](") {
			t.Errorf("markup in %q", line)
		}
		if strings.HasPrefix(line, "# ") && !strings.HasPrefix(line, "# How ") {
			t.Errorf("a heading of foreign origin: %q", line)
		}
		if !strings.HasPrefix(line, "|") {
			width = 0
			continue
		}
		bars := strings.Count(strings.NewReplacer(`\\`, "", `\|`, "").Replace(line), "|")
		if width == 0 {
			width = bars
		}
		if bars != width {
			t.Errorf("%d bars in a table of %d: %q", bars, width, line)
		}
	}
}

func TestRunWithOneModeOrNothing(t *testing.T) {
	r := handMade()
	r.Config.Modes = []task.Mode{task.Single}
	var single []bench.Graded
	for _, o := range r.Outcomes {
		if o.Mode == task.Single {
			single = append(single, o)
		}
	}
	r.Outcomes = single
	out := reportOf(t, r)
	if out.Cross.N != 0 || out.Switches.Missing == "" || out.Coverage != 1 {
		t.Errorf("cross %+v, switches %+v, coverage %g", out.Cross, out.Switches, out.Coverage)
	}
	if page := string(pageOf(t, out)); !strings.Contains(page, `<b class="cross">–</b>`) {
		t.Error("the page shows a cross score that was not measured")
	}
	r.Outcomes = nil
	for want, failures := range map[string]map[string]int{"4 requests failed": {"fatal": 4}, "no outcomes of m yet": nil} {
		r.Failures = failures
		if _, err := report.New(t.Context(), r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestCarriesForm(t *testing.T) {
	word, number, list := task.String("iron"), task.Integer(3), task.List(task.Integer(1))
	mapping := task.Answer{Kind: task.KindMapping}
	for _, c := range []struct {
		answer        string
		previous, own task.Answer
		want          bool
	}{
		{"42", number, word, true},
		{"42 km", number, word, true},
		{"iron", number, word, false},
		{"copper", word, number, true},
		{"7", word, number, false},
		{"[1, 2]", list, number, true},
		{"{9:00, 10:00}", list, number, true},
		{`{"a": 1}`, mapping, list, true},
		{"(B)", task.Choice([]string{"x", "y"}, 1), number, true},
		{"x + 1", word, task.Expression("x+2"), false},
		{"I cannot tell you what this might be", word, number, false},
	} {
		if got := report.CarriesForm(c.answer, c.previous, c.own); got != c.want {
			t.Errorf("%q after %s for %s: %v", c.answer, c.previous.Kind, c.own.Kind, got)
		}
	}
}
