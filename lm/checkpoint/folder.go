package checkpoint

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"

	"segue/lm/tensorfile"
)

// Prefixes of folders that are being written or removed. One that is found
// later was left by a process that ended in between.
const (
	writing  = ".writing-"
	removing = ".removing-"
)

// folder is a folder under construction: nobody sees it under its name before
// all of it is on the disk.
type folder struct {
	path   string // where it is written
	target string // where it will be
	files  []fileSum
}

// fileSum tells one file of a folder from any other.
type fileSum struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// writeFolder makes the folder target by calling fill on a temporary one beside
// it, which is then flushed to the disk and renamed. After an error target is
// what it was before. An existing target is replaced.
func writeFolder(target string, fill func(*folder) error) (err error) {
	parent := filepath.Dir(target)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(parent, writing+filepath.Base(target)+"-")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(temp) // the first error is the one to tell
		}
	}()
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	f := &folder{path: temp, target: target}
	if err := fill(f); err != nil {
		return err
	}
	if err := syncFolder(temp); err != nil {
		return err
	}
	if err := removeFolder(target); err != nil {
		return err
	}
	if err := os.Rename(temp, target); err != nil {
		return err
	}
	return syncFolder(parent)
}

// write makes one file with what fill writes, flushed to the disk.
func (f *folder) write(name string, fill func(io.Writer) error) error {
	file, err := os.OpenFile(filepath.Join(f.path, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	sum, counted := sha256.New(), &counter{}
	buffered := bufio.NewWriterSize(io.MultiWriter(file, sum, counted), 1<<18)
	err = fill(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	f.files = append(f.files, fileSum{name, counted.n, hex.EncodeToString(sum.Sum(nil))})
	return nil
}

// beside lets fill write files by itself, and takes them into the folder's list.
func (f *folder) beside(fill func(path string) error) error {
	if err := fill(f.path); err != nil {
		return err
	}
	known := map[string]bool{}
	for _, s := range f.files {
		known[s.Name] = true
	}
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if known[e.Name()] {
			continue
		}
		s, err := sumFile(filepath.Join(f.path, e.Name()), true)
		if err != nil {
			return err
		}
		f.files = append(f.files, s)
	}
	return nil
}

// sumFile reads a whole file, flushing it to the disk first where asked to.
func sumFile(path string, flush bool) (fileSum, error) {
	file, err := tensorfile.OpenPlain(path)
	if err != nil {
		return fileSum{}, err
	}
	defer file.Close()
	if flush {
		if err := file.Sync(); err != nil {
			return fileSum{}, err
		}
	}
	sum := sha256.New()
	n, err := io.Copy(sum, file)
	if err != nil {
		return fileSum{}, fmt.Errorf("read %s: %w", path, err)
	}
	return fileSum{filepath.Base(path), n, hex.EncodeToString(sum.Sum(nil))}, nil
}

// removeFolder takes a folder away at once, whatever happens while its files go.
func removeFolder(path string) error {
	parent, name := filepath.Split(path)
	if !strings.HasPrefix(name, writing) && !strings.HasPrefix(name, removing) {
		aside := filepath.Join(parent, removing+name)
		if err := os.RemoveAll(aside); err != nil {
			return err
		}
		if err := os.Rename(path, aside); errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err != nil {
			return err
		}
		path = aside
	}
	return os.RemoveAll(path)
}

// syncFolder flushes the names in a folder to the disk.
func syncFolder(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

func (f *folder) writeJSON(name string, value any) error {
	return f.write(name, func(w io.Writer) error { return encode(w, value) })
}

// writeJSON writes one small file of a folder that is not seen yet.
func writeJSON(dir, name string, value any) error {
	var b bytes.Buffer
	if err := encode(&b, value); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := renameio.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func encode(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// readSmall reads a plain file of at most limit bytes.
func readSmall(path string, limit int64) ([]byte, error) {
	f, err := tensorfile.OpenPlain(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s has more than the %d bytes allowed", path, limit)
	}
	return data, nil
}
