// Package vectors runs published test vectors through the graders and counts
// the agreement with the verdicts of their sources.
package vectors

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"segue/grade/constraint"
	"segue/grade/mathematics"
	"segue/grade/tableqa"
	"segue/task"
)

// Report is the agreement over vectors. An agreeing vector is counted in Agree
// even where it is waived; Waived counts those waived vectors on which we
// differ, so that Total = Agree + Waived + len(Disagree).
type Report struct {
	Total      int            `json:"total"`
	Agree      int            `json:"agree"`
	Waived     int            `json:"waived"`
	Disagree   []Disagreement `json:"disagree"`
	Categories []Category     `json:"categories"`
}

// Category is the agreement of one category of a suite.
type Category struct {
	Name   string `json:"name"` // suite/category
	Total  int    `json:"total"`
	Agree  int    `json:"agree"`
	Waived int    `json:"waived"`
}

// Disagreement is a vector on which our verdict is another one.
type Disagreement struct {
	ID     string  `json:"id"`
	Score  float64 `json:"score"`
	Expect float64 `json:"expect"`
	// Reason says why there is no verdict, "" where there is one.
	Reason string `json:"reason,omitempty"`
}

// result is our verdict on one vector.
type result struct {
	id, category string
	got, expect  bool
	undecided    string
	waived       bool
}

// families maps a vector's family to what runs it.
var families = map[string]func(line []byte) (result, error){
	"math": func(line []byte) (result, error) {
		o, err := mathematics.RunVector(line)
		return result{o.ID, o.Category, o.Got, o.Expect, o.Undecided, o.Waived}, err
	},
	"instruction": func(line []byte) (result, error) {
		id, category, got, expect, waived, err := constraint.RunVector(line)
		if err != nil && id != "" { // an instruction that nobody can check any more
			return result{id, category, false, expect, err.Error(), waived}, nil
		}
		return result{id, category, got, expect, "", waived}, err
	},
	"table": func(line []byte) (result, error) {
		id, category, got, expect, waived, err := tableqa.RunVector(line)
		return result{id, category, got, expect, "", waived}, err
	},
}

// Run runs every line. Lines that are no vectors come back as a
// task.BadLines error beside the report of the others.
func Run(r io.Reader) (Report, error) {
	report := Report{Disagree: []Disagreement{}}
	err := task.ReadJSONL(r, func(n int, line json.RawMessage) error {
		var head struct{ Family string }
		if err := json.Unmarshal(line, &head); err != nil {
			return err
		}
		run, ok := families[head.Family]
		if !ok {
			return fmt.Errorf("unknown family %q; there are instruction, math and table", head.Family)
		}
		v, err := run(line)
		if err != nil {
			return err
		}
		report.count(v)
		return nil
	})
	return report, err
}

func (r *Report) count(v result) {
	suite, _, _ := strings.Cut(v.id, ".")
	one := Report{Total: 1, Categories: []Category{{Name: suite + "/" + v.category, Total: 1}}}
	switch {
	case v.undecided == "" && v.got == v.expect:
		one.Agree, one.Categories[0].Agree = 1, 1
	case v.waived:
		one.Waived, one.Categories[0].Waived = 1, 1
	default:
		one.Disagree = []Disagreement{{v.id, number(v.got), number(v.expect), v.undecided}}
	}
	r.Add(one)
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Add takes the counts of another report in.
func (r *Report) Add(o Report) {
	r.Total += o.Total
	r.Agree += o.Agree
	r.Waived += o.Waived
	r.Disagree = append(r.Disagree, o.Disagree...)
	for _, c := range o.Categories {
		i, found := slices.BinarySearchFunc(r.Categories, c.Name, func(x Category, name string) int { return strings.Compare(x.Name, name) })
		if !found {
			r.Categories = slices.Insert(r.Categories, i, Category{Name: c.Name})
		}
		r.Categories[i].Total += c.Total
		r.Categories[i].Agree += c.Agree
		r.Categories[i].Waived += c.Waived
	}
}
