package generation

import "segue/lm/kernel"

// linear is a weight [out × in], multiplied as x·Wᵀ. It is stored in parts that
// lie side by side in the result, since the formats of a fused matrix's parts
// may differ.
type linear struct{ parts []part }

type part struct {
	from, to int           // columns of the result
	source   kernel.Matrix // [out × in] that packed was made from
	packed   *kernel.Packed
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
		p := &l.parts[i]
		p.packed = k.Pack(p.source.T())
	}
}

// multiply sets c to a·Wᵀ, or adds that to c.
func (l *linear) multiply(k *kernel.Set, w *kernel.Workers, c, a kernel.Matrix, accumulate bool) {
	for _, p := range l.parts {
		k.MultiplyPacked(w, c.ColSlice(p.from, p.to), a, p.packed, 1, accumulate)
	}
}
