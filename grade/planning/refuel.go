package planning

import (
	"fmt"
	"strings"
)

// Refuel asks where to buy how much fuel on a straight road, at least cost. One
// unit of length takes one unit of fuel. Canonical plan, one line per purchase
// ("none" for no purchase):
//
//	Elm: 12
type Refuel struct {
	Distance int       `json:"distance"`
	Tank     int       `json:"tank"`
	Fuel     int       `json:"fuel"` // in the tank at the start
	Stations []Station `json:"stations"`
	Optimum  *int      `json:"optimum,omitempty"` // least cost
}

// Station sells fuel at a price per unit; stations are listed by position.
type Station struct {
	Name  string `json:"name"`
	At    int    `json:"at"` // from the start
	Price int    `json:"price"`
}

func init() { Register(of[Refuel]("refuel")) }

const maxTank = 2000

func (p Refuel) names() []string {
	out := make([]string, len(p.Stations))
	for i, s := range p.Stations {
		out[i] = s.Name
	}
	return out
}

// Validate implements Problem.
func (p Refuel) Validate() error {
	if _, err := index("station", p.names()); err != nil {
		return err
	}
	if p.Distance < 1 || p.Distance > maxTime || p.Tank < 1 || p.Tank > maxTank || p.Fuel < 0 || p.Fuel > p.Tank || len(p.Stations) > maxPlace {
		return fmt.Errorf("distance %d, tank %d or fuel %d is out of range", p.Distance, p.Tank, p.Fuel)
	}
	last := 0
	for _, s := range p.Stations {
		if s.At < last || s.At > p.Distance || s.Price < 0 || s.Price > maxTime {
			return fmt.Errorf("station %s is out of order or has price %d", s.Name, s.Price)
		}
		last = s.At
	}
	return nil
}

// Check implements Problem.
func (p Refuel) Check(plan string) (Verdict, error) {
	lex := newLexicon(p.names()...)
	buys, none := map[string]int{}, false
	for i, step := range Steps(plan) {
		tokens := lex.tokens(step)
		at, amounts := names(tokens), values(tokens, number)
		none = none || len(at) == 0 && says(tokens, "none", "nothing")
		if len(at) == 0 {
			continue
		}
		if len(at) != 1 || len(amounts) != 1 {
			return broken("format", "step %d is not one station and an amount", i+1), nil
		}
		if _, twice := buys[at[0]]; twice {
			return broken("once", "%s is listed twice", at[0]), nil
		}
		buys[at[0]] = amounts[0]
	}
	if len(buys) == 0 && !none {
		return broken("format", "no purchase is readable; write \"Station: 12\" or \"none\""), nil
	}
	fuel, at, cost := p.Fuel, 0, 0
	for _, s := range p.Stations {
		if fuel -= s.At - at; fuel < 0 {
			return broken("empty", "the tank is empty before %s", s.Name), nil
		}
		if fuel += buys[s.Name]; fuel > p.Tank {
			return broken("tank", "%d do not fit into the tank at %s", buys[s.Name], s.Name), nil
		}
		at, cost = s.At, cost+buys[s.Name]*s.Price
	}
	if fuel < p.Distance-at {
		return broken("empty", "the tank is empty before the end"), nil
	}
	return judged(cost, p.Optimum, least)
}

// Solve returns a cheapest plan text and its cost. At each station it buys up
// to what reaches the next cheaper station (or the end), or fills the tank if
// none is in reach, which is optimal by exchange.
func (p Refuel) Solve() (string, int, error) {
	fuel, at, cost := p.Fuel, 0, 0
	var lines []string
	for i, s := range p.Stations {
		if fuel -= s.At - at; fuel < 0 {
			return "", 0, ErrNoPlan
		}
		at = s.At
		goal := p.Distance
		for _, next := range p.Stations[i+1:] {
			if next.Price < s.Price {
				goal = next.At
				break
			}
		}
		if buy := min(goal-at, p.Tank) - fuel; buy > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d", s.Name, buy))
			fuel, cost = fuel+buy, cost+buy*s.Price
		}
	}
	if fuel < p.Distance-at {
		return "", 0, ErrNoPlan
	}
	if len(lines) == 0 {
		lines = []string{"none"}
	}
	return strings.Join(lines, "\n"), cost, nil
}
