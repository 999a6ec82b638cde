package planning

import (
	"fmt"
	"slices"
)

// Calendar asks for a slot in which everybody is free. Times are minutes after
// midnight. Canonical plan, one line (the room only where rooms are given):
//
//	Monday 10:30-11:00, Room B
//
// The optimum is found by looking at every slot of the grid, so it is not
// stated in the problem.
type Calendar struct {
	Days    []string   `json:"days"` // in order of time
	Open    int        `json:"open"`
	Close   int        `json:"close"`
	Minutes int        `json:"minutes"`
	People  []Attendee `json:"people"`
	Rooms   []Room     `json:"rooms,omitempty"`
	Need    []string   `json:"need,omitempty"` // kit that the room must have
	// Step is the grid of starts in minutes after Open; 0 allows every minute.
	Step int `json:"step,omitempty"`
	// Earliest asks for the first slot (among those that keep the preferences).
	Earliest bool `json:"earliest,omitempty"`
	// Avoid lists soft preferences, most important first: a slot that keeps an
	// earlier one beats any that does not. A best slot is then asked for.
	Avoid []Span `json:"avoid,omitempty"`
}

// Attendee is a person, the busy times, and the most minutes of meetings the
// person takes on a day (0: no limit), the asked one included.
type Attendee struct {
	Name  string `json:"name"`
	Busy  []Span `json:"busy,omitempty"`
	Limit int    `json:"limit,omitempty"`
}

// Room is a place that holds so many people, has kit, and may be taken.
type Room struct {
	Name     string   `json:"name"`
	Capacity int      `json:"capacity"`
	Kit      []string `json:"kit,omitempty"`
	Busy     []Span   `json:"busy,omitempty"`
}

// Slot is a calendar plan; Room is empty where no rooms are given.
type Slot struct {
	Day      string
	From, To int
	Room     string
}

// String is the canonical plan text.
func (s Slot) String() string {
	text := fmt.Sprintf("%s %s-%s", s.Day, Clock(s.From), Clock(s.To))
	if s.Room != "" {
		text += ", " + s.Room
	}
	return text
}

func init() { Register(of[Calendar]("calendar")) }

const (
	maxAvoid = 30
	maxSlots = 1_000_000  // slots × rooms
	maxLooks = 50_000_000 // slots × rooms × busy times
)

// Validate implements Problem.
func (p Calendar) Validate() error {
	days, err := index("day", p.Days)
	if err != nil {
		return err
	}
	if len(days) == 0 || p.Open < 0 || p.Close > 24*60 || p.Minutes < 1 || p.Open+p.Minutes > p.Close || p.Step < 0 {
		return fmt.Errorf("no slot of %d minutes fits between %s and %s", p.Minutes, Clock(p.Open), Clock(p.Close))
	}
	slots, spans := len(p.Days)*(p.Close-p.Open)*max(1, len(p.Rooms)), 0
	for _, a := range p.People {
		spans += len(a.Busy)
	}
	for _, r := range p.Rooms {
		spans += len(r.Busy)
	}
	if slots > maxSlots || slots*(spans+len(p.Avoid)) > maxLooks || len(p.Avoid) > maxAvoid {
		return fmt.Errorf("%d slots with %d busy times and %d preferences are too many", slots, spans, len(p.Avoid))
	}
	for _, a := range p.People {
		if err := checkSpans(a.Name, a.Busy, days); err != nil {
			return err
		}
	}
	rooms := make([]string, len(p.Rooms))
	for i, r := range p.Rooms {
		rooms[i] = r.Name
		if err := checkSpans(r.Name, r.Busy, days); err != nil {
			return err
		}
	}
	if _, err := index("room", rooms); err != nil {
		return err
	}
	return checkSpans("preference", p.Avoid, days)
}

// Check implements Problem.
func (p Calendar) Check(plan string) (Verdict, error) {
	s, bad := p.read(plan)
	if bad != "" {
		return broken("format", "%s", bad), nil
	}
	if s.To-s.From != p.Minutes {
		return broken("duration", "the slot has %d minutes, not %d", s.To-s.From, p.Minutes), nil
	}
	if id, why := p.fault(s); id != "" {
		return broken(id, "%s", why), nil
	}
	if !p.Earliest && len(p.Avoid) == 0 {
		return judged(0, nil, least)
	}
	best, _, err := p.Solve()
	if err != nil {
		return Verdict{}, err
	}
	optimum := p.rank(best)
	return judged(p.rank(s), &optimum, least)
}

// read takes the one slot of the plan; of a text that weighs several lines the
// last line with a day and two times counts.
func (p Calendar) read(plan string) (Slot, string) {
	all := slices.Clone(p.Days)
	for _, r := range p.Rooms {
		all = append(all, r.Name)
	}
	lex := newLexicon(all...)
	steps := Steps(plan)
	for _, step := range slices.Backward(append(slices.Clone(steps), joinSteps(steps))) {
		tokens := lex.tokens(step)
		times := values(tokens, clock)
		s := Slot{}
		found, rooms := 0, 0
		for _, n := range names(tokens) {
			if slices.Contains(p.Days, n) {
				s.Day, found = n, found+1
			} else {
				s.Room, rooms = n, rooms+1
			}
		}
		if s.Day == "" && len(p.Days) == 1 && len(times) == 2 {
			s.Day, found = p.Days[0], 1
		}
		if found == 1 && rooms <= 1 && len(times) == 2 {
			s.From, s.To = times[0], times[1]
			return s, ""
		}
	}
	return Slot{}, "no slot is readable; write \"Monday 10:30-11:00\""
}

// joinSteps is the whole plan as one step, for slots written over lines.
func joinSteps(steps []string) string {
	text := ""
	for _, s := range steps {
		text += s + " , "
	}
	return text
}

// fault names the hard constraint that a slot breaks.
func (p Calendar) fault(s Slot) (id, why string) {
	if s.From < p.Open || s.To > p.Close {
		return "hours", fmt.Sprintf("the day runs from %s to %s", Clock(p.Open), Clock(p.Close))
	}
	if p.Step > 0 && (s.From-p.Open)%p.Step != 0 {
		return "grid", fmt.Sprintf("starts are every %d minutes", p.Step)
	}
	for _, a := range p.People {
		load := s.To - s.From
		for _, b := range a.Busy {
			if b.overlaps(s.Day, s.From, s.To) {
				return "busy", fmt.Sprintf("%s is busy %s-%s", a.Name, Clock(b.From), Clock(b.To))
			}
			if b.Day == "" || b.Day == s.Day {
				load += b.To - b.From
			}
		}
		if a.Limit > 0 && load > a.Limit {
			return "limit", fmt.Sprintf("%s takes at most %d minutes a day", a.Name, a.Limit)
		}
	}
	if len(p.Rooms) == 0 {
		return "", ""
	}
	at := slices.IndexFunc(p.Rooms, func(r Room) bool { return r.Name == s.Room })
	if at < 0 {
		return "room", "no room is named"
	}
	return p.roomFault(p.Rooms[at], s)
}

func (p Calendar) roomFault(r Room, s Slot) (id, why string) {
	if r.Capacity < len(p.People) {
		return "capacity", fmt.Sprintf("%s holds %d", r.Name, r.Capacity)
	}
	for _, kit := range p.Need {
		if !slices.Contains(r.Kit, kit) {
			return "kit", fmt.Sprintf("%s has no %s", r.Name, kit)
		}
	}
	for _, b := range r.Busy {
		if b.overlaps(s.Day, s.From, s.To) {
			return "room", fmt.Sprintf("%s is taken %s-%s", r.Name, Clock(b.From), Clock(b.To))
		}
	}
	return "", ""
}

// rank orders slots: the broken preferences as binary digits, the first one
// highest, and below them, where the first slot is asked, the minutes since
// the first day's midnight.
func (p Calendar) rank(s Slot) int {
	rank := 0
	for _, a := range p.Avoid {
		rank *= 2
		if a.overlaps(s.Day, s.From, s.To) {
			rank++
		}
	}
	if p.Earliest {
		rank = rank*len(p.Days)*24*60 + slices.Index(p.Days, s.Day)*24*60 + s.From
	}
	return rank
}

// Slots lists every slot that keeps the hard constraints, in order of time.
func (p Calendar) Slots() []Slot {
	rooms := p.Rooms
	if len(rooms) == 0 {
		rooms = []Room{{}}
	}
	var out []Slot
	for _, day := range p.Days {
		for from := p.Open; from+p.Minutes <= p.Close; from += max(1, p.Step) {
			for _, r := range rooms {
				s := Slot{day, from, from + p.Minutes, r.Name}
				if id, _ := p.fault(s); id == "" {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// Solve returns the earliest of the best slots and how many slots are as good
// (the number of right answers), or ErrNoPlan.
func (p Calendar) Solve() (best Slot, ties int, err error) {
	for i, s := range p.Slots() {
		switch now := p.rank(s); {
		case i == 0 || now < p.rank(best):
			best, ties = s, 1
		case now == p.rank(best):
			ties++
		}
	}
	if ties == 0 {
		return Slot{}, 0, ErrNoPlan
	}
	return best, ties, nil
}
