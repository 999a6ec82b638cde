// Package rule writes the exact checks of generated texts: ids of the
// constraint package with their arguments. Generators may not import graders, so
// the ids stand here as data; the conformance test of the domains runs every
// check on a reference that keeps it and on texts that do not.
package rule

import (
	"encoding/json"
	"fmt"
	"strings"

	"segue/task"
)

// New is a check of the group "segue:" with arguments given as name and value
// in turn. It panics on an argument that JSON cannot hold, a programmer's error.
func New(name string, args ...any) task.Check {
	c := task.Check{ID: "segue:" + name}
	if len(args) == 0 {
		return c
	}
	object := map[string]any{}
	for i := 0; i+1 < len(args); i += 2 {
		object[args[i].(string)] = args[i+1]
	}
	data, err := json.Marshal(object)
	if err != nil {
		panic(fmt.Sprintf("rule: arguments of %s: %v", name, err))
	}
	c.Args = data
	return c
}

// Exactly asks for n of a countable thing ("words", "sentences", "bullets", …);
// args are further arguments of the check.
func Exactly(thing string, n int, args ...any) task.Check {
	return New(thing, append(args, "exactly", n)...)
}

// AtLeast asks for n or more of a countable thing.
func AtLeast(thing string, n int, args ...any) task.Check {
	return New(thing, append(args, "min", n)...)
}

// AtMost asks for n or fewer of a countable thing.
func AtMost(thing string, n int, args ...any) task.Check {
	return New(thing, append(args, "max", n)...)
}

// Between asks for lo to hi of a countable thing, both included.
func Between(thing string, lo, hi int, args ...any) task.Check {
	return New(thing, append(args, "min", lo, "max", hi)...)
}

// Include asks for every word, whole and ignoring case.
func Include(words ...string) task.Check { return New("include-words", "words", words) }

// Exclude forbids every word, whole and ignoring case.
func Exclude(words ...string) task.Check { return New("exclude-words", "words", words) }

// Ending asks for the mark that a text ends with, so that a text which was cut
// off fails. It returns the wording, which varies with n, and the check; for a
// text that ends otherwise both are empty.
func Ending(text string, n int) (said string, checks []task.Check) {
	mark := text[max(0, len(text)-1):]
	name, ok := map[string]string{".": "a full stop", "!": "an exclamation mark", "?": "a question mark"}[mark]
	if !ok {
		return "", nil
	}
	said = []string{" The reply ends with %s.", " Finish with %s.", " The very last character is %s."}[n%3]
	return strings.ReplaceAll(said, "%s", name), []task.Check{New("ends-with", "text", mark)}
}
