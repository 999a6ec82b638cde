package science

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/ideal-gas-state-change", "physics: thermodynamics & fluids", "Ideal gas state change",
		"Find a state variable of a sealed ideal gas after a chain of processes.", idealGasStateChange)
}

// gasState is pressure in kPa, volume in litres and temperature in kelvin.
type gasState struct{ p, v, t float64 }

// process is a change of a sealed ideal gas to a new volume or temperature.
type process struct {
	name string // isothermal, isobaric, isochoric, adiabatic
	to   int    // litres for isothermal and adiabatic, kelvin for the others
}

// after applies a process; an adiabatic one is reversible with γ = 5/3.
func (s gasState) after(c process) gasState {
	to := float64(c.to)
	switch c.name {
	case "isothermal":
		return gasState{s.p * s.v / to, to, s.t}
	case "isobaric":
		return gasState{s.p, s.v * to / s.t, to}
	case "isochoric":
		return gasState{s.p * to / s.t, s.v, to}
	default:
		ratio := s.v / to
		return gasState{s.p * math.Pow(ratio, 5.0/3), to, s.t * math.Pow(ratio, 2.0/3)}
	}
}

// idealGasStateChange asks for a variable after a chain of processes. Difficulty
// adds processes (1 to 5); from 4 on one of them is adiabatic.
func idealGasStateChange(r *rand.Rand, d gen.Difficulty) task.Item {
	pressure, volume, temperature := gen.Between(r, 60, 400), gen.Between(r, 8, 50), gen.Between(r, 240, 420)
	start := gasState{float64(pressure), float64(volume), float64(temperature)}
	chain := drawProcesses(r, start, gen.Of(d, 1, 2, 3, 4, 5), d >= 4)
	states := []gasState{start}
	for _, c := range chain {
		states = append(states, states[len(states)-1].after(c))
	}
	end := states[len(states)-1]
	asked, answer := "pressure in kPa", quantity(end.p, "kPa")
	switch last := chain[len(chain)-1].name; {
	case last == "isobaric":
		asked, answer = "volume in litres", quantity(end.v, "L")
	case last == "adiabatic" && r.IntN(2) == 0:
		asked, answer = "temperature in kelvin", quantity(end.t, "K")
	}
	note := ""
	if d >= 4 {
		note = " For this monatomic gas γ = 5/3, and adiabatic changes are reversible."
	}
	question, slots := gen.Ask(r, []string{
		"A sealed cylinder holds an ideal gas at {p} kPa, {v} L and {t} K. It undergoes, in this order: {chain}.{note} What is its final {asked}?" + figures,
		"An amount of an ideal gas that never changes starts with the temperature {t} K, the volume {v} L and the pressure {p} kPa. The processes are {chain}.{note} Find the {asked} at the end." + figures,
		"In a piston experiment the gas (treat it as ideal, no leaks) is first at {v} litres, {p} kPa, {t} K. Then it undergoes {chain}.{note} Which {asked} results?" + figures,
	}, gen.Slot("p", pressure), gen.Slot("v", volume), gen.Slot("t", temperature), gen.Fixed("chain", chainText(start, chain)), gen.Fixed("note", note), gen.Fixed("asked", asked))
	var working []string
	for i, s := range states[1:] {
		working = append(working, fmt.Sprintf("after step %d: %s kPa, %s L, %s K", i+1, decimalText(s.p, 6), decimalText(s.v, 6), decimalText(s.t, 6)))
	}
	return task.Item{
		Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("p·V/T stays constant, and p·V^γ as well in an adiabatic change. Step by step: "+strings.Join(working, "; ")+".", answer),
	}
}

// drawProcesses draws a chain without two equal kinds in a row. Targets are
// relative to the state before, so temperatures and volumes stay moderate.
func drawProcesses(r *rand.Rand, s gasState, n int, adiabatic bool) []process {
	kinds := []string{"isothermal", "isobaric", "isochoric"}
	adiabaticAt := -1
	if adiabatic {
		adiabaticAt = r.IntN(n)
	}
	chain := make([]process, n)
	for i := range chain {
		name := kinds[r.IntN(len(kinds))]
		if i > 0 && name == chain[i-1].name {
			name = kinds[(slices.Index(kinds, name)+1)%len(kinds)]
		}
		if i == adiabaticAt {
			name = "adiabatic"
		}
		c := process{name: name}
		if name == "isothermal" || name == "adiabatic" {
			c.to = otherThan(s.v, gen.Between(r, int(0.5*s.v)+1, int(2*s.v)+3))
		} else {
			low, high := 230, 430
			if s.t < 330 {
				low, high = 340, 600
			}
			c.to = otherThan(s.t, gen.Between(r, low, high))
		}
		chain[i] = c
		s = s.after(c)
	}
	return chain
}

// otherThan keeps a target from being where the gas already is.
func otherThan(now float64, to int) int {
	if math.Abs(now-float64(to)) < 1 {
		return to + 2
	}
	return to
}

func chainText(s gasState, chain []process) string {
	parts := make([]string, len(chain))
	for i, c := range chain {
		to := float64(c.to)
		switch c.name {
		case "isothermal", "adiabatic":
			change := "compression"
			if to > s.v {
				change = "expansion"
			}
			parts[i] = fmt.Sprintf("%s %s to %d L", c.name, change, c.to)
		default:
			change := "cooling"
			if to > s.t {
				change = "heating"
			}
			at := "at constant pressure"
			if c.name == "isochoric" {
				at = "at constant volume"
			}
			parts[i] = fmt.Sprintf("%s %s to %d K", change, at, c.to)
		}
		s = s.after(c)
	}
	return strings.Join(parts, ", then ")
}
