package atomicfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"segue/internal/atomicfile"
)

func TestAFailedWriteLeavesWhatStood(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "file")
	put := func(text string, fault error) error {
		return atomicfile.Write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, fault)
		})
	}
	broken := errors.New("broken")
	if err := put("none", broken); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a failed write left a file")
	}
	for _, fault := range []error{nil, broken} {
		if err := put("whole", fault); !errors.Is(err, fault) {
			t.Errorf("error %v, want %v", err, fault)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "whole" {
		t.Errorf("%q, %v", got, err)
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("%d files are left, %v", len(files), err)
	}
}
