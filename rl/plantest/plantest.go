// Package plantest reads plan files: batches with the plans, losses and
// gradients that a recipe must give for them, worked out independently of any
// engine. Every engine has to pass them, whatever it is written in.
package plantest

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"testing"

	"segue/rl"
)

// Suffix ends the name of a plan file.
const Suffix = ".plan.json"

// maxBytes bounds a plan file.
const maxBytes = 1 << 24

// File is a plan file: the cases of one recipe.
type File struct {
	Recipe string `json:"recipe"`
	Cases  []Case `json:"cases"`
}

// Case is one batch and what is to come of it.
type Case struct {
	Name  string            `json:"name"`
	Note  string            `json:"note"` // how it was worked out
	Set   map[string]string `json:"set,omitempty"`
	State rl.State          `json:"state"`
	Batch *rl.Batch         `json:"batch"`
	// Plan holds the fields that the plan must have; others may be there.
	Plan map[string]json.RawMessage `json:"plan"`
	// Current, where it is given, is the policy for which Loss and DLogProb are.
	Current  *rl.Current `json:"current,omitempty"`
	Loss     float64     `json:"loss,omitempty"`
	DLogProb []float64   `json:"dlogp,omitempty"`
}

// Tolerance is how far a number may lie from that of the file, relative to 1 or
// to the number where that is larger.
const Tolerance = 1e-9

// Read reads one plan file.
func Read(fsys fs.FS, name string) (File, error) {
	var file File
	f, err := fsys.Open(name)
	if err != nil {
		return file, fmt.Errorf("read plan file: %w", err)
	}
	defer f.Close()
	dec := json.NewDecoder(io.LimitReader(f, maxBytes))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return file, fmt.Errorf("read plan file %s: %w", name, err)
	}
	if want := strings.TrimSuffix(path.Base(name), Suffix); file.Recipe != want {
		return file, fmt.Errorf("plan file %s is of recipe %q", name, file.Recipe)
	}
	for i, c := range file.Cases {
		if c.Name == "" || c.Note == "" || c.Batch == nil || len(c.Plan) == 0 {
			return file, fmt.Errorf("plan file %s: case %d lacks a name, a note, a batch or a plan", name, i)
		}
	}
	return file, nil
}

// Engine is what is to be tested: planning, and the loss of a plan.
type Engine struct {
	Plan func(recipe string, set map[string]string, b *rl.Batch, s rl.State) (*rl.Plan, error)
	Loss func(p *rl.Plan, b *rl.Batch, now rl.Current) (loss float64, dLogProb []float64, err error)
}

// Run runs every plan file of a folder against an engine and returns the
// recipes that had one.
func Run(t *testing.T, fsys fs.FS, e Engine) []string {
	t.Helper()
	names, err := fs.Glob(fsys, "*"+Suffix)
	if err != nil || len(names) == 0 {
		t.Fatalf("no plan files: %v", err)
	}
	var recipes []string
	for _, name := range names {
		file, err := Read(fsys, name)
		if err != nil {
			t.Error(err)
			continue
		}
		recipes = append(recipes, file.Recipe)
		for _, c := range file.Cases {
			t.Run(file.Recipe+"/"+c.Name, func(t *testing.T) {
				for _, problem := range e.check(file.Recipe, c) {
					t.Error(problem)
				}
			})
		}
	}
	return recipes
}

// check lists what an engine gets wrong in a case.
func (e Engine) check(recipe string, c Case) []string {
	p, err := e.Plan(recipe, c.Set, c.Batch, c.State)
	if err != nil {
		return []string{err.Error()}
	}
	problems := ComparePlan(p, c.Plan)
	if c.Current == nil {
		return problems
	}
	loss, gradient, err := e.Loss(p, c.Batch, *c.Current)
	if err != nil {
		return append(problems, err.Error())
	}
	if !near(loss, c.Loss) {
		problems = append(problems, fmt.Sprintf("loss is %v, want %v", loss, c.Loss))
	}
	if !slices.EqualFunc(gradient, c.DLogProb, near) {
		problems = append(problems, fmt.Sprintf("dlogp is %v, want %v", gradient, c.DLogProb))
	}
	return problems
}

// ComparePlan lists where a plan differs from the fields that are wanted of its
// JSON form.
func ComparePlan(p *rl.Plan, want map[string]json.RawMessage) []string {
	text, err := json.Marshal(p)
	if err != nil {
		return []string{err.Error()}
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		return []string{err.Error()}
	}
	var problems []string
	for name, raw := range want {
		var w any
		if err := json.Unmarshal(raw, &w); err != nil {
			return []string{err.Error()}
		}
		if g, ok := got[name]; !ok || !alike(g, w) {
			shown, _ := json.Marshal(g)
			problems = append(problems, fmt.Sprintf("%s is %s, want %s", name, shown, raw))
		}
	}
	slices.Sort(problems)
	return problems
}

// alike compares JSON values; of objects only the fields that are wanted.
func alike(got, want any) bool {
	switch w := want.(type) {
	case float64:
		g, ok := got.(float64)
		return ok && near(g, w)
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(g, w, alike)
	case map[string]any:
		g, ok := got.(map[string]any)
		for name := range w {
			ok = ok && alike(g[name], w[name])
		}
		return ok
	}
	return got == want
}

func near(x, y float64) bool { return math.Abs(x-y) <= Tolerance*max(1, math.Abs(y)) }
