package planning_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	checker "segue/grade/planning"
	"segue/skill/gen/lexicon"
)

// TestConnectionsForwardInTime tries every departure from home and takes the
// next flight at each stop, minute by minute.
func TestConnectionsForwardInTime(t *testing.T) {
	flight := regexp.MustCompile(`(?m)^- ([\w ]+) to ([\w ]+), (\d+) h (\d+) min in the air, daily at ([\d:, ]+)$`)
	offset := regexp.MustCompile(`([A-Z][a-z]+(?: [A-Z][a-z]+)?) is at UTC([+-]\d+)`)
	due := regexp.MustCompile(`(?:begins on|on|fixed for) (\w+day) (\d\d:\d\d)(?:,| local| by)`)
	wait := regexp.MustCompile(`(\d\d) minutes`)
	for _, it := range items(t, "planning/connection-across-time-zones", 20) {
		hours := map[string]int{}
		for _, m := range offset.FindAllStringSubmatch(it.Question, -1) {
			hours[m[1]] = atoi(t, strings.TrimPrefix(m[2], "+"))
		}
		legs := flight.FindAllStringSubmatch(it.Question, -1)
		m := due.FindStringSubmatch(it.Question)
		goal := legs[len(legs)-1][2]
		deadline := 1440*(7+slices.Index(lexicon.Weekdays(), m[1])) + minutes(t, m[2]) - 60*hours[goal]
		change := 0
		for _, m := range wait.FindAllStringSubmatch(it.Question, -1) {
			change = max(change, atoi(t, m[1]))
		}
		latest := ""
		for start := deadline - 6*1440; start < deadline; start++ {
			local := start + 60*hours[legs[0][1]]
			if !strings.Contains(legs[0][5], checker.Clock(local%1440)) {
				continue
			}
			now := start
			for i, l := range legs {
				for i > 0 && !strings.Contains(l[5], checker.Clock((now+60*hours[l[1]])%1440)) {
					now++
				}
				now += 60*atoi(t, l[3]) + atoi(t, l[4]) + change
			}
			if now <= deadline {
				latest = lexicon.Weekdays()[local/1440%7] + " " + checker.Clock(local%1440)
			}
		}
		if it.Answer.Value != latest {
			t.Errorf("%s: %s, going forward gives %s\n%s", it.ID, it.Answer.Value, latest, it.Question)
		}
	}
}

// TestRecurringMeetingByEveryWeek asks for each start how many weeks clash.
func TestRecurringMeetingByEveryWeek(t *testing.T) {
	only := regexp.MustCompile(`in week (\d) also`)
	weekly := regexp.MustCompile(`(?m)^- \w+, every week: (.*)$`)
	timed := regexp.MustCompile(`(\d\d:\d\d)–(\d\d:\d\d)`)
	length := regexp.MustCompile(`(60|90|120) minutes`)
	weeks := regexp.MustCompile(`(?:for|of) (\d) (?:weeks|weekly)|weeks 1 to (\d)`)
	allowed := regexp.MustCompile(`in at most (one|two) of the weeks`)
	for _, it := range items(t, "planning/recurring-meeting-placement", 30) {
		n := atoi(t, length.FindStringSubmatch(it.Question)[1])
		w := strings.Join(weeks.FindStringSubmatch(it.Question)[1:], "")
		most := 0
		if m := allowed.FindStringSubmatch(it.Question); m != nil {
			most = map[string]int{"one": 1, "two": 2}[m[1]]
		}
		first := ""
		for _, day := range lexicon.Weekdays()[:5] {
			for from := 9 * 60; from+n <= 17*60 && first == "" && strings.Contains(it.Question, day+" "); from += 30 {
				bad := 0
				for week := range atoi(t, w) {
					clash := false
					for _, line := range weekly.FindAllStringSubmatch(it.Question, -1) {
						for part := range strings.SplitSeq(line[1], "; ") {
							if m := only.FindStringSubmatch(part); m != nil && atoi(t, m[1]) != week+1 {
								continue
							}
							for _, s := range timed.FindAllStringSubmatch(part, -1) {
								clash = clash || strings.Contains(part, day+" ") && minutes(t, s[1]) < from+n && from < minutes(t, s[2])
							}
						}
					}
					if clash {
						bad++
					}
				}
				if bad <= most {
					first = day + " " + checker.Clock(from)
				}
			}
		}
		if it.Answer.Value != first {
			t.Errorf("%s: %s, week by week gives %s\n%s", it.ID, it.Answer.Value, first, it.Question)
		}
	}
}
