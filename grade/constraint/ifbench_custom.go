package constraint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The custom checks of IFBench each belong to one prompt; their facts (capitals, ranges, column
// names) are part of the published rule, right or wrong.

var capitalsByLatitude = strings.Fields(`Reykjavik Helsinki Oslo Tallinn Stockholm Riga Moscow Copenhagen
Vilnius Minsk Dublin Berlin Amsterdam Warsaw London Brussels Prague Luxembourg Paris Vienna Bratislava
Budapest Vaduz Chisinau Bern Ljubljana Zagreb`)

var (
	multiplesOfSeven = []string{"14", "21", "28", "35", "42", "49"}
	questionLabel    = regexp.MustCompile(`\n*Question \d+[.|):;]?\s*`)
	letteredOption   = regexp.MustCompile(`^[A-Ea-e][.|)]\s*[\pL\pN_]`)
	isoDate          = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})$`)
)

func init() { registerAll(ifbenchCustomChecks) }

var ifbenchCustomChecks = []Check{
	{
		ID: "custom:multiples", Doc: "has as numbers exactly the multiples of 7 from 14 to 49 in order",
		Sample: Sample{"", "Here: 14, 21, 28, 35, 42, 49", "7 14 21 28 35 42 49"},
		Test: func(r string, a Args) (bool, error) {
			return slices.Equal(digitRuns.FindAllString(r, -1), multiplesOfSeven), nil
		},
	},
	{
		ID:  "custom:mcq_count_length",
		Doc: "is four questions, each labelled Question and a number, with five options A to E and a longer text than the one before",
		Sample: Sample{"", fourQuestions("one?", "two or?", "three or so?", "four or even so?"),
			fourQuestions("four or even so?", "three or so?", "two or?", "one?")},
		Test: multipleChoice,
	},
	{
		ID:  "custom:reverse_newline",
		Doc: "has, from the line with Zimbabwe on, at least 52 lines in reverse alphabetical order",
		Sample: Sample{"", "Zimbabwe\n" + strings.Repeat("Zambia\n", 26) + strings.Repeat("Algeria\n", 26),
			"Algeria\nZambia\nZimbabwe"},
		Test: reverseCountries,
	},
	{
		ID: "custom:word_reverse", Doc: "read backwards word by word is one sentence about the bald eagle",
		Approx: approxSentences,
		Sample: Sample{"", "symbol the is eagle bald The.", "The bald eagle."},
		Test: func(r string, a Args) (bool, error) {
			words := fields(withoutPunctuation(strings.ToLower(r)))
			slices.Reverse(words)
			backwards := strings.Join(words, " ")
			sentences, err := punktSentences(backwards)
			return strings.Contains(backwards, "bald eagle") && slices.Contains(sentences, backwards), err
		},
	},
	{
		ID: "custom:character_reverse", Doc: "holds bald eagle spelled backwards, ignoring case",
		Sample: Sample{"", "elgae dlab ehT", "The bald eagle"},
		Test: func(r string, a Args) (bool, error) {
			return strings.Contains(strings.ToLower(r), "elgae dlab"), nil
		},
	},
	{
		ID: "custom:sentence_alphabet", Doc: "has 26 sentences that begin with the letters a to z in order, ignoring case", Approx: approxSentences,
		Sample: Sample{"", alphabetStory("Ann Bob Cy Don Eve Fay Guy Hal Ida Jay Kay Lee May Nan Oz Pia Quin Ray Sue Tom Una Viv Wes Xi Yan Zed"), "Ay. Bee."},
		Test: func(r string, a Args) (bool, error) {
			sentences, err := punktSentences(r)
			for i, s := range sentences {
				if len(sentences) != 26 || firstRune(strings.ToLower(strip(s))) != 'a'+rune(i) {
					a.Note("sentence %d of %d does not fit", i+1, len(sentences))
					return false, nil
				}
			}
			return len(sentences) == 26, err
		},
	},
	{
		ID: "custom:european_capitals_sort", Doc: "is the published list of 27 capitals above 45° north, by latitude, divided by commas",
		Sample: Sample{"", strings.Join(capitalsByLatitude, ", "), "Oslo, Paris"},
		Test: func(r string, a Args) (bool, error) {
			var capitals []string
			for c := range strings.SplitSeq(ascii(r), ",") {
				if c = strip(c); c != "" {
					capitals = append(capitals, c)
				}
			}
			return slices.Equal(capitals, capitalsByLatitude), nil
		},
	},
	{
		ID: "custom:date_format_list", Doc: "is a list of dates YYYY-MM-DD of the years 1769 to 1821, divided by commas",
		Sample: Sample{"", "1796-07-05, 1800-12-31", "07-05-1796"},
		Test: func(r string, a Args) (bool, error) {
			for date := range strings.SplitSeq(strip(r), ",") {
				if !napoleonic(strip(date)) {
					a.Note("%.80q is not such a date", strip(date))
					return false, nil
				}
			}
			return true, nil
		},
	},
}

func fourQuestions(texts ...string) string {
	var b strings.Builder
	for i, t := range texts {
		b.WriteString("Question " + strconv.Itoa(i+1) + ": " + t + "\nA) a\nB) b\nC) c\nD) d\nE) e\n")
	}
	return b.String()
}

func alphabetStory(names string) string {
	return strings.Join(strings.Fields(names), " came. ") + " came."
}

func multipleChoice(r string, a Args) (bool, error) {
	if !strings.HasPrefix(r, "Question") {
		a.Note("it does not begin with Question")
		return false, nil
	}
	var lengths []int
	for _, question := range questionLabel.Split(r, -1) {
		if question = strip(question); question == "" {
			continue
		}
		var stem strings.Builder
		options := 0
		for line := range strings.SplitSeq(question, "\n") {
			if line = strip(line); letteredOption.MatchString(line) {
				options++
			} else if options == 0 {
				stem.WriteString(" " + line)
			}
		}
		if options != 5 {
			a.Note("question %d has %d options, wanted 5", len(lengths)+1, options)
			return false, nil
		}
		lengths = append(lengths, len([]rune(strip(stem.String()))))
	}
	a.Note("the questions have lengths %v", lengths[:min(len(lengths), 8)])
	for i := 1; i < len(lengths); i++ {
		if lengths[i] <= lengths[i-1] {
			return false, nil
		}
	}
	return len(lengths) == 4, nil
}

func reverseCountries(r string, a Args) (bool, error) {
	var lines []string
	for line := range strings.SplitSeq(r, "\n") {
		if line = strings.Trim(line, edge); line != "" && (len(lines) > 0 || strings.Contains(line, "Zimbabwe")) {
			lines = append(lines, ascii(line))
		}
	}
	a.Note("found %d lines, or a line out of order", len(lines))
	return len(lines) >= 52 && slices.IsSortedFunc(lines, func(x, y string) int { return strings.Compare(y, x) }), nil
}

// napoleonic knows the lengths of months, but not leap years nor a smallest month or day.
func napoleonic(date string) bool {
	m := isoDate.FindStringSubmatch(date)
	if m == nil {
		return false
	}
	year, _ := strconv.Atoi(m[1])
	month, _ := strconv.Atoi(m[2])
	day, _ := strconv.Atoi(m[3])
	days := [13]int{99, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	return year >= 1769 && year <= 1821 && month <= 12 && day <= days[month]
}
