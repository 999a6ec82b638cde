package science

import (
	"fmt"
	"math"
	"math/rand/v2"

	"segue/skill/gen"
	"segue/task"
)

// sunAltitude asks where the Sun stands. Difficulty: 1 its noon altitude, 2 the
// latitude from a noon altitude, 3 the length of a noon shadow, 4 the altitude
// at another hour, 5 the length of the day. Refraction is left out.
func sunAltitude(r *rand.Rand, d gen.Difficulty) task.Item {
	return gen.Of(d, noonAltitude, noonLatitude, noonShadow, hourAltitude, dayLength)(r).item(r,
		"{facts} Find {asked}. Neglect refraction and the size of the Sun."+figures,
		"Take the Sun as a point and forget the refraction of the air. {facts} What is {asked}?"+figures,
		"A navigator's exercise (no refraction, Sun as a point): {facts} Compute {asked}."+figures,
	)
}

func inRadians(tenthsOfDegree int) float64 { return float64(tenthsOfDegree) / 10 * math.Pi / 180 }

// place names a latitude or declination given in tenths of a degree, north positive.
func hemisphere(tenthsOfDegree int) string {
	if tenthsOfDegree < 0 {
		return tenths(-tenthsOfDegree) + "° S"
	}
	return tenths(tenthsOfDegree) + "° N"
}

// declination draws one of −23.4° to 23.4° that is not 0.
func declination(r *rand.Rand) int { return gen.Between(r, 1, 234) * gen.Pick(r, []int{-1, 1}) }

// temperate draws a latitude of 25° to 62°, where the Sun never stands overhead.
func temperate(r *rand.Rand) int { return gen.Between(r, 250, 620) * gen.Pick(r, []int{-1, 1}) }

// noon is the altitude of the Sun at local noon in tenths of a degree.
func noon(latitude, declination int) int {
	return 900 - max(latitude-declination, declination-latitude)
}

func noonAltitude(r *rand.Rand) lesson {
	place, sun := temperate(r), declination(r)
	return lesson{
		facts:   fmt.Sprintf("On a day when the Sun's declination is %s somebody stands at latitude %s.", hemisphere(sun), hemisphere(place)),
		asked:   "the altitude of the Sun above the horizon at local noon in degrees",
		working: "At noon the Sun's distance from the zenith is the difference of latitude and declination (north positive, south negative); the altitude is 90° minus that.",
		answer:  quantity(float64(noon(place, sun))/10, "°"),
	}
}

func noonLatitude(r *rand.Rand) lesson {
	place, sun := temperate(r), declination(r)
	side := "south"
	if place < sun {
		side = "north"
	}
	return lesson{
		facts:   fmt.Sprintf("At local noon the Sun stands due %s at an altitude of {alt}°, on a day when its declination is %s.", side, hemisphere(sun)),
		asked:   "the latitude of the place in degrees (north positive, south negative)",
		working: fmt.Sprintf("The zenith distance is 90° − %s° = %s°. The Sun is due %s, so the place lies that far on the other side of the declination %s.", tenths(noon(place, sun)), tenths(900-noon(place, sun)), side, hemisphere(sun)),
		answer:  quantity(float64(place)/10, "°"), values: []gen.Value{gen.Slot("alt", tenths(noon(place, sun)))},
	}
}

func noonShadow(r *rand.Rand) lesson {
	place, sun, pole := temperate(r), declination(r), gen.Between(r, 11, 90)
	shadow := float64(pole) / 10 / math.Tan(inRadians(noon(place, sun)))
	return lesson{
		facts:   fmt.Sprintf("At latitude %s a vertical pole of {pole} m stands on level ground; the Sun's declination is %s.", hemisphere(place), hemisphere(sun)),
		asked:   "the length of the pole's shadow at local noon in metres",
		working: fmt.Sprintf("At noon the Sun stands %s° high; the shadow is the height divided by the tangent of that.", tenths(noon(place, sun))),
		answer:  quantity(shadow, "m"), values: []gen.Value{gen.Slot("pole", tenths(pole))},
	}
}

// risenHours is half the day length in hours: cos H = −tan φ · tan δ.
func risenHours(latitude, declination int) float64 {
	return inDegrees(math.Acos(-math.Tan(inRadians(latitude))*math.Tan(inRadians(declination)))) / 15
}

func hourAltitude(r *rand.Rand) lesson {
	place, sun := temperate(r), declination(r)
	minutes := gen.Between(r, 30, int(50*risenHours(place, sun))) // at most 5/6 of the way to sunset
	angle := float64(minutes) / 4 * math.Pi / 180
	phi, delta := inRadians(place), inRadians(sun)
	sine := math.Sin(phi)*math.Sin(delta) + math.Cos(phi)*math.Cos(delta)*math.Cos(angle)
	return lesson{
		facts:   fmt.Sprintf("At latitude %s, with the Sun's declination at %s, {t} minutes have passed since the Sun crossed the meridian at local noon. The hour angle grows by 15° an hour.", hemisphere(place), hemisphere(sun)),
		asked:   "the altitude of the Sun in degrees",
		working: fmt.Sprintf("The hour angle is %d/4° = %s°, and sin(alt) = sin φ·sin δ + cos φ·cos δ·cos H = %s.", minutes, decimalText(float64(minutes)/4, 6), decimalText(sine, 6)),
		answer:  quantity(inDegrees(math.Asin(sine)), "°"), values: []gen.Value{gen.Slot("t", minutes)},
	}
}

func dayLength(r *rand.Rand) lesson {
	place, sun := temperate(r), declination(r)
	clock := gen.Between(r, 690, 770) // local noon by the clock, in minutes after midnight
	l := lesson{
		facts:   fmt.Sprintf("At latitude %s the Sun's declination is %s on a certain day, and the clock shows %d:%02d when the Sun crosses the meridian. The hour angle grows by 15° an hour; the declination stays the same all day.", hemisphere(place), hemisphere(sun), clock/60, clock%60),
		asked:   "the time from sunrise to sunset in hours",
		working: fmt.Sprintf("On the horizon cos H = −tan φ·tan δ, so H = %s° or %s hours; the day lasts twice that.", decimalText(15*risenHours(place, sun), 6), decimalText(risenHours(place, sun), 6)),
		answer:  quantity(2*risenHours(place, sun), "h"),
	}
	if r.IntN(2) == 0 {
		l.asked = "the time of sunset by that clock in hours after midnight, as a decimal number"
		l.working = fmt.Sprintf("On the horizon cos H = −tan φ·tan δ, so the Sun sets %s hours after its meridian passage at %s hours.", decimalText(risenHours(place, sun), 6), decimalText(float64(clock)/60, 6))
		l.answer = quantity(float64(clock)/60+risenHours(place, sun), "h")
	}
	return l
}
