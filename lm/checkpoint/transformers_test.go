package checkpoint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"segue/lm/checkpoint"
	"segue/lm/model"
	"segue/lm/tokenizer"
)

// TestTransformersLoadWhatIsSaved lets transformers open saved models of all
// architectures, whole and in shards, and checks that they miss nothing.
func TestTransformersLoadWhatIsSaved(t *testing.T) {
	python := os.Getenv("SEGUE_TRANSFORMERS_PYTHON")
	if python == "" {
		t.Skip("SEGUE_TRANSFORMERS_PYTHON names no Python with torch and transformers")
	}
	tokens, err := tokenizer.NewBytes()
	must(t, err)
	args := []string{"testdata/open.py"}
	for name, change := range map[string]func(*model.Config){
		"llama": func(*model.Config) {},
		"qwen2": func(c *model.Config) { c.ModelType, c.AttentionBias, c.TiedEmbeddings = "qwen2", true, false },
		"qwen3": func(c *model.Config) { c.ModelType, c.QueryKeyNorm = "qwen3", true },
	} {
		for form, o := range map[string]checkpoint.SaveOptions{"full": {}, "half": {Precision: checkpoint.Half, Shard: 8000}} {
			dir := filepath.Join(t.TempDir(), name+"-"+form)
			must(t, checkpoint.SaveModel(dir, checkpoint.Model{Parameters: fresh(t, change), Tokenizer: tokens}, o))
			args = append(args, dir)
		}
	}
	out, err := exec.CommandContext(t.Context(), python, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
