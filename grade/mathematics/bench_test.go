package mathematics_test

import (
	"slices"
	"testing"
	"time"

	"segue/grade/mathematics"
)

// BenchmarkMathVerify grades the pairs of the Math-Verify suite on one core and
// reports pairs per second and the 99th percentile of one pair.
func BenchmarkMathVerify(b *testing.B) {
	lines := vectorLines(b, "math_verify")
	if lines == nil {
		b.SkipNow()
	}
	vectors := make([]mathematics.Vector, len(lines))
	for i, line := range lines {
		v, err := mathematics.ReadVector(line)
		if err != nil {
			b.Fatal(err)
		}
		vectors[i] = v
	}
	var times []time.Duration
	for b.Loop() {
		for i := range vectors {
			start := time.Now()
			vectors[i].Grade()
			times = append(times, time.Since(start))
		}
	}
	slices.Sort(times)
	var total time.Duration
	for _, t := range times {
		total += t
	}
	b.ReportMetric(float64(len(times))/total.Seconds(), "pairs/s")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
}
