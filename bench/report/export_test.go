package report

// SignFlip and Holm are tested from outside.
var (
	SignFlip = signFlip
	Holm     = holm
)

// BootstrapOfMeans is the estimate of a mean over tasks with the given scores.
func BootstrapOfMeans(tasks [][]float64, seed uint64) Estimate {
	p := newPerTask(len(tasks))
	for i, scores := range tasks {
		for _, x := range scores {
			p.add(i, x)
		}
	}
	return newResampler(len(tasks), seed).estimate(p)
}

// CarriesForm is tested from outside.
var CarriesForm = carriesForm
