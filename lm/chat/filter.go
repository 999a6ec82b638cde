package chat

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// filter is what follows "|".
type filter func(r *run, x any, a *arguments) (any, error)

var filters map[string]filter

func init() { // map and select look filters and tests up in turn
	filters = map[string]filter{
		"trim":       onText(func(_ *run, s string, a *arguments) (any, error) { return strip(s, a, true, true) }),
		"upper":      onText(plain(strings.ToUpper)),
		"lower":      onText(plain(strings.ToLower)),
		"title":      onText(plain(titleWords)),
		"capitalize": onText(plain(capitalise)),
		"replace":    onText(replaceString),
		"escape":     onText(escapeHTML),
		"e":          onText(escapeHTML),
		"safe":       onText(func(_ *run, s string, _ *arguments) (any, error) { return s, nil }),
		"string":     onText(func(_ *run, s string, _ *arguments) (any, error) { return s, nil }),
		"indent":     indentFilter,
		"wordcount":  onText(func(_ *run, s string, _ *arguments) (any, error) { return int64(len(strings.Fields(s))), nil }),
		"length":     lengthFilter,
		"count":      lengthFilter,
		"default":    defaultFilter,
		"d":          defaultFilter,
		"tojson":     toJSON,
		"join":       joinFilter,
		"items":      itemsFilter,
		"list":       listFilter,
		"first":      endFilter(func(items []any) any { return items[0] }),
		"last":       endFilter(func(items []any) any { return items[len(items)-1] }),
		"reverse":    reverseFilter,
		"sort":       sortFilter,
		"dictsort":   dictSortFilter,
		"unique":     uniqueFilter,
		"min":        extremeFilter(-1),
		"max":        extremeFilter(1),
		"sum":        sumFilter,
		"map":        mapFilter,
		"select":     chooseFilter(false, true),
		"reject":     chooseFilter(false, false),
		"selectattr": chooseFilter(true, true),
		"rejectattr": chooseFilter(true, false),
		"int":        intFilter,
		"float":      floatFilter,
		"abs":        absFilter,
		"round":      roundFilter,
	}
}

// onText makes a filter of a string method.
func onText(f stringMethod) filter {
	return func(r *run, x any, a *arguments) (any, error) {
		s, err := r.text(x)
		if err == nil {
			err = r.scan(s)
		}
		if err != nil {
			return nil, err
		}
		return f(r, s, a)
	}
}

func escapeHTML(r *run, s string, _ *arguments) (any, error) {
	if err := r.allocate(2 * len(s)); err != nil {
		return nil, err
	}
	s = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&#39;", `"`, "&#34;").Replace(s)
	return s, r.allocate(len(s))
}

func indentFilter(r *run, x any, a *arguments) (any, error) {
	s, ok := x.(string)
	if !ok {
		return nil, fmt.Errorf("a value of type %s has no lines", typeName(x))
	}
	return indentText(r, s, a)
}

// indentText puts blanks before all lines but the first and empty ones.
func indentText(r *run, s string, a *arguments) (any, error) {
	pad := ""
	if value, ok := a.take(0, "width"); ok {
		if text, ok := value.(string); ok {
			pad = text
		}
	}
	if pad == "" {
		width, err := a.integer(0, "width", 4)
		if err == nil {
			err = r.allocate(int(min(max(width, 0), maxMemory)))
		}
		if err != nil {
			return nil, err
		}
		pad = strings.Repeat(" ", int(max(width, 0)))
	}
	first, blank := a.flag(1, "first"), a.flag(2, "blank")
	rows, err := r.lines(s + "\n")
	if err == nil {
		err = r.allocate(len(rows) * len(pad))
	}
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		if i == 0 && first || i > 0 && (blank || row != "") {
			rows[i] = pad + row
		}
	}
	return strings.Join(rows, "\n"), nil
}

func lengthFilter(r *run, x any, _ *arguments) (any, error) {
	n, err := r.length(x)
	return int64(n), err
}

func defaultFilter(_ *run, x any, a *arguments) (any, error) {
	value, ok := a.take(0, "default_value")
	if !ok {
		value = ""
	}
	_, missing := x.(undefined)
	if missing || a.flag(1, "boolean") && !truth(x) {
		return value, nil
	}
	return x, nil
}

// toJSON is transformers' tojson: json.dumps with ensure_ascii off unless asked
// for, so that nothing is escaped for HTML.
func toJSON(r *run, x any, a *arguments) (any, error) {
	style := newJSONStyle(a.flag(0, "ensure_ascii"))
	style.sortKeys = a.flag(3, "sort_keys")
	if value, ok := a.take(1, "indent"); ok && value != nil {
		style.lines, style.item = true, ","
		if s, ok := value.(string); ok {
			style.indent = s
		} else {
			n, ok := integerOf(value)
			if !ok || n > 100 {
				return nil, errors.New("the indent is neither a string nor a number up to 100")
			}
			style.indent = strings.Repeat(" ", int(max(n, 0)))
		}
	}
	if value, ok := a.take(2, "separators"); ok && value != nil {
		s, ok := value.(*sequence)
		if !ok || len(s.items) != 2 {
			return nil, errors.New("separators are not two strings")
		}
		item, okItem := s.items[0].(string)
		key, okKey := s.items[1].(string)
		if !okItem || !okKey {
			return nil, errors.New("separators are not two strings")
		}
		style.item, style.key = item, key
	}
	var b strings.Builder
	err := r.writeJSON(&b, x, &style, 0)
	return b.String(), err
}

func joinFilter(r *run, x any, a *arguments) (any, error) {
	separator, err := a.text(0, "d", "")
	if err != nil {
		return nil, err
	}
	items, err := r.iterate(x)
	if err != nil {
		return nil, err
	}
	if path, ok := a.take(1, "attribute"); ok && path != nil {
		if items, err = r.attributes(items, path, undefined{}); err != nil {
			return nil, err
		}
	}
	return r.joinTexts(separator, items)
}

func itemsFilter(r *run, x any, _ *arguments) (any, error) {
	switch x := x.(type) {
	case undefined:
		return &sequence{kind: generator}, nil
	case *mapping:
		pairs, err := r.pairs(x)
		return &sequence{generator, pairs.items}, err
	}
	return nil, fmt.Errorf("a value of type %s has no items", typeName(x))
}

func listFilter(r *run, x any, _ *arguments) (any, error) {
	items, err := r.iterate(x)
	return newList(items...), err
}

func endFilter(f func([]any) any) filter {
	return func(r *run, x any, _ *arguments) (any, error) {
		items, err := r.iterate(x)
		if err != nil || len(items) == 0 {
			return undefined{"an item of nothing"}, err
		}
		return f(items), nil
	}
}

func reverseFilter(r *run, x any, _ *arguments) (any, error) {
	items, err := r.iterate(x)
	if err != nil {
		return nil, err
	}
	if err := r.allocate(16 * len(items)); err != nil {
		return nil, err
	}
	kept, err := sliced(items, [3]*int64{2: new(int64(-1))})
	if _, ok := x.(string); ok && err == nil {
		return r.joinTexts("", kept)
	}
	return &sequence{generator, kept}, err
}

func intFilter(r *run, x any, a *arguments) (any, error) {
	if u, ok := x.(undefined); ok {
		return nil, fmt.Errorf("%q is undefined", u.name)
	}
	otherwise, err := a.integer(0, "default", 0)
	if err != nil {
		return nil, err
	}
	if f, ok := x.(float64); ok && math.Abs(f) < 1<<62 {
		return int64(f), nil
	}
	if n, ok := integerOf(x); ok {
		return n, nil
	}
	if s, ok := x.(string); ok {
		if err := r.scan(s); err != nil {
			return nil, err
		}
		s = strings.TrimSpace(s)
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return n, nil
		}
		if f, err := strconv.ParseFloat(s, 64); err == nil && math.Abs(f) < 1<<62 {
			return int64(f), nil
		}
	}
	return otherwise, nil
}

func floatFilter(_ *run, x any, a *arguments) (any, error) {
	if u, ok := x.(undefined); ok {
		return nil, fmt.Errorf("%q is undefined", u.name)
	}
	if f, ok := numberOf(x); ok {
		return f, nil
	}
	if s, ok := x.(string); ok {
		if f, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err == nil {
			return f, nil
		}
	}
	if value, ok := a.take(0, "default"); ok {
		return value, nil
	}
	return 0.0, nil
}

func absFilter(_ *run, x any, _ *arguments) (any, error) {
	if n, ok := integerOf(x); ok && n != math.MinInt64 {
		return max(n, -n), nil
	}
	if f, ok := x.(float64); ok {
		return math.Abs(f), nil
	}
	return nil, fmt.Errorf("a value of type %s has no size", typeName(x))
}

func roundFilter(_ *run, x any, a *arguments) (any, error) {
	f, ok := numberOf(x)
	if !ok {
		return nil, fmt.Errorf("a value of type %s cannot be rounded", typeName(x))
	}
	digits, err := a.integer(0, "precision", 0)
	if err != nil {
		return nil, err
	}
	method, err := a.text(1, "method", "common")
	if err != nil {
		return nil, err
	}
	if n, whole := integerOf(x); whole && method == "common" && digits >= 0 {
		return n, nil
	}
	scale := math.Pow(10, float64(min(max(digits, -300), 300)))
	switch method {
	case "ceil":
		return math.Ceil(f*scale) / scale, nil
	case "floor":
		return math.Floor(f*scale) / scale, nil
	}
	if digits >= 0 && digits < 20 {
		return strconv.ParseFloat(strconv.FormatFloat(f, 'f', int(digits), 64), 64)
	}
	return math.RoundToEven(f*scale) / scale, nil
}
