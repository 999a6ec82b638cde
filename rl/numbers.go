package rl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// numbers is a column in JSON: null stands for NaN, true and false for 1 and 0.
type numbers []float64

// UnmarshalJSON reads an array of numbers, null, true and false; the library
// has checked that the text is JSON.
func (c *numbers) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		*c = nil
		return nil
	}
	if len(text) < 2 || text[0] != '[' {
		return fmt.Errorf("a column is an array of numbers, not %.20s", text)
	}
	out := make(numbers, 0, bytes.Count(text, []byte(","))+1)
	rest := bytes.TrimSpace(text[1 : len(text)-1])
	for len(rest) > 0 {
		field := rest
		if comma := bytes.IndexByte(rest, ','); comma >= 0 {
			field, rest = rest[:comma], rest[comma+1:]
		} else {
			rest = nil
		}
		field = bytes.TrimSpace(field)
		x, err := number(field)
		if err != nil {
			return fmt.Errorf("entry %d of a column is %.40s, not a number", len(out), field)
		}
		out = append(out, x)
	}
	*c = out
	return nil
}

func number(field []byte) (float64, error) {
	switch string(field) {
	case "null":
		return math.NaN(), nil
	case "true":
		return 1, nil
	case "false":
		return 0, nil
	}
	return strconv.ParseFloat(string(field), 64)
}

// MarshalJSON writes null for what is not finite.
func (c numbers) MarshalJSON() ([]byte, error) {
	out := append(make([]byte, 0, 8*len(c)+2), '[')
	for i, x := range c {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendNumber(out, x)
	}
	return append(out, ']'), nil
}

func appendNumber(out []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(out, "null"...)
	}
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(out, x, 'e', -1, 64)
	}
	return strconv.AppendFloat(out, x, 'f', -1, 64)
}

// fields collects the fields of an object while it is read.
type fields map[string]json.RawMessage

// take decodes a field into v and removes it; an absent one leaves v.
func (f fields) take(name string, v any) error {
	raw, ok := f[name]
	if !ok {
		return nil
	}
	delete(f, name)
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("field %s: %w", name, err)
	}
	return nil
}

// rest returns the fields that nobody took, nil if none.
func (f fields) rest() map[string]json.RawMessage {
	if len(f) == 0 {
		return nil
	}
	return f
}

// object writes an object field by field, in the order of the calls.
type object struct {
	out []byte
	err error
}

func (o *object) put(name string, v any) {
	raw, err := json.Marshal(v)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("field %s: %w", name, err)
	}
	o.putRaw(name, raw)
}

func (o *object) putRaw(name string, raw []byte) {
	if len(o.out) == 0 {
		o.out = append(o.out, '{')
	} else {
		o.out = append(o.out, ',')
	}
	key, _ := json.Marshal(name) // of a string, which cannot fail
	o.out = append(append(o.out, key...), ':')
	o.out = append(o.out, raw...)
}

func (o *object) end() ([]byte, error) {
	if len(o.out) == 0 {
		o.out = append(o.out, '{')
	}
	return append(o.out, '}'), o.err
}

// integers is a column of whole numbers in JSON; null is no whole number.
type integers []int

// UnmarshalJSON reads an array of whole numbers.
func (c *integers) UnmarshalJSON(text []byte) error {
	var values numbers
	if err := values.UnmarshalJSON(text); err != nil || values == nil {
		return err
	}
	out := make(integers, len(values))
	for i, x := range values {
		const most = 1 << 52
		if x != math.Trunc(x) || math.Abs(x) > most { // NaN differs from itself
			return fmt.Errorf("entry %d of a column of whole numbers is not one", i)
		}
		out[i] = int(x)
	}
	*c = out
	return nil
}
