package extraction

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "structured data navigation"
	gen.Register("information_extraction/json-path-lookup", area, "JSON path lookup", "Give the value at a path with indices and filters in a JSON document.", jsonPath)
	gen.Register("information_extraction/deep-key-search", area, "Deep key search", "List all paths to a key in nested data.", deepKey)
	gen.Register("information_extraction/json-merge-and-patch", area, "JSON merge and patch", "Give the document that a list of patch operations leaves.", jsonPatch)
	gen.Register("information_extraction/json-schema-violation", area, "JSON schema violation", "List the paths at which a document breaks a schema.", schemaViolation)
	gen.Register("information_extraction/semi-structured-diff", area, "Semi-structured diff",
		"List the keys that were added, removed and changed between two documents.", documentDiff)
}

// jsonPath asks for one value. Difficulty adds depth and width; from 2 on indices
// may count from the end, from 3 on objects are picked by a value.
func jsonPath(r *rand.Rand, d gen.Difficulty) task.Item {
	doc := jsonTree(r, gen.Sample(r, lexicon.Nouns(), 14), gen.Of(d, 1, 2, 2, 2, 3), gen.Of(d, 3, 3, 4, 4, 4))
	path, at := "$", any(doc)
	for {
		if object, ok := at.(map[string]any); ok {
			key := deepest(r, object)
			path, at = path+"."+key, object[key]
		} else if list, ok := at.([]any); ok {
			i := r.IntN(len(list))
			path += listStep(r, d, list, i)
			at = list[i]
		} else {
			break
		}
	}
	note := gen.Of(d, "Indices count from 0.", "Indices count from 0, and negative ones from the end (-1 is the last).", "Indices count from 0, negative ones from the end, and [?k=v] takes the first object whose k is v.",
		"Indices count from 0, negative ones from the end, and [?k=v] takes the first object whose k is v.", "Indices count from 0, negative ones from the end, and [?k=v] takes the first object whose k is v.")
	question, _ := gen.Ask(r, []string{
		"{data}\n\nWhich value stands at the path `{path}` ($ is the document)? {note}",
		"A query tool is given `{path}` for the document below. What does it return? {note} $ names the root.\n\n{data}",
		"Follow `{path}` through this JSON, starting at the root $, and write down the scalar it ends at. {note}\n\n{data}",
	}, gen.Fixed("data", fence("json", indented(doc))), gen.Fixed("path", path), gen.Fixed("note", note))
	answer := jsonAnswer(at)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("Key by key and index by index, %s leads to the value %v.", path, at), answer)}
}

// deepest draws a key of an object, of one that holds more if there is any.
func deepest(r *rand.Rand, object map[string]any) string {
	var inner, all []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		all = append(all, key)
		switch object[key].(type) {
		case map[string]any, []any:
			inner = append(inner, key)
		}
	}
	if len(inner) > 0 {
		return gen.Pick(r, inner)
	}
	return gen.Pick(r, all)
}

// listStep is a step of a path to an element of a list of objects.
func listStep(r *rand.Rand, d gen.Difficulty, list []any, i int) string {
	object := list[i].(map[string]any)
	if d >= 3 && r.IntN(2) == 0 {
		for _, key := range slices.Sorted(maps.Keys(object)) {
			switch object[key].(type) {
			case int, string:
				if slices.IndexFunc(list, func(v any) bool { return fmt.Sprint(v.(map[string]any)[key]) == fmt.Sprint(object[key]) }) == i {
					return fmt.Sprintf("[?%s=%v]", key, object[key])
				}
			}
		}
	}
	if d >= 2 && r.IntN(2) == 0 {
		return fmt.Sprintf("[%d]", i-len(list))
	}
	return fmt.Sprintf("[%d]", i)
}

// deepKey asks for the paths to a key. Difficulty is the depth and width of the
// data, in which keys repeat at all levels; from 4 on only some values count.
func deepKey(r *rand.Rand, d gen.Difficulty) task.Item {
	doc := jsonTree(r, gen.Sample(r, lexicon.Nouns(), gen.Of(d, 6, 7, 8, 8, 8)), gen.Of(d, 1, 1, 2, 2, 3), gen.Of(d, 4, 5, 4, 5, 4))
	all := scalars(doc, "")
	last := func(s scalar) string { return s.path[strings.LastIndexByte(s.path, '.')+1:] }
	key := last(gen.Pick(r, all))
	var paths []string
	condition := "whose value is a text or a number"
	big := d >= 4
	for _, s := range all {
		n, isNumber := s.value.(int)
		if last(s) == key && (!big || isNumber && n > 0) {
			paths = append(paths, s.path)
		}
	}
	if big && len(paths) > 0 {
		condition = "whose value is a number"
	} else if big {
		for _, s := range all {
			if last(s) == key {
				paths = append(paths, s.path)
			}
		}
	}
	question, _ := gen.Ask(r, []string{
		"{data}\n\nFind every occurrence of the key \"{key}\" {condition}, however deep, and give the paths as a set in braces, written like a.b[0].c (indices from 0).",
		"At which paths does this document have a key \"{key}\" {condition}? Write them in the form x.y[1].z, elements of arrays counted from 0, as a set in braces.\n\n{data}",
		"A migration renames the key \"{key}\" wherever it occurs, but only an entry {condition}. List the paths concerned in braces, in any order; notation: outer.list[2].inner, first index 0.\n\n{data}",
	}, gen.Fixed("data", fence("json", indented(doc))), gen.Fixed("key", key), gen.Fixed("condition", condition))
	answer := task.Set(task.Strings(paths)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Searching all levels, \"%s\" %s occurs %d times: %s.", key, condition, len(paths), gen.Enumerated(paths)), answer)}
}

// patchOperation is an entry of a JSON patch (RFC 6902).
type patchOperation struct {
	Op    string `json:"op"`
	From  string `json:"from,omitempty"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

// jsonPatch asks for a whole document. Difficulty is the number of operations
// and their kinds: replace and add, then remove and inserts into arrays, then
// move and copy.
func jsonPatch(r *rand.Rand, d gen.Difficulty) task.Item {
	keys := gen.Sample(r, lexicon.Nouns(), 12)
	words := gen.Sample(r, lexicon.Colours(), 12)
	doc := map[string]any{
		keys[0]: words[0], keys[1]: gen.Between(r, 2, 98),
		keys[2]: []any{words[1], words[2], words[3]},
		keys[3]: map[string]any{keys[4]: words[4], keys[5]: gen.Between(r, 2, 98)},
	}
	before := indented(doc)
	inner := doc[keys[3]].(map[string]any)
	var patch []patchOperation
	for i := range gen.Of(d, 2, 3, 4, 6, 8) {
		list := doc[keys[2]].([]any)
		at, path := r.IntN(len(list)), "/"+keys[2]
		value := fmt.Sprintf("%s-%d", words[5+i%7], gen.Between(r, 2, 98))
		switch r.IntN(gen.Of(d, 2, 3, 5, 6, 7)) {
		case 0:
			inner[keys[4]] = value
			patch = append(patch, patchOperation{Op: "replace", Path: "/" + keys[3] + "/" + keys[4], Value: value})
		case 1:
			doc[keys[6+i%3]] = value
			patch = append(patch, patchOperation{Op: "add", Path: "/" + keys[6+i%3], Value: value})
		case 2:
			doc[keys[2]] = slices.Insert(slices.Clone(list), at, any(value))
			patch = append(patch, patchOperation{Op: "add", Path: fmt.Sprintf("%s/%d", path, at), Value: value})
		case 3:
			doc[keys[2]] = append(slices.Clone(list), value)
			patch = append(patch, patchOperation{Op: "add", Path: path + "/-", Value: value})
		case 4:
			if len(list) < 2 {
				continue
			}
			doc[keys[2]] = slices.Delete(slices.Clone(list), at, at+1)
			patch = append(patch, patchOperation{Op: "remove", Path: fmt.Sprintf("%s/%d", path, at)})
		case 5:
			to := keys[9+i%3]
			doc[to] = list[at]
			patch = append(patch, patchOperation{Op: "copy", From: fmt.Sprintf("%s/%d", path, at), Path: "/" + to})
		case 6:
			moved, rest := list[at], slices.Delete(slices.Clone(list), at, at+1)
			to := r.IntN(len(rest) + 1)
			doc[keys[2]] = slices.Insert(rest, to, moved)
			patch = append(patch, patchOperation{Op: "move", From: fmt.Sprintf("%s/%d", path, at), Path: fmt.Sprintf("%s/%d", path, to)})
		}
	}
	question, _ := gen.Ask(r, []string{
		"Document:\n\n{data}\n\nJSON Patch (RFC 6902):\n\n{patch}\n\nWhat is the document after all operations, in order? Answer with the JSON object.",
		"A server receives this patch and applies it from top to bottom by the rules of RFC 6902:\n\n{patch}\n\nBefore, the resource was\n\n{data}\n\nWrite the resource as it is afterwards, as JSON.",
		"Apply the operations below (RFC 6902; add at an index inserts, \"-\" appends, move removes first) to the document and give the resulting JSON object.\n\n{data}\n\n{patch}",
	}, gen.Fixed("data", fence("json", before)), gen.Fixed("patch", fence("json", indented(patch))))
	answer := jsonAnswer(doc)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The %d operations are applied one after the other, each to what the one before left.", len(patch)), answer)}
}

// schemaViolation asks where a document breaks a schema. Difficulty adds entries
// and kinds of rules: a type, a range, a required key, an enumeration, a length.
func schemaViolation(r *rand.Rand, d gen.Difficulty) task.Item {
	states := gen.Sample(r, []string{"open", "done", "late", "void", "held"}, 3)
	low, high, longest := gen.Between(r, 1, 9), gen.Between(r, 50, 80), gen.Between(r, 6, 8)
	properties := map[string]any{"qty": map[string]any{"type": "integer", "minimum": low, "maximum": high}, "item": map[string]any{"type": "string"}}
	required := []string{"item", "qty"}
	if d >= 3 {
		properties["state"] = map[string]any{"enum": states}
	}
	if d >= 4 {
		properties["code"] = map[string]any{"type": "string", "maxLength": longest}
		required = append(required, "code")
	}
	schema := map[string]any{"type": "array", "items": map[string]any{"type": "object", "required": required, "properties": properties}}
	list := make([]any, gen.Of(d, 4, 5, 6, 8, 10))
	var broken []string
	for i := range list {
		entry := map[string]any{"item": gen.Pick(r, lexicon.Tools()), "qty": gen.Between(r, low, high)}
		if d >= 3 && r.IntN(3) > 0 {
			entry["state"] = gen.Pick(r, states)
		}
		if d >= 4 {
			entry["code"] = fmt.Sprint(gen.Between(r, 10000, 99999))
		}
		if i == 0 || r.IntN(2) == 0 {
			key, value := breach(r, d, low, high, longest)
			entry[key] = value
			if value == nil {
				delete(entry, key)
			}
			broken = append(broken, fmt.Sprintf("[%d].%s", i, key))
		}
		list[i] = entry
	}
	question, _ := gen.Ask(r, []string{
		"Schema:\n\n{schema}\n\nData:\n\n{data}\n\nAt which paths does the data break the schema? Write each as [index].key, the index from 0; for a required key that is missing, the path that it should have. Answer with a set in braces.",
		"Validate the array against the JSON Schema and name every offending value by its path, such as [3].qty (first element 0). A missing required key is named as if it were there. Give a set in braces.\n\n{data}\n\n{schema}",
		"An import refuses entries that do not fit this schema:\n\n{schema}\n\nList what is wrong in the file below, as paths of the form [0].item, in braces and in any order. Where a required key is absent, give its path all the same.\n\n{data}",
	}, gen.Fixed("schema", fence("json", indented(schema))), gen.Fixed("data", fence("json", indented(list))))
	answer := task.Set(task.Strings(broken)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference("Each entry is held against types, bounds, required keys and the other rules. What fails is at "+gen.Enumerated(broken)+".", answer)}
}

// breach is a key with a value that breaks the schema; nil stands for no value.
func breach(r *rand.Rand, d gen.Difficulty, low, high, longest int) (string, any) {
	switch r.IntN(gen.Of(d, 2, 4, 5, 6, 7)) {
	case 0:
		return "qty", high + gen.Between(r, 1, 9)
	case 1:
		return "qty", low - gen.Between(r, 1, 9)
	case 2:
		return "qty", fmt.Sprint(gen.Between(r, low, high))
	case 3:
		return "item", nil
	case 4:
		return "state", gen.Pick(r, []string{"new", "Open", "lost"})
	case 5:
		return "code", strings.Repeat("7", longest+1)
	}
	return "code", gen.Between(r, 1000, 9999)
}

// documentDiff asks for three lists of keys. Difficulty adds keys and changes;
// from 3 on data is nested, from 4 on the two documents use other notations.
func documentDiff(r *rand.Rand, d gen.Difficulty) task.Item {
	keys := gen.Sample(r, lexicon.Nouns(), 16)
	depth := gen.Of(d, 0, 0, 1, 1, 2)
	old := jsonTree(r, keys[:12], depth, gen.Of(d, 5, 7, 4, 5, 5))
	fresh := clone(old).(map[string]any)
	lists := map[string][]string{"added": nil, "removed": nil, "changed": nil}
	for i, s := range gen.Sample(r, scalars(old, ""), gen.Of(d, 2, 3, 4, 5, 6)) {
		if strings.Contains(s.path, "[") {
			continue
		}
		steps := strings.Split(s.path, ".")
		at := fresh
		for _, step := range steps[:len(steps)-1] {
			at = at[step].(map[string]any)
		}
		key, prefix := steps[len(steps)-1], strings.TrimSuffix(s.path, steps[len(steps)-1])
		switch (i + r.IntN(2)) % 3 {
		case 0:
			at[key] = gen.Between(r, 1001, 9999)
			lists["changed"] = append(lists["changed"], s.path)
		case 1:
			delete(at, key)
			lists["removed"] = append(lists["removed"], s.path)
		case 2:
			added := keys[12+i%4]
			if _, there := at[added]; !there {
				at[added] = gen.Pick(r, lexicon.Colours())
				lists["added"] = append(lists["added"], prefix+added)
			}
		}
	}
	if len(lists["added"])+len(lists["removed"])+len(lists["changed"]) == 0 {
		fresh[keys[12]] = gen.Between(r, 1001, 9999)
		lists["added"] = []string{keys[12]}
	}
	fields := map[string]task.Answer{}
	for name, paths := range lists {
		fields[name] = task.Set(task.Strings(paths)...)
	}
	after := fence("json", indented(fresh))
	if d >= 4 {
		var lines []string
		for _, s := range scalars(fresh, "") {
			lines = append(lines, fmt.Sprintf("%s = %v", s.path, s.value))
		}
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		after = fence("text", strings.Join(lines, "\n"))
	}
	question, _ := gen.Ask(r, []string{
		"Old version:\n\n{old}\n\nNew version:\n\n{new}\n\nWhich keys were added, removed and changed in value? Answer with a JSON object with the keys added, removed and changed, each a list of dotted paths like a.b (empty where there is none).",
		"Compare two states of a configuration, before\n\n{old}\n\nand after\n\n{new}\n\nand report {\"added\": […], \"removed\": […], \"changed\": […]} with dotted paths to single values; an empty list is written [].",
		"For a change log, work out what differs between the first and the second document: paths (in dotted form) that are new, that are gone, and that have another value. Give them as JSON lists under added, removed and changed.\n\n{old}\n\n{new}",
	}, gen.Fixed("old", fence("json", indented(old))), gen.Fixed("new", after))
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Path by path: %d new, %d gone, %d with another value.", len(lists["added"]), len(lists["removed"]), len(lists["changed"])), answer)}
}
