package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"segue/task"

	"github.com/google/renameio/v2"
)

// openInput opens a file, or standard input for "-".
func (u *ui) openInput(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(u.in), nil
	}
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s does not exist", path)
	case err != nil:
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s is a directory, not a file", path)
	}
	return f, nil
}

// writeFile writes a file atomically: a reader sees the old or the new one,
// and a failure leaves the old one. A link stays and what it names is written;
// a device or pipe is written in place, since it must not be replaced by a
// file. "-" is standard output.
func (u *ui) writeFile(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(u.out)
	}
	target := path
	if info, err := os.Stat(path); err == nil {
		switch {
		case info.IsDir():
			return fmt.Errorf("write %s: it is a directory, not a file", path)
		case !info.Mode().IsRegular():
			return writeInPlace(path, write)
		}
		if target, err = filepath.EvalSymlinks(path); err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
	}
	f, err := renameio.NewPendingFile(target, renameio.WithPermissions(0o644))
	if err != nil {
		return hint(fmt.Errorf("write %s: %w", path, cause(err)), "check that the directory %s exists and can be written", filepath.Dir(path))
	}
	defer f.Cleanup()
	if err := write(f); err != nil {
		return fmt.Errorf("write %s: %w", path, cause(err))
	}
	if err := f.CloseAtomicallyReplace(); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// writeInPlace writes to what is not a regular file, such as /dev/stdout.
func writeInPlace(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, cause(err))
	}
	err = write(f)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, cause(err))
	}
	return nil
}

// cause is an error without the path that the system puts before it, which may
// be that of a temporary file.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// readTasks reads a benchmark. Bad lines and doubled ids are left out, said on
// standard error, and make the second result an error of exit code 1 at the
// end of the work.
func (u *ui) readTasks(path string) (tasks []task.Task, bad error, err error) {
	f, err := u.openInput(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read benchmark: %w", err)
	}
	defer f.Close()
	seen := map[string]int{}
	err = task.ReadJSONL(f, func(line int, t task.Task) error {
		if first, twice := seen[t.ID]; twice {
			return fmt.Errorf("task id %s stands on line %d already", t.ID, first)
		}
		if err := t.Validate(); err != nil {
			return err
		}
		seen[t.ID] = line
		tasks = append(tasks, t)
		return nil
	})
	if err = u.keepGoing(path, err, &bad); err != nil {
		return nil, nil, err
	}
	if len(tasks) == 0 {
		return nil, nil, hint(fmt.Errorf("%s holds no task", path), "make one with segue bench build or segue bench import")
	}
	return tasks, bad, nil
}

// keepGoing sorts an error of reading lines: bad lines are warned of and kept
// for the end, anything else stops.
func (u *ui) keepGoing(path string, err error, bad *error) error {
	var lines task.BadLines
	if errors.As(err, &lines) {
		for i, b := range lines {
			if i == 20 {
				u.warn("%s: and %d more bad lines", path, len(lines)-i)
				break
			}
			u.warn("%s: %v", path, b)
		}
		*bad = fmt.Errorf("%s: %s left out, the others kept", path, plural(len(lines), "bad line"))
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}
