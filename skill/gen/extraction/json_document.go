package extraction

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

// indented writes data as JSON with two blanks per level, keys sorted.
func indented(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return "" // maps, slices, texts and numbers always encode
	}
	return strings.TrimSpace(b.String())
}

// jsonAnswer is data of objects, arrays, texts and integers as a typed answer.
func jsonAnswer(v any) task.Answer {
	switch v := v.(type) {
	case map[string]any:
		fields := map[string]task.Answer{}
		for name, value := range v {
			fields[name] = jsonAnswer(value)
		}
		return task.Answer{Kind: task.KindMapping, Fields: fields}
	case []any:
		items := make([]task.Answer, len(v))
		for i, value := range v {
			items[i] = jsonAnswer(value)
		}
		return task.List(items...)
	case int:
		return task.Integer(int64(v))
	}
	return task.String(fmt.Sprint(v))
}

// jsonTree draws a document of objects, arrays of objects and scalars; depth is
// that of the objects below the top. The keys of one object differ.
func jsonTree(r *rand.Rand, keys []string, depth, width int) map[string]any {
	out := map[string]any{}
	for i, key := range gen.Sample(r, keys, width) {
		switch {
		case depth > 0 && i == 0, depth > 1 && i == 1:
			out[key] = jsonTree(r, keys, depth-1, width)
		case depth > 0 && i == 2:
			list := make([]any, gen.Between(r, 2, 3))
			for k := range list {
				list[k] = jsonTree(r, keys, depth-1, max(2, width-1))
			}
			out[key] = list
		case i%2 == 0:
			out[key] = gen.Between(r, 10, 989)
		default:
			out[key] = gen.Pick(r, lexicon.Nouns())
		}
	}
	return out
}

// scalar is a text or number of a document with the path that leads to it, in
// the form shelf.boxes[1].label.
type scalar struct {
	path  string
	value any
}

// scalars lists those of a document, objects in order of their keys.
func scalars(v any, path string) []scalar {
	switch v := v.(type) {
	case map[string]any:
		var out []scalar
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, scalars(v[key], strings.TrimPrefix(path+"."+key, "."))...)
		}
		return out
	case []any:
		var out []scalar
		for i, value := range v {
			out = append(out, scalars(value, fmt.Sprintf("%s[%d]", path, i))...)
		}
		return out
	}
	return []scalar{{path, v}}
}

// clone copies a document.
func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[key] = clone(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			out[i] = clone(value)
		}
		return out
	}
	return v
}
