// Package figure draws the parts that pages of reports share: their style sheet,
// heat maps, plots of intervals and curves. Everything is markup that stands
// alone: no script, no request. Texts handed in are escaped.
package figure
