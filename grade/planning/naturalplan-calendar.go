package planning

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// NaturalCalendar is a calendar record of the NaturalPlan benchmark (arXiv
// 2406.04520) with the fields of its file. As in its scorer the slot must be
// the golden one, since what else is free stands only in the prompt's prose;
// the last slot of the plan counts, and minutes are read as written.
type NaturalCalendar struct {
	Golden string `json:"golden_plan"` // "Here is the proposed time: Monday, 14:30 - 15:30"
}

func init() { Register(of[NaturalCalendar]("naturalplan-calendar")) }

var daySlot = regexp.MustCompile(`(?i)\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday),? +(\d{1,2}):(\d{2}) *(?:-|–|to) *(\d{1,2}):(\d{2})`)

func lastSlot(text string) (Slot, bool) {
	all := daySlot.FindAllStringSubmatch(text[max(0, len(text)-maxPlanBytes):], -1)
	if len(all) == 0 {
		return Slot{}, false
	}
	m := all[len(all)-1]
	var n [4]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+2])
	}
	day := strings.ToUpper(m[1][:1]) + strings.ToLower(m[1][1:])
	return Slot{Day: day, From: 60*n[0] + n[1], To: 60*n[2] + n[3]}, true
}

// Validate implements Problem.
func (p NaturalCalendar) Validate() error {
	if _, ok := lastSlot(p.Golden); !ok {
		return fmt.Errorf("the golden plan %q holds no slot", p.Golden)
	}
	return nil
}

// Check implements Problem.
func (p NaturalCalendar) Check(plan string) (Verdict, error) {
	golden, _ := lastSlot(p.Golden)
	s, ok := lastSlot(plan)
	switch {
	case !ok:
		return broken("format", "no slot is readable; write \"Monday, 10:30 - 11:00\""), nil
	case s != golden:
		return broken("slot", "%s is not the slot asked for", s), nil
	}
	return judged(0, nil, least)
}
