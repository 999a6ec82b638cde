package train_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"segue/lm/optimizer"
	"segue/train"
	"segue/train/curriculum"
	"segue/train/health"
)

// TestTheDocumentNamesEverything holds docs/training.md to the settings, the
// metrics, the curricula and the conditions that there are.
func TestTheDocumentNamesEverything(t *testing.T) {
	text, err := os.ReadFile("../docs/training.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range []any{train.SFTConfig{}, train.RLConfig{}, train.Replay{}, train.LoRA{}, train.RLMeasure{}, train.RLUpdate{}, train.RLSeconds{}, train.RLEvaluation{}, train.Measure{}} {
		names = append(names, tagged(reflect.TypeOf(v))...)
	}
	for _, d := range curriculum.List() {
		if !strings.HasPrefix(d.Name, "test-") {
			names = append(names, d.Name)
		}
	}
	names = append(names, health.EntropyCollapse, health.EntropyExplosion, health.LengthExplosion, health.LengthCollapse, health.Malformed,
		health.KLExplosion, health.GradientExplosion, health.NotFinite, health.NoSignal)
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
