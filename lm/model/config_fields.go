package model

import (
	"reflect"
	"strings"
)

// knownFields are the names that wire reads, taken from its tags so that the
// two cannot drift apart.
var knownFields = func() []string {
	var names []string
	t := reflect.TypeFor[wire]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}()
