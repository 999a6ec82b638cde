package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "physics: waves & optics"
	gen.Register("science/wave-speed-and-phase", area, "Wave speed and phase", "Relate speed, wavelength, phase difference and interference of waves.", wavePhase)
	gen.Register("science/standing-wave-harmonics", area, "Standing-wave harmonics", "Find the resonances of strings and pipes.", standingWaves)
	gen.Register("science/doppler-shift", area, "Doppler shift", "Find heard frequencies with moving sources, observers, wind and echoes.", dopplerShift)
	gen.Register("science/sound-level-addition", area, "Sound level addition", "Add sound levels of several sources and distances.", soundLevels)
}

// wavePhase asks about travelling waves. Difficulty: 1 the wavelength, 2 a phase
// difference between places, 3 reading an equation, 4 a path through two media, 5
// the interference of two sources.
func wavePhase(r *rand.Rand, d gen.Difficulty) task.Item {
	speed, hertz, cm := gen.Between(r, 150, 1600), gen.Between(r, 60, 990), gen.Between(r, 21, 900)
	if d == 5 { // sound in air
		speed = 330 + speed%21
	}
	v, f := float64(speed), float64(hertz)
	lambda := v / f
	e := exercise{values: []gen.Value{gen.Slot("hertz", hertz)}}
	e.data = fmt.Sprintf("A wave of {hertz} Hz travels at %d m/s.", speed)
	length := fmt.Sprintf("λ = v/f = %s m.", six(lambda))
	switch d {
	case 1:
		e.asked, e.answer, e.working = "its wavelength, in metres", quantity(lambda, "m"), length
	case 2:
		phase := 360 * float64(cm) / 100 / lambda
		e.data += fmt.Sprintf(" Two points lie %d cm apart along its direction.", cm)
		e.asked, e.answer = "the phase by which the farther point lags behind the nearer one, in degrees (full turns included)", quantity(phase, "°")
		e.working = length + fmt.Sprintf(" The phase is 360°·d/λ = %s°.", six(phase))
	case 3:
		k, w, x, t := gen.Between(r, 11, 99), gen.Between(r, 110, 990), gen.Between(r, 10, 99), gen.Between(r, 10, 99)
		a := gen.Between(r, 20, 400)
		at := float64(k)/10*float64(x)/100 - float64(w)/10*float64(t)/100
		if s := math.Sin(at); math.Abs(s) < 0.15 || math.Abs(s) > 0.995 { // keep clear of zeros
			x += 5
			at = float64(k)/10*float64(x)/100 - float64(w)/10*float64(t)/100
			if math.Abs(math.Sin(at)) < 0.15 {
				t += 3
				at = float64(k)/10*float64(x)/100 - float64(w)/10*float64(t)/100
			}
		}
		y := float64(a) / 10 * math.Sin(at)
		e.values = nil
		e.data = fmt.Sprintf("A wave on a string is y = %s·sin(%s·x − %s·t), with y in mm, x in m, t in s and the argument in radians.", tenths(a), tenths(k), tenths(w))
		e.asked = fmt.Sprintf("its speed in m/s and the displacement in mm at x = %s m and t = %s s, as a list [speed, displacement]", hundredths(x), hundredths(t))
		e.answer = task.List(quantity(float64(w)/float64(k), "m/s"), quantity(y, "mm"))
		e.working = fmt.Sprintf("v = ω/k = %s/%s = %s m/s. The argument is %s, so y = %s mm.", tenths(w), tenths(k), six(float64(w)/float64(k)), six(at), six(y))
	case 4:
		second, more := gen.Between(r, 150, 1600), gen.Between(r, 21, 900)
		turns := float64(cm)/100/lambda + float64(more)/100*f/float64(second)
		e.data += fmt.Sprintf(" After %d cm it enters a medium in which it travels at %d m/s, and goes on for another %d cm.", cm, second, more)
		e.asked, e.answer = "the number of wavelengths (with its fraction) on the whole way", quantity(turns, "")
		e.working = fmt.Sprintf("The frequency stays. The wavelengths are %s m and %s m; the ways divided by them add up to %s.", six(lambda), six(float64(second)/f), six(turns))
	default:
		a, b, percent := gen.Between(r, 20, 90), gen.Between(r, 20, 90), gen.Between(r, 10, 190)
		if math.Abs(math.Cos(math.Pi*float64(percent)/100)) < 0.4 { // keep clear of destruction
			percent = (percent + 40) % 190
		}
		more := 101 + int(lambda*float64(percent))
		phase := 2 * math.Pi * float64(more-100) / 100 / lambda
		first, second := float64(a)/10, float64(b)/10
		sum := math.Sqrt(first*first + second*second + 2*first*second*math.Cos(phase))
		e.data = fmt.Sprintf("Two loudspeakers emit the same tone of {hertz} Hz in phase; sound travels at %d m/s. A microphone is 100 cm from one and %d cm from the other. There the waves alone would have amplitudes of %s mPa and %s mPa.", speed, more, tenths(a), tenths(b))
		e.asked, e.answer = "the amplitude of both together at the microphone, in mPa", quantity(sum, "mPa")
		e.working = length + fmt.Sprintf(" The path difference of %s m is a phase of %s rad. Amplitudes add like vectors: sqrt(a² + b² + 2ab·cos φ) = %s mPa.", hundredths(more-100), six(phase), six(sum))
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} What is {asked}?"+figures, "Signals are analysed in a workshop. {data} Determine {asked}."+figures)
}

// standingWaves asks for resonances. Difficulty: 1 a string, 2 a pipe closed at
// one end, 3 a string from tension and mass, 4 all resonances within a range, 5
// the kind and fundamental of a pipe from two neighbouring resonances.
func standingWaves(r *rand.Rand, d gen.Difficulty) task.Item {
	length, speed := gen.Between(r, 31, 240), gen.Between(r, 90, 560)
	l, v := float64(length)/100, float64(speed)
	e := exercise{values: []gen.Value{gen.Slot("speed", speed)}}
	switch d {
	case 1, 2:
		base, step, where := v/(2*l), 1.0, "A string %s m long is fixed at both ends; waves run along it at {speed} m/s."
		if d == 2 {
			v = float64(330 + speed%20)
			e.values = []gen.Value{gen.Slot("speed", 330+speed%20)}
			base, step, where = v/(4*l), 2.0, "A pipe %s m long is open at one end and closed at the other; sound travels at {speed} m/s in it and end corrections are negligible."
		}
		first := gen.Between(r, 0, 5)
		f := make([]float64, 3)
		for i := range f {
			f[i] = base * (1 + step*float64(first+i))
		}
		e.data = fmt.Sprintf(where, hundredths(length))
		e.asked = fmt.Sprintf("the resonance frequencies number %d, %d and %d, counted from the lowest as number 1, in Hz, as a list", first+1, first+2, first+3)
		e.answer = quantities("Hz", f...)
		e.working = fmt.Sprintf("The lowest is %s Hz and the others are its whole multiples (only the odd ones where one end is closed): %s Hz.", six(base), sixOf(f))
	case 3:
		newton, gram, n := gen.Between(r, 21, 400), gen.Between(r, 3, 90), gen.Between(r, 2, 7)
		wave := math.Sqrt(float64(newton) * l / (float64(gram) / 10000))
		f := float64(n) * wave / (2 * l)
		e.values = []gen.Value{gen.Slot("newton", newton)}
		e.data = fmt.Sprintf("A string %s m long with a mass of %s g is fixed at both ends under a tension of {newton} N. It vibrates with %d nodes between its ends (the ends not counted).", hundredths(length), tenths(gram), n-1)
		e.asked, e.answer = "the frequency, in Hz", quantity(f, "Hz")
		e.working = fmt.Sprintf("v = sqrt(F·L/m) = %s m/s. There are %d half waves, so f = %d·v/(2L) = %s Hz.", six(wave), n, n, six(f))
	case 4:
		pipeRange(r, &e, length)
	default:
		pipeKind(r, &e)
	}
	return e.item(r, "{data} Find {asked}."+figures, "{data} Calculate {asked}."+figures, "An instrument maker checks a design. {data} Determine {asked}."+figures)
}

// pipeRange asks for the resonances of a pipe between two frequencies, whose
// limits are far from any.
func pipeRange(r *rand.Rand, e *exercise, length int) {
	closed, l := r.IntN(2) == 0, float64(length)/100
	v := float64(gen.Between(r, 3310, 3480)) / 10
	base, step, kind := v/(2*l), 1.0, "open at both ends"
	if closed {
		base, step, kind = v/(4*l), 2, "open at one end and closed at the other"
	}
	first, count := gen.Between(r, 1, 4), gen.Between(r, 2, 4)
	low, high := base*(1+step*(float64(first)-0.4)), base*(1+step*(float64(first+count-1)+0.4))
	var f []float64
	for i := range 12 {
		if at := base * (1 + step*float64(i)); at > math.Round(low) && at < math.Round(high) {
			f = append(f, at)
		}
	}
	e.values = []gen.Value{gen.Slot("low", int(math.Round(low))), gen.Slot("high", int(math.Round(high)))}
	e.data = fmt.Sprintf("A pipe %s m long is %s. Sound travels at %s m/s in it; end corrections are negligible.", hundredths(length), kind, six(v))
	e.asked, e.answer = "all resonance frequencies between {low} Hz and {high} Hz, in Hz, as a list in rising order", quantities("Hz", f...)
	e.working = fmt.Sprintf("The lowest resonance is %s Hz; the others are its whole multiples (only the odd ones where one end is closed). Within the range are %s Hz.", six(base), sixOf(f))
}

// pipeKind asks for kind and length of a pipe with two known neighbouring resonances.
func pipeKind(r *rand.Rand, e *exercise) {
	closed := r.IntN(2) == 0
	base, n := gen.Between(r, 41, 220), gen.Between(r, 2, 6)
	low, high, kind := base*n, base*(n+1), "open"
	if closed {
		low, high, kind = base*(2*n-1), base*(2*n+1), "closed"
	}
	v := float64(gen.Between(r, 3310, 3480)) / 10
	quarter := v / (4 * float64(base))
	if !closed {
		quarter *= 2
	}
	e.values = []gen.Value{gen.Slot("low", low), gen.Slot("high", high)}
	e.data = fmt.Sprintf("Two neighbouring resonances of a thin pipe are {low} Hz and {high} Hz. Sound travels at %s m/s in it; end corrections are negligible. One end is open; the other is open or closed.", six(v))
	e.asked = "the state of the other end (the word open or closed) and the pipe's length in metres, as a list [word, length]"
	e.answer = task.List(task.String(kind), quantity(quarter, "m"))
	e.working = fmt.Sprintf("The difference is %d Hz. If both are whole multiples of it, both ends are open and it is the lowest frequency; if they are odd multiples of its half, one end is closed. Here the pipe is %s with a lowest frequency of %d Hz, so its length is %s m.", high-low, kind, base, six(quarter))
}

// heard is the frequency that an observer receives: velocities in m/s along the
// line from the source to the observer, the wind's included.
func heard(f, sound, source, observer, wind float64) float64 {
	return f * (sound + wind - observer) / (sound + wind - source)
}

// dopplerShift asks for a frequency. Difficulty: 1 a moving source, 2 a moving
// observer and the change as one passes, 3 both move, 4 with wind, 5 an echo from a
// moving wall and its beat with the original.
func dopplerShift(r *rand.Rand, d gen.Difficulty) task.Item {
	hertz, a, b, wind := gen.Between(r, 210, 2400), gen.Between(r, 40, 480), gen.Between(r, 40, 480), gen.Between(r, 20, 180)
	f, vs, vo := float64(hertz), float64(a)/10, float64(b)/10
	e := exercise{asked: "the frequency that the observer hears, in Hz", values: []gen.Value{gen.Slot("hertz", hertz)}}
	const sound = 343.0
	sSign, oSign := 1-2*r.IntN(2), 1-2*r.IntN(2)
	way := map[int]string{1: "towards", -1: "away from"}
	away := map[int]string{1: "away from", -1: "towards"}
	source, observer, air := float64(sSign)*vs, float64(oSign)*vo, 0.0
	switch d {
	case 1:
		observer = 0
		e.data = fmt.Sprintf("A siren of {hertz} Hz moves at %s m/s straight %s an observer at rest.", tenths(a), way[sSign])
	case 2:
		source = 0
		before, after := heard(f, sound, 0, -vo, 0), heard(f, sound, 0, vo, 0)
		e.data = fmt.Sprintf("An observer drives at %s m/s straight towards, and then past, a siren of {hertz} Hz that stands still beside the road.", tenths(b))
		e.asked, e.answer = "the frequencies heard before and after passing it, in Hz, as a list [before, after]", quantities("Hz", before, after)
		e.working = fmt.Sprintf("f' = f·(c ± v)/c gives %s Hz on approach and %s Hz on departure.", six(before), six(after))
		return dopplerFrames(r, e)
	case 3, 4:
		if d == 4 {
			air = float64(wind) / 10 * float64(1-2*r.IntN(2))
		}
		e.data = fmt.Sprintf("A siren of {hertz} Hz moves at %s m/s straight %s a second car, which moves at %s m/s along the same line straight %s the siren.", tenths(a), way[sSign], tenths(b), away[oSign])
		if air != 0 {
			blows := "from the siren to the car"
			if air < 0 {
				blows = "from the car to the siren"
			}
			e.data += fmt.Sprintf(" All speeds are relative to the ground. A wind of %s m/s blows along the line %s.", tenths(wind), blows)
		}
		e.asked = "the frequency heard in the second car, in Hz"
	default:
		source = 0
		wall := vo
		there := heard(f, sound, 0, -wall, 0)
		back := heard(there, sound, wall, 0, 0)
		e.data = fmt.Sprintf("A loudspeaker at rest emits {hertz} Hz. A large flat wall moves straight towards it at %s m/s and reflects the sound. A microphone beside the loudspeaker receives both.", tenths(b))
		e.asked, e.answer = "the frequency of the echo and that of the beats of echo and direct sound, in Hz, as a list [echo, beats]", quantities("Hz", back, back-f)
		e.working = fmt.Sprintf("The wall receives f·(c + v)/c = %s Hz and, as a moving source, sends it back as %s Hz. The difference to %d Hz is %s Hz.", six(there), six(back), hertz, six(back-f))
		return dopplerFrames(r, e)
	}
	now := heard(f, sound, source, observer, air)
	e.answer = quantity(now, "Hz")
	e.working = fmt.Sprintf("With velocities along the line from source to observer f' = f·(c + w − v_o)/(c + w − v_s), where v_s = %s, v_o = %s and w = %s m/s: %s Hz.", six(source), six(observer), six(air), six(now))
	return dopplerFrames(r, e)
}

func dopplerFrames(r *rand.Rand, e exercise) task.Item {
	const note = " The speed of sound in air is 343 m/s." + figures
	return e.item(r, "{data} Find {asked}."+note, "{data} Calculate {asked}."+note, "A recording is examined. {data} What does the physics give for {asked}?"+note)
}

// levelSum is the level in dB of incoherent sources together.
func levelSum(levels ...float64) float64 {
	sum := 0.0
	for _, l := range levels {
		sum += math.Pow(10, l/10)
	}
	return 10 * math.Log10(sum)
}

// soundLevels asks for a level. Difficulty: 1 two sources, 2 several equal ones
// and another, 3 a new distance and a second source, 4 two sources at distances,
// 5 how far away a source must be beside a background.
func soundLevels(r *rand.Rand, d gen.Difficulty) task.Item {
	first, n := 10*gen.Between(r, 58, 89), gen.Between(r, 3, 40)
	second := first + gen.Between(r, -90, 90)
	a, b := float64(first)/10, float64(second)/10
	near, far, other := gen.Between(r, 2, 19), gen.Between(r, 21, 95), gen.Between(r, 2, 60)
	e := exercise{asked: "the sound level of both together there, in dB"}
	e.values = []gen.Value{gen.Slot("n", n), gen.Slot("first", first/10)}
	var level float64
	switch d {
	case 1:
		level = levelSum(a, b)
		e.data = fmt.Sprintf("At a desk one machine alone gives {first} dB and another alone %s dB.", tenths(second))
		e.working = fmt.Sprintf("Intensities add: 10·log10(10^%s + 10^%s) = %s dB.", six(a/10), six(b/10), six(level))
	case 2:
		level = levelSum(a+10*math.Log10(float64(n)), b)
		e.data = fmt.Sprintf("At a measuring point each of {n} equal pumps alone gives %s dB, and a fan alone gives %s dB. All run at once.", tenths(first), tenths(second))
		e.asked = "the sound level of all together there, in dB"
		e.working = fmt.Sprintf("The pumps together give %s dB + 10·log10(%d) = %s dB. With the fan 10·log10 of the summed intensities is %s dB.", tenths(first), n, six(a+10*math.Log10(float64(n))), six(level))
	case 3:
		moved := a - 20*math.Log10(float64(far)/float64(near))
		level = levelSum(moved, b-15)
		e.values = []gen.Value{gen.Slot("far", far)}
		e.data = fmt.Sprintf("A small machine in the open gives %s dB at %d m and radiates evenly to all sides. A listener stands {far} m away from it, where all other sources alone give %s dB.", tenths(first), near, tenths(second-150))
		e.asked = "the sound level of everything together at the listener, in dB"
		e.working = fmt.Sprintf("The machine's level falls by 20·log10(%d/%d) to %s dB. With the others the intensities add to %s dB.", far, near, six(moved), six(level))
	case 4:
		p, q := a-20*math.Log10(float64(far)/float64(near)), b-20*math.Log10(float64(other))
		level = levelSum(p, q)
		e.values = []gen.Value{gen.Slot("far", far), gen.Slot("other", other)}
		e.data = fmt.Sprintf("Two small machines in the open radiate evenly to all sides. P gives %s dB at %d m, Q gives %s dB at 1 m. A listener is {far} m away from P and {other} m away from Q.", tenths(first), near, tenths(second))
		e.asked = "the sound level of both together at the listener, in dB"
		e.working = fmt.Sprintf("With 20·log10 of the ratio of distances P gives %s dB and Q %s dB at the listener. The intensities add to %s dB.", six(p), six(q), six(level))
	default:
		limit, below := gen.Between(r, 400, 480), gen.Between(r, 20, 120)
		back := float64(limit-below) / 10
		allowed := 10 * math.Log10(math.Pow(10, float64(limit)/100)-math.Pow(10, back/10))
		distance := float64(near) * math.Pow(10, (a-allowed)/20)
		e.values = []gen.Value{gen.Slot("near", near)}
		e.data = fmt.Sprintf("A small machine in the open gives %s dB at {near} m and radiates evenly to all sides. At a house the other sources alone give %s dB. With the machine the level there may be at most %s dB.", tenths(first), tenths(limit-below), tenths(limit))
		e.asked, e.answer = "the least distance between machine and house, in metres to at least four significant figures", quantity(distance, "m")
		e.working = fmt.Sprintf("The machine alone may give 10·log10(10^%s − 10^%s) = %s dB. That is 20·log10(d/%d m) below %s dB, so d = %s m.", six(float64(limit)/100), six(back/10), six(allowed), near, tenths(first), six(distance))
		return levelFrames(r, e)
	}
	e.answer = task.Answer{Kind: task.KindDecimal, Value: fmt.Sprintf("%.4f", level), Tol: &task.Tolerance{Abs: 0.011}, Unit: "dB"}
	e.asked += " to two decimals"
	return levelFrames(r, e)
}

func levelFrames(r *rand.Rand, e exercise) task.Item {
	const note = " The sources are incoherent; air does not absorb."
	return e.item(r, "{data} Find {asked}."+note, "{data} What is {asked}?"+note, "For a noise report: {data} Calculate {asked}."+note)
}
