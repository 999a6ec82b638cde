package science

import (
	"math"
	"testing"
)

func TestMapsAgreeWithTheGround(t *testing.T) {
	ground := func(q string, mm float64) float64 { return mm * one(q, `scale 1:#`) / 1000 } // in metres
	holdAgainst(t, "map-scale-and-gradient",
		func(q string) []float64 {
			return []float64{ground(q, one(q, `road is # mm`)) / (one(q, `steady # km/h`) * 1000 / 60)}
		},
		func(q string) []float64 {
			h := grab(q, `height of # m and one of # m are # mm`)
			return []float64{(h[1] - h[0]) / ground(q, h[2]) * 100}
		},
		func(q string) []float64 {
			c := grab(q, `both, # neighbouring contours are met on # mm. The contour interval is # m`)
			rise := (c[0] - 1) * c[2]
			return []float64{math.Asin(rise/math.Hypot(rise, ground(q, c[1]))) * 180 / math.Pi}
		},
		func(q string) []float64 {
			a := grab(q, `measure # mm and # mm`)
			lake := math.Sqrt(one(q, `lake of # mm`))
			return []float64{(ground(q, a[0])*ground(q, a[1])/2 - math.Pow(ground(q, lake), 2)) / 1e4}
		},
		func(q string) []float64 {
			total, interval := 0.0, one(q, `interval is # m`)
			for leg := grab(q, `measures # mm and \w+ # contour`); len(leg) > 1; leg = leg[2:] {
				angle := math.Atan2(leg[1]*interval, ground(q, leg[0]))
				total += ground(q, leg[0]) / math.Cos(angle)
			}
			return []float64{total}
		},
	)
}

func TestGalaxiesRecedeAsObserved(t *testing.T) {
	const c = 299792.458
	constant := func(q string) float64 { return one(q, `H(?:ubble constant is H)? = # km/s/Mpc`) }
	shift := func(q string) float64 {
		rest, seen := one(q, `# nm at rest`), one(q, `(?:measured|appears) at # nm`)
		return rootWhere(0, 1, seen, func(z float64) float64 { return rest * (1 + z) })
	}
	holdAgainst(t, "hubble-recession-distance",
		func(q string) []float64 { return []float64{one(q, `z = #`) / constant(q) * c} },
		func(q string) []float64 { return []float64{shift(q) / constant(q) * c} },
		func(q string) []float64 {
			mpc := one(q, `with z = #`) / constant(q) * c
			return []float64{2000 * mpc * math.Tan(one(q, `spans # arc`)/206265/2)}
		},
		func(q string) []float64 {
			g := grab(q, `redshift # at # Mpc`)
			return []float64{shift(q) * c / (g[0] * c / g[1])}
		},
		func(q string) []float64 {
			g := grab(q, `z = # at # Mpc`)
			slope := rootWhere(1, 200, 0, func(h float64) float64 { // where the squared misfit is least
				sum := 0.0
				for k := 0; k < len(g); k += 2 {
					sum += g[k+1] * (h*g[k+1] - c*g[k])
				}
				return sum
			})
			return []float64{3.0856775814913673e19 / slope / 3.15576e16} // Mpc in km, Gyr in s
		},
	)
}

func TestTransitsShowTheComputedPlanets(t *testing.T) {
	dip := func(q string) float64 { return one(q, `# parts per million`) / 1e6 }
	star := func(q string) float64 { return one(q, `star has # solar radii`) * 695700 }
	holdAgainst(t, "planet-transit-depth",
		func(q string) []float64 { return []float64{math.Pow(dip(q), 0.5)} },
		func(q string) []float64 {
			return []float64{rootWhere(0, 1e3, dip(q), func(e float64) float64 { return math.Pow(e*6371/star(q), 2) })}
		},
		func(q string) []float64 { // the angle over which the planet stands before the disc
			k, a, days := one(q, `with # times`), one(q, `circle of # au`)*149597870.7, one(q, `in # days`)
			half := rootWhere(0, math.Pi/2, star(q)*(1+k), func(phi float64) float64 { return a * math.Sin(phi) })
			return []float64{half / math.Pi * days * 24}
		},
		func(q string) []float64 {
			p, unseen := grab(q, `days # and #`), one(q, `two, # further`)
			days, mass := (p[1]-p[0])/(unseen+1), one(q, `has # solar masses`)
			return []float64{rootWhere(0, 100, days, func(a float64) float64 { return 365.25 * math.Sqrt(a*a*a/mass) })}
		},
		func(q string) []float64 {
			mass, other := one(q, `planet has # Earth masses`), one(q, `but # %`)/100
			radius := rootWhere(0, 1e3, dip(q), func(e float64) float64 { return (1 - other) * math.Pow(e*6371/star(q), 2) })
			return []float64{5.513 * mass / (radius * radius * radius)}
		},
	)
	if earth := 5.9722e27 / (4.0 / 3 * math.Pi * math.Pow(6371.0e5, 3)); !near(earth, 5.513, 1e-3) {
		t.Errorf("the density of the Earth is %g", earth)
	}
}

// sunHeight is the Sun's altitude in degrees from vectors: the zenith against
// the Sun's direction, which is turned by the hour angle.
func sunHeight(latitude, declination, hour float64) float64 {
	rad := math.Pi / 180
	zenith := [3]float64{math.Cos(latitude * rad), 0, math.Sin(latitude * rad)}
	sun := [3]float64{math.Cos(declination*rad) * math.Cos(hour*rad), math.Cos(declination*rad) * math.Sin(hour*rad), math.Sin(declination * rad)}
	return 90 - math.Acos(zenith[0]*sun[0]+zenith[2]*sun[2])/rad
}

func signed(q, before string) float64 {
	if v := grab(q, before+` #° N`); len(v) > 0 {
		return v[0]
	}
	return -one(q, before+` #° S`)
}

func TestSunStandsWhereVectorsPutIt(t *testing.T) {
	place := func(q string) float64 { return signed(q, `latitude`) }
	sun := func(q string) float64 { return signed(q, `declination is`) }
	holdAgainst(t, "sun-altitude-and-latitude",
		func(q string) []float64 { return []float64{sunHeight(place(q), sun(q), 0)} },
		func(q string) []float64 {
			altitude, delta := one(q, `altitude of #°`), sun(q)
			lo, hi, sign := delta, 90.0, -1.0 // due south: the height falls with latitude
			if one(q, `due (?:north) at an altitude of #`) == altitude {
				lo, hi, sign = -90, delta, 1
			}
			return []float64{rootWhere(lo, hi, sign*altitude, func(phi float64) float64 { return sign * sunHeight(phi, delta, 0) })}
		},
		func(q string) []float64 {
			return []float64{rootWhere(0, 1e4, -sunHeight(place(q), sun(q), 0), func(shadow float64) float64 {
				return -math.Atan2(one(q, `pole of # m`), shadow) * 180 / math.Pi
			})}
		},
		func(q string) []float64 {
			return []float64{sunHeight(place(q), signed(q, `declination at`), one(q, `# minutes have`)/4)}
		},
		func(q string) []float64 {
			set := rootWhere(0, 180, 0, func(hour float64) float64 { return -sunHeight(place(q), sun(q), hour) }) / 15
			if v := grab(q, `shows #:# when`); grab(q, `time of (?:sun)(?:set) by(.)`) != nil {
				return []float64{v[0] + v[1]/60 + set}
			}
			return []float64{2 * set}
		},
	)
}
