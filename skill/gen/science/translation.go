package science

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// residues is the standard genetic code (NCBI translation table 1): the amino
// acid of each codon, bases in the order U, C, A, G, the first base slowest.
const residues = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"

const bases = "UCAG"

// translate reads codons from the start of an mRNA up to a stop or the end.
func translate(mrna string) string {
	var b strings.Builder
	for ; len(mrna) >= 3; mrna = mrna[3:] {
		index := 0
		for i := range 3 {
			index = 4*index + strings.IndexByte(bases, mrna[i])
		}
		if residues[index] == '*' {
			break
		}
		b.WriteByte(residues[index])
	}
	return b.String()
}

// codonTranslation asks for the protein of a sequence that holds one start and
// a stop in its frame. Difficulty: longer proteins, and 1 an mRNA from its start
// codon, 2 with an untranslated leader, 3 the coding DNA strand, 4 the template
// strand written 3' to 5', 5 the template strand written 5' to 3'.
func codonTranslation(r *rand.Rand, d gen.Difficulty) task.Item {
	leader := ""
	if d >= 2 {
		leader = drawLeader(r, gen.Between(r, 4, 10))
	}
	coding := "AUG" + drawCodons(r, gen.Of(d, 5, 6, 7, 8, 10)) + gen.Pick(r, []string{"UAA", "UAG", "UGA"})
	mrna := leader + coding + drawBases(r, gen.Between(r, 3, 7))
	shown, what := mrna, "an mRNA is, from 5' to 3',"
	switch d {
	case 3:
		shown, what = dna(mrna), "the coding (non-template) strand of a DNA is, from 5' to 3',"
	case 4:
		shown, what = dna(complement(mrna)), "the template strand of a DNA is, from 3' to 5',"
	case 5:
		shown, what = reverse(dna(complement(mrna))), "the template strand of a DNA is, from 5' to 3',"
	}
	protein := translate(coding)
	question, _ := gen.Ask(r, []string{
		"The sequence of {what} {seq}. Translation begins at the first AUG of the mRNA and ends at the first stop codon in its frame. Write the protein in one-letter code, without spaces and without the stop.\n{table}",
		"Given this genetic code:\n{table}\nA ribosome starts at the first AUG it meets from the 5' end of the messenger and stops at the first in-frame stop. The sequence of {what} {seq}. Which peptide results? Answer as a string of one-letter symbols, the stop left out.",
		"A student has the table\n{table}\nand a sequence: {what} {seq}. Following the usual rule (first AUG of the messenger, then triplets up to a stop), which chain of amino acids is made? Reply with capital one-letter symbols only, in order.",
	}, gen.Fixed("what", what), gen.Fixed("seq", shown), gen.Fixed("table", codonTable()))
	answer := task.String(protein)
	return task.Item{
		Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The mRNA is 5'-%s-3'. From its first AUG the codons are %s, the last being a stop.", mrna, strings.Join(triplets(coding), " ")), answer),
	}
}

func drawBases(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = bases[r.IntN(4)]
	}
	return string(b)
}

// drawLeader draws bases that hold no start codon and end in C or G, so that
// the first AUG is the one that follows.
func drawLeader(r *rand.Rand, n int) string {
	b := []byte(drawBases(r, n))
	b[n-1] = "CG"[r.IntN(2)]
	for i := 2; i < n; i++ {
		if string(b[i-2:i+1]) == "AUG" {
			b[i] = 'C'
		}
	}
	return string(b)
}

// drawCodons draws codons that are no stops.
func drawCodons(r *rand.Rand, n int) string {
	var sense []int
	for i := range len(residues) {
		if residues[i] != '*' {
			sense = append(sense, i)
		}
	}
	var b strings.Builder
	for range n {
		i := gen.Pick(r, sense)
		b.Write([]byte{bases[i/16], bases[i/4%4], bases[i%4]})
	}
	return b.String()
}

func triplets(s string) []string {
	var out []string
	for ; len(s) >= 3; s = s[3:] {
		out = append(out, s[:3])
	}
	return out
}

func dna(rna string) string { return strings.ReplaceAll(rna, "U", "T") }

// complement pairs each base of an RNA.
func complement(rna string) string {
	return strings.NewReplacer("A", "U", "U", "A", "G", "C", "C", "G").Replace(rna)
}

func reverse(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

// codonTable prints the code, an amino acid a group.
func codonTable() string {
	groups := map[byte][]string{}
	for i := range len(residues) {
		codon := string([]byte{bases[i/16], bases[i/4%4], bases[i%4]})
		groups[residues[i]] = append(groups[residues[i]], codon)
	}
	var lines []string
	for _, residue := range []byte("ACDEFGHIKLMNPQRSTVWY") {
		lines = append(lines, fmt.Sprintf("%c: %s", residue, strings.Join(groups[residue], " ")))
	}
	return strings.Join(lines, "; ") + "; stop: " + strings.Join(groups['*'], " ")
}
