package rl

import (
	"fmt"
	"maps"
	"slices"

	"segue/internal/nearest"
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
	return Recipe{}, fmt.Errorf("no recipe %q; nearest: %s", name, listed(nearest.Names(name, maps.Keys(g.recipes), 3)))
}
