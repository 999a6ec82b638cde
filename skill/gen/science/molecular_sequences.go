package science

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/dna-complement-and-transcription", "biology: genetics & molecular", "DNA complement and transcription",
		"Write complements, transcripts, spliced messengers and primers of a DNA.", dnaTranscription)
	gen.Register("science/mutation-effect-classification", "biology: genetics & molecular", "Mutation effect classification",
		"Say what a change in a coding sequence does to the protein.", mutationEffect)
	gen.Register("science/open-reading-frame-search", "biology: genetics & molecular", "Open reading frame search",
		"Find the longest open reading frame of a sequence.", openReadingFrame)
}

// pairedDNA is the complement of a DNA, base by base.
func pairedDNA(s string) string { return dna(complement(strings.ReplaceAll(s, "T", "U"))) }

// dnaTranscription asks for a sequence. Difficulty: 1 the paired strand, 2 the
// same 5' to 3', 3 the mRNA of a template strand given 5' to 3', 4 a spliced
// mRNA, 5 two primers.
func dnaTranscription(r *rand.Rand, d gen.Difficulty) task.Item {
	strand := dna(drawBases(r, gen.Of(d, 12, 14, 15, 30, 40)))
	rna := func(s string) string { return strings.ReplaceAll(s, "T", "U") }
	l := lesson{facts: "One strand of a DNA reads 5'-" + strand + "-3'."}
	out := pairedDNA(strand)
	switch d {
	case 1:
		l.asked, l.working = "the other strand, written from 3' to 5' so that the bases pair in place", "A pairs with T and G with C, position by position."
	case 2:
		out = reverse(out)
		l.asked, l.working = "the other strand, written from 5' to 3'", fmt.Sprintf("The paired strand is 3'-%s-5'; turned around it reads 5' to 3'.", pairedDNA(strand))
	case 3:
		out = reverse(rna(out))
		l.asked, l.working = "the RNA that is transcribed from this strand as the template, written from 5' to 3'", "The polymerase reads the template 3' to 5': pair each base with U, A, G or C and turn the result around."
	case 4:
		from := gen.Between(r, 7, 14)
		to := from + gen.Between(r, 5, 10)
		out = rna(strand[:from-1] + strand[to:])
		l.facts = fmt.Sprintf("The coding (non-template) strand of a gene reads 5'-%s-3' and is transcribed as a whole. Bases {from} to %d, counted from 1 at the 5' end, are an intron that is then cut out.", strand, to)
		l.values = []gen.Value{gen.Slot("from", from)}
		l.asked, l.working = "the spliced mRNA, written from 5' to 3'", fmt.Sprintf("The RNA has the coding sequence with U for T; without bases %d to %d it joins %s and %s.", from, to, rna(strand[:from-1]), rna(strand[to:]))
	case 5:
		n := gen.Between(r, 6, 9)
		forward, back := strand[:n], reverse(pairedDNA(strand[len(strand)-n:]))
		l.facts += fmt.Sprintf(" A PCR is to copy exactly this whole stretch with two primers of %d bases.", n)
		l.asked, l.working = "both primers, each written from 5' to 3', as a list in which the primer that equals the start of the strand shown comes first", "The forward primer is the start of the strand; the other primer is the reverse complement of its end."
		l.answer = task.List(task.Strings([]string{forward, back})...)
		out = ""
	}
	if out != "" {
		l.answer = task.String(out)
	}
	return l.item(r,
		"{facts} Write {asked}. Use capital letters without spaces or end marks.",
		"{facts} What is {asked}? Give bare capital letters only, no 5' or 3' marks.",
		"A molecular biologist needs {asked}. {facts} Answer with the letters alone, in capitals and without dashes.",
	)
}

var mutationEffects = []string{"silent", "missense", "nonsense", "frameshift", "in-frame insertion or deletion"}

// effectOf classifies the change of a coding RNA, which starts with its start codon.
func effectOf(before, after string) string {
	if (len(before)-len(after))%3 != 0 {
		return "frameshift"
	}
	if len(before) != len(after) {
		return "in-frame insertion or deletion"
	}
	old, changed := translate(before), translate(after)
	switch {
	case old == changed:
		return "silent"
	case len(changed) < len(old):
		return "nonsense"
	}
	return "missense"
}

// mutationEffect asks for the kind of a change. Difficulty: 1 some codons are
// shown before and after, 2 the position in a sequence, 3 on the template strand, 4
// insertions and deletions too, 5 two changes, of which the joint effect counts.
func mutationEffect(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 6, 7, 8, 9)
	coding := "AUG" + drawCodons(r, n)
	if d == 1 {
		coding = drawCodons(r, 3)
	}
	var told []string
	after := coding
	if d >= 4 && r.IntN(3) > 0 {
		at, size := gen.Between(r, 4, len(coding)-7), gen.Between(r, 1, 3)
		if size == 3 {
			at -= at % 3 // whole codons, so that none is joined anew
		}
		after = coding[:at] + coding[at+size:]
		told = append(told, fmt.Sprintf("bases %d to %d are deleted", at+1, at+size))
		if size == 1 {
			told[0] = fmt.Sprintf("base %d is deleted", at+1)
		}
	} else {
		at, base := mutated(r, coding, gen.Pick(r, mutationEffects[:3]))
		told = append(told, fmt.Sprintf("base %d changes from %c to %c", at+1, coding[at], base))
		after = coding[:at] + string(base) + coding[at+1:]
		if d == 5 { // a second change in another codon
			again, second := mutated(r, after, "silent")
			if again/3 != at/3 {
				told = append(told, fmt.Sprintf("base %d changes from %c to %c", again+1, after[again], second))
				after = after[:again] + string(second) + after[again+1:]
			}
		}
	}
	right := effectOf(coding, after)
	facts := fmt.Sprintf("A coding RNA sequence begins with 5'-%s…, read in triplets from its first base, and %s.", coding, strings.Join(told, " and "))
	switch d {
	case 1:
		facts = fmt.Sprintf("In the middle of a messenger the codons %s become %s.", strings.Join(triplets(coding), " "), strings.Join(triplets(after), " "))
	case 3:
		facts = fmt.Sprintf("The template strand of a gene is 3'-%s…, paired with a coding strand that is read in triplets from its first base. In the coding strand (5' to 3', T for U) %s, and the template changes with it.", dna(complement(coding)), strings.ReplaceAll(strings.Join(told, " and "), "U", "T"))
	}
	question, _ := gen.Ask(r, []string{
		"{facts} Of which kind is the change in the protein? Answer with the letter.{options}\nGenetic code: {table}",
		"Genetic code: {table}\n{facts} Choose the letter that describes the effect on the protein.{options}",
		"Classify the mutation by what it does to the protein, and reply with a letter. {facts}\nThe code is {table}.{options}",
	}, gen.Fixed("facts", facts), gen.Fixed("options", optionLines(mutationEffects)), gen.Fixed("table", codonTable()))
	answer := task.Choice(mutationEffects, slices.Index(mutationEffects, right))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The triplets %s become %s: %s.", strings.Join(triplets(coding), " "), strings.Join(triplets(after), " "), right), answer)}
}

// mutated draws a base change after the start codon with the wished effect, or
// any change where the sequence has none of that effect.
func mutated(r *rand.Rand, coding, wish string) (at int, base byte) {
	for _, i := range r.Perm((len(coding) - 3) * 4) {
		at, base = 3+i/4, bases[i%4]
		changed := coding[:at] + string(base) + coding[at+1:]
		if coding[at] != base && effectOf(coding, changed) == wish {
			return at, base
		}
	}
	for base = 'A'; base == coding[at]; base = 'G' {
	}
	return at, base
}

// frameSpan is an open reading frame by the places of its first and last base,
// counted from 1.
type frameSpan struct{ from, to int }

// longestFrame finds the longest stretch from ATG to the first stop in its
// frame, the stop included; among equal ones the first.
func longestFrame(s string) frameSpan {
	var best frameSpan
	for i := 0; i+3 <= len(s); i++ {
		if s[i:i+3] != "ATG" {
			continue
		}
		for j := i + 3; j+3 <= len(s); j += 3 {
			if codon := s[j : j+3]; codon == "TAA" || codon == "TAG" || codon == "TGA" {
				if j+3-i > best.to-best.from+1 || best.to == 0 {
					best = frameSpan{i + 1, j + 3}
				}
				break
			}
		}
	}
	return best
}

// openReadingFrame asks for the longest frame. Difficulty: the length of the
// sequence (25 to 70 bases) and so the number of starts to try, from 3 on false
// starts without stop, from 4 on the strand to search is the complement.
func openReadingFrame(r *rand.Rand, d gen.Difficulty) task.Item {
	inner := "ATG" + dna(drawCodons(r, gen.Of(d, 3, 5, 6, 7, 9))) + gen.Pick(r, []string{"TAA", "TAG", "TGA"})
	s := dna(drawBases(r, gen.Between(r, 4, 9))) + inner + dna(drawBases(r, gen.Between(r, 4, 9)))
	if d >= 2 {
		s = "ATG" + dna(drawCodons(r, 1)) + gen.Pick(r, []string{"TAA", "TGA"}) + s
	}
	if d >= 3 {
		s += "ATG" + dna(drawBases(r, 6))
	}
	span := longestFrame(s)
	shown, which := s, "in this strand, 5' to 3':"
	if d >= 4 {
		shown, which = reverse(pairedDNA(s)), "in the complementary strand (positions count from the 5' end of that complementary strand) of this strand, shown 5' to 3':"
	}
	question, _ := gen.Ask(r, []string{
		"An open reading frame runs from ATG to the first in-frame TAA, TAG or TGA, the stop included. Find the longest one {which} {seq}. Give the positions of its first and last base, counted from 1, as a list [start, end]; among equally long ones the earlier counts.",
		"Search all three frames for the longest stretch that begins with ATG and ends with the first stop (TAA, TAG, TGA) in its frame, {which} {seq}. Answer with [start, end], 1 being the first base and the end being the last base of the stop; a tie goes to the smaller start.",
		"{seq} is a DNA. Which is the longest reading frame from an ATG through its first in-frame stop codon (TAA, TAG or TGA), {which} see above? Write [first position, last position] with positions from 1 and the stop counted in; if two are equally long take the one that starts first.",
	}, gen.Fixed("which", which), gen.Fixed("seq", shown))
	answer := task.List(task.Integers([]int{span.from, span.to})...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The strand to search is 5'-%s-3'. Trying each ATG, the longest frame is %s, at %d to %d.", s, strings.Join(triplets(s[span.from-1:span.to]), " "), span.from, span.to), answer)}
}
