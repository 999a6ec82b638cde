package rl

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Registry holds recipes by name.
type Registry struct{ recipes map[string]Recipe }

// recipes is the registry of the build. It is written only while packages initialise.
var recipes Registry

// Register adds a recipe to the build. It panics on a duplicate, on a recipe
// that is not whole and on stages of which one reads what nothing wrote.
func Register(r Recipe) {
	if err := recipes.Add(r); err != nil {
		panic("rl: " + err.Error())
	}
}

// List returns every recipe of the build, sorted by name.
func List() []Recipe { return recipes.List() }

// Lookup finds a recipe of the build. The error of an unknown name has the nearest ones.
func Lookup(name string) (Recipe, error) { return recipes.Lookup(name) }

// Add adds a recipe, or says what is wrong with it.
func (g *Registry) Add(r Recipe) error {
	if err := r.check(); err != nil {
		return err
	}
	if _, taken := g.recipes[r.Name]; taken {
		return fmt.Errorf("recipe %s is registered twice", r.Name)
	}
	if g.recipes == nil {
		g.recipes = map[string]Recipe{}
	}
	g.recipes[r.Name] = r
	return nil
}

// List returns every recipe, sorted by name.
func (g *Registry) List() []Recipe {
	all := make([]Recipe, 0, len(g.recipes))
	for _, name := range slices.Sorted(maps.Keys(g.recipes)) {
		all = append(all, g.recipes[name])
	}
	return all
}

// Lookup finds a recipe by its name.
func (g *Registry) Lookup(name string) (Recipe, error) {
	if r, ok := g.recipes[name]; ok {
		return r, nil
	}
	return Recipe{}, fmt.Errorf("no recipe %q; nearest: %s", name, listed(nearest(name, slices.Sorted(maps.Keys(g.recipes)))))
}

// nearest lists the three names that are fewest edits away.
func nearest(name string, names []string) []string {
	name = strings.ToLower(name)
	if len(name) > 64 {
		name = name[:64]
	}
	slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(edits(name, x), edits(name, y)) })
	return names[:min(3, len(names))]
}

// edits is Levenshtein's distance in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
