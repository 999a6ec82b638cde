package chat

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// attributeOf returns an attribute or method that Python's object of this kind
// has. Those that would change the object do not exist, as in the sandbox.
func attributeOf(object any, name string) (any, bool) {
	bound := func(method func(*run, arguments) (any, error)) (any, bool) { return &function{name, method}, true }
	switch object := object.(type) {
	case *loopState:
		return object.attribute(name)
	case string:
		if method, ok := stringMethods[name]; ok {
			return bound(func(r *run, a arguments) (any, error) {
				if err := r.scan(object); err != nil {
					return nil, err
				}
				return method(r, object, &a)
			})
		}
	case *mapping:
		switch name {
		case "keys":
			return bound(func(r *run, _ arguments) (any, error) {
				items, err := r.iterate(object)
				return newList(items...), err
			})
		case "values":
			return bound(func(r *run, _ arguments) (any, error) {
				items := make([]any, len(object.keys))
				for i, key := range object.keys {
					items[i] = object.values[key]
				}
				return newList(items...), r.allocate(16 * len(items))
			})
		case "items":
			return bound(func(r *run, _ arguments) (any, error) { return r.pairs(object) })
		case "get":
			return bound(func(_ *run, a arguments) (any, error) {
				key, ok := a.take(0, "key")
				if !ok {
					return nil, errors.New("get without a key")
				}
				if s, ok := key.(string); ok {
					if value, ok := object.values[s]; ok {
						return value, nil
					}
				}
				otherwise, _ := a.take(1, "default")
				return otherwise, nil
			})
		}
	case *sequence:
		if object.kind == generator || name != "index" && name != "count" {
			break
		}
		return bound(func(r *run, a arguments) (any, error) { return r.find(object, name, &a) })
	}
	return nil, false
}

// pairs returns the keys and values of a mapping.
func (r *run) pairs(m *mapping) (*sequence, error) {
	items := make([]any, len(m.keys))
	for i, key := range m.keys {
		items[i] = &sequence{tuple, []any{key, m.values[key]}}
	}
	return newList(items...), r.allocate(64 * len(items))
}

// find carries out the methods index and count of a list.
func (r *run) find(s *sequence, method string, a *arguments) (any, error) {
	item, ok := a.take(0, "value")
	if !ok {
		return nil, fmt.Errorf("%s without a value", method)
	}
	count := int64(0)
	for i, other := range s.items {
		same, err := r.equal(item, other, 0)
		if err != nil {
			return nil, err
		}
		if same && method == "index" {
			return int64(i), nil
		}
		if same {
			count++
		}
	}
	if method == "index" {
		return nil, errors.New("index: the value is not in the list")
	}
	return count, nil
}

type stringMethod func(r *run, s string, a *arguments) (any, error)

var stringMethods map[string]stringMethod

func init() { // methods share functions with filters, which know them in turn
	stringMethods = map[string]stringMethod{
		"strip":        func(_ *run, s string, a *arguments) (any, error) { return strip(s, a, true, true) },
		"lstrip":       func(_ *run, s string, a *arguments) (any, error) { return strip(s, a, true, false) },
		"rstrip":       func(_ *run, s string, a *arguments) (any, error) { return strip(s, a, false, true) },
		"startswith":   func(r *run, s string, a *arguments) (any, error) { return r.affix(s, a, strings.HasPrefix) },
		"endswith":     func(r *run, s string, a *arguments) (any, error) { return r.affix(s, a, strings.HasSuffix) },
		"split":        splitString,
		"rsplit":       splitStringRight,
		"splitlines":   splitLines,
		"replace":      replaceString,
		"join":         func(r *run, s string, a *arguments) (any, error) { return r.joinItems(s, a) },
		"upper":        plain(strings.ToUpper),
		"lower":        plain(strings.ToLower),
		"title":        plain(title),
		"capitalize":   plain(capitalise),
		"removeprefix": func(_ *run, s string, a *arguments) (any, error) { return withArgument(s, a, strings.TrimPrefix) },
		"removesuffix": func(_ *run, s string, a *arguments) (any, error) { return withArgument(s, a, strings.TrimSuffix) },
		"find":         func(_ *run, s string, a *arguments) (any, error) { return place(s, a, strings.Index) },
		"rfind":        func(_ *run, s string, a *arguments) (any, error) { return place(s, a, strings.LastIndex) },
		"index":        func(_ *run, s string, a *arguments) (any, error) { return found(place(s, a, strings.Index)) },
		"rindex":       func(_ *run, s string, a *arguments) (any, error) { return found(place(s, a, strings.LastIndex)) },
		"count": func(_ *run, s string, a *arguments) (any, error) {
			of, err := a.text(0, "sub", "")
			return int64(strings.Count(s, of)), err
		},
		"isdigit": every(unicode.IsDigit), "isalpha": every(unicode.IsLetter), "isspace": every(unicode.IsSpace),
		"isalnum": every(func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }),
		"isupper": func(_ *run, s string, _ *arguments) (any, error) {
			return s == strings.ToUpper(s) && s != strings.ToLower(s), nil
		},
		"islower": func(_ *run, s string, _ *arguments) (any, error) {
			return s == strings.ToLower(s) && s != strings.ToUpper(s), nil
		},
	}
}

func plain(f func(string) string) stringMethod {
	return func(r *run, s string, _ *arguments) (any, error) {
		if err := r.allocate(len(s)); err != nil {
			return nil, err
		}
		return f(s), nil
	}
}

func every(f func(rune) bool) stringMethod {
	return func(_ *run, s string, _ *arguments) (any, error) {
		return s != "" && !strings.ContainsFunc(s, func(c rune) bool { return !f(c) }), nil
	}
}

func withArgument(s string, a *arguments, f func(s, argument string) string) (any, error) {
	argument, err := a.text(0, "argument", "")
	return f(s, argument), err
}

// place is find and rfind; places count characters.
func place(s string, a *arguments, f func(s, of string) int) (any, error) {
	of, err := a.text(0, "sub", "")
	at := f(s, of)
	if at < 0 || err != nil {
		return int64(-1), err
	}
	return int64(utf8.RuneCountInString(s[:at])), nil
}

// found makes index of find: a string that is not there is an error.
func found(at any, err error) (any, error) {
	if err == nil && at == int64(-1) {
		err = errors.New("the string is not in it")
	}
	return at, err
}

// strip removes white space, or the characters in the argument, from ends.
func strip(s string, a *arguments, left, right bool) (any, error) {
	drop := unicode.IsSpace
	if value, ok := a.take(0, "chars"); ok && value != nil {
		set, ok := value.(string)
		if !ok {
			return nil, errors.New("the characters to strip are not a string")
		}
		drop = func(c rune) bool { return strings.ContainsRune(set, c) }
	}
	if left {
		s = strings.TrimLeftFunc(s, drop)
	}
	if right {
		s = strings.TrimRightFunc(s, drop)
	}
	return s, nil
}

// affix is startswith and endswith; the argument may be a tuple of strings.
func (r *run) affix(s string, a *arguments, f func(s, affix string) bool) (any, error) {
	value, _ := a.take(0, "prefix")
	several := []any{value}
	if t, ok := value.(*sequence); ok && t.kind == tuple {
		several = t.items
	}
	for _, one := range several {
		affix, ok := one.(string)
		if !ok {
			return nil, fmt.Errorf("a string begins and ends with strings, not a value of type %s", typeName(one))
		}
		if f(s, affix) {
			return true, nil
		}
	}
	return false, r.spend(len(several))
}

// texts returns strings as a list.
func (r *run) texts(parts []string) (any, error) {
	if err := r.allocate(32 * len(parts)); err != nil {
		return nil, err
	}
	items := make([]any, len(parts))
	for i, part := range parts {
		items[i] = part
	}
	return newList(items...), nil
}

func splitLines(r *run, s string, _ *arguments) (any, error) {
	rows, err := r.lines(s)
	if err != nil {
		return nil, err
	}
	return r.texts(rows)
}

func splitString(r *run, s string, a *arguments) (any, error) {
	separator, err := a.text(0, "sep", "")
	if err != nil {
		return nil, err
	}
	limit, err := a.integer(1, "maxsplit", -1)
	if err != nil {
		return nil, err
	}
	if value, given := a.take(0, "sep"); given && value != nil {
		if separator == "" {
			return nil, errors.New("split by an empty string")
		}
		if limit < 0 || limit > maxMemory {
			limit = maxMemory
		}
		if err := r.allocate(16 * min(strings.Count(s, separator), int(limit))); err != nil {
			return nil, err
		}
		return r.texts(strings.SplitN(s, separator, int(limit)+1))
	}
	var parts []string
	for s = strings.TrimLeftFunc(s, unicode.IsSpace); s != ""; s = strings.TrimLeftFunc(s, unicode.IsSpace) {
		end := strings.IndexFunc(s, unicode.IsSpace)
		if end < 0 || limit == int64(len(parts)) {
			end = len(s)
		}
		parts, s = append(parts, s[:end]), s[end:]
		if err := r.allocate(16); err != nil {
			return nil, err
		}
	}
	return r.texts(parts)
}

func splitStringRight(r *run, s string, a *arguments) (any, error) {
	separator, err := a.text(0, "sep", "")
	if err != nil {
		return nil, err
	}
	limit, err := a.integer(1, "maxsplit", -1)
	if err != nil || limit < 0 || separator == "" {
		return splitString(r, s, a)
	}
	if err := r.allocate(16*strings.Count(s, separator) + len(s)); err != nil {
		return nil, err
	}
	parts := strings.Split(s, separator)
	if rest := len(parts) - int(min(limit, 1<<30)); rest > 1 {
		parts = append([]string{strings.Join(parts[:rest], separator)}, parts[rest:]...)
	}
	return r.texts(parts)
}

func replaceString(r *run, s string, a *arguments) (any, error) {
	old, err := a.text(0, "old", "")
	if err != nil {
		return nil, err
	}
	replacement, err := a.text(1, "new", "")
	if err != nil {
		return nil, err
	}
	limit, err := a.integer(2, "count", -1)
	if err != nil {
		return nil, err
	}
	count := strings.Count(s, old)
	if limit >= 0 {
		count = int(min(int64(count), limit))
	}
	if err := r.allocate(len(s) + count*len(replacement)); err != nil {
		return nil, err
	}
	return strings.Replace(s, old, replacement, count), nil
}

// joinItems puts a string between the items of the argument.
func (r *run) joinItems(separator string, a *arguments) (any, error) {
	value, _ := a.take(0, "iterable")
	items, err := r.iterate(value)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if _, ok := item.(string); !ok {
			return nil, fmt.Errorf("a value of type %s cannot be joined", typeName(item))
		}
	}
	return r.joinTexts(separator, items)
}

func (r *run) joinTexts(separator string, items []any) (any, error) {
	if err := r.allocate(len(separator) * len(items)); err != nil {
		return nil, err
	}
	parts := make([]string, len(items))
	for i, item := range items {
		part, err := r.text(item)
		if err == nil {
			err = r.allocate(len(part))
		}
		if err != nil {
			return nil, err
		}
		parts[i] = part
	}
	return strings.Join(parts, separator), nil
}

// lines cuts at line ends, as Python's splitlines.
func (r *run) lines(s string) ([]string, error) {
	if err := r.allocate(2 * len(s)); err != nil {
		return nil, err
	}
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n",
		"\x1c", "\n", "\x1d", "\n", "\x1e", "\n").Replace(s)
	if s == "" {
		return nil, nil
	}
	if err := r.allocate(16 * strings.Count(s, "\n")); err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n"), nil
}

func capitalise(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToTitle(s[:n]) + strings.ToLower(s[n:])
}

// title makes the first letter of every word a capital, the others small.
func title(s string) string {
	inWord := false
	return strings.Map(func(c rune) rune {
		first := !inWord
		inWord = unicode.IsLetter(c)
		if first {
			return unicode.ToTitle(c)
		}
		return unicode.ToLower(c)
	}, s)
}

// titleWords is the filter title, which knows words by the blanks, hyphens and
// opening brackets before them.
func titleWords(s string) string {
	begin := true
	return strings.Map(func(c rune) rune {
		first := begin
		begin = unicode.IsSpace(c) || strings.ContainsRune("-({[<", c)
		if first {
			return unicode.ToUpper(c)
		}
		return unicode.ToLower(c)
	}, s)
}
