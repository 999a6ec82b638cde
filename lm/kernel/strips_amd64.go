package kernel

//go:generate go run ./generate/strips -pkg kernel -out strips_amd64.s -stubs strips_stub_amd64.go

// strips multiplies up to stripRows rows with up to stripsAbove strips.
func (s *Set) strips(rows, columns, depth int, a []float32, aRow int, b []float32, bRow, bStrip int, c []float32, cRow int, alpha float32, add bool, next []float32) {
	if s.Name == levelNames[avx512] {
		stripsAVX512(rows, columns, depth, a, aRow, b, bRow, bStrip, c, cRow, alpha, add, next)
		return
	}
	s.matrix.stripsByTiles(rows, columns, depth, a, aRow, b, bRow, bStrip, c, cRow, alpha, add)
}

// hasPanelTile says whether the Set has the kernel that panelTile calls.
func (s *Set) hasPanelTile() bool { return s.Name == levelNames[avx512] }

func panelTile(rows, columns, depth int, a []float32, aRow int, b, c []float32, cRow int, add bool, next []float32) {
	panelAVX512(rows, columns, depth, a, aRow, b, c, cRow, add, next)
}
