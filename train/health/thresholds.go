package health

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"segue/internal/nearest"
)

// Thresholds say where a condition begins to hold. "The start" of a number is
// the mean of its first Start known readings. Defaults names where the
// figures come from.
type Thresholds struct {
	Start    int `yaml:"start" json:"start"`       // readings that make the start
	Patience int `yaml:"patience" json:"patience"` // readings in a row for a condition to begin, or to end
	Lasting  int `yaml:"lasting" json:"lasting"`   // grave readings after which a condition of Stop is fatal; 0: never

	Stop []string `yaml:"stop" json:"stop"` // conditions that stop a run; the others only warn

	EntropyCollapse  float64 `yaml:"entropy_collapse" json:"entropy_collapse"`   // collapsed below this fraction of the start
	EntropyFloor     float64 `yaml:"entropy_floor" json:"entropy_floor"`         // or below these nats a token, whatever the start
	EntropyExplosion float64 `yaml:"entropy_explosion" json:"entropy_explosion"` // exploded above this multiple of the start
	EntropyRise      float64 `yaml:"entropy_rise" json:"entropy_rise"`           // and by at least these nats a token

	LengthExplosion float64 `yaml:"length_explosion" json:"length_explosion"` // above this multiple of the start
	LengthCollapse  float64 `yaml:"length_collapse" json:"length_collapse"`   // below this fraction of the start
	TruncatedRise   float64 `yaml:"truncated_rise" json:"truncated_rise"`     // share of cut responses above the start: an explosion too

	MalformedRise float64 `yaml:"malformed_rise" json:"malformed_rise"` // share above the start
	MalformedMost float64 `yaml:"malformed_most" json:"malformed_most"` // share that is grave whatever the start

	ApproxKL     float64 `yaml:"approx_kl" json:"approx_kl"`         // nats a token; grave
	ReferenceKL  float64 `yaml:"reference_kl" json:"reference_kl"`   // nats a token
	RatioMax     float64 `yaml:"ratio_max" json:"ratio_max"`         // ratio of a token
	ClipFraction float64 `yaml:"clip_fraction" json:"clip_fraction"` // share of clipped tokens

	GradientExplosion float64 `yaml:"gradient_explosion" json:"gradient_explosion"` // above this multiple of the start
	GradientFloor     float64 `yaml:"gradient_floor" json:"gradient_floor"`         // norms below this never count
	NotFiniteStop     int     `yaml:"not_finite_stop" json:"not_finite_stop"`       // updates without a finite gradient that are fatal; 0: never

	UnscoredMost float64 `yaml:"unscored_most" json:"unscored_most"` // share of responses of the required form without a score; grave
	UnscoredStop int     `yaml:"unscored_stop" json:"unscored_stop"` // such readings that are fatal; 0: never

	UniformGroups float64 `yaml:"uniform_groups" json:"uniform_groups"` // share of groups with one reward
}

// Defaults are the thresholds for a run on verifiable rewards.
//
//   - Entropy: without intervention it falls by about three quarters within the
//     first 200 updates and by 95 % at the plateau, where rewards stop growing
//     (Cui et al. 2025, arXiv 2505.22617). A fall to a quarter is therefore usual;
//     one to a tenth is called a collapse. Growth is the opposite failure,
//     known from too wide an upper clip bound.
//   - Length: growth can be learning (DeepSeek-R1-Zero, arXiv 2501.12948), so the
//     multiple is wide; raise it for such runs. Cut responses are noise in the
//     reward (DAPO, arXiv 2503.14476), so a rise of their share counts apart.
//   - KL between updates: PPO codes stop a batch at 0.01 to 0.02. 0.25 is ln 1.28,
//     where the mean token is outside DAPO's upper clip bound. Methods without a
//     KL penalty move far from the reference by design, so that KL is never fatal.
//   - Gradients: clipped at 1 nearly everywhere, which is the floor.
//   - A reward that fails on everything fails in the next step too: five are enough.
//   - Groups with one reward have no advantage (DAPO).
//   - What stops is what no longer learns, whatever the method. Low entropy, other
//     lengths and equal rewards can be what is wanted, or pass: they only warn.
func Defaults() Thresholds {
	return Thresholds{
		Start: 5, Patience: 3, Lasting: 20, Stop: []string{Malformed, KLExplosion, NotFinite, Unscored},
		EntropyCollapse: 0.1, EntropyFloor: 0.001, EntropyExplosion: 3, EntropyRise: 0.5,
		LengthExplosion: 4, LengthCollapse: 0.25, TruncatedRise: 0.25,
		MalformedRise: 0.25, MalformedMost: 0.98,
		ApproxKL: 0.25, ReferenceKL: 2, RatioMax: 1e4, ClipFraction: 0.5,
		GradientExplosion: 10, GradientFloor: 1, NotFiniteStop: 5,
		UnscoredMost: 0.98, UnscoredStop: 5,
		UniformGroups: 0.95,
	}
}

// most bounds counts and numbers.
const most = 1_000_000

// Validate says in words which thresholds make no sense.
func (t Thresholds) Validate() error {
	var errs []error
	count := func(name string, value, least int) {
		if value < least || value > most {
			errs = append(errs, fmt.Errorf("%s is %d, want %d to %d", name, value, least, most))
		}
	}
	number := func(name string, value, least, greatest float64) {
		if !(value >= least && value <= greatest) { // NaN too
			errs = append(errs, fmt.Errorf("%s is %g, want %g to %g", name, value, least, greatest))
		}
	}
	count("start", t.Start, 1)
	count("patience", t.Patience, 1)
	count("lasting", t.Lasting, 0)
	count("not_finite_stop", t.NotFiniteStop, 0)
	count("unscored_stop", t.UnscoredStop, 0)
	for _, name := range t.Stop {
		if known := Conditions(); !slices.Contains(known, name) {
			errs = append(errs, fmt.Errorf("stop names %q, which is no condition; nearest: %s", name, nearest.Name(name, slices.Values(known))))
		}
	}
	number("entropy_collapse", t.EntropyCollapse, 0, 1)
	number("entropy_floor", t.EntropyFloor, 0, most)
	number("entropy_explosion", t.EntropyExplosion, 1, most)
	number("entropy_rise", t.EntropyRise, 0, most)
	number("length_explosion", t.LengthExplosion, 1, most)
	number("length_collapse", t.LengthCollapse, 0, 1)
	number("truncated_rise", t.TruncatedRise, 0, 1)
	number("malformed_rise", t.MalformedRise, 0, 1)
	number("malformed_most", t.MalformedMost, 0, 1)
	number("approx_kl", t.ApproxKL, 0, most)
	number("reference_kl", t.ReferenceKL, 0, most)
	number("ratio_max", t.RatioMax, 1, math.MaxFloat64)
	number("clip_fraction", t.ClipFraction, 0, 1)
	number("gradient_explosion", t.GradientExplosion, 1, most)
	number("gradient_floor", t.GradientFloor, 0, math.MaxFloat64)
	number("unscored_most", t.UnscoredMost, 0, 1)
	number("uniform_groups", t.UniformGroups, 0, 1)
	return errors.Join(errs...)
}
