package task_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"segue/task"
)

func TestReadJSONLKeepsOrderAndNamesBadLines(t *testing.T) {
	var in strings.Builder
	var want []int
	for i := range 3000 {
		switch {
		case i == 1500:
			in.WriteString("{\"step\": oops}\n")
		case i%100 == 7:
			in.WriteString("\n")
		default:
			fmt.Fprintf(&in, "{\"step\": %d, \"new\": [1]}\n", i)
			want = append(want, i)
		}
	}
	var got []int
	err := task.ReadJSONL(strings.NewReader(in.String()), func(line int, o task.Outcome) error {
		if line != o.Step+1 {
			t.Fatalf("step %d came from line %d", o.Step, line)
		}
		got = append(got, o.Step)
		return nil
	})
	var bad task.BadLines
	if !errors.As(err, &bad) || len(bad) != 1 || bad[0].Line != 1501 {
		t.Errorf("got error %v, want line 1501 alone", err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d values in another order or number than the %d written", len(got), len(want))
	}
}

func TestReadJSONLRefusesAnEndlessLine(t *testing.T) {
	err := task.ReadJSONL(bytes.NewReader(make([]byte, task.MaxLine+2)), func(int, task.Outcome) error { return nil })
	var bad task.BadLines
	if err == nil || errors.As(err, &bad) {
		t.Errorf("got %v, want an error that stops the reading", err)
	}
}
