package constraint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Bounds on arguments: they come from data files, which may be broken or hostile.
const (
	maxArgs  = 1 << 20 // bytes of one JSON object of arguments
	maxItems = 256     // elements of a list argument
	maxCount = 1 << 30 // largest integer argument
	maxShort = 1 << 10 // bytes of a keyword, so that whole-word search stays near linear
)

// Type is the JSON type of an argument.
type Type string

// The types of arguments. Integers may be written with a zero fraction (5.0).
const (
	Integer  Type = "integer"
	Number   Type = "number"
	Text     Type = "text"     // non-empty string
	Texts    Type = "texts"    // non-empty list of non-empty strings
	Integers Type = "integers" // non-empty list of integers of at least 0
	Flag     Type = "flag"     // true or false
	Object   Type = "object"   // any JSON value, read by the check itself
)

// Param describes one argument of a check.
type Param struct {
	Name     string
	Type     Type
	Doc      string   // what it means, with its unit
	Optional bool     // may be absent
	Min, Max float64  // range of an Integer; Max 0 means 2^30. Of a Text Max is the length in bytes
	Options  []string // allowed values of a Text; empty for any
}

func integer(name, doc string) Param { return Param{Name: name, Type: Integer, Doc: doc} }

func positive(name, doc string) Param { return Param{Name: name, Type: Integer, Doc: doc, Min: 1} }

func text(name, doc string) Param { return Param{Name: name, Type: Text, Doc: doc} }

// short is a Text that is searched for as a word or pattern.
func short(name, doc string) Param { return Param{Name: name, Type: Text, Doc: doc, Max: maxShort} }

func texts(name, doc string) Param { return Param{Name: name, Type: Texts, Doc: doc} }

func choice(name, doc string, options ...string) Param {
	return Param{Name: name, Type: Text, Doc: doc, Options: options}
}

func optional(p Param) Param {
	p.Optional = true
	return p
}

// Args are the validated arguments of one run. Reading an argument that is absent or of another
// type gives the zero value.
type Args struct {
	values map[string]any
	note   *string
	depth  int  // how deep the constraint is nested
	work   *int // what is left of maxWork
}

// Has tells whether the argument was given.
func (a Args) Has(name string) bool { _, ok := a.values[name]; return ok }

// Int returns an Integer argument.
func (a Args) Int(name string) int { v, _ := a.values[name].(int); return v }

// Float returns a Number argument.
func (a Args) Float(name string) float64 { v, _ := a.values[name].(float64); return v }

// Text returns a Text argument.
func (a Args) Text(name string) string { v, _ := a.values[name].(string); return v }

// Texts returns a Texts argument.
func (a Args) Texts(name string) []string { v, _ := a.values[name].([]string); return v }

// Ints returns an Integers argument.
func (a Args) Ints(name string) []int { v, _ := a.values[name].([]int); return v }

// Flag returns a Flag argument.
func (a Args) Flag(name string) bool { v, _ := a.values[name].(bool); return v }

// Raw returns an Object argument as JSON.
func (a Args) Raw(name string) json.RawMessage {
	v, _ := a.values[name].(json.RawMessage)
	return v
}

// Note records why a response fails, for [Result]; the last note wins.
func (a Args) Note(format string, args ...any) { *a.note = fmt.Sprintf(format, args...) }

// nested decides a constraint that is part of this one.
func (a Args) nested(spec Spec, response string) (Result, error) {
	return run(spec, response, a.depth+1, a.work)
}

// decode validates a JSON object of arguments against the parameters of the check.
func (c Check) decode(raw json.RawMessage) (Args, error) {
	a := Args{values: map[string]any{}, note: new(string)}
	given := map[string]json.RawMessage{}
	if len(raw) > maxArgs {
		return a, fmt.Errorf("arguments of %d bytes are longer than %d", len(raw), maxArgs)
	}
	if len(bytes.TrimSpace(raw)) > 0 {
		if err := json.Unmarshal(raw, &given); err != nil {
			return a, fmt.Errorf("arguments are not a JSON object: %w", err)
		}
	}
	for _, p := range c.Params {
		value, ok := given[p.Name]
		delete(given, p.Name)
		if !ok || string(value) == "null" {
			if !p.Optional {
				return a, fmt.Errorf("argument %q (%s) is missing: %s", p.Name, p.Type, p.Doc)
			}
			continue
		}
		v, err := p.decode(value)
		if err != nil {
			return a, fmt.Errorf("argument %q: %w", p.Name, err)
		}
		a.values[p.Name] = v
	}
	for name, value := range given {
		if string(value) != "null" {
			return a, fmt.Errorf("argument %.80q is not known; it takes %s", name, c.paramNames())
		}
	}
	return a, nil
}

func (c Check) paramNames() string {
	if len(c.Params) == 0 {
		return "none"
	}
	var names []string
	for _, p := range c.Params {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func (p Param) decode(raw json.RawMessage) (any, error) {
	switch p.Type {
	case Integer:
		return p.integer(raw)
	case Integers:
		list, err := decodeList[json.RawMessage](raw)
		if err != nil {
			return nil, err
		}
		ints := make([]int, len(list))
		for i, element := range list {
			if ints[i], err = p.integer(element); err != nil {
				return nil, err
			}
		}
		return ints, nil
	case Number:
		return decodeAs[float64](raw, "a number")
	case Text:
		return p.text(raw)
	case Texts:
		list, err := decodeList[string](raw)
		if err == nil && slices.ContainsFunc(list, func(s string) bool { return s == "" || len(s) > maxShort }) {
			err = fmt.Errorf("an element is empty or longer than %d bytes", maxShort)
		}
		return list, err
	case Flag:
		return decodeAs[bool](raw, "true or false")
	}
	return raw, nil
}

func (p Param) integer(raw json.RawMessage) (int, error) {
	x, err := decodeAs[float64](raw, "an integer")
	if err != nil {
		return 0, err
	}
	most := p.Max
	if most == 0 {
		most = maxCount
	}
	if x != math.Trunc(x) || x < p.Min || x > most {
		return 0, fmt.Errorf("%v is not an integer from %v to %v", x, p.Min, most)
	}
	return int(x), nil
}

func (p Param) text(raw json.RawMessage) (string, error) {
	s, err := decodeAs[string](raw, "a string")
	if err != nil {
		return "", err
	}
	if s == "" {
		return "", fmt.Errorf("the string is empty")
	}
	if p.Max > 0 && len(s) > int(p.Max) {
		return "", fmt.Errorf("a string of %d bytes is longer than %v", len(s), p.Max)
	}
	if len(p.Options) > 0 && !slices.Contains(p.Options, s) {
		return "", fmt.Errorf("%.80q is none of %s", s, strings.Join(p.Options, ", "))
	}
	return s, nil
}

func decodeAs[T any](raw json.RawMessage, want string) (T, error) {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return v, fmt.Errorf("%.80s is not %s", raw, want)
	}
	return v, nil
}

func decodeList[T any](raw json.RawMessage) ([]T, error) {
	list, err := decodeAs[[]T](raw, "a list of the right type")
	if err == nil && (len(list) == 0 || len(list) > maxItems) {
		err = fmt.Errorf("a list of %d elements is not from 1 to %d long", len(list), maxItems)
	}
	return list, err
}
