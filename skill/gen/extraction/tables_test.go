package extraction_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"segue/task"
)

func TestRowCountsFromTheTable(t *testing.T) {
	each(t, "filtered-row-count", 40, func(q string, it task.Item) string {
		limit, n := atoi(t, it.Slots[0].Value), 0
		if strings.Contains(q, "[a] estimate") && strings.Count(q, "[a]") != 2 || strings.Contains(q, "n/a: ") && strings.Count(q, "n/a") < 2 {
			t.Errorf("%s: a note has no mark in the table\n%s", it.ID, q)
		}
		for _, row := range tables(q)[0][1:] {
			staff, err := strconv.Atoi(strings.NewReplacer(",", "", " [a]", "").Replace(row[3]))
			fits := err == nil && staff > limit
			if strings.Contains(q, "in the ") && strings.Contains(q, " region") {
				fits = fits && strings.Contains(q, "in the "+row[1]+" region")
			}
			if strings.Contains(q, "outside the ") {
				fits = fits && !strings.Contains(q, "outside the "+row[1]+" region")
			}
			if strings.Contains(q, "founded before") {
				fits = fits && atoi(t, row[2]) < atoi(t, find(t, `founded before (\d+)`, q))
			}
			if fits {
				n++
			}
		}
		return strconv.Itoa(n)
	})
}

func TestRanksFromTheTable(t *testing.T) {
	each(t, "n-th-ranked-row", 40, func(q string, it task.Item) string {
		place := atoi(t, find(t, `(?:number|position|rank) (\d+)`, q))
		var valid []string
		for _, row := range tables(q)[0][1:] {
			clock := strings.TrimSuffix(row[3], "*")
			m, s, ok := strings.Cut(clock, ":")
			if !ok || strings.Contains(s, "†") {
				continue
			}
			seconds := 60*atoi(t, m) + atoi(t, s)
			if clock != row[3] {
				seconds += atoi(t, find(t, `penalty of (\d+)`, q))
			}
			valid = append(valid, fmt.Sprintf("%06d %s", seconds, row[1]))
		}
		slices.Sort(valid)
		return valid[place-1][7:]
	})
}

func TestTotalsFromTheCSV(t *testing.T) {
	each(t, "group-by-aggregate", 40, func(q string, it task.Item) string {
		rows, err := csv.NewReader(strings.NewReader(fenced(t, q))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		limit, sums := atoi(t, it.Slots[0].Value), map[string]int{}
		for _, row := range rows[1:] {
			sums[row[2]] += 0
			if atoi(t, row[4]) >= limit && row[5] != "cancelled" {
				sums[row[2]] += atoi(t, row[3])
			}
		}
		text, err := json.Marshal(sums)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	})
}
