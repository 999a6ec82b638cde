package assembly

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Files are the names of a program's assembly and of its declarations.
func Files(name string) (assembly, stub string) {
	return name + "_amd64.s", name + "_stub_amd64.go"
}

// Stale returns an error that names the files in folder that are not what the
// program writes, nil when both are.
func (p Program) Stale(folder string) error {
	assembly, stub, err := p.print()
	if err != nil {
		return err
	}
	return stale(folder, p.Name, assembly, stub)
}

// StaleCommand does the same for a program with avo's own flags, which is the
// package in the working folder. It is run with scratch as the place of its
// files.
func StaleCommand(ctx context.Context, scratch, folder, name string) error {
	a, s := Files(name)
	a, s = filepath.Join(scratch, a), filepath.Join(scratch, s)
	if out, err := exec.CommandContext(ctx, "go", "run", ".", "-pkg", "kernel", "-out", a, "-stubs", s).CombinedOutput(); err != nil {
		return fmt.Errorf("run the program %s: %w\n%s", name, err, out)
	}
	assembly, err := os.ReadFile(a)
	if err != nil {
		return err
	}
	stub, err := os.ReadFile(s)
	if err != nil {
		return err
	}
	return stale(folder, name, assembly, stub)
}

// stale compares all but the first lines, which tell the flags of the run.
func stale(folder, name string, assembly, stub []byte) error {
	var faults []error
	a, s := Files(name)
	for _, x := range []struct {
		file string
		want []byte
	}{{a, assembly}, {s, stub}} {
		got, err := os.ReadFile(filepath.Join(folder, x.file))
		if err == nil && !bytes.Equal(body(got), body(x.want)) {
			err = fmt.Errorf("%s is not what the generator writes: run go generate ./lm/kernel", x.file)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

func body(text []byte) []byte {
	_, rest, _ := bytes.Cut(text, []byte("\n"))
	return rest
}
