// Package generation draws continuations from a decoder: an Engine runs many
// sequences at the same time over a paged key-value cache of fixed size, admits
// new ones as pages become free, shares the pages of common beginnings and
// recomputes sequences that had to give their pages up.
//
// A sequence is a function of the weights, the kernel set and its own request:
// its bits depend neither on what else runs, nor on the number of workers, nor
// on where its pages lie, nor on how often it lost them.
package generation
