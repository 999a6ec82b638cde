// Package nearest finds the known names that someone who wrote an unknown one
// may have meant, for error messages.
//
// Names are compared by a weighted edit distance (R. A. Wagner and M. J. Fischer,
// "The String-to-String Correction Problem", JACM 1974): a letter that is missing
// costs 1, one too many or a wrong one costs 2. Missing letters are cheap because
// people write the beginning of a name, or its best-known part, for the whole:
// "mmlu" is nearer to "mmlu-pro" than to any other name of four letters.
package nearest

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
)

// MaxBytes is how much of a name is compared, in bytes; more is cut, so that the
// work is bounded whatever was asked for.
const MaxBytes = 80

// Costs of making a known name from a written one.
const (
	costMissing = 1
	costWrong   = 2 // also of a letter too many
)

// Name is the known name that is nearest to name, the first by alphabet of
// equals; "" where none is known. Case does not count.
func Name(name string, known iter.Seq[string]) string {
	return strings.Join(Names(name, known, 1), "")
}

// Names lists the n known names nearest to name, or all if there are fewer: the
// nearest first, equals by alphabet. Case does not count.
func Names(name string, known iter.Seq[string], n int) []string {
	return within(name, known, n, math.MaxInt)
}

// Slips lists names as [Names] does, but leaves out those that are too far away
// for a slip of the pen: one letter in three may be wrong, and three in any name.
func Slips(name string, known iter.Seq[string], n int) []string {
	return within(name, known, n, costWrong*max(3, min(len(name), MaxBytes)/3))
}

func within(name string, known iter.Seq[string], n, limit int) []string {
	type candidate struct {
		name string
		cost int
	}
	written := folded(name)
	var near []candidate
	for k := range known {
		if c := cost(written, folded(k)); c <= limit {
			near = append(near, candidate{k, c})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), strings.Compare(a.name, b.name))
	})
	names := make([]string, 0, max(0, min(n, len(near))))
	for _, c := range near[:cap(names)] {
		names = append(names, c.name)
	}
	return names
}

// folded is what counts of a name.
func folded(name string) string {
	return strings.ToLower(name[:min(len(name), MaxBytes)])
}

// cost is the least cost of making known from written, in bytes.
func cost(written, known string) int {
	row := make([]int, len(known)+1) // of making known[:j] from what was read of written
	for j := range row {
		row[j] = j * costMissing
	}
	for i := range len(written) {
		diagonal := row[0]
		row[0] += costWrong
		for j := range len(known) {
			change := diagonal
			if written[i] != known[j] {
				change += costWrong
			}
			diagonal, row[j+1] = row[j+1], min(change, row[j+1]+costWrong, row[j]+costMissing)
		}
	}
	return row[len(known)]
}
