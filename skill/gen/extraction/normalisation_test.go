package extraction_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"segue/task"
)

// day is a date of a calendar that is counted out day by day.
type day struct{ year, month, day, weekday, yearDay int } // weekday 0 is Monday

var (
	weekdayNames = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	monthNames   = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
)

// almanac lists every day from 2020 to 2045; 1 January 2020 was a Wednesday.
var almanac = func() []day {
	var out []day
	weekday := 2
	for year := 2020; year <= 2045; year++ {
		yearDay := 0
		for month := 1; month <= 12; month++ {
			length := []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
			if month == 2 && year%4 == 0 {
				length++
			}
			for d := 1; d <= length; d++ {
				yearDay++
				out = append(out, day{year, month, d, weekday, yearDay})
				weekday = (weekday + 1) % 7
			}
		}
	}
	return out
}()

func (d day) iso() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }

func TestRelativeDatesByCounting(t *testing.T) {
	start := regexp.MustCompile(`the (first|second|third|fourth) (\w+) of (\w+) (\d{4})`)
	each(t, "relative-date-resolution", 60, func(q string, it task.Item) string {
		m := start.FindStringSubmatch(q)
		nth := slices.Index([]string{"first", "second", "third", "fourth"}, m[1])
		at := slices.IndexFunc(almanac, func(d day) bool {
			if d.year != atoi(t, m[4]) || monthNames[d.month-1] != m[3] || weekdayNames[d.weekday] != m[2] {
				return false
			}
			nth--
			return nth < 0
		}) + atoi(t, find(t, `(?:comes|counted|Move) (\d+) days`, q))
		_, steps, _ := strings.Cut(q, "go on to ")
		for _, step := range regexp.MustCompile(`the (next day from|next \w+day after|last day|first day)`).FindAllString(steps, -1) {
			switch {
			case step == "the last day":
				for almanac[at+1].month == almanac[at].month {
					at++
				}
			case step == "the first day":
				for at++; almanac[at].day != 1; at++ {
				}
			case step == "the next day from":
				for at++; almanac[at].weekday > 4; at++ {
				}
			default:
				for at++; weekdayNames[almanac[at].weekday] != strings.Fields(step)[2]; at++ {
				}
			}
		}
		return almanac[at].iso()
	})
}

// notations are the ways in which a day may be written.
func (d day) notations(at int) []string {
	month := monthNames[d.month-1]
	thursday := almanac[at-d.weekday+3] // its year and position decide the ISO week
	return []string{
		fmt.Sprintf("%d %s %d", d.day, month, d.year),
		fmt.Sprintf("%s %d, %d", month, d.day, d.year),
		fmt.Sprintf("%02d/%02d/%d", d.day, d.month, d.year),
		fmt.Sprintf("%d.%d.%02d", d.day, d.month, d.year%100),
		fmt.Sprintf("%s %d-%s-%02d", weekdayNames[d.weekday][:3], d.day, month[:3], d.year%100),
		fmt.Sprintf("day %d of %d", d.yearDay, d.year),
		fmt.Sprintf("%s of ISO week %d in %d", weekdayNames[d.weekday], (thursday.yearDay-1)/7+1, thursday.year),
	}
}

func TestNotationsByLookup(t *testing.T) {
	byText := map[string]string{}
	for at, d := range almanac[10 : len(almanac)-10] {
		for _, n := range d.notations(at + 10) {
			if other, taken := byText[n]; taken {
				t.Fatalf("%s is %s and %s", n, other, d.iso())
			}
			byText[n] = d.iso()
		}
	}
	each(t, "date-format-normalisation", 60, func(q string, it task.Item) string {
		var dates []string
		for _, m := range regexp.MustCompile(`(?m)^- [\w ]+: (.*)$`).FindAllStringSubmatch(q, -1) {
			dates = append(dates, byText[m[1]])
		}
		return "[" + strings.Join(dates, ", ") + "]"
	})
}
