package main

import (
	"testing"

	"segue/lm/kernel/generate/assembly"
)

func TestCommittedOutputIsGenerated(t *testing.T) {
	if err := assembly.StaleCommand(t.Context(), t.TempDir(), "../..", "matrix"); err != nil {
		t.Error(err)
	}
}
