package checkpoint_test

import (
	"os"
	"path/filepath"
	"testing"

	"segue/lm/checkpoint"
)

// FuzzManifest puts any manifest over the files of a checkpoint: either it is
// refused, or the checkpoint is that of its folder's name.
func FuzzManifest(f *testing.F) {
	path, err := checkpoint.SaveTraining(f.TempDir(), state(7, 4), 0)
	if err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(filepath.Join(path, "manifest.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(good), `{"version":1,"step":7,"files":[{"name":"../x"}]}`, `{"version":1,"step":-7}`, `{"version":1,"step":7,"files":[{"name":""}]}`, `null`, `[`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, manifest []byte) {
		if err := os.WriteFile(filepath.Join(path, "manifest.json"), manifest, 0o644); err != nil {
			t.Fatal(err)
		}
		found, err := checkpoint.LatestTraining(filepath.Dir(path), nil)
		if err == nil && (found == nil || found.Step != 7 || found.Path != path) {
			t.Errorf("found %+v", found)
		}
	})
}

// FuzzAdapterConfig reads any adapter_config.json.
func FuzzAdapterConfig(f *testing.F) {
	f.Add([]byte(`{"peft_type":"LORA","r":2,"lora_alpha":8,"target_modules":["q_proj"]}`))
	f.Add([]byte(`{"peft_type":"LORA","r":1e9,"lora_alpha":-0}`))
	f.Add([]byte(`{"target_modules":"all-linear"}`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, "adapter_config.json"), data, 0o644); err != nil {
			t.Fatal(err)
		}
		if a, err := checkpoint.ReadAdapterConfig(dir); err == nil && (a.Rank < 1 || a.Alpha == 0) {
			t.Errorf("an adapter of rank %d and alpha %v is taken", a.Rank, a.Alpha)
		}
	})
}
