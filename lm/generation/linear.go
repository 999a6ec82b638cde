package generation

import (
	"fmt"

	"segue/lm/kernel"
	"segue/lm/model"
)

// linear is a weight [out × in], multiplied as x·Wᵀ. It is stored in parts that
// lie side by side in the result, since the formats of a fused matrix's parts
// may differ.
type linear struct{ parts []part }

type part struct {
	from, to  int           // columns of the result
	source    kernel.Matrix // [out × in] that packed was made from
	packed    *kernel.Packed
	quantised *kernel.Quantised // instead of packed
}

// packedLinear stores a float32 matrix.
func packedLinear(k *kernel.Set, source kernel.Matrix) linear {
	l := linear{[]part{{to: source.Rows, source: source}}}
	l.refresh(k)
	return l
}

// refresh packs the sources again.
func (l *linear) refresh(k *kernel.Set) {
	for i := range l.parts {
		switch p := &l.parts[i]; {
		case p.quantised != nil:
		case p.packed == nil:
			p.packed = k.Pack(p.source.T())
		default:
			k.Repack(p.packed, p.source.T())
		}
	}
}

// fusedLinear stores the rows of a matrix under the names of its parts, which
// follow each other: quantised those that are, the others packed.
func fusedLinear(k *kernel.Set, source kernel.Matrix, quantised func(string) *kernel.Quantised, shapes map[string]model.Spec, names ...string) (linear, error) {
	var l linear
	at, any := 0, false
	for _, name := range names {
		p := part{from: at, to: at + shapes[name].Rows, quantised: quantised(name)}
		p.source = source.RowSlice(p.from, p.to)
		if q := p.quantised; q != nil {
			any = true
			if q.Rows != p.source.Rows || q.Cols != p.source.Cols {
				return l, fmt.Errorf("quantised parameter %s is %d×%d, want %d×%d", name, q.Rows, q.Cols, p.source.Rows, p.source.Cols)
			}
		}
		l.parts = append(l.parts, p)
		at = p.to
	}
	if !any {
		return packedLinear(k, source), nil
	}
	l.refresh(k)
	return l, nil
}

// drawingRows is the most rows of a step that mostly draws, whose products take
// the weights from memory faster than they use them.
const drawingRows = 128

// multiply sets c to a·Wᵀ, or adds that to c; scratch has room for c then.
func (l *linear) multiply(k *kernel.Set, w *kernel.Workers, c, a kernel.Matrix, accumulate bool, scratch []float32) {
	for _, p := range l.parts {
		part := c.ColSlice(p.from, p.to)
		switch {
		case p.quantised == nil && a.Rows <= drawingRows:
			k.MultiplyWeights(w, part, a, p.packed, accumulate)
		case p.quantised == nil:
			k.MultiplyPacked(w, part, a, p.packed, 1, accumulate)
		case !accumulate:
			k.MultiplyQuantised(w, part, a, p.quantised)
		default:
			width := p.to - p.from
			k.MultiplyQuantised(w, kernel.NewMatrix(a.Rows, width, scratch), a, p.quantised)
			for r := range a.Rows {
				row := part.Data[r*part.RowStride:][:width]
				k.Add(row, row, scratch[r*width:(r+1)*width])
			}
		}
	}
}
