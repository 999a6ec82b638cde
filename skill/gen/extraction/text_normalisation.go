package extraction

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "normalisation"
	gen.Register("information_extraction/number-word-parsing", area, "Number word parsing", "Give the value of numbers in words, scales and mixed notations.", numberWords)
	gen.Register("information_extraction/duration-and-recurrence-parsing", area, "Duration and recurrence parsing",
		"Find the n-th occurrence of a recurring event told in words.", recurrence)
	gen.Register("information_extraction/name-and-identifier-canonicalisation", area, "Name and identifier canonicalisation",
		"Build the canonical key of a record under listed rules.", canonicalKey)
	gen.Register("information_extraction/phone-and-currency-normalisation", area, "Phone and currency normalisation",
		"Bring telephone numbers and amounts of money into a standard form.", phoneAndMoney)
}

var (
	smallNumbers = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens         = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

// inWords writes a number below a thousand million in English words.
func inWords(n int) string {
	switch {
	case n < 20:
		return smallNumbers[n]
	case n < 100 && n%10 == 0:
		return tens[n/10]
	case n < 100:
		return tens[n/10] + "-" + smallNumbers[n%10]
	}
	for _, scale := range []struct {
		worth int
		name  string
	}{{1_000_000, "million"}, {1000, "thousand"}, {100, "hundred"}} {
		if n < scale.worth {
			continue
		}
		head, rest := inWords(n/scale.worth)+" "+scale.name, n%scale.worth
		switch {
		case rest == 0:
			return head
		case rest < 100:
			return head + " and " + inWords(rest)
		}
		return head + " " + inWords(rest)
	}
	return ""
}

// numberNotations write a number in words, from easy to hard.
var numberNotations = []func(r *rand.Rand) (string, int){
	func(r *rand.Rand) (string, int) { n := gen.Between(r, 101, 9999); return inWords(n), n },
	func(r *rand.Rand) (string, int) { n := gen.Between(r, 11, 98); return inWords(n) + " hundred", 100 * n },
	func(r *rand.Rand) (string, int) {
		n := gen.Between(r, 11, 99)
		return fmt.Sprintf("%d.%d thousand", n/10, n%10), 100 * n
	},
	func(r *rand.Rand) (string, int) { n := gen.Between(r, 2, 19); return inWords(n) + " dozen", 12 * n },
	func(r *rand.Rand) (string, int) { n := gen.Between(r, 10001, 999999); return inWords(n), n },
	func(r *rand.Rand) (string, int) {
		n := gen.Between(r, 2, 30)
		return inWords(n) + " and a half thousand", 1000*n + 500
	},
	func(r *rand.Rand) (string, int) { n := gen.Between(r, 2, 9); return inWords(n) + " gross", 144 * n },
	func(r *rand.Rand) (string, int) { n := gen.Between(r, 1000001, 99999999); return inWords(n), n },
	func(r *rand.Rand) (string, int) {
		n := gen.Between(r, 2, 40)
		return "three quarters of " + inWords(4*n*100), 300 * n
	},
	func(r *rand.Rand) (string, int) {
		n := gen.Between(r, 3, 18)
		return fmt.Sprintf("%s score and %s", inWords(n), inWords(n/2)), 20*n + n/2
	},
}

// numberWords asks for the sum of counts told in words. Difficulty adds counts
// and notations: scales, dozens, halves, gross, quarters, scores.
func numberWords(r *rand.Rand, d gen.Difficulty) task.Item {
	goods := gen.Sample(r, []string{"nails", "bricks", "candles", "buttons", "tiles", "pins", "corks", "beads"}, gen.Of(d, 2, 3, 3, 4, 5))
	var lines []string
	var values []int
	for i, thing := range goods {
		known := gen.Of(d, 2, 4, 6, 8, 10)
		k := r.IntN(known)
		if i == 0 {
			k = known - 1 - r.IntN(2)
		}
		text, n := numberNotations[k](r)
		lines, values = append(lines, text+" "+thing), append(values, n)
	}
	extra := gen.Between(r, 11, 989)
	values = append(values, extra)
	note := gen.Of(d, "", " A dozen is 12.", " A dozen is 12.", " A dozen is 12, a gross is 144.", " A dozen is 12, a gross is 144, a score is 20.")
	question, slots := gen.Ask(r, []string{
		"A depot holds {things}. On top of that come {extra} hooks. How many pieces is this in all?{note}",
		"Convert the numbers to figures and add them up, together with {extra} for a box that was counted by machine: {things}.{note}",
		"The inventory, written by hand, says: {things}. A further entry reads {extra} screws. What is the total count as an integer?{note}",
	}, gen.Fixed("things", gen.Enumerated(lines)), gen.Slot("extra", extra), gen.Fixed("note", note))
	answer := task.Integer(int64(sumOf(values)))
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference("In figures: "+sumText(values)+".", answer)}
}

// recurrence asks for a moment. Difficulty goes from hours over days and weeks
// to working days, days of the month and skipped occurrences.
func recurrence(r *rand.Rand, d gen.Difficulty) task.Item {
	at := time.Date(gen.Between(r, 2024, 2034), time.Month(gen.Between(r, 1, 12)), gen.Between(r, 1, 28), gen.Between(r, 6, 20), 5*r.IntN(12), 0, 0, time.UTC)
	kind := r.IntN(gen.Of(d, 2, 3, 4, 5, 6))
	if d >= 3 {
		kind = gen.Between(r, 2, gen.Of(d, 3, 3, 3, 4, 5))
	}
	n := gen.Between(r, gen.Of(d, 3, 3, 5, 7, 9), gen.Of(d, 9, 10, 14, 18, 24))
	a, b := gen.Between(r, 2, 9), 10*gen.Between(r, 1, 5)
	var how string
	var next func(t time.Time) time.Time
	switch kind {
	case 0:
		how = fmt.Sprintf("every %d hours and %d minutes", a, b)
		next = func(t time.Time) time.Time { return t.Add(time.Duration(a)*time.Hour + time.Duration(b)*time.Minute) }
	case 1:
		how = fmt.Sprintf("every %d days", a)
		next = func(t time.Time) time.Time { return t.AddDate(0, 0, a) }
	case 2:
		how = "every other week, and an hour and a half later on the clock each time"
		next = func(t time.Time) time.Time { return t.AddDate(0, 0, 14).Add(90 * time.Minute) }
	case 3:
		how = "every working day (Monday to Friday) at the same time"
		for at.Weekday() == time.Saturday || at.Weekday() == time.Sunday {
			at = at.AddDate(0, 0, 1)
		}
		next = func(t time.Time) time.Time {
			for t = t.AddDate(0, 0, 1); t.Weekday() == time.Saturday || t.Weekday() == time.Sunday; {
				t = t.AddDate(0, 0, 1)
			}
			return t
		}
	case 4:
		nth := gen.Between(r, 1, 4)
		at = nthWeekday(at.Year(), at.Month(), at.Weekday(), nth).Add(time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute)
		how = fmt.Sprintf("on the %s %s of every month at the same time", ordinals[nth-1], at.Weekday())
		next = func(t time.Time) time.Time {
			day := nthWeekday(t.Year(), t.Month()+1, t.Weekday(), nth)
			return day.Add(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute)
		}
	case 5:
		how = fmt.Sprintf("every %d weeks, but never in August: an occurrence that falls into August is left out and does not count, the rhythm goes on", min(a, 5))
		next = func(t time.Time) time.Time {
			for t = t.AddDate(0, 0, 7*min(a, 5)); t.Month() == time.August; {
				t = t.AddDate(0, 0, 7*min(a, 5))
			}
			return t
		}
		if at.Month() == time.August {
			at = at.AddDate(0, 1, 0)
		}
	}
	const form = "2006-01-02 15:04"
	when := at
	var working []string
	for i := range n - 1 {
		if when = next(when); i < 2 {
			working = append(working, when.Format(form))
		}
	}
	question, slots := gen.Ask(r, []string{
		"A pump is checked {how}, for the first time on {start}. When is check number {n}? Answer as YYYY-MM-DD HH:MM.",
		"First run: {start}. A job then runs {how}. Give date and time (YYYY-MM-DD HH:MM) of run number {n}, the first one being number one.",
		"Counting {start} as the first occurrence of something that happens {how}, state occurrence number {n} in the form YYYY-MM-DD HH:MM.",
	}, gen.Fixed("how", how), gen.Fixed("start", at.Format("Monday 2 January 2006, 15:04")), gen.Slot("n", n))
	answer := task.String(when.Format(form))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("After the first, the next are %s, and so on; number %d is %s.", gen.Enumerated(working), n, when.Format(form)), answer)}
}

// keyRule is a rule of a canonical key: what it says and what it does.
type keyRule struct {
	text  string
	apply func(s string) string
}

// keyRules are applied in this order; later ones come with difficulty.
var keyRules = []keyRule{
	{"drop titles (Dr, Prof, Ms, Mr) with their full stop", func(s string) string {
		for _, title := range []string{"Dr. ", "Prof. ", "Ms. ", "Mr. "} {
			s = strings.TrimPrefix(s, title)
		}
		return s
	}},
	{"turn \"Family, Given\" into \"Given Family\"", func(s string) string {
		if family, given, ok := strings.Cut(s, ", "); ok {
			return given + " " + family
		}
		return s
	}},
	{"write all letters small", strings.ToLower},
	{"replace ä, ö, ü and ß by ae, oe, ue and ss", func(s string) string {
		return strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss").Replace(s)
	}},
	{"drop apostrophes and replace hyphens by blanks", func(s string) string { return strings.NewReplacer("'", "", "-", " ").Replace(s) }},
	{"shorten every word but the last to its first letter", func(s string) string {
		words := strings.Fields(s)
		for i := range words[:len(words)-1] {
			words[i] = words[i][:1]
		}
		return strings.Join(words, " ")
	}},
	{"put dots between the words", func(s string) string { return strings.ReplaceAll(s, " ", ".") }},
}

// canonicalKey asks for a key. Difficulty is the number of rules and the oddity
// of the name: titles, swapped order, umlauts, apostrophes, double names.
func canonicalKey(r *rand.Rand, d gen.Difficulty) task.Item {
	given, family := gen.Pick(r, lexicon.GivenNames()), gen.Pick(r, lexicon.FamilyNames())
	if d >= 3 {
		family = gen.Pick(r, []string{"Müller", "O'Brien", "Weiß", "Schäfer", "D'Angelo", "Köhler"}) + "-" + family
	}
	if d >= 2 {
		given += gen.Pick(r, []string{" ", "-"}) + gen.Pick(r, lexicon.GivenNames())
	}
	name := given + " " + family
	if r.IntN(2) == 0 {
		name = family + ", " + given
	}
	if r.IntN(2) == 0 {
		name = gen.Pick(r, []string{"Dr. ", "Prof. ", "Ms. ", "Mr. "}) + name
	}
	if d >= 4 && r.IntN(2) == 0 {
		name = strings.ToUpper(strings.ReplaceAll(name, "ß", "ss"))
		for _, title := range []string{"Dr. ", "Prof. ", "Ms. ", "Mr. "} {
			name = strings.Replace(name, strings.ToUpper(title), title, 1)
		}
	}
	rules := keyRules
	if d < 2 {
		rules = []keyRule{keyRules[0], keyRules[1], keyRules[2], keyRules[6]}
	} else if d < 3 {
		rules = []keyRule{keyRules[0], keyRules[1], keyRules[2], keyRules[4], keyRules[6]}
	} else if d < 5 {
		rules = append(append([]keyRule{}, keyRules[:5]...), keyRules[6])
	}
	number := gen.Between(r, 3, 989)
	width := gen.Of(d, 3, 4, 5, 5, 6)
	text, key, steps := []string{}, name, []string{}
	for i, rule := range rules {
		text = append(text, fmt.Sprintf("%d. %s", i+1, rule.text))
		if after := rule.apply(key); after != key {
			key = after
			steps = append(steps, key)
		}
	}
	key += fmt.Sprintf("-%0*d", width, number)
	text = append(text, fmt.Sprintf("%d. append a hyphen and the member number, with zeros in front up to %d digits", len(rules)+1, width))
	question, slots := gen.Ask(r, []string{
		"Rules, applied in this order:\n{rules}\n\nWhat is the key of {name}, member number {number}?",
		"A register identifies people by keys, made step by step as follows.\n{rules}\n\nWrite the key for the entry \"{name}\" with the member number {number}.",
		"Canonicalise the name {name} (member number {number}) by these steps, in order, and give the result.\n{rules}",
	}, gen.Fixed("rules", strings.Join(text, "\n")), gen.Fixed("name", name), gen.Slot("number", number))
	answer := task.Answer{Kind: task.KindString, Value: key, Exact: true}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Step by step: %s → %s; with the number it is %s.", name, strings.Join(steps, " → "), key), answer)}
}

// phoneAndMoney asks for a list of numbers and amounts in standard form.
// Difficulty adds entries and notations: country codes, (0), extensions; commas
// as decimal signs, thousands separators, k and m.
func phoneAndMoney(r *rand.Rand, d gen.Difficulty) task.Item {
	var lines, want []string
	currency := map[string][]string{"EUR": {"€", "EUR"}, "GBP": {"£", "GBP"}, "USD": {"US$", "USD"}}
	for i := range gen.Of(d, 3, 4, 5, 6, 8) {
		if i%2 == 0 {
			area, number := gen.Between(r, 20, 98), gen.Between(r, 100000, 999999)
			country := gen.Pick(r, []int{44, 49, 33, 351})
			a, b := number/1000, number%1000
			forms := []string{
				fmt.Sprintf("0%d %03d %03d", area, a, b), fmt.Sprintf("(0%d) %03d-%03d", area, a, b),
				fmt.Sprintf("+%d %d %03d %03d", country, area, a, b), fmt.Sprintf("00%d/%d/%06d", country, area, number),
				fmt.Sprintf("+%d (0)%d %06d", country, area, number), fmt.Sprintf("0%d %06d ext. %d", area, number, gen.Between(r, 1, 99)),
			}
			k := r.IntN(gen.Of(d, 3, 4, 5, 6, 6))
			if k < 2 || k == 5 {
				country = 49
			}
			lines, want = append(lines, forms[k]), append(want, fmt.Sprintf("+%d%d%06d", country, area, number))
			continue
		}
		code := gen.Pick(r, []string{"EUR", "GBP", "USD"})
		sign, amount := gen.Pick(r, currency[code]), gen.Between(r, 1205, 999995)
		whole, part := amount/100, amount%100
		thousands := gen.Between(r, 15, 98)
		forms := []string{fmt.Sprintf("%s %d.%02d", sign, whole, part), fmt.Sprintf("%d,%02d %s", whole, part, sign), fmt.Sprintf("%s%s.%02d", sign, separated(whole), part),
			fmt.Sprintf("%s %s,%02d", sign, strings.ReplaceAll(separated(whole), ",", "."), part), fmt.Sprintf("%s %d.%dk", sign, thousands/10, thousands%10), fmt.Sprintf("(%s %s.%02d)", sign, separated(whole), part)}
		k := r.IntN(gen.Of(d, 2, 3, 4, 5, 6))
		value := fmt.Sprintf("%s %d.%02d", code, whole, part)
		switch k {
		case 4:
			value = fmt.Sprintf("%s %d.00", code, 100*thousands)
		case 5:
			value = fmt.Sprintf("%s -%d.%02d", code, whole, part)
		}
		lines, want = append(lines, forms[k]), append(want, value)
	}
	rules := "Telephone numbers become + country code and all digits without separators; a number with a single 0 in front has no country code yet: drop the 0 and use 49. Amounts become currency code (EUR, GBP or USD), a blank and the amount with a point and two decimals, without separators of thousands; the last separator before two digits is the decimal sign."
	rules += gen.Of(d, "", " 00 in front of a country code means +.", " 00 in front of a country code means +, and (0) is dropped.", " 00 in front of a country code means +, (0) and extensions are dropped, and k means thousand.", " 00 in front of a country code means +, (0) and extensions are dropped, k means thousand, and parentheses around an amount mean a minus sign before the digits.")
	question, _ := gen.Ask(r, []string{
		"{lines}\n\nBring these entries into standard form. {rules} Answer with a list in square brackets, in the given order.",
		"An import needs clean numbers. {rules} Convert each line below and list the results in order, in square brackets.\n\n{lines}",
		"{rules}\n\nApply this to the following notes, line by line, and write the outcome as a bracketed list.\n\n{lines}",
	}, gen.Fixed("lines", "- "+strings.Join(lines, "\n- ")), gen.Fixed("rules", rules))
	answer := task.List(task.Strings(want)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("Line by line, telephone numbers keep country code and digits only, and amounts get their code, a point and two decimals.", answer)}
}
