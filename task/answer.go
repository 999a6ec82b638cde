package task

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Kind says what type of value an answer is, and so which grader decides.
type Kind string

// The answer kinds. A generator states the kind, so a grader never guesses it.
const (
	KindInteger     Kind = "integer"     // Value: decimal digits with an optional sign
	KindRational    Kind = "rational"    // Value: p/q or an integer
	KindDecimal     Kind = "decimal"     // Value, Tol, Unit
	KindExpression  Kind = "expression"  // Value: LaTeX or plain mathematics
	KindString      Kind = "string"      // Value and further spellings in Accept
	KindChoice      Kind = "choice"      // Value: letter or letters "A,C"; Options
	KindList        Kind = "list"        // Items, in order
	KindSet         Kind = "set"         // Items, in any order, multiplicity counts
	KindMapping     Kind = "mapping"     // Fields: name to value, all required
	KindTable       Kind = "table"       // Columns, Rows; Ordered says whether row order counts
	KindCode        Kind = "code"        // Language, Entry, Tests
	KindPlan        Kind = "plan"        // Checker, Problem
	KindConstraints Kind = "constraints" // Checks
	KindRubric      Kind = "rubric"      // Criteria for a judge, Checks that are exact
)

// Answer is the typed reference of a question: the value and how a response is
// compared with it. Only the fields of its kind are set.
type Answer struct {
	Kind Kind `json:"kind"`
	// Value is the canonical text of a scalar answer.
	Value string `json:"value,omitempty"`
	// Tol is how far a decimal may be off.
	Tol *Tolerance `json:"tol,omitempty"`
	// Unit is the unit a decimal is asked in ("m/s"). A response without a unit
	// is read in it; a response in another unit is converted.
	Unit string `json:"unit,omitempty"`
	// Accept lists further spellings of a string answer.
	Accept []string `json:"accept,omitempty"`
	// CaseSensitive and Exact tighten a string answer: Exact compares byte for
	// byte after trimming, otherwise blanks, quotes and case are forgiven.
	CaseSensitive bool `json:"case_sensitive,omitempty"`
	Exact         bool `json:"exact,omitempty"`
	// Options are the texts of a choice, the first is A.
	Options []string `json:"options,omitempty"`
	// Items are the elements of a list or set.
	Items []Answer `json:"items,omitempty"`
	// Fields are the entries of a mapping; a logic grid is a mapping of mappings.
	Fields map[string]Answer `json:"fields,omitempty"`
	// Columns and Rows are a table; Ordered says that the order of rows counts.
	Columns []string   `json:"columns,omitempty"`
	Rows    [][]string `json:"rows,omitempty"`
	Ordered bool       `json:"ordered,omitempty"`
	// Language ("python", "go"), Entry (function to call, empty for a program
	// that reads standard input) and Tests are a code answer.
	Language string     `json:"language,omitempty"`
	Entry    string     `json:"entry,omitempty"`
	Tests    []CodeTest `json:"tests,omitempty"`
	// Comparator says how a program's output is compared: "" for equality,
	// "multiset", "tokens" or "exact". Seconds is the time for one test.
	Comparator string `json:"comparator,omitempty"`
	Seconds    int    `json:"seconds,omitempty"`
	// Checker names a plan checker and Problem is its typed input; the checker
	// accepts every valid plan, and where the problem states a proven optimum
	// every plan that is as good.
	Checker string          `json:"checker,omitempty"`
	Problem json.RawMessage `json:"problem,omitempty"`
	// Checks are exact constraints on the response text.
	Checks []Check `json:"checks,omitempty"`
	// Criteria are what a judge decides, one yes or no each.
	Criteria []Criterion `json:"criteria,omitempty"`
	// Extra keeps fields that this version does not know.
	Extra map[string]json.RawMessage `json:"-"`
}

// Tolerance is how far a decimal may be off: it passes when it is within Abs,
// or within Rel of the reference's magnitude. In JSON a bare number is Abs.
type Tolerance struct {
	Abs float64 `json:"abs,omitempty"`
	Rel float64 `json:"rel,omitempty"`
}

// CodeTest is one unit test: a call (Args, Expect) or a run (Stdin, Stdout).
type CodeTest struct {
	Args   json.RawMessage `json:"args,omitempty"`
	Expect json.RawMessage `json:"expect,omitempty"`
	Stdin  string          `json:"stdin,omitempty"`
	Stdout string          `json:"stdout,omitempty"`
	// Tol is the absolute tolerance for numbers in the result; 0 asks for equality.
	Tol float64 `json:"tol,omitempty"`
}

// Check is one instruction constraint: an id of grade/constraint with its arguments.
type Check struct {
	ID   string          `json:"id"`
	Args json.RawMessage `json:"args,omitempty"`
}

// Criterion is one line of a rubric.
type Criterion struct {
	Text   string  `json:"text"`
	Weight float64 `json:"weight,omitempty"` // 0 reads as 1
}

// Integer is an integer answer.
func Integer(n int64) Answer { return Answer{Kind: KindInteger, Value: strconv.FormatInt(n, 10)} }

// Rational is the answer p/q.
func Rational(p, q int64) Answer {
	return Answer{Kind: KindRational, Value: fmt.Sprintf("%d/%d", p, q)}
}

// Decimal is a decimal answer with a relative tolerance.
func Decimal(value string, rel float64) Answer {
	return Answer{Kind: KindDecimal, Value: value, Tol: &Tolerance{Rel: rel}}
}

// String is a text answer; accept lists further spellings.
func String(value string, accept ...string) Answer {
	return Answer{Kind: KindString, Value: value, Accept: accept}
}

// Expression is an answer in LaTeX or plain mathematics.
func Expression(value string) Answer { return Answer{Kind: KindExpression, Value: value} }

// List is an ordered list of answers.
func List(items ...Answer) Answer { return Answer{Kind: KindList, Items: items} }

// Set is an unordered collection of answers.
func Set(items ...Answer) Answer { return Answer{Kind: KindSet, Items: items} }

// Integers is the items of a list or set of integers: task.List(task.Integers(xs)...).
func Integers[T ~int | ~int64](xs []T) []Answer {
	items := make([]Answer, len(xs))
	for i, x := range xs {
		items[i] = Integer(int64(x))
	}
	return items
}

// Strings is the items of a list or set of texts.
func Strings(xs []string) []Answer {
	items := make([]Answer, len(xs))
	for i, x := range xs {
		items[i] = String(x)
	}
	return items
}

// Choice is a multiple-choice answer: options and the index of the right one.
func Choice(options []string, right int) Answer {
	return Answer{Kind: KindChoice, Options: options, Value: string(rune('A' + right))}
}

// UnmarshalJSON reads an answer, forgiving numbers where texts are expected,
// scalars as items and "value" for the items of a list.
func (a *Answer) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '{' {
		scalar, err := scalarAnswer(data)
		*a = scalar
		return err
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if err := canonicalValue(raw); err != nil {
		return err
	}
	canonical, err := json.Marshal(raw)
	if err != nil {
		return err
	}
	type plain Answer
	var p plain
	if err := json.Unmarshal(canonical, &p); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	p.Extra = unknown(raw, answerFields)
	*a = Answer(p)
	if !slices.Contains(kinds, a.Kind) {
		return fmt.Errorf("read answer: unknown kind %q; the kinds are %v", a.Kind, kinds)
	}
	return nil
}

// MarshalJSON writes the fields of the kind and those that were kept in Extra.
func (a Answer) MarshalJSON() ([]byte, error) {
	type plain Answer
	return marshalWithExtra(plain(a), a.Extra)
}

// UnmarshalJSON reads {"abs","rel"} or a bare number, which is absolute. It
// refuses what is no distance.
func (t *Tolerance) UnmarshalJSON(data []byte) error {
	type plain Tolerance
	var p plain
	if n, err := strconv.ParseFloat(string(bytes.Trim(data, `"`)), 64); err == nil {
		p.Abs = n
	} else if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	for _, x := range []float64{p.Abs, p.Rel} {
		if !(x >= 0) || math.IsInf(x, 0) {
			return fmt.Errorf("read tolerance: %g is none; give a number from 0 up", x)
		}
	}
	*t = Tolerance(p)
	return nil
}

var kinds = []Kind{
	KindInteger, KindRational, KindDecimal, KindExpression, KindString, KindChoice, KindList, KindSet,
	KindMapping, KindTable, KindCode, KindPlan, KindConstraints, KindRubric,
}

// Kinds lists every answer kind.
func Kinds() []Kind { return slices.Clone(kinds) }

var answerFields = jsonFields(Answer{})

// canonicalValue moves a "value" that is a number, array or object to where the
// kind keeps it, so that {"kind":"list","value":[1,2]} reads as it was meant.
func canonicalValue(raw map[string]json.RawMessage) error {
	value := bytes.TrimSpace(raw["value"])
	if len(value) == 0 {
		return nil
	}
	switch value[0] {
	case '"':
	case 'n':
		delete(raw, "value") // null is nothing
	case '[':
		raw["items"] = value
		delete(raw, "value")
	case '{':
		fields, err := withKinds(value)
		if err != nil {
			return err
		}
		raw["fields"] = fields
		delete(raw, "value")
	default:
		text, err := json.Marshal(string(value))
		if err != nil {
			return err
		}
		raw["value"] = text
	}
	return nil
}

// withKinds makes mappings of the plain objects in an object of fields, so that
// a logic grid may be written as plain nested data.
func withKinds(object json.RawMessage) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		return nil, err
	}
	for name, value := range fields {
		var inner map[string]json.RawMessage
		if json.Unmarshal(value, &inner) != nil || inner == nil || inner["kind"] != nil {
			continue
		}
		mapping, err := withKinds(value)
		if err != nil {
			return nil, err
		}
		fields[name] = slices.Concat([]byte(`{"kind":"mapping","fields":`), mapping, []byte("}"))
	}
	return json.Marshal(fields)
}

// scalarAnswer reads a bare JSON scalar or array as an answer.
func scalarAnswer(data []byte) (Answer, error) {
	if len(data) == 0 {
		return Answer{}, fmt.Errorf("read answer: nothing there")
	}
	switch data[0] {
	case '"':
		var s string
		err := json.Unmarshal(data, &s)
		return String(s), err
	case '[':
		var items []Answer
		err := json.Unmarshal(data, &items)
		return List(items...), err
	case 't', 'f':
		return String(string(data)), nil
	case 'n':
		return Answer{}, fmt.Errorf("read answer: null is no answer")
	}
	if !bytes.ContainsAny(data, ".eE") { // of any size
		return Answer{Kind: KindInteger, Value: string(data)}, nil
	}
	return Answer{Kind: KindDecimal, Value: string(data)}, nil
}
