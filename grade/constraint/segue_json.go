package constraint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// maxSchemaDepth bounds how deep a schema and a JSON response are read.
const maxSchemaDepth = 64

const schemaDoc = `a schema: the name of a type (string number integer boolean array object null any), an object of key to schema, or a list of one schema for a list of such values`

func init() { registerAll(segueJsonChecks) }

var segueJsonChecks = []Check{
	{
		ID:  "segue:json",
		Doc: "is only one JSON value that fits the schema, no key twice; with extra other keys may stand beside, with ordered keys stand in the order of the schema, with fenced a Markdown fence may surround it",
		Params: []Param{{Name: "schema", Type: Object, Doc: schemaDoc},
			optional(Param{Name: "extra", Type: Flag, Doc: "allow keys that the schema lacks"}),
			optional(Param{Name: "ordered", Type: Flag, Doc: "ask for the order of keys"}),
			optional(Param{Name: "fenced", Type: Flag, Doc: "allow a Markdown fence"})},
		Sample: Sample{`{"schema":{"name":"string","tags":["string"],"size":{"width":"integer"}}}`,
			`{"name":"a","tags":["b"],"size":{"width":2}}`, `{"name":"a","tags":[1],"size":{"width":2}}`},
		Test: jsonFits,
	},
	{
		ID: "segue:json-list", Doc: "is only one JSON list whose number of elements is within the bounds, each fitting the schema if one is given",
		Params: bounds(optional(Param{Name: "of", Type: Object, Doc: schemaDoc})),
		Sample: Sample{`{"of":"integer","exactly":2}`, "[1, 2]", "[1, 2.5]"},
		Test: func(r string, a Args) (bool, error) {
			value, err := readJSON(r)
			if err != nil || value.kind != "array" {
				a.Note("it is not one JSON list")
				return false, nil
			}
			if a.Has("of") {
				schema, err := readJSON(string(a.Raw("of")))
				if err != nil {
					return false, fmt.Errorf("read schema: %w", err)
				}
				for i, element := range value.elements {
					if ok, err := a.fits(schema, element, fmt.Sprintf("[%d]", i)); !ok {
						return false, err
					}
				}
			}
			return a.within(len(value.elements))
		},
	},
}

func jsonFits(r string, a Args) (bool, error) {
	schema, err := readJSON(string(a.Raw("schema")))
	if err != nil {
		return false, fmt.Errorf("read schema: %w", err)
	}
	if a.Flag("fenced") {
		r = unfence(r)
	}
	value, err := readJSON(r)
	if err != nil {
		a.Note("it is not one JSON value: %v", err)
		// The schema must make sense even when the response is no JSON.
		_, err := a.fits(schema, node{}, "")
		return false, err
	}
	return a.fits(schema, value, "$")
}

// node is a JSON value that keeps the order of its keys.
type node struct {
	kind     string // the schema's name of its type
	text     string // of a string
	keys     []string
	elements []node // of a list, or the values of the keys
}

// readJSON reads exactly one value; a repeated key is an error.
func readJSON(text string) (node, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	value, err := readNode(d, 0)
	if err != nil {
		return value, err
	}
	if _, err := d.Token(); err != io.EOF {
		return value, fmt.Errorf("more follows the value")
	}
	return value, nil
}

func readNode(d *json.Decoder, depth int) (node, error) {
	if depth > maxSchemaDepth {
		return node{}, fmt.Errorf("nested more than %d deep", maxSchemaDepth)
	}
	token, err := d.Token()
	if err != nil {
		return node{}, err
	}
	switch t := token.(type) {
	case string:
		return node{kind: "string", text: t}, nil
	case bool:
		return node{kind: "boolean"}, nil
	case json.Number:
		if bytes.ContainsAny([]byte(t), ".eE") {
			return node{kind: "number"}, nil
		}
		return node{kind: "integer"}, nil
	case json.Delim:
		return readCompound(d, t, depth)
	}
	return node{kind: "null"}, nil
}

func readCompound(d *json.Decoder, open json.Delim, depth int) (node, error) {
	n := node{kind: "array"}
	if open == '{' {
		n.kind = "object"
	}
	seen := map[string]bool{}
	for d.More() {
		if n.kind == "object" {
			key, err := d.Token()
			if err != nil {
				return n, err
			}
			name, _ := key.(string)
			if seen[name] {
				return n, fmt.Errorf("key %.80q is repeated", name)
			}
			seen[name] = true
			n.keys = append(n.keys, name)
		}
		element, err := readNode(d, depth+1)
		if err != nil {
			return n, err
		}
		n.elements = append(n.elements, element)
	}
	_, err := d.Token()
	return n, err
}

// fits tells whether a value fits a schema. The error is that of a schema that makes no sense.
func (a Args) fits(schema, value node, path string) (bool, error) {
	mismatch := func(want string) (bool, error) {
		if path != "" {
			a.Note("%s is of type %s, not %s", path, value.kind, want)
		}
		return false, nil
	}
	switch schema.kind {
	case "string":
		switch want := schema.text; {
		case !strings.Contains(" string number integer boolean array object null any ", " "+want+" "):
			return false, fmt.Errorf("schema: %.80q is not a type", want)
		case want == "any" || want == value.kind || want == "number" && value.kind == "integer":
			return true, nil
		default:
			return mismatch(want)
		}
	case "array":
		if len(schema.elements) != 1 {
			return false, fmt.Errorf("schema: a list holds one schema, not %d", len(schema.elements))
		}
		if value.kind != "array" {
			_, err := a.fits(schema.elements[0], node{}, "")
			ok, _ := mismatch("array")
			return ok, err
		}
		for i, element := range value.elements {
			if ok, err := a.fits(schema.elements[0], element, fmt.Sprintf("%s[%d]", path, i)); !ok {
				return false, err
			}
		}
		return true, nil
	case "object":
		return a.fitsObject(schema, value, path)
	}
	return false, fmt.Errorf("schema: a %s is not a schema", schema.kind)
}

func (a Args) fitsObject(schema, value node, path string) (bool, error) {
	values := map[string]node{}
	for i, key := range value.keys {
		values[key] = value.elements[i]
	}
	all := value.kind == "object"
	for i, key := range schema.keys {
		element, present := values[key]
		ok, err := a.fits(schema.elements[i], element, path+"."+key)
		if err != nil {
			return false, err
		}
		if !present && all {
			a.Note("%s.%s is missing", path, key)
		}
		all = all && ok && present
	}
	if !all {
		if path != "" && value.kind != "object" {
			a.Note("%s is of type %s, not object", path, value.kind)
		}
		return false, nil
	}
	if !a.Flag("extra") && len(value.keys) > len(schema.keys) {
		a.Note("%s has keys beside %s", path, strings.Join(schema.keys, ", "))
		return false, nil
	}
	if a.Flag("ordered") {
		next := 0
		for _, key := range value.keys {
			if next < len(schema.keys) && key == schema.keys[next] {
				next++
			}
		}
		a.Note("%s has its keys in another order", path)
		return next == len(schema.keys), nil
	}
	return true, nil
}
