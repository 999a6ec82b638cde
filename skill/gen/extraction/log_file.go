package extraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
)

// logEntry is a line of a service log, at a second of the day.
type logEntry struct {
	at                  int
	level, source, text string
}

// clock writes a second of the day as 08:05:09.
func clock(second int) string {
	return fmt.Sprintf("%02d:%02d:%02d", second/3600, second/60%60, second%60)
}

// logFormats write an entry of 14 March 2031.
var logFormats = []func(e logEntry) string{
	func(e logEntry) string {
		return fmt.Sprintf("2031-03-14T%sZ %-5s %s: %s", clock(e.at), e.level, e.source, e.text)
	},
	func(e logEntry) string { return fmt.Sprintf("%s [%s] %s - %s", clock(e.at), e.level, e.source, e.text) },
	func(e logEntry) string {
		return fmt.Sprintf("Mar 14 %s %s[%s]: %s", clock(e.at), e.source, strings.ToLower(e.level), e.text)
	},
	func(e logEntry) string {
		return fmt.Sprintf(`{"ts":"2031-03-14T%sZ","level":%q,"service":%q,"msg":%q}`, clock(e.at), e.level, e.source, e.text)
	},
}

// logFile writes entries in one of the formats, in the order given.
func logFile(r *rand.Rand, entries []logEntry) string {
	write := gen.Pick(r, logFormats)
	var lines []string
	for _, e := range entries {
		lines = append(lines, write(e))
	}
	return fence("text", strings.Join(lines, "\n"))
}

// byTime sorts entries by their second, those of one second as they stood.
func byTime(entries []logEntry) {
	slices.SortStableFunc(entries, func(a, b logEntry) int { return a.at - b.at })
}
