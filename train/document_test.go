package train_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"segue/lm/optimizer"
	"segue/train"
	"segue/train/curriculum"
	"segue/train/health"
)

// TestTheDocumentNamesEverything holds docs/training.md to the settings, the
// metrics, the curricula, the conditions and their thresholds that there are.
func TestTheDocumentNamesEverything(t *testing.T) {
	text, err := os.ReadFile("../docs/training.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range []any{train.SFTConfig{}, train.RLConfig{}, train.Replay{}, train.LoRA{}, train.RLMeasure{}, train.RLUpdate{}, train.RLSeconds{}, train.RLEvaluation{}, train.Measure{}, health.Thresholds{}} {
		names = append(names, tagged(reflect.TypeOf(v))...)
	}
	for _, d := range curriculum.List() {
		if !strings.HasPrefix(d.Name, "test-") {
			names = append(names, d.Name)
		}
	}
	names = append(names, health.Conditions()...)
	for _, name := range names {
		if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(string(text), `"`+name+`"`) {
			t.Errorf("`%s` is not in docs/training.md", name)
		}
	}
	for _, s := range optimizer.List() {
		if !strings.Contains(string(text), s) {
			t.Errorf("the schedule %s is not in docs/training.md", s)
		}
	}
}

// TestTheDocumentSaysWhatStops compares the table of conditions, row by row, with
// what the defaults stop a run for.
func TestTheDocumentSaysWhatStops(t *testing.T) {
	text, err := os.ReadFile("../docs/training.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{} // the last cell of each
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) == 4 {
			rows[strings.Trim(cells[0], " `")] = strings.TrimSpace(cells[3])
		}
	}
	for _, name := range health.Conditions() {
		want := "no"
		if slices.Contains(health.Defaults().Stop, name) {
			want = "yes"
		}
		if rows[name] != want {
			t.Errorf("%s stops a run: %q, want %q", name, rows[name], want)
		}
	}
}

// tagged lists the names of a struct's fields in JSON, with those of what is embedded.
func tagged(s reflect.Type) []string {
	var names []string
	for _, f := range reflect.VisibleFields(s) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}
