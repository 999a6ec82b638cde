package science

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("science/radiometric-isochron-age", "earth & astronomy", "Radiometric isochron age",
		"Date rocks from isotope ratios by decay, initial daughter correction, isochrons and potassium-argon.", isochronAge)
	gen.Register("science/relative-dating-order", "earth & astronomy", "Relative dating order",
		"Order geological events by superposition, cross-cutting and inclusion.", relativeDating)
}

// decaySystem is a parent and daughter nuclide, the stable isotope that ratios
// refer to, the half-life in Ma, the initial ratios that rocks have, the step in
// which ratios of the parent are drawn, and a mineral without initial daughter.
type decaySystem struct {
	parent, daughter, stable string
	halfLife, low, high      float64
	step                     float64
	mineral                  string
}

// decaySystems follow the half-lives recommended by the IUPAC-IUGS task group
// and NUBASE2020; the ratios are those of meteorites, mantle and crust.
var decaySystems = []decaySystem{
	{"Rb-87", "Sr-87", "Sr-86", 49600, 0.699, 0.712, 0.1, "mica"}, {"Re-187", "Os-187", "Os-188", 41600, 0.10, 0.14, 1, "molybdenite"},
	{"U-238", "Pb-206", "Pb-204", 4468, 9.4, 18, 1, "zircon"}, {"U-235", "Pb-207", "Pb-204", 704, 10.4, 15.6, 0.01, "zircon"},
	{"Th-232", "Pb-208", "Pb-204", 14050, 29.5, 38, 1, "monazite"},
	{"Sm-147", "Nd-143", "Nd-144", 106000, 0.507, 0.513, 0.01, ""}, {"Lu-176", "Hf-176", "Hf-177", 37100, 0.280, 0.283, 0.01, ""},
}

// ageOf is the time after which a parent of that half-life has this many
// daughters per remaining parent.
func ageOf(ratio, halfLife float64) float64 { return halfLife / math.Ln2 * math.Log1p(ratio) }

// isochronAge asks for an age in Ma. Difficulty: 1 from the ratio of daughter to
// parent, 2 with initial daughter, 3 from two samples, 4 from two samples with
// the initial ratio, 5 by potassium-argon with a branched decay and air argon.
func isochronAge(r *rand.Rand, d gen.Difficulty) task.Item {
	l := gen.Of(d, plainAge, correctedAge, isochronOf, isochronOf, argonAge)(r)
	if d == 4 {
		l = isochron(r, true)
	}
	return l.item(r,
		"{facts} The rock has been a closed system since it formed. Find {asked}."+figures,
		"A geochronology laboratory reports the following. {facts} Nothing was gained or lost but by this decay. What is {asked}?"+figures,
		"Determine {asked} from these measurements: {facts} No exchange with the surroundings took place since formation."+figures,
	)
}

func plainAge(r *rand.Rand) lesson {
	s := gen.Pick(r, decaySystems[:5])
	ratio, text := shown(math.Expm1(math.Ln2*float64(gen.Between(r, 300, 4000))/s.halfLife), 4)
	return lesson{
		facts:   fmt.Sprintf("%s decays to %s with a half-life of %s Ma. A %s crystal that took up no %s when it formed now holds %s atoms of %s per atom of %s.", s.parent, s.daughter, decimalText(s.halfLife, 6), s.mineral, s.daughter, text, s.daughter, s.parent),
		asked:   "the age of the crystal in Ma",
		working: fmt.Sprintf("The daughters came from the parents, so 1 + D/P = 2^(t/T) and t = T·log2(1 + %s).", text),
		answer:  quantity(ageOf(ratio, s.halfLife), "Ma"),
	}
}

func correctedAge(r *rand.Rand) lesson {
	s := gen.Pick(r, decaySystems)
	initial, initialText := shown(s.low+(s.high-s.low)*r.Float64(), 5)
	parent, parentText := shown(float64(gen.Between(r, 11, 99))*s.step, 3)
	now, nowText := shown(initial+parent*math.Expm1(math.Ln2*float64(gen.Between(r, 500, 4000))/s.halfLife), 6)
	return lesson{
		facts: fmt.Sprintf("%s decays to %s with a half-life of %s Ma. In a whole-rock sample %s/%s is {p} and %s/%s is %s today; %s/%s was %s when the rock formed.",
			s.parent, s.daughter, decimalText(s.halfLife, 6), s.parent, s.stable, s.daughter, s.stable, nowText, s.daughter, s.stable, initialText),
		asked:   "the age of the rock in Ma",
		working: fmt.Sprintf("The radiogenic share is (%s − %s)/%s = %s daughters per remaining parent, and t = T·log2(1 + that).", nowText, initialText, parentText, decimalText((now-initial)/parent, 6)),
		answer:  quantity(ageOf((now-initial)/parent, s.halfLife), "Ma"),
		values:  []gen.Value{gen.Slot("p", parentText)},
	}
}

func isochronOf(r *rand.Rand) lesson { return isochron(r, false) }

// isochron dates two samples of one rock that share age and initial ratio.
func isochron(r *rand.Rand, withInitial bool) lesson {
	s := gen.Pick(r, decaySystems)
	low, lowText := shown(float64(gen.Between(r, 5, 20))*s.step, 3)
	high, highText := shown(float64(gen.Between(r, 41, 99))*s.step, 3)
	initial, slope := s.low+(s.high-s.low)*r.Float64(), math.Expm1(math.Ln2*float64(gen.Between(r, 500, 4000))/s.halfLife)
	y1, text1 := shown(initial+slope*low, 6)
	y2, text2 := shown(initial+slope*high, 6)
	slope = (y2 - y1) / (high - low)
	start := y1 - slope*low
	l := lesson{
		facts: fmt.Sprintf("Two samples of one rock body formed together with the same %s/%s. Today the first has %s/%s = %s and %s/%s = %s, the second %s and %s. %s decays to %s with a half-life of %s Ma.",
			s.daughter, s.stable, s.parent, s.stable, lowText, s.daughter, s.stable, text1, highText, text2, s.parent, s.daughter, decimalText(s.halfLife, 6)),
		asked:   "the age of the rock in Ma",
		working: fmt.Sprintf("The isochron through both points has the slope %s = 2^(t/T) − 1, so t = T·log2(1 + slope) = %s Ma. It meets the axis at %s.", decimalText(slope, 6), decimalText(ageOf(slope, s.halfLife), 6), decimalText(start, 6)),
		answer:  quantity(ageOf(slope, s.halfLife), "Ma"),
	}
	if withInitial {
		l.asked = fmt.Sprintf("the age of the rock in Ma and the initial %s/%s, as a list of two numbers in this order", s.daughter, s.stable)
		l.answer = numberList(ageOf(slope, s.halfLife), start)
	}
	return l
}

// argonAge follows K-40, of which 10.72 % decays to Ar-40, with the half-life of
// 1250 Ma; air argon has Ar-40/Ar-36 = 298.6 (Lee et al. 2006).
func argonAge(r *rand.Rand) lesson {
	const halfLife, branch, air = 1250, 0.1072, 298.6
	potassium := gen.Between(r, 200, 900)
	gas36, gas36Text := shown(0.01+0.2*r.Float64(), 3)
	gas40, gas40Text := shown(float64(potassium)*branch*math.Expm1(math.Ln2*float64(gen.Between(r, 400, 3500))/halfLife)+air*gas36, 5)
	own := gas40 - air*gas36
	return lesson{
		facts: fmt.Sprintf("K-40 decays with a half-life of 1250 Ma; 10.72 %% of its decays give Ar-40, the others Ca-40. A lava kept no argon when it solidified. A sample holds {k} nmol of K-40, %s nmol of Ar-40 and %s nmol of Ar-36; all Ar-36 is air, in which Ar-40/Ar-36 = 298.6.",
			gas40Text, gas36Text),
		asked:   "the age of the lava in Ma",
		working: fmt.Sprintf("Radiogenic is %s − 298.6·%s = %s nmol Ar-40, so %s nmol K-40 have decayed, and t = T·log2(1 + decayed/%d).", gas40Text, gas36Text, decimalText(own, 6), decimalText(own/branch, 6), potassium),
		answer:  quantity(ageOf(own/branch/float64(potassium), halfLife), "Ma"),
		values:  []gen.Value{gen.Slot("k", potassium)},
	}
}

// event is a unit or structure of an outcrop.
type event struct{ kind, name, letter string }

func (e event) String() string { return e.name + " " + e.letter }

var (
	sediments  = []string{"sandstone", "limestone", "shale", "siltstone", "conglomerate", "mudstone", "chalk", "dolostone"}
	intrusions = []string{"basalt dyke", "granite body", "dolerite dyke", "quartz vein", "pegmatite dyke", "gabbro body"}
)

// relativeDating asks for the order of events. Difficulty is their number (4 to
// 8). Each event is tied to the next one by one observation, so the order is
// unique; the observations are shuffled.
func relativeDating(r *rand.Rand, d gen.Difficulty) task.Item {
	events := drawEvents(r, int(d)+3)
	var clues, letters []string
	for i, e := range events {
		letters = append(letters, e.letter)
		if i > 0 {
			clues = append(clues, observation(r, events[i-1], e))
		}
	}
	r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	question, _ := gen.Ask(r, []string{
		"In a cliff the following is seen; no layers are overturned. {clues} Put the formation of the lettered features in order, oldest first, as a list of letters such as [A, B, C].",
		"{clues} These are notes from a quarry whose beds are right side up. In which order did the lettered features come into being? List their letters from the oldest to the youngest, in the form [A, B, C].",
		"A field class records this about a hillside with undisturbed way-up: {clues} Give the relative ages as a list of the letters like [A, B, C] that begins with the oldest feature.",
	}, gen.Fixed("clues", strings.Join(clues, " ")))
	answer := task.List(task.Strings(letters)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference("What lies upon, cuts, offsets, bakes or includes something is younger than it. The clues chain up to: "+strings.Join(letters, ", ")+".", answer)}
}

// drawEvents starts with two beds and ends wherever it likes. A bed never
// follows an intrusion directly, since erosion must first expose that.
func drawEvents(r *rand.Rand, n int) []event {
	letters := gen.Sample(r, strings.Split("BCDEFGHJKLMNPQRSTUVWXYZ", ""), n)
	beds, bodies := gen.Sample(r, sediments, len(sediments)), gen.Sample(r, intrusions, len(intrusions))
	events := make([]event, n)
	for i := range events {
		kind := gen.Pick(r, []string{"bed", "intrusion", "fault", "surface"})
		if i > 0 && kind == events[i-1].kind && kind != "bed" || i > 0 && kind == "bed" && events[i-1].kind == "intrusion" {
			kind = map[string]string{"intrusion": "fault", "fault": "surface", "surface": "bed", "bed": "surface"}[kind]
		}
		if i < 2 {
			kind = "bed"
		}
		name := map[string]string{"bed": beds[i%len(beds)], "intrusion": bodies[i%len(bodies)], "fault": "fault", "surface": "erosion surface"}[kind]
		events[i] = event{kind, name, letters[i]}
	}
	return events
}

// observation is what shows that the second event is younger than the first.
func observation(r *rand.Rand, older, younger event) string {
	o, y := older.String(), younger.String()
	ways := map[string][]string{
		"bed on bed":           {"The %[2]s lies on top of the %[1]s.", "The %[1]s is found directly beneath the %[2]s.", "Pieces of the %[1]s are enclosed in the %[2]s."},
		"bed on fault":         {"The %[2]s runs unbroken across the top of the %[1]s.", "The %[1]s stops at the base of the %[2]s, which it does not displace."},
		"bed on surface":       {"The %[2]s was laid down on the %[1]s.", "The %[1]s is covered by the %[2]s."},
		"intrusion on bed":     {"The %[1]s is baked where it touches the %[2]s.", "The %[2]s cuts through the %[1]s.", "Blocks of the %[1]s float in the %[2]s."},
		"intrusion on fault":   {"The %[2]s fills part of the %[1]s and is not crushed.", "The %[2]s crosses the %[1]s without being offset."},
		"intrusion on surface": {"The %[1]s is pierced by the %[2]s."},
		"fault on bed":         {"The %[1]s is displaced along the %[2]s.", "The %[2]s offsets the %[1]s."},
		"fault on intrusion":   {"The %[1]s is broken and shifted by the %[2]s.", "The %[2]s displaces the two halves of the %[1]s."},
		"fault on surface":     {"The %[1]s shows a step where the %[2]s crosses it."},
		"surface on bed":       {"The %[2]s truncates the %[1]s.", "The %[1]s was worn down along the %[2]s."},
		"surface on intrusion": {"The top of the %[1]s was cut off along the %[2]s.", "The %[2]s planes off the %[1]s."},
		"surface on fault":     {"The scarp of the %[1]s was levelled along the %[2]s.", "The %[1]s ends upward at the %[2]s, which it does not offset."},
	}
	return fmt.Sprintf(gen.Pick(r, ways[younger.kind+" on "+older.kind]), o, y)
}
