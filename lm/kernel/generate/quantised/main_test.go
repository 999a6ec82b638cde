package main

import "testing"

func TestCommittedOutputIsGenerated(t *testing.T) {
	if err := program.Stale("../.."); err != nil {
		t.Error(err)
	}
}
