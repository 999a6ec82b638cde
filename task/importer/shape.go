package importer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"segue/internal/nearest"
	"segue/task"
)

// Shape is how the records of a data set become tasks.
type Shape struct {
	Name string
	// Doc says in a sentence what data sets have the shape and what answers
	// their tasks get.
	Doc string
	// Rank orders detection: the shapes that ask for more fields come first.
	Rank int
	// Detect says whether the record has the fields of the shape. It is nil for
	// a shape that is only used by name.
	Detect func(r *Record, o Options) bool
	// Task makes the task of a record. The id, the numbers of the steps and the
	// fields that it did not read are filled in afterwards.
	Task func(r *Record, o Options) (task.Task, error)
}

var shapes = map[string]Shape{}

// Register adds a shape. It panics on a duplicate or an incomplete entry.
func Register(s Shape) {
	if s.Name == "" || s.Doc == "" || s.Task == nil {
		panic(fmt.Sprintf("importer: the shape %q is incomplete", s.Name))
	}
	if _, twice := shapes[s.Name]; twice {
		panic(fmt.Sprintf("importer: %s is registered twice", s.Name))
	}
	shapes[s.Name] = s
}

// List returns every shape, sorted by name.
func List() []Shape {
	all := make([]Shape, 0, len(shapes))
	for _, s := range shapes {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Shape) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Names lists the names of the shapes.
func Names() []string {
	var names []string
	for _, s := range List() {
		names = append(names, s.Name)
	}
	return names
}

// Lookup finds a shape by name. The error of an unknown name names the nearest.
func Lookup(name string) (Shape, error) {
	if s, ok := shapes[name]; ok {
		return s, nil
	}
	return Shape{}, fmt.Errorf("unknown shape %q, nearest %s; the shapes are %s",
		name, nearest.Name(name, maps.Keys(shapes)), strings.Join(Names(), ", "))
}

// Detect finds the shape of a record, given as the JSON text of an object.
func Detect(record []byte, o Options) (Shape, error) {
	r, err := newRecord("", 1, rawRecord{data: record})
	if err != nil {
		return Shape{}, err
	}
	name, err := detect(r, o)
	return shapes[name], err
}

func detect(r *Record, o Options) (string, error) {
	all := slices.SortedStableFunc(slices.Values(List()), func(a, b Shape) int { return a.Rank - b.Rank })
	for _, s := range all {
		if s.Detect != nil && s.Detect(r, o) {
			return s.Name, nil
		}
	}
	return "", fmt.Errorf("the fields %s are those of no known shape; name the shape (%s) or the fields of question and answer",
		strings.Join(r.fieldNames(), ", "), strings.Join(Names(), ", "))
}
