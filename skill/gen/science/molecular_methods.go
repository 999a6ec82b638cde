package science

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/restriction-fragment-lengths", "biology: genetics & molecular", "Restriction fragment lengths",
		"List the fragments that restriction enzymes cut from linear and circular DNA.", restrictionFragments)
	gen.Register("science/pcr-amplification-count", "biology: genetics & molecular", "PCR amplification count",
		"Compute copies, cycles and template amounts in a polymerase chain reaction.", pcrCopies)
	gen.Register("science/phylogeny-by-distance", "biology: genetics & molecular", "Phylogeny by distance",
		"Build a tree from a distance matrix by average linkage.", phylogenyByDistance)
}

// enzymes cut both strands within their site, the given number of bases after
// its start on the strand shown (REBASE).
var enzymes = []struct {
	name, site string
	offset     int
}{{"EcoRI", "GAATTC", 1}, {"BamHI", "GGATCC", 1}, {"HindIII", "AAGCTT", 1}, {"SmaI", "CCCGGG", 3}, {"PstI", "CTGCAG", 5}, {"EcoRV", "GATATC", 3}, {"KpnI", "GGTACC", 5}, {"XhoI", "CTCGAG", 1}}

// fragments are the lengths between sorted cuts, the longest first.
func fragments(cuts []int, length int, circular bool) []int {
	cuts = slices.Sorted(slices.Values(cuts))
	var out []int
	for i := 1; i < len(cuts); i++ {
		out = append(out, cuts[i]-cuts[i-1])
	}
	if circular {
		out = append(out, length-cuts[len(cuts)-1]+cuts[0])
	} else {
		out = append(out, cuts[0], length-cuts[len(cuts)-1])
	}
	slices.SortFunc(out, func(a, b int) int { return b - a })
	return out
}

// restrictionFragments asks for sizes. Difficulty: 1 a linear map, 2 a circular
// one, 3 two enzymes on a circle, 4 sites searched in a linear sequence, 5 two
// enzymes in a circular sequence.
func restrictionFragments(r *rand.Rand, d gen.Difficulty) task.Item {
	length := 10 * gen.Between(r, 300, 900)
	names := gen.Sample(r, enzymes, 2)
	places := func(n int) []int {
		out := make([]int, n)
		for i, k := range r.Perm(length/100 - 2)[:n] {
			out[i] = 100*(k+1) + gen.Between(r, 1, 90)
		}
		slices.Sort(out)
		return out
	}
	one, two := places(gen.Of(d, 3, 4, 3, 3, 3)), places(2)
	circular := d == 2 || d == 3 || d == 5
	shape := map[bool]string{true: "circular plasmid", false: "linear DNA"}[circular]
	cuts := one
	facts := fmt.Sprintf("A %s of %d base pairs is cut by %s after the base pairs %s.", shape, length, names[0].name, joinInts(one))
	working := "Sort all cuts; neighbouring ones bound a fragment"
	switch d {
	case 3:
		cuts = slices.Concat(one, two)
		facts += fmt.Sprintf(" %s cuts it after %s. Both enzymes act together.", names[1].name, joinInts(two))
	case 4, 5:
		sequence, at := siteSequence(r, names[0].site, names[1].site, gen.Of(d, 2, 2, 2, 2, 3), circular)
		length, cuts = len(sequence), nil
		marked := func(i int) string {
			return names[i].site[:names[i].offset] + "^" + names[i].site[names[i].offset:]
		}
		for _, p := range at[0] {
			cuts = append(cuts, (p+names[0].offset)%length)
		}
		facts = fmt.Sprintf("One strand of a %s reads 5'-%s-3'; count only this strand. %s cuts it at ^ in %s.", shape, sequence, names[0].name, marked(0))
		if d == 5 {
			for _, p := range at[1] {
				cuts = append(cuts, (p+names[1].offset)%length)
			}
			facts += fmt.Sprintf(" %s cuts at ^ in %s. Both act to the end. The last base shown is joined to the first.", names[1].name, marked(1))
		}
	}
	if circular {
		working += ", and the last joins the first around the circle"
	} else {
		working += ", and so do the ends"
	}
	sizes := fragments(cuts, length, circular)
	question, slots := gen.Ask(r, []string{
		"{facts} List the lengths of all fragments in bases, longest first, as [a, b, …].",
		"{facts} Which fragment lengths would a gel show, if every fragment is listed even where two are equal? Write them as a list of integers in decreasing order.",
		"Predict the fragments of a complete digest. {facts} Answer with a list of their lengths in descending order, repeating equal ones.",
	}, gen.Fixed("facts", facts))
	answer := task.List(task.Integers(sizes)...)
	slices.Sort(cuts)
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(fmt.Sprintf("%s: the cuts lie after %s of %d.", working, joinInts(cuts), length), answer)}
}

func joinInts(xs []int) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = fmt.Sprint(x)
	}
	return sentence(parts)
}

// siteSequence strings n sites of the first and one of the second between random
// bases and says where both occur, also where chance made one (0-based starts).
func siteSequence(r *rand.Rand, first, second string, n int, circular bool) (string, [2][]int) {
	parts := []string{second}
	for range n {
		parts = append(parts, first)
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	s := dna(drawBases(r, gen.Between(r, 4, 9)))
	for _, p := range parts {
		s += p + dna(drawBases(r, gen.Between(r, 4, 11)))
	}
	searched := s
	if circular {
		searched += s[:len(first)-1]
	}
	var at [2][]int
	for i, site := range []string{first, second} {
		for p := range len(searched) - len(site) + 1 {
			if searched[p:p+len(site)] == site {
				at[i] = append(at[i], p)
			}
		}
	}
	return s, at
}

// pcrCopies asks about a PCR. Difficulty: 1 copies after perfect cycles, 2 with
// an efficiency, 3 the first cycle above a number, 4 the ratio of two templates
// from their threshold cycles, 5 a template amount from a dilution series.
func pcrCopies(r *rand.Rand, d gen.Difficulty) task.Item {
	start, cycles, percent := gen.Between(r, 11, 900), gen.Between(r, 12, 25), gen.Between(r, 70, 98)
	growth := 1 + float64(percent)/100
	l := lesson{values: []gen.Value{gen.Slot("n", start)}}
	switch d {
	case 1:
		l.facts, l.asked = fmt.Sprintf("A PCR starts with {n} double-stranded template molecules; every cycle doubles their number, for %d cycles.", cycles), "the number of double-stranded molecules at the end (an exact integer)"
		l.answer, l.working = task.Integer(int64(start)<<cycles), fmt.Sprintf("%d·2^%d.", start, cycles)
	case 2:
		l.facts, l.asked = fmt.Sprintf("A PCR starts with {n} template molecules. In each of %d cycles %d %% of the molecules present are copied.", cycles, percent), "the number of molecules at the end, to at least four significant figures"
		l.answer, l.working = quantity(float64(start)*math.Pow(growth, float64(cycles)), ""), fmt.Sprintf("Each cycle multiplies by %s, so it is %d·%s^%d.", decimalText(growth, 4), start, decimalText(growth, 4), cycles)
	case 3:
		goal := start * gen.Between(r, 3000, 900000)
		exact := math.Log(float64(goal)/float64(start)) / math.Log(growth)
		l.facts, l.asked = fmt.Sprintf("A PCR starts with {n} template molecules, and in each cycle %d %% of the molecules present are copied.", percent), fmt.Sprintf("the number of whole cycles after which there are more than %d molecules for the first time (an integer)", goal)
		l.answer, l.working = task.Integer(int64(math.Floor(exact))+1), fmt.Sprintf("n·%s^c exceeds the goal when c > %s.", decimalText(growth, 4), decimalText(exact, 6))
	case 4:
		control, sample, refC, refS := gen.Between(r, 2200, 3000), gen.Between(r, 1800, 2800), gen.Between(r, 1500, 1900), gen.Between(r, 1500, 1900)
		change := float64((control-refC)-(sample-refS)) / 100
		l.facts = fmt.Sprintf("In a quantitative PCR in which each cycle multiplies every product by %s, a gene crosses the threshold at cycle {ct} in a treated sample and at %s in the control; a reference gene of constant expression crosses at %s in the treated sample and at %s in the control.", decimalText(growth, 4), hundredths(control), hundredths(refS), hundredths(refC))
		l.asked, l.answer, l.values = "the expression of the gene in the treated sample relative to the control, to at least four significant figures", quantity(math.Pow(growth, change), ""), []gen.Value{gen.Slot("ct", hundredths(sample))}
		l.working = fmt.Sprintf("The gene minus the reference is %.2f cycles in the control and %.2f in the sample; the ratio is %s to the power of the difference %.2f.", float64(control-refC)/100, float64(sample-refS)/100, decimalText(growth, 4), change)
	case 5:
		top, high, slope := 1000*gen.Between(r, 11, 90), gen.Between(r, 1500, 1900), gen.Between(r, 330, 390)
		low, seen := high+3*slope, gen.Between(r, 1950, 2600)
		copies := float64(top) * math.Pow(10, -float64(seen-high)/float64(slope))
		l.facts = fmt.Sprintf("In a quantitative PCR a standard with {top} copies crosses the threshold at cycle %s and its thousandfold dilution at cycle %s; the threshold cycle is a straight line in the logarithm of the copies. An unknown crosses at cycle %s.", hundredths(high), hundredths(low), hundredths(seen))
		l.asked, l.values = "the number of copies of the unknown and the factor by which one cycle multiplies the product, as a list [copies, factor], to at least four significant figures", []gen.Value{gen.Slot("top", top)}
		l.answer, l.working = numberList(copies, math.Pow(10, 100/float64(slope))), fmt.Sprintf("Three decades take %.2f cycles, so a decade takes %.2f. The unknown is %.2f cycles later than the standard; a cycle multiplies by 10^(1/%.2f).", float64(low-high)/100, float64(slope)/100, float64(seen-high)/100, float64(slope)/100)
	}
	return l.item(r, "{facts} Find {asked}.", "{facts} What is {asked}?", "For a laboratory report compute {asked}. {facts}")
}

// cluster is a subtree, the leaves under it and its text in brackets.
type cluster struct {
	text   string
	leaves []int
}

// averageLinkage joins the clusters of least mean distance until one is left and
// returns its text and the order of joins. The gap is the least difference by
// which a join was decided.
func averageLinkage(names []string, distance [][]int) (tree string, joins []string, gap float64) {
	var all []cluster
	for i, n := range names {
		all = append(all, cluster{n, []int{i}})
	}
	mean := func(a, b cluster) float64 {
		sum := 0
		for _, i := range a.leaves {
			for _, j := range b.leaves {
				sum += distance[i][j]
			}
		}
		return float64(sum) / float64(len(a.leaves)*len(b.leaves))
	}
	gap = math.Inf(1)
	for len(all) > 1 {
		best, second, bi, bj := math.Inf(1), math.Inf(1), 0, 0
		for i := range all {
			for j := range i {
				if m := mean(all[i], all[j]); m < best {
					best, second, bi, bj = m, best, j, i
				} else {
					second = min(second, m)
				}
			}
		}
		gap = min(gap, second-best)
		a, b := all[bi], all[bj]
		joined := cluster{"(" + a.text + "," + b.text + ")", slices.Concat(a.leaves, b.leaves)}
		if strings.Trim(b.text, "(")[0] < strings.Trim(a.text, "(")[0] {
			joined.text = "(" + b.text + "," + a.text + ")"
		}
		joins = append(joins, fmt.Sprintf("%s at %s", joined.text, decimalText(best, 5)))
		all = append(slices.Delete(slices.Delete(all, bj, bj+1), bi, bi+1), joined)
	}
	return all[0].text, joins, gap
}

// phylogenyByDistance asks for a tree. Difficulty is the number of species (4 to
// 7) and how far the distances stray from a clock. No two joins are tied.
func phylogenyByDistance(r *rand.Rand, d gen.Difficulty) task.Item {
	names := strings.Split("ABCDEFG", "")[:gen.Of(d, 4, 5, 5, 6, 7)]
	var distance [][]int
	var tree string
	var joins []string
	for range 30 { // a tie is rare; the last try is kept if all had one
		distance = drawDistances(r, len(names), gen.Of(d, 1, 2, 5, 4, 4))
		var gap float64
		if tree, joins, gap = averageLinkage(names, distance); gap > 0.15 {
			break
		}
	}
	var rows []string
	for i := 1; i < len(names); i++ {
		for j := range i {
			rows = append(rows, fmt.Sprintf("%s-%s %d", names[j], names[i], distance[i][j]))
		}
	}
	question, _ := gen.Ask(r, []string{
		"Cluster the species by UPGMA (join the two clusters of least mean distance between their members, every pair of members counting alike). Distances: {rows}. Write the tree in brackets, in each pair first the part whose alphabetically first species comes first, like ((A,C),(B,D)).",
		"Pairwise numbers of differences are {rows}. Which rooted tree does average linkage (unweighted over all pairs of species) give? Answer in nested brackets such as ((A,B),C); put the branch with the alphabetically smallest letter first in every bracket.",
		"Species {all} differ by {rows}. Repeatedly merge the two groups whose members are closest on average over all cross pairs. Give the resulting tree as nested pairs, for example (A,(B,C)), each pair ordered by the earliest letter that it contains.",
	}, gen.Fixed("rows", strings.Join(rows, ", ")), gen.Fixed("all", sentence(names)))
	answer := task.String(tree, strings.ReplaceAll(tree, ",", ", "), tree+";")
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("The joins are, in order, "+strings.Join(joins, "; ")+".", answer)}
}

// drawDistances draws a random clock-like tree and adds up to noise to either
// side of each distance.
func drawDistances(r *rand.Rand, n, noise int) [][]int {
	distance := make([][]int, n)
	for i := range distance {
		distance[i] = make([]int, n)
	}
	var groups [][]int
	for i := range n {
		groups = append(groups, []int{i})
	}
	height := 6
	for len(groups) > 1 {
		height += gen.Between(r, 4, 9)
		r.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
		for _, i := range groups[0] {
			for _, j := range groups[1] {
				distance[i][j] = height + gen.Between(r, -noise, noise)
				distance[j][i] = distance[i][j]
			}
		}
		groups = append(groups[2:], slices.Concat(groups[0], groups[1]))
	}
	return distance
}
