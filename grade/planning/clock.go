package planning

import "fmt"

// Clock writes minutes after midnight as "09:30".
func Clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// Span is the half-open interval of minutes [From, To) of one day; the zero
// Day means every day.
type Span struct {
	Day  string `json:"day,omitempty"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

func (s Span) overlaps(day string, from, to int) bool {
	return (s.Day == "" || s.Day == day) && s.From < to && from < s.To
}

// checkSpans refuses spans outside a day and days that are not listed.
func checkSpans(what string, spans []Span, days map[string]int) error {
	for _, s := range spans {
		if s.From < 0 || s.To > 24*60 || s.From > s.To {
			return fmt.Errorf("%s has the span %s-%s", what, Clock(s.From), Clock(s.To))
		}
		if s.Day != "" {
			if err := known(what, days, s.Day); err != nil {
				return err
			}
		}
	}
	return nil
}
