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
	gen.Register("science/hubble-recession-distance", "earth & astronomy", "Hubble recession distance",
		"Turn redshifts into distances, sizes and ages with Hubble's law.", hubbleDistance)
	gen.Register("science/planet-transit-depth", "earth & astronomy", "Planet transit depth",
		"Infer planet radius, orbit and density from a transit light curve.", planetTransit)
	gen.Register("science/sun-altitude-and-latitude", "earth & astronomy", "Sun altitude and latitude",
		"Relate latitude, declination, hour angle and shadows of the Sun.", sunAltitude)
}

const lightSpeedKm = 299792.458 // km/s

// hubbleDistance asks what Hubble's law tells at small redshift. Difficulty: 1
// distance from z, 2 from a shifted line, 3 the diameter of a galaxy, 4 a
// distance after H is calibrated, 5 the expansion age from three galaxies.
func hubbleDistance(r *rand.Rand, d gen.Difficulty) task.Item {
	return gen.Of(d, redshiftDistance, lineDistance, galaxyDiameter, calibratedDistance, expansionAge)(r).item(r,
		"Use v = c·z = H·d with c = 299,792.458 km/s. {facts} Find {asked}."+figures,
		"For small redshifts galaxies recede at v = c·z, and v = H·d holds (c = 299,792.458 km/s). {facts} What is {asked}?"+figures,
		"{facts} Determine {asked}, taking the recession speed as c·z with c = 299,792.458 km/s and as proportional to the distance."+figures,
	)
}

func hubbleConstant(r *rand.Rand) float64 { return float64(gen.Between(r, 660, 745)) / 10 }

func redshiftDistance(r *rand.Rand) lesson {
	h, z := hubbleConstant(r), float64(gen.Between(r, 20, 900))/1e4
	return lesson{
		facts: fmt.Sprintf("A galaxy has the redshift z = {z}, and the Hubble constant is H = %s km/s/Mpc.", decimalText(h, 4)), asked: "its distance in Mpc",
		working: fmt.Sprintf("It recedes at c·z = %s km/s; divided by %s km/s/Mpc this is the distance.", decimalText(lightSpeedKm*z, 7), decimalText(h, 4)),
		answer:  quantity(lightSpeedKm*z/h, "Mpc"), values: []gen.Value{gen.Slot("z", decimalText(z, 4))},
	}
}

// spectralLines are rest wavelengths in nm (NIST Atomic Spectra Database, air).
var spectralLines = []struct {
	name string
	nm   float64
}{{"H-alpha", 656.28}, {"H-beta", 486.13}, {"H-gamma", 434.05}, {"calcium K", 393.37}, {"calcium H", 396.85}, {"sodium D2", 589.00}}

func lineDistance(r *rand.Rand) lesson {
	line := gen.Pick(r, spectralLines)
	h := hubbleConstant(r)
	seen, text := shown(line.nm*(1+0.01+0.07*r.Float64()), 5)
	z := seen/line.nm - 1
	return lesson{
		facts: fmt.Sprintf("The %s line, %.2f nm at rest, is measured at {nm} nm in the spectrum of a galaxy. The Hubble constant is H = %s km/s/Mpc.", line.name, line.nm, decimalText(h, 4)), asked: "the distance of the galaxy in Mpc",
		working: fmt.Sprintf("z = %s/%.2f − 1 = %s, and d = c·z/H.", text, line.nm, decimalText(z, 6)),
		answer:  quantity(lightSpeedKm*z/h, "Mpc"), values: []gen.Value{gen.Slot("nm", text)},
	}
}

func galaxyDiameter(r *rand.Rand) lesson {
	h, z, arc := hubbleConstant(r), float64(gen.Between(r, 40, 300))/1e4, gen.Between(r, 20, 95)
	d := lightSpeedKm * z / h
	return lesson{
		facts: fmt.Sprintf("A galaxy with z = %s spans {arc} arcseconds on the sky. H = %s km/s/Mpc; the small-angle formula in flat space is good enough, and 1 rad = 206,265 arcseconds.", decimalText(z, 4), decimalText(h, 4)), asked: "the diameter of the galaxy in kpc",
		working: fmt.Sprintf("The distance is c·z/H = %s Mpc = 1000 times as many kpc; times %d/206265 it is the diameter.", decimalText(d, 6), arc),
		answer:  quantity(d*1000*float64(arc)/206265, "kpc"), values: []gen.Value{gen.Slot("arc", arc)},
	}
}

func calibratedDistance(r *rand.Rand) lesson {
	z1, z2, near := gen.Between(r, 30, 99), gen.Between(r, 200, 900), 0.0
	near, text := shown(lightSpeedKm*float64(z1)/1e4/hubbleConstant(r), 4)
	line := gen.Pick(r, spectralLines)
	seen, seenText := shown(line.nm*(1+float64(z2)/1e4), 5)
	z := seen/line.nm - 1
	return lesson{
		facts: fmt.Sprintf("Cepheids put a galaxy with redshift %s at {near} Mpc. In a second galaxy the %s line (%.2f nm at rest) appears at %s nm. Both follow the same expansion without own motions.", decimalText(float64(z1)/1e4, 4), line.name, line.nm, seenText),
		asked: "the distance of the second galaxy in Mpc",
		working: fmt.Sprintf("For the second z = %s/%.2f − 1 = %s. Distances are proportional to redshifts, so multiply %s Mpc by the quotient of the redshifts.",
			seenText, line.nm, decimalText(z, 6), text),
		answer: quantity(near*z/(float64(z1)/1e4), "Mpc"), values: []gen.Value{gen.Slot("near", text)},
	}
}

// expansionAge fits H by least squares through the origin.
func expansionAge(r *rand.Rand) lesson {
	h := hubbleConstant(r)
	var told []string
	sumVD, sumDD := 0.0, 0.0
	for i := range 3 {
		mpc := gen.Between(r, 40+60*i, 90+60*i)
		z, text := shown(h*float64(mpc)*(0.9+0.2*r.Float64())/lightSpeedKm, 3)
		sumVD += lightSpeedKm * z * float64(mpc)
		sumDD += float64(mpc * mpc)
		told = append(told, fmt.Sprintf("z = %s at %d Mpc", text, mpc))
	}
	fit := sumVD / sumDD
	const gyr = 977.792 // Gyr in which 1 km/s covers 1 Mpc
	return lesson{
		facts: fmt.Sprintf("Three galaxies have %s. H is the slope of the straight line through the origin that fits v against d by least squares, H = Σvd/Σd²; 1/(1 km/s/Mpc) is 977.792 Gyr.", strings.Join(told, ", ")), asked: "the Hubble time 1/H in Gyr",
		working: fmt.Sprintf("Σvd = %s and Σd² = %s, so H = %s km/s/Mpc, and the Hubble time is 977.792 Gyr divided by that number.", decimalText(sumVD, 7), decimalText(sumDD, 7), decimalText(fit, 6)),
		answer:  quantity(gyr/fit, "Gyr"),
	}
}

// planetTransit asks what a transit tells. Difficulty: 1 radius ratio, 2 radius
// in Earth radii, 3 duration of a central transit, 4 orbit from the times of
// three transits, 5 density with the light of a second star taken out.
func planetTransit(r *rand.Rand, d gen.Difficulty) task.Item {
	return gen.Of(d, radiusRatio, planetRadius, transitDuration, transitOrbit, planetDensity)(r).item(r,
		"{facts} Find {asked}. Take the star's disc as evenly bright."+figures,
		"During a transit a dark planet crosses a star whose disc is equally bright everywhere. {facts} What is {asked}?"+figures,
		"An exoplanet team measures the following (limb darkening is neglected). {facts} Compute {asked}."+figures,
	)
}

const sunRadius, earthRadius = 695700.0, 6371.0 // km: IAU nominal radius, mean radius

func radiusRatio(r *rand.Rand) lesson {
	ppm := gen.Between(r, 150, 24000)
	return lesson{
		facts: "The star's brightness drops by {ppm} parts per million in mid-transit.", asked: "the ratio of the planet's radius to the star's radius",
		working: fmt.Sprintf("The planet covers the share (Rp/R*)² = %d·10⁻⁶ of the disc; the ratio is its square root.", ppm),
		answer:  quantity(math.Sqrt(float64(ppm)/1e6), ""), values: []gen.Value{gen.Slot("ppm", ppm)},
	}
}

func planetRadius(r *rand.Rand) lesson {
	ppm, star := gen.Between(r, 150, 15000), gen.Between(r, 55, 180)
	radius := math.Sqrt(float64(ppm)/1e6) * float64(star) / 100 * sunRadius
	return lesson{
		facts: fmt.Sprintf("The brightness drops by {ppm} parts per million. The star has %s solar radii (1 solar radius = 695,700 km; Earth's radius is 6371 km).", hundredths(star)), asked: "the radius of the planet in Earth radii",
		working: fmt.Sprintf("Rp = √(%d·10⁻⁶) · %s · 695,700 km = %s km, divided by 6371 km.", ppm, hundredths(star), decimalText(radius, 6)),
		answer:  quantity(radius/earthRadius, ""), values: []gen.Value{gen.Slot("ppm", ppm)},
	}
}

func transitDuration(r *rand.Rand) lesson {
	star, axis := gen.Between(r, 60, 150), gen.Between(r, 5, 30)
	days := int(3652.5*math.Sqrt(math.Pow(float64(axis)/100, 3)/(0.5+r.Float64())) + 0.5) // tenths, for a star of 0.5 to 1.5 solar masses
	k := gen.Between(r, 30, 140)
	chord := (1 + float64(k)/1000) * float64(star) / 100 * sunRadius
	const au = 149597870.7 // km
	ratio := chord / (float64(axis) / 100 * au)
	hours := float64(days) / 10 * 24 / math.Pi * math.Asin(ratio)
	return lesson{
		facts:   fmt.Sprintf("A planet with %s times the radius of its star moves on a circle of %s au in {p} days and crosses the centre of the disc as seen from far away. The star has %s solar radii (695,700 km each); 1 au = 149,597,870.7 km.", decimalText(float64(k)/1000, 4), hundredths(axis), hundredths(star)),
		asked:   "the time in hours from first to last contact, T = (P/π)·arcsin((R* + Rp)/a)",
		working: fmt.Sprintf("R* + Rp = %s km and (R* + Rp)/a = %s; the arcsine in radians times P/π, with P in hours, is the duration.", decimalText(chord, 7), decimalText(ratio, 6)),
		answer:  quantity(hours, "h"), values: []gen.Value{gen.Slot("p", tenths(days))},
	}
}

func transitOrbit(r *rand.Rand) lesson {
	start, period, mass := gen.Between(r, 10000, 90000), gen.Between(r, 300, 9000), gen.Between(r, 60, 160)
	m, n := gen.Between(r, 2, 4), gen.Between(r, 5, 9)
	days := float64(period) / 100
	return lesson{
		facts: fmt.Sprintf("Mid-transits were seen on days %s and %s of a count; between these two, %d further transits happened unseen. The star has {m} solar masses, the planet's mass is negligible, and for the Earth around the Sun P = 365.25 days and a = 1 au.",
			hundredths(start+m*period), hundredths(start+(m+n)*period), n-1),
		asked:   "the semi-major axis of the planet's orbit in au",
		working: fmt.Sprintf("There are %d periods between them, so P = %s days = %s years, and by Kepler a³ = M·P².", n, decimalText(days, 6), decimalText(days/365.25, 6)),
		answer:  quantity(math.Cbrt(float64(mass)/100*math.Pow(days/365.25, 2)), "au"), values: []gen.Value{gen.Slot("m", hundredths(mass))},
	}
}

func planetDensity(r *rand.Rand) lesson {
	ppm, star, share := gen.Between(r, 400, 4000), gen.Between(r, 60, 120), gen.Between(r, 5, 40)
	depth := float64(ppm) / 1e6 / (1 - float64(share)/100)
	radius := math.Sqrt(depth) * float64(star) / 100 * sunRadius / earthRadius
	mass := int((6 + 50*r.Float64()) / 5.513 * math.Pow(radius, 3)) // tenths, for 0.6 to 5.6 g/cm³
	density := 5.513 * float64(mass) / 10 / math.Pow(radius, 3)
	return lesson{
		facts:   fmt.Sprintf("The measured light drops by {ppm} parts per million, but %d %% of the light outside transit comes from a second star in the same pixel that is not crossed. The crossed star has %s solar radii (695,700 km each). The planet has %s Earth masses; Earth has a radius of 6371 km and a density of 5.513 g/cm³.", share, hundredths(star), tenths(mass)),
		asked:   "the mean density of the planet in g/cm³",
		working: fmt.Sprintf("Of the crossed star's own light the drop is %s, so the planet has %s Earth radii. Density goes as mass over radius cubed: 5.513·%s/%s³.", decimalText(depth, 6), decimalText(radius, 6), tenths(mass), decimalText(radius, 6)),
		answer:  quantity(density, "g/cm³"), values: []gen.Value{gen.Slot("ppm", ppm)},
	}
}
