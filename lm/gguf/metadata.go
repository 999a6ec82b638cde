package gguf

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
)

// Metadata are a file's keys and values.
type Metadata struct{ values map[string]any }

// kind is the type of a value in the file.
type kind uint32

const (
	kindUint8 kind = iota
	kindInt8
	kindUint16
	kindInt16
	kindUint32
	kindInt32
	kindFloat32
	kindBool
	kindString
	kindArray
	kindUint64
	kindInt64
	kindFloat64
)

// leastBytes is the least room that a value takes in a file, by which a claimed
// number of values is checked before room is made for them.
var leastBytes = [...]uint64{
	kindUint8: 1, kindInt8: 1, kindUint16: 2, kindInt16: 2, kindUint32: 4, kindInt32: 4, kindFloat32: 4, kindBool: 1,
	kindString: 8, kindArray: 12, kindUint64: 8, kindInt64: 8, kindFloat64: 8,
}

// maxArray is the most values of an array: several times the largest vocabulary.
const maxArray = 1 << 22

// maxNesting is how deep arrays of arrays may go; published files have none.
const maxNesting = 4

// metadata reads n keys.
func (r *reader) metadata(n int) (Metadata, error) {
	m := Metadata{values: map[string]any{}}
	for i := range n {
		name := r.name()
		value, err := r.value(kind(r.uint32()), 0)
		if err == nil {
			err = r.err
		}
		if err != nil {
			return m, fmt.Errorf("key %d of %d (%.80q): %w", i, n, name, err)
		}
		if _, twice := m.values[name]; twice {
			return m, fmt.Errorf("the key %.80q is there twice", name)
		}
		m.values[name] = value
	}
	return m, nil
}

// value reads one value: integers become int64 or uint64, floats float64,
// arrays of texts and of numbers are typed, others []any.
func (r *reader) value(k kind, depth int) (any, error) {
	switch k {
	case kindUint8:
		return uint64(r.uint8()), nil
	case kindInt8:
		return int64(int8(r.uint8())), nil
	case kindUint16:
		return uint64(r.uint16()), nil
	case kindInt16:
		return int64(int16(r.uint16())), nil
	case kindUint32:
		return uint64(r.uint32()), nil
	case kindInt32:
		return int64(int32(r.uint32())), nil
	case kindFloat32:
		return float64(math.Float32frombits(r.uint32())), nil
	case kindBool:
		return r.uint8() != 0, nil
	case kindString:
		return string(r.take(r.uint64())), nil
	case kindUint64:
		return r.uint64(), nil
	case kindInt64:
		return int64(r.uint64()), nil
	case kindFloat64:
		return math.Float64frombits(r.uint64()), nil
	case kindArray:
		return r.array(depth + 1)
	}
	return nil, fmt.Errorf("a value of the unknown kind %d", k)
}

func (r *reader) array(depth int) (any, error) {
	k, n := kind(r.uint32()), r.uint64()
	switch {
	case depth > maxNesting:
		return nil, errors.New("arrays are nested too deeply")
	case int(k) >= len(leastBytes):
		return nil, fmt.Errorf("an array of the unknown kind %d", k)
	case n > maxArray || n > uint64(len(r.data)-r.at)/leastBytes[k]:
		return nil, fmt.Errorf("an array claims %d values, more than the file or any model has", n)
	}
	if k == kindString {
		texts := make([]string, n)
		for i := range texts {
			texts[i] = string(r.take(r.uint64()))
		}
		return texts, r.err
	}
	switch k {
	case kindUint8, kindInt8, kindUint16, kindInt16, kindUint32, kindInt32, kindInt64:
		return arrayOf(r, k, depth, n, func(v any) int64 { i, _ := integer(v); return i })
	case kindFloat32, kindFloat64:
		return arrayOf(r, k, depth, n, func(v any) float64 { return v.(float64) })
	case kindUint64:
		return arrayOf(r, k, depth, n, func(v any) uint64 { return v.(uint64) })
	}
	return arrayOf(r, k, depth, n, func(v any) any { return v })
}

// arrayOf reads n values of a kind as Ts.
func arrayOf[T any](r *reader, k kind, depth int, n uint64, as func(any) T) (any, error) {
	values := make([]T, 0, n)
	for range n {
		v, err := r.value(k, depth)
		if err != nil || r.err != nil {
			return nil, errors.Join(err, r.err)
		}
		values = append(values, as(v))
	}
	return values, nil
}

// integer is a whole number that an int64 holds.
func integer(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case uint64:
		return int64(v), v <= math.MaxInt64
	}
	return 0, false
}

// Keys lists the keys, sorted.
func (m Metadata) Keys() []string { return slices.Sorted(maps.Keys(m.values)) }

// Text returns a text.
func (m Metadata) Text(key string) (string, bool) {
	s, ok := m.values[key].(string)
	return s, ok
}

// Texts returns an array of texts.
func (m Metadata) Texts(key string) ([]string, bool) {
	s, ok := m.values[key].([]string)
	return s, ok
}

// Uint returns a whole number that is not negative, of any width.
func (m Metadata) Uint(key string) (uint64, bool) {
	switch v := m.values[key].(type) {
	case uint64:
		return v, true
	case int64:
		return uint64(max(0, v)), v >= 0
	}
	return 0, false
}

// Float returns a number of any kind.
func (m Metadata) Float(key string) (float64, bool) { return float(m.values[key]) }

// Bool returns a truth value.
func (m Metadata) Bool(key string) (value, ok bool) {
	value, ok = m.values[key].(bool)
	return value, ok
}

// Ints returns an array of whole numbers that an int64 holds.
func (m Metadata) Ints(key string) ([]int64, bool) {
	switch values := m.values[key].(type) {
	case []int64:
		return values, true
	case []uint64:
		return convert(values, func(v uint64) (int64, bool) { return integer(v) })
	}
	return nil, false
}

// Floats returns an array of numbers of any kind.
func (m Metadata) Floats(key string) ([]float64, bool) {
	switch values := m.values[key].(type) {
	case []float64:
		return values, true
	case []int64:
		return convert(values, func(v int64) (float64, bool) { return float64(v), true })
	case []uint64:
		return convert(values, func(v uint64) (float64, bool) { return float64(v), true })
	}
	return nil, false
}

func convert[From, To any](values []From, as func(From) (To, bool)) ([]To, bool) {
	out := make([]To, len(values))
	for i, v := range values {
		var ok bool
		if out[i], ok = as(v); !ok {
			return nil, false
		}
	}
	return out, true
}

func float(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	}
	return 0, false
}

// All yields every key with its value, sorted by key: int64, uint64, float64,
// bool, string, []string, []int64, []uint64, []float64 or []any.
func (m Metadata) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, key := range m.Keys() {
			if !yield(key, m.values[key]) {
				return
			}
		}
	}
}
