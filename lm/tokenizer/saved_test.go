package tokenizer_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"segue/lm/tokenizer"
)

// referenceCorpus returns the texts that scripts/tokenizer_reference.py wrote.
func referenceCorpus(t *testing.T) (root string, texts []string) {
	t.Helper()
	root = os.Getenv("SEGUE_TOKENIZER_REFERENCE")
	if root == "" {
		t.Skip("SEGUE_TOKENIZER_REFERENCE is not set: scripts/tokenizer_reference.py makes its folder")
	}
	data, err := os.ReadFile(filepath.Join(root, "corpus.json"))
	if err == nil {
		err = json.Unmarshal(data, &texts)
	}
	if err != nil {
		t.Fatal(err)
	}
	return root, texts
}

// TestTrainReference compares a trained vocabulary with that of Hugging Face's
// trainer.
func TestTrainReference(t *testing.T) {
	root, texts := referenceCorpus(t)
	ours, err := tokenizer.Train(slices.Values(texts), tokenizer.TrainOptions{Size: 3000})
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := tokenizer.Open(filepath.Join(root, "trained"))
	if err != nil {
		t.Fatal(err)
	}
	if ours.Vocabulary() != theirs.Vocabulary() {
		t.Fatalf("got %d tokens, want %d", ours.Vocabulary(), theirs.Vocabulary())
	}
	for id := range int32(ours.Vocabulary()) {
		if got, want := ours.Token(id), theirs.Token(id); got != want {
			t.Fatalf("token %d: got %q, want %q", id, got, want)
		}
	}
	for _, text := range texts {
		if got, want := ours.Encode(text, true), theirs.Encode(text, true); !slices.Equal(got, want) {
			t.Fatalf("%.60q: got %v, want %v", text, got, want)
		}
	}
}

// TestSavedReference loads what Save writes with transformers and compares ids.
func TestSavedReference(t *testing.T) {
	root, texts := referenceCorpus(t)
	python := os.Getenv("SEGUE_TOKENIZER_PYTHON")
	if python == "" {
		t.Skip("SEGUE_TOKENIZER_PYTHON is not set: a Python that has transformers")
	}
	made := ownVocabularies(t)
	made["qwen2"] = openReference(t, filepath.Join(root, "qwen2"))
	if _, err := os.Stat(filepath.Join(root, "gguf")); err == nil {
		made["gguf"] = openReference(t, filepath.Join(root, "gguf"))
	}
	for name, p := range made {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			if err := p.Save(folder); err != nil {
				t.Fatal(err)
			}
			var complaints bytes.Buffer
			command := exec.CommandContext(t.Context(), python, "../../scripts/tokenizer_reference.py", "--saved", folder, root)
			command.Stderr = &complaints
			out, err := command.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, complaints.String())
			}
			lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
			if len(lines) != len(texts) {
				t.Fatalf("got %d lines, want %d", len(lines), len(texts))
			}
			for i, text := range texts {
				var want []int32
				if err := json.Unmarshal(lines[i], &want); err != nil {
					t.Fatal(err)
				}
				if got := p.Encode(text, true); !slices.Equal(got, want) {
					t.Fatalf("%.60q: got %v, want %v", text, got, want)
				}
			}
		})
	}
}
