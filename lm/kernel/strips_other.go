//go:build !amd64

package kernel

func (s *Set) strips(rows, columns, depth int, a []float32, aRow int, b []float32, bRow, bStrip int, c []float32, cRow int, alpha float32, add bool, _ []float32) {
	s.matrix.stripsByTiles(rows, columns, depth, a, aRow, b, bRow, bStrip, c, cRow, alpha, add)
}

func (s *Set) hasPanelTile() bool { return false }

func panelTile(int, int, int, []float32, int, []float32, []float32, int, bool, []float32) {
	panic("kernel: no set has this kernel here")
}
