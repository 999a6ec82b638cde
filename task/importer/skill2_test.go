package importer_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"segue/task"
	"segue/task/importer"
)

// What the release's steps may look like, and what becomes of them.
func TestSkill2Answers(t *testing.T) {
	long := strings.Repeat("First go there, then come back. ", 40)
	for _, c := range []struct{ name, step, want string }{
		{"boxed in a worked solution", `"domain":"math","solution":"So it is \\boxed{\\frac{1}{2}}."`, `expression \frac{1}{2}`},
		{"answer beside the solution", `"domain":"math","solution":"Add them.","answer":"7"`, "expression 7"},
		{"number", `"domain":"science","solution":3.25`, "decimal 3.25"},
		{"whole number", `"domain":"logic","solution":"12"`, "integer 12"},
		{"formula of science", `"domain":"science","solution":"$F = ma$"`, "expression $F = ma$"},
		{"letter of marked options", `"domain":"Science","solution":"(B)"`, "choice B"},
		{"letter of an options field", `"domain":"science","choices":["x","y","z"],"solution":"C"`, "choice C"},
		{"letter without options", `"domain":"logic","solution":"K"`, "string K"},
		{"cells", `"domain":"information extraction","solution":["Alm","3"]`, "list "},
		{"mapping", `"domain":"information_extraction","solution":{"Alm":3}`, "mapping "},
		{"word", `"domain":"information_extraction","solution":"Alm"`, "string Alm"},
		{"tests in columns", `"domain":"coding","tests":{"fn_name":"f","inputs":["1"],"outputs":["2"]},"solution":"def f(x): return 2"`, "code "},
		{"output of a program", `"domain":"coding","solution":"42"`, "integer 42"},
		{"program without tests", `"domain":"coding","solution":"def f(x):\n    return 2"`, "rubric "},
		{"plan", `"domain":"planning","solution":"` + long + `"`, "rubric "},
		{"calendar", `"domain":"planning","solution":"Friday, 9:30 - 10:00"`, "plan "},
		{"open-ended with criteria as a text", `"domain":"creative writing","solution":"1. rhymes\n2. is short"`, "rubric "},
		{"criteria by name", `"domain":"contextual retrieval","solution":{"facts":"names the town","form":{"text":"one line","points":2}}`, "rubric "},
		{"criteria without a domain", `"solution":[{"criterion":"rhymes","weight":1}]`, "rubric "},
		{"a rubric field", `"skill":"Creative, Verse","rubric":["rhymes"]`, "rubric "},
		{"typed answer", `"domain":"math","answer":{"kind":"set","items":[1,2]}`, "set "},
		{"negative weight", `"domain":"creative","solution":[{"text":"x","weight":-1}]`, "bad: the rubric: criterion 1"},
		{"weight of a wrong type", `"domain":"creative","solution":[{"text":"x","weight":"much"}]`, "bad: the rubric: criterion 1"},
		{"empty rubric", `"domain":"creative","solution":[""]`, "bad: the rubric"},
		{"null", `"domain":"math","solution":null`, "bad: there is no solution"},
		{"question of a wrong type", `"domain":"math","solution":"1","question":{"a":1}`, "bad: field question"},
	} {
		t.Run(c.name, func(t *testing.T) {
			question := `"question":"Which one?\nA) x\nB) y\nC) z",`
			if strings.Contains(c.step, `"question"`) || c.name == "letter without options" || strings.Contains(c.name, "field") {
				question = `"question":"Which one?",`
			}
			if strings.Contains(c.step, `"question"`) {
				question = ""
			}
			tasks, bad, _ := read(t, importer.Options{}, "x.json", []byte(`[{"scenario":"s","steps":[{`+question+c.step+`}]}]`))
			got := fmt.Sprint("bad: ", bad)
			if len(tasks) == 1 {
				a := tasks[0].Steps[0].Answer
				got = string(a.Kind) + " " + a.Value
			} else if len(bad.Named) == 1 {
				got = "bad: " + strings.TrimPrefix(bad.Named[0].Err.Error(), "step 1: ")
			}
			if got != c.want && !(strings.HasPrefix(c.want, "bad: ") && strings.HasPrefix(got, c.want)) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestSkill2LabelsAndLevels(t *testing.T) {
	for _, c := range []struct{ file, record, skill, domain, level string }{
		{"skill2_bench_entropy_high_sequences_100_length_2-10_open_ended_0.3.json", `"steps":[{"domain":"math","skill":"Residue classes"}]`, "math/residue-classes", "math", "high"},
		{"x.json", `"level":"Low Entropy","steps":[{"skill":"Logic, Seating"}]`, "logic/seating", "logic", "low"},
		{"x.json", `"entropy":"medium","steps":[{"skill":"coding/loops"}]`, "coding/loops", "coding", "medium"},
		{"x.json", `"skills":[{"domain":"planning","name":"Day trips"}],"steps":[{}]`, "planning/day-trips", "planning", ""},
		{"x.json", `"skill_sequence":[["science","Optics"]],"steps":[{}]`, "science/optics", "science", ""},
		{"x.json", `"domains":["Instruction Following"],"steps":[{"type":"rewrite"}]`, "instruction_following/unlabelled", "instruction_following", ""},
		{"x.json", `"steps":[{"category":"contextual_memory_retrieval"}]`, "contextual_memory_retrieval/unlabelled", "contextual_memory_retrieval", ""},
		{"x.json", `"skills":["too","many"],"steps":[{}]`, "unlabelled", "", ""},
	} {
		record := strings.Replace(c.record, "{}]", `{"question":"q","solution":"1"}]`, 1)
		if record == c.record {
			record = strings.Replace(c.record, `"steps":[{`, `"steps":[{"question":"q","solution":"1",`, 1)
		}
		tasks, bad, _ := read(t, importer.Options{}, c.file, []byte(`{"scenario":"s",`+record+`}`))
		if len(tasks) != 1 {
			t.Errorf("%s: %v", record, bad)
			continue
		}
		s := tasks[0].Steps[0]
		if s.Skill != c.skill || string(s.Domain) != c.domain || string(tasks[0].Level) != c.level {
			t.Errorf("%s: %s of %s, level %s", record, s.Skill, s.Domain, tasks[0].Level)
		}
	}
}

func BenchmarkImport(b *testing.B) {
	data, err := os.ReadFile("testdata/" + fixtures["skill2-bench"])
	if err != nil {
		b.Fatal(err)
	}
	var records []json.RawMessage
	if err := json.Unmarshal(data, &records); err != nil {
		b.Fatal(err)
	}
	record := strings.Replace(string(records[0]), `"id": 7,`, "", 1)
	var file strings.Builder
	for i := range 1000 {
		file.WriteString(strings.ReplaceAll(strings.Replace(record, "{", fmt.Sprintf(`{"id": %d,`, i), 1), "\n", " ") + "\n")
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		im, _ := importer.New(importer.Options{})
		if err := im.Read(b.Context(), "x.jsonl", strings.NewReader(file.String()), func(task.Task) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
