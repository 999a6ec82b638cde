package constraint

import (
	"regexp"
	"slices"
	"strings"
)

var (
	cityColumns   = []string{"ID", "Country", "City", "Year", "Count"}
	productHeader = headerPattern(`,[ \t]*`, "ProductID", "Category", "Brand", "Price", "Stock")
	studentHeader = headerPattern(`\t *`, "StudentID", "Subject", "Grade", "Semester", "Score")
	quotedSpecial = regexp.MustCompile(`^".*[^\pL\pN_\s].*"`)
)

// headerPattern matches a header line whose names may be quoted one by one.
func headerPattern(separator string, names ...string) *regexp.Regexp {
	for i, name := range names {
		names[i] = `(?:` + name + `|"` + name + `")`
	}
	return regexp.MustCompile(`^` + strings.Join(names, separator) + `$`)
}

func init() { registerAll(ifbenchCsvChecks) }

var ifbenchCsvChecks = []Check{
	{
		ID: "custom:csv_city", Doc: "is CSV with the header ID,Country,City,Year,Count and seven rows of five fields",
		Sample: Sample{"", "ID,Country,City,Year,Count\n" + strings.TrimSpace(strings.Repeat("1,UK,London,2021,142\n", 7)), "ID,Country\n1,UK"},
		Test: func(r string, a Args) (bool, error) {
			rows := csvRows(r, ',')
			a.Note("found %d rows, wanted 8, or a wrong header or width", len(rows))
			return len(rows) == 8 && slices.Equal(rows[0], cityColumns) && allOfWidth(rows, 5), nil
		},
	},
	{
		ID:  "custom:csv_special_character",
		Doc: "is CSV with the header ProductID,Category,Brand,Price,Stock and fourteen rows, one with a special character in a quoted field",
		Sample: Sample{"", "ProductID,Category,Brand,Price,Stock\n1,\"A, B\",X,9,9" + strings.Repeat("\n1,A,X,9,9", 13),
			"ProductID,Category,Brand,Price,Stock" + strings.Repeat("\n1,A,X,9,9", 14)},
		Test: func(r string, a Args) (bool, error) {
			rows, ok := quotedRows(r, ',', productHeader, 15)
			if !ok {
				a.Note("found %d rows, wanted 15, or a wrong header", len(rows))
				return false, nil
			}
			for _, row := range rows[1:] {
				if len(row) != 5 {
					a.Note("a row has %d fields", len(row))
					return false, nil
				}
				if slices.ContainsFunc(row, quotedSpecial.MatchString) {
					return true, nil
				}
			}
			return false, nil
		},
	},
	{
		ID:     "custom:csv_quotes",
		Doc:    "is tab-divided CSV with the columns StudentID, Subject, Grade, Semester, Score and three rows, every field quoted",
		Sample: Sample{"", quotedTable(true), quotedTable(false)},
		Test: func(r string, a Args) (bool, error) {
			rows, ok := quotedRows(r, '\t', studentHeader, 4)
			a.Note("found %d rows, wanted 4, or a wrong header, width or an unquoted field", len(rows))
			return ok && allOfWidth(rows, 5) && !slices.ContainsFunc(rows, func(row []string) bool {
				return slices.ContainsFunc(row, func(field string) bool {
					field = strip(field)
					return !strings.HasPrefix(field, `"`) || !strings.HasSuffix(field, `"`)
				})
			}), nil
		},
	},
}

// quotedRows reads CSV whose fields keep their quotes: tripled quotes read back as one.
func quotedRows(r string, delimiter rune, header *regexp.Regexp, want int) ([][]string, bool) {
	first, _, _ := strings.Cut(r, "\n")
	rows := csvRows(strings.ReplaceAll(r, `"`, `"""`), delimiter)
	return rows, header.MatchString(strip(first)) && len(rows) == want
}

func allOfWidth(rows [][]string, n int) bool {
	return !slices.ContainsFunc(rows, func(row []string) bool { return len(row) != n })
}

func quotedTable(quoted bool) string {
	table := "\"StudentID\"\t\"Subject\"\t\"Grade\"\t\"Semester\"\t\"Score\"" + strings.Repeat("\n\"1\"\t\"Art\"\t\"A\"\t\"I\"\t\"9\"", 3)
	if !quoted {
		table = strings.Replace(table, `"Art"`, "Art", 1)
	}
	return table
}
