package chat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"unicode/utf8"
)

// Values of templates are Go's nil (none), bool, int64, float64 and string, and
// the types below. Sequences and mappings are never changed once made, as in
// the sandbox in which such templates usually run; only namespaces are.
type (
	// undefined is what a name without a value has.
	undefined struct{ name string }
	// sequence is a list, a tuple or what a filter makes item by item.
	sequence struct {
		kind  sequenceKind
		items []any
	}
	// mapping is a dict; it keeps the order of its keys.
	mapping struct {
		keys   []string
		values map[string]any
	}
	// namespace is an object whose attributes templates can set.
	namespace struct{ values *mapping }
	// function is what can be called.
	function struct {
		name string
		call func(r *run, a arguments) (any, error)
	}
)

type sequenceKind int

const (
	list sequenceKind = iota
	tuple
	generator // always true, without a length or places
)

func newMapping() *mapping { return &mapping{values: make(map[string]any)} }

func (m *mapping) set(key string, value any) {
	if _, ok := m.values[key]; !ok {
		m.keys = append(m.keys, key)
	}
	m.values[key] = value
}

func newList(items ...any) *sequence { return &sequence{list, items} }

// maxDepth bounds how deep values, expressions and calls may be nested.
const maxDepth = 500

// fromJSON reads a value, keeping the order of keys. Whole numbers are int64
// where they fit.
func fromJSON(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	value, err := decodeValue(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value")
	}
	return value, nil
}

func decodeValue(d *json.Decoder, depth int) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("JSON nested more than %d deep", maxDepth)
	}
	switch token {
	case json.Delim('['):
		items := []any{}
		for d.More() {
			item, err := decodeValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		_, err = d.Token()
		return newList(items...), err
	case json.Delim('{'):
		m := newMapping()
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := decodeValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			m.set(key.(string), value)
		}
		_, err = d.Token()
		return m, err
	}
	if n, ok := token.(json.Number); ok {
		if i, err := n.Int64(); err == nil {
			return i, nil
		}
		return n.Float64()
	}
	return token, nil
}

// fromGo makes a Go value one of templates: strings, numbers, booleans, nil,
// json.RawMessage, slices, and maps with string keys, which are put in order.
func fromGo(x any) (any, error) {
	switch x := x.(type) {
	case nil, bool, int64, float64, string:
		return x, nil
	case json.RawMessage:
		return fromJSON(x)
	case map[string]any:
		m := newMapping()
		for _, key := range slices.Sorted(maps.Keys(x)) {
			value, err := fromGo(x[key])
			if err != nil {
				return nil, err
			}
			m.set(key, value)
		}
		return m, nil
	}
	switch v := reflect.ValueOf(x); v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int(), nil
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return int64(v.Uint()), nil
	case reflect.Float32:
		return v.Float(), nil
	case reflect.Slice:
		items := make([]any, v.Len())
		for i := range items {
			item, err := fromGo(v.Index(i).Interface())
			if err != nil {
				return nil, err
			}
			items[i] = item
		}
		return newList(items...), nil
	}
	return nil, fmt.Errorf("a %T cannot be given to a chat template", x)
}

// typeName is the name of a value's type in Python.
func typeName(x any) string {
	switch x := x.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case int64:
		return "int"
	case float64:
		return "float"
	case string:
		return "str"
	case *sequence:
		return [...]string{"list", "tuple", "generator"}[x.kind]
	case *mapping:
		return "dict"
	case undefined:
		return "Undefined"
	case *namespace:
		return "Namespace"
	}
	return "function"
}

// truth is Python's bool().
func truth(x any) bool {
	switch x := x.(type) {
	case nil, undefined:
		return false
	case bool:
		return x
	case int64:
		return x != 0
	case float64:
		return x != 0
	case string:
		return x != ""
	case *sequence:
		return x.kind == generator || len(x.items) > 0
	case *mapping:
		return len(x.keys) > 0
	}
	return true
}

// iterate returns the items that a loop over x goes through.
func (r *run) iterate(x any) ([]any, error) {
	switch x := x.(type) {
	case undefined:
		return nil, nil
	case *sequence:
		return x.items, nil
	case *mapping:
		items := make([]any, len(x.keys))
		for i, key := range x.keys {
			items[i] = key
		}
		return items, r.spend(len(items))
	case string:
		if err := r.allocate(32 * utf8.RuneCountInString(x)); err != nil {
			return nil, err
		}
		var items []any
		for _, c := range x {
			items = append(items, string(c))
		}
		return items, nil
	}
	return nil, fmt.Errorf("a value of type %s cannot be gone through", typeName(x))
}

// length is Python's len().
func (r *run) length(x any) (int, error) {
	switch x := x.(type) {
	case undefined:
		return 0, nil
	case string:
		return utf8.RuneCountInString(x), r.scan(x)
	case *sequence:
		if x.kind != generator {
			return len(x.items), nil
		}
	case *mapping:
		return len(x.keys), nil
	}
	return 0, fmt.Errorf("a value of type %s has no length", typeName(x))
}
