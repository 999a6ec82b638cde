// Package recipes holds published methods as configurations of the recipe
// algebra, a file each. Importing it registers them all.
package recipes
