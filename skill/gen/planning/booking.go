package planning

import (
	"fmt"
	"slices"
	"strings"

	"segue/skill/gen"
)

// firstBooking goes through days and minutes until a room and everybody is
// free. A free slot exists by construction; without one the room is empty.
func (p calendar) firstBooking() (day string, from int, where room) {
	for _, day := range p.Days {
		for from := p.Open; from+p.Minutes <= p.Close; from++ {
			if slices.ContainsFunc(p.People, func(a attendee) bool { return taken(a.Busy, day, from, from+p.Minutes) }) {
				continue
			}
			for _, q := range p.Rooms {
				if p.fits(q) && !taken(q.Busy, day, from, from+p.Minutes) {
					return day, from, q
				}
			}
		}
	}
	return "", 0, room{}
}

func (p calendar) fits(q room) bool {
	return q.Capacity >= len(p.People) && !slices.ContainsFunc(p.Need, func(k string) bool { return !slices.Contains(q.Kit, k) })
}

func taken(busy []span, day string, from, to int) bool {
	return slices.ContainsFunc(busy, func(s span) bool { return s.Day == day && s.From < to && from < s.To })
}

func (p calendar) attendees() string {
	names := make([]string, len(p.People))
	for i, a := range p.People {
		names[i] = a.Name
	}
	return gen.Enumerated(names)
}

func (p calendar) peopleText() string {
	lines := make([]string, len(p.People))
	for i, a := range p.People {
		lines[i] = a.Name + ": " + p.byDay(a.Busy)
	}
	return bullets(lines)
}

func (p calendar) roomsText() string {
	lines := make([]string, len(p.Rooms))
	for i, q := range p.Rooms {
		lines[i] = fmt.Sprintf("%s (%s; %s), booked: %s", q.Name, plural(q.Capacity, "seat"), strings.Join(q.Kit, ", "), p.byDay(q.Busy))
	}
	return bullets(lines)
}

// byDay writes busy times with their days.
func (p calendar) byDay(busy []span) string {
	var texts []string
	for _, day := range p.Days {
		on := slices.DeleteFunc(slices.Clone(busy), func(s span) bool { return s.Day != day })
		texts = append(texts, day+" "+spansText(on))
	}
	return strings.Join(texts, "; ")
}
