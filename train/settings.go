package train

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml"
)

// maxConfig bounds a configuration file, in bytes.
const maxConfig = 1 << 20

// ReadConfig reads YAML over a configuration, such as the defaults, then the
// given settings, each "key=value" with the key's parts separated by dots
// ("lora.rank=8") and the value in YAML. Unknown keys are errors. The result is
// not validated yet.
func ReadConfig[C any](c C, r io.Reader, settings []string) (C, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxConfig+1))
	if err != nil {
		return c, fmt.Errorf("read configuration: %w", err)
	}
	if len(data) > maxConfig {
		return c, fmt.Errorf("read configuration: more than %d bytes", maxConfig)
	}
	var values map[string]any
	if err := yaml.Unmarshal(data, &values); err != nil {
		return c, fmt.Errorf("read configuration: %w", err)
	}
	if values == nil { // an empty file sets nothing
		values = map[string]any{}
	}
	for _, s := range settings {
		if err := set(values, s); err != nil {
			return c, err
		}
	}
	merged, err := yaml.Marshal(values)
	if err != nil {
		return c, fmt.Errorf("read configuration: %w", err)
	}
	if err := yaml.NewDecoder(bytes.NewReader(merged), yaml.Strict()).Decode(&c); err != nil && len(values) > 0 {
		return c, fmt.Errorf("read configuration: %w", withoutPlace(err))
	}
	return c, nil
}

// withoutPlace is a YAML error without its place, which is one in the merged
// text that nobody has seen.
func withoutPlace(err error) error {
	var e yaml.Error
	if errors.As(err, &e) {
		return errors.New(e.GetMessage())
	}
	return err
}

// set writes one key=value into nested values.
func set(values map[string]any, setting string) error {
	key, text, found := strings.Cut(setting, "=")
	if !found || key == "" {
		return fmt.Errorf("the setting %q is not of the form key=value", setting)
	}
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return fmt.Errorf("the setting %q: %w", setting, err)
	}
	parts := strings.Split(key, ".")
	for _, part := range parts[:len(parts)-1] {
		inner, ok := values[part].(map[string]any)
		if !ok {
			inner = map[string]any{}
			values[part] = inner
		}
		values = inner
	}
	values[parts[len(parts)-1]] = value
	return nil
}
