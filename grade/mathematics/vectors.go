package mathematics

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"segue/grade/expr"
)

// Vector is one published test case: two texts and the verdict of its source.
type Vector struct {
	ID       string        `json:"id"`
	Family   string        `json:"family"`
	Category string        `json:"category"`
	Gold     string        `json:"gold"`
	Answer   string        `json:"answer"`
	Expect   bool          `json:"expect"`
	Options  VectorOptions `json:"options"`
	// Waiver, where not empty, says why the source's verdict is not required.
	Waiver string `json:"waiver"`
}

// VectorOptions are the settings under which the source gave its verdict.
type VectorOptions struct {
	Check      string   `json:"check"` // parse, normalise, equal, string_normal_form
	ValueType  string   `json:"value_type"`
	Exact      *bool    `json:"exact"`
	Digits     int      `json:"significant_digits"`
	Match      []string `json:"match"`
	Precision  int      `json:"precision"`
	Strict     *bool    `json:"strict"`
	SetByRange *bool    `json:"allow_set_relation_comp"`
	Type       string   `json:"type"`
	RelTol     string   `json:"rel_tol"`
	UnitPolicy string   `json:"unit_policy"`
}

// Outcome is what this package says about a vector.
type Outcome struct {
	ID, Category string
	// Got is our verdict, Expect that of the source.
	Got, Expect bool
	// Undecided is the reason where there is no verdict; Got is then false.
	Undecided string
	Waived    bool
}

// Agree tells whether the verdicts are the same.
func (o Outcome) Agree() bool { return o.Undecided == "" && o.Got == o.Expect }

// ReadVector reads one JSON line of family math.
func ReadVector(line []byte) (Vector, error) {
	var v Vector
	if err := json.Unmarshal(line, &v); err != nil {
		return Vector{}, fmt.Errorf("read vector: %w", err)
	}
	if v.Family != "math" {
		return Vector{}, fmt.Errorf("vector %s is of family %q, not math", v.ID, v.Family)
	}
	return v, nil
}

// RunVector reads one JSON line of family math and gives our verdict on it.
func RunVector(line []byte) (Outcome, error) {
	v, err := ReadVector(line)
	if err != nil {
		return Outcome{}, err
	}
	r := v.Grade()
	out := Outcome{ID: v.ID, Category: v.Category, Got: r.Status == Correct, Expect: v.Expect, Waived: v.Waiver != ""}
	if r.Status == Undecided {
		out.Undecided = r.Reason
	}
	return out, nil
}

// Grade is our verdict on the vector's texts.
func (v Vector) Grade() Result {
	o := v.settings()
	if v.Options.Check == "parse" && v.Options.ValueType == "none" {
		return readable(v.Answer)
	}
	return Grade(v.Gold, v.Answer, o)
}

// readable is correct where a text is mathematics.
func readable(text string) Result {
	n, err := parse(text)
	if err != nil || n.Op == expr.Text {
		return Result{0, Incorrect, ReasonAnswer}
	}
	return Result{1, Correct, "readable"}
}

// settings translates the source's options into ours.
func (v Vector) settings() Options {
	var o Options
	switch v.Options.Check {
	case "parse":
		o.Whole = true
		if e := v.Options.Exact; e != nil && !*e {
			digits := v.Options.Digits
			if digits == 0 {
				digits = 15
			}
			o.Compare.Tolerance = expr.Tolerance{Relative: math.Pow(10, float64(2-digits)), Always: true}
		}
		return o
	case "normalise", "string_normal_form":
		o.Whole = true
		o.Compare.Units = expr.UnitsIgnore
		return o
	case "equal":
		o.Whole = true
		return o
	}
	switch {
	case len(v.Options.Match) > 0:
		o.Compare.Units = expr.UnitsIgnore
		o.Compare.Tolerance.Places = v.Options.Precision
		o.Compare.Distinct = true
		o.Compare.OneWayInequality = v.Options.SetByRange != nil && !*v.Options.SetByRange
		o.Compare.RenameVariables = v.Options.Strict != nil && !*v.Options.Strict
		o.Extract.MathOnly = len(v.Options.Match) == 1 && v.Options.Match[0] == "latex"
	case v.Options.Type != "":
		v.typed(&o)
	default:
		o.Compare.Tolerance.Relative = 1e-10
	}
	return o
}

// typed sets what a stated answer type asks for.
func (v Vector) typed(o *Options) {
	switch v.Options.UnitPolicy {
	case "ignore":
		o.Compare.Units = expr.UnitsIgnore
	case "require":
		o.Compare.Units = expr.UnitsRequire
	}
	if t, err := strconv.ParseFloat(v.Options.RelTol, 64); err == nil {
		o.Compare.Tolerance.Relative = t
	}
	switch strings.ToLower(v.Options.Type) {
	case "list":
		o.Compare.Ordered = true
	case "set":
		o.Compare.Distinct = true
	}
}
