package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// decode reads one JSON value and keeps numbers as they are written.
func decode(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("there is text behind the value")
	}
	return v, nil
}

// equal compares JSON values: integers exactly at any size, 2 equals 2.0, other
// numbers as 64-bit floats within an absolute tolerance; true is not 1.
func equal(want, got any, tol float64, anyOrder bool) bool {
	switch w := want.(type) {
	case json.Number:
		g, ok := got.(json.Number)
		return ok && sameNumber(string(w), string(g), tol)
	case []any:
		g, ok := got.([]any)
		if !ok || len(w) != len(g) {
			return false
		}
		if anyOrder {
			return sameMultiset(w, g, tol)
		}
		for i := range w {
			if !equal(w[i], g[i], tol, false) {
				return false
			}
		}
		return true
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(w) != len(g) {
			return false
		}
		for k, v := range w {
			if other, ok := g[k]; !ok || !equal(v, other, tol, false) {
				return false
			}
		}
		return true
	}
	return want == got // string, bool, null
}

// sameMultiset pairs equal elements one to one; with a tolerance the first fit
// is taken, which is exact whenever different elements are further apart.
func sameMultiset(want, got []any, tol float64) bool {
	used := make([]bool, len(got))
next:
	for _, w := range want {
		for i, g := range got {
			if !used[i] && equal(w, g, tol, false) {
				used[i] = true
				continue next
			}
		}
		return false
	}
	return true
}

func sameNumber(want, got string, tol float64) bool {
	if isInteger(want) && isInteger(got) && tol == 0 {
		return want == got || want == "-0" && got == "0" || want == "0" && got == "-0"
	}
	w, errW := strconv.ParseFloat(want, 64)
	g, errG := strconv.ParseFloat(got, 64)
	if errW != nil || errG != nil {
		return false
	}
	return w == g || math.Abs(w-g) <= tol
}

func isInteger(s string) bool { return !strings.ContainsAny(s, ".eE") }

// compareOutput says how printed output differs from the expected one, or "".
func compareOutput(want, got, comparator string, tol float64) string {
	switch comparator {
	case "exact":
		if want != got {
			return "the output differs"
		}
		return ""
	case "tokens":
		if !sameTokens(strings.Fields(want), strings.Fields(got), tol) {
			return "the output differs"
		}
		return ""
	}
	w, g := outputLines(want), outputLines(got)
	if len(w) != len(g) {
		return fmt.Sprintf("the output has %d lines, not %d", len(g), len(w))
	}
	for i := range w {
		if w[i] != g[i] && (tol == 0 || !sameTokens(strings.Fields(w[i]), strings.Fields(g[i]), tol)) {
			return fmt.Sprintf("line %d of the output is %q", i+1, cut([]byte(g[i])))
		}
	}
	return ""
}

// outputLines are the lines without trailing blanks and trailing empty lines.
func outputLines(text string) []string {
	lines := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\r")
	}
	return lines
}

func sameTokens(want, got []string, tol float64) bool {
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && (tol == 0 || !sameNumber(want[i], got[i], tol)) {
			return false
		}
	}
	return true
}
