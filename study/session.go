package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"github.com/google/renameio/v2"
)

// session is one run of a study.
type session struct {
	dir    string
	config Config
	env    Environment
	arms   []Arm
	meter  meter
}

const configName = "study.json"

// claim makes sure that the directory is of this study, whichever arms it has had
// so far, and keeps the settings.
func (s *session) claim() error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return fmt.Errorf("make study: %w", err)
	}
	had, err := readConfig(s.dir)
	had.Arms, had.Against = s.config.Arms, s.config.Against // more may be asked for, and compared otherwise
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !reflect.DeepEqual(had, s.config):
		return fmt.Errorf("%s is of a study with other settings (see %s): choose another directory, or the same settings", s.dir, configName)
	}
	data, err := json.MarshalIndent(s.config, "", "  ")
	if err != nil {
		return fmt.Errorf("make study: %w", err)
	}
	return renameio.WriteFile(filepath.Join(s.dir, configName), append(data, '\n'), 0o644)
}

// readConfig reads the settings of a study that was begun in dir.
func readConfig(dir string) (Config, error) {
	var c Config
	data, err := os.ReadFile(filepath.Join(dir, configName))
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err != nil {
		return c, fmt.Errorf("read study: %w", err)
	}
	return c, nil
}

func (s *session) startDir(number int) string {
	return filepath.Join(s.dir, fmt.Sprintf("start-%d", number))
}
