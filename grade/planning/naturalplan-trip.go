package planning

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// NaturalTrip is a trip record of the NaturalPlan benchmark (arXiv 2406.04520)
// with the fields of its file. Its own scorer accepts the golden order only;
// here every plan is right that keeps what the prompt asks, and the golden
// order is right in any case. The plan is in the benchmark's words:
//
//	**Day 1-3:** Arriving in Rome and visit Rome for 3 days.
//	**Day 3:** Fly from Rome to Paris.
type NaturalTrip struct {
	Cities    string `json:"cities"`    // "Rome**Paris"
	Durations string `json:"durations"` // "3**2"
	Prompt    string `json:"prompt_0shot,omitempty"`
}

func init() { Register(of[NaturalTrip]("naturalplan-trip")) }

func starred(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "**"), func(s string) bool { return s == "" })
}

// trip reads the record; without direct flights in the prompt, only the golden
// order has flights.
func (p NaturalTrip) trip() (Trip, error) {
	cities, days := starred(p.Cities), starred(p.Durations)
	if len(cities) != len(days) {
		return Trip{}, fmt.Errorf("there are %d cities but %d durations", len(cities), len(days))
	}
	t := Trip{Shared: true, Directed: true, Days: 1 - len(cities)}
	for i, c := range cities {
		n, err := strconv.Atoi(days[i])
		if err != nil {
			return Trip{}, fmt.Errorf("read the duration of %s: %w", c, err)
		}
		t.Cities = append(t.Cities, Stay{City: c, Days: n})
		t.Days += n
	}
	t.Flights = promptFlights(p.Prompt, cities)
	t.Windows = promptWindows(p.Prompt, cities)
	if len(t.Flights) == 0 {
		for i := 1; i < len(cities); i++ {
			t.Flights = append(t.Flights, Flight{From: cities[i-1], To: cities[i]})
		}
	}
	return t, nil
}

// promptFlights reads the list behind "direct flights:", whose items are
// "A and B" for both ways and "from A to B" for one.
func promptFlights(prompt string, cities []string) []Flight {
	_, list, ok := strings.Cut(prompt, "direct flights:")
	if !ok {
		return nil
	}
	list, _, _ = strings.Cut(strings.TrimSpace(list), "\n")
	lex := newLexicon(cities...)
	var out []Flight
	for item := range strings.SplitSeq(list, ",") {
		tokens := lex.tokens(item)
		pair := names(tokens)
		if len(pair) != 2 {
			continue
		}
		out = append(out, Flight{From: pair[0], To: pair[1]})
		if !says(tokens, "from") {
			out = append(out, Flight{From: pair[1], To: pair[0]})
		}
	}
	return out
}

var dayRange = regexp.MustCompile(`(?i)\b(between|from|during) day (\d+) (?:and|to) day (\d+)`)

// promptWindows reads sentences such as "meet a friend in Rome between day 1
// and day 3" (some day of it) and "From day 1 to day 3, there is a show in
// Rome" or "During day 1 and day 3, you have to …" (all days of it).
func promptWindows(prompt string, cities []string) []TripWindow {
	lex := newLexicon(cities...)
	var out []TripWindow
	for sentence := range strings.FieldsFuncSeq(prompt, func(r rune) bool { return r == '.' || r == '\n' }) {
		m := dayRange.FindStringSubmatch(sentence)
		in := names(lex.tokens(sentence))
		if m == nil || len(in) == 0 {
			continue
		}
		from, _ := strconv.Atoi(m[2])
		to, _ := strconv.Atoi(m[3])
		rule := "cover"
		if strings.EqualFold(m[1], "between") {
			rule = "meet"
		}
		out = append(out, TripWindow{City: in[0], From: from, To: to, Rule: rule})
	}
	return out
}

// Validate implements Problem.
func (p NaturalTrip) Validate() error {
	t, err := p.trip()
	if err != nil {
		return err
	}
	return t.Validate()
}

// Check implements Problem.
func (p NaturalTrip) Check(plan string) (Verdict, error) {
	t, err := p.trip()
	if err != nil {
		return Verdict{}, err
	}
	v, err := t.Check(lastSolution(plan))
	if err != nil || v.Valid {
		return v, err
	}
	golden := t
	golden.Flights, golden.Windows = nil, nil
	for i := 1; i < len(t.Cities); i++ {
		golden.Flights = append(golden.Flights, Flight{From: t.Cities[i-1].City, To: t.Cities[i].City})
	}
	if g, err := golden.Check(lastSolution(plan)); err == nil && g.Valid {
		return g, nil
	}
	return v, nil
}

// lastSolution is the text behind the last "SOLUTION:", or all of it.
func lastSolution(plan string) string {
	if at := strings.LastIndex(plan, "SOLUTION:"); at >= 0 {
		return plan[at+len("SOLUTION:"):]
	}
	return plan
}
