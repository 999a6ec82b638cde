package kernel_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"segue/lm/kernel"
)

func TestRepackTakesThePlaceOfWhatWasPacked(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	const rows, depth, cols = 5, 130, 70
	old, fresh := randomNumbers(r, cols*depth), randomNumbers(r, cols*depth)
	a := kernel.NewMatrix(rows, depth, randomNumbers(r, rows*depth))
	for _, s := range everySet(t) {
		b := kernel.NewMatrix(cols, depth, fresh).T()
		want, got := make([]float32, rows*cols), make([]float32, rows*cols)
		s.Multiply(nil, kernel.NewMatrix(rows, cols, want), a, b, 1, false)
		packed := s.Pack(kernel.NewMatrix(cols, depth, old).T())
		s.Repack(packed, b)
		s.MultiplyPacked(nil, kernel.NewMatrix(rows, cols, got), a, packed, 1, false)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the product with the repacked operand differs", s.Name)
		}
		if n := testing.AllocsPerRun(5, func() { s.Repack(packed, b) }); n != 0 {
			t.Errorf("%s: repacking allocates %v times", s.Name, n)
		}
	}
}
