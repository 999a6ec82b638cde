package task

import (
	"encoding/json"
	"reflect"
	"strings"
)

// jsonFields names the JSON fields of a struct.
func jsonFields(v any) map[string]bool {
	names := map[string]bool{}
	for f := range reflect.TypeOf(v).Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			names[name] = true
		}
	}
	return names
}

// unknown is the part of a JSON object whose names are not known.
func unknown(raw map[string]json.RawMessage, known map[string]bool) map[string]json.RawMessage {
	var extra map[string]json.RawMessage
	for name, value := range raw {
		if known[name] {
			continue
		}
		if extra == nil {
			extra = map[string]json.RawMessage{}
		}
		extra[name] = value
	}
	return extra
}

// marshalWithExtra writes a struct as JSON with the kept unknown fields after
// its own. Kept fields have names that the struct does not.
func marshalWithExtra(plain any, extra map[string]json.RawMessage) ([]byte, error) {
	own, err := json.Marshal(plain)
	if err != nil || len(extra) == 0 {
		return own, err
	}
	rest, err := json.Marshal(extra)
	if err != nil {
		return nil, err
	}
	if len(own) == 2 {
		return rest, nil
	}
	return append(append(own[:len(own)-1], ','), rest[1:]...), nil
}

// unmarshalWithExtra reads a JSON object into plain and returns the fields that
// plain does not name.
func unmarshalWithExtra(data []byte, plain any, known map[string]bool) (map[string]json.RawMessage, error) {
	if err := json.Unmarshal(data, plain); err != nil {
		return nil, err
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	return unknown(raw, known), nil
}
