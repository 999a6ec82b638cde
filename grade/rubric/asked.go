package rubric

import (
	"regexp"
	"strings"
)

var (
	answerBlock   = regexp.MustCompile(`(?s)\nAnswer:\n<<([0-9a-f]+)\n(.*?)\n[0-9a-f]+>>`)
	criterionLine = regexp.MustCompile(`(?m)^\d+\. `)
)

// Asked reads a prompt of this package back: a word of the answer that can
// serve as evidence, and the number of criteria. Scripted judges use it.
func Asked(prompt string) (evidence string, criteria int) {
	if m := answerBlock.FindStringSubmatch(prompt); m != nil {
		if words := strings.Fields(m[2]); len(words) > 0 {
			evidence = words[0]
		}
	}
	_, list, _ := strings.Cut(prompt, "\nCriteria:\n")
	return evidence, len(criterionLine.FindAllString(list, -1))
}
