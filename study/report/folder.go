package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"segue/study"
	"segue/task"
)

// folder is a study's directory. What cannot be read is noted, not an error: a
// page without curves is better than none.
type folder struct {
	dir    string
	result *study.Result
	notes  []string
}

// maxFile is the most bytes of a file that are read.
const maxFile = 1 << 30

// maxRuns bounds the runs that are looked for.
const maxRuns = 1000

// start is the directory of a start, from 1.
func (f *folder) start(number int) string {
	return filepath.Join(f.dir, fmt.Sprintf("start-%d", number))
}

// starts are the directories of the starts.
func (f *folder) starts() []string {
	var all []string
	for number := range min(f.result.Config.Starts, maxRuns) {
		all = append(all, f.start(number+1))
	}
	return all
}

// seeds are the directories of the seeds of all starts.
func (f *folder) seeds() []string {
	var all []string
	for _, start := range f.starts() {
		for seed := range min(f.result.Config.Seeds, maxRuns) {
			if len(all) < maxRuns {
				all = append(all, filepath.Join(start, fmt.Sprintf("seed-%d", seed+1)))
			}
		}
	}
	return all
}

// runs are the directories of an arm's runs.
func (f *folder) runs(arm string) []string {
	if !filepath.IsLocal(arm) {
		return nil
	}
	var all []string
	for _, seed := range f.seeds() {
		all = append(all, filepath.Join(seed, arm))
	}
	return all
}

// lines hands the lines of a file to use, and says whether there is such a file.
// Lines that cannot be read, such as the last of a run that was killed, are
// noted and left out.
func lines[T any](f *folder, path string, use func(T) error) bool {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err == nil {
		defer file.Close()
		err = task.ReadJSONL(io.LimitReader(file, maxFile), func(_ int, value T) error { return use(value) })
	}
	if err != nil {
		name, inside := filepath.Rel(f.dir, path)
		if inside != nil {
			name = filepath.Base(path)
		}
		f.note(fmt.Sprintf("%s: %v", filepath.ToSlash(name), err))
	}
	return true
}

// note keeps what could not be read; messages may quote what a file says.
func (f *folder) note(s string) { f.notes = append(f.notes, clip(s)) }
