package attention

import "segue/lm/kernel"

// store writes the keys and values of sequences with several new tokens, which
// must be there before any of these is computed.
func (d *decodeTask) store(w *kernel.Workers) {
	task := &d.scratch.store
	task.decodeTask = d
	w.Run((len(d.scratch.runs)+storeRows-1)/storeRows, task)
	task.decodeTask = nil
}

// storeTask stores storeRows rows in each part.
type storeTask struct{ *decodeTask }

const storeRows = 16

func (d *storeTask) Do(part int) {
	runs := d.scratch.runs
	for _, i := range runs[part*storeRows : min((part+1)*storeRows, len(runs))] {
		position := d.scratch.rows[i].position
		page, at := d.scratch.rows[i].page(position/PageSize), position%PageSize
		for head := range d.cache.shape.KeyValueHeads {
			keys, values := d.cache.block(d.layer, page, head)
			d.storeKey(keys, i, head, at)
			d.storeValue(values, i, head, at)
		}
	}
}

// key and value are a row's own of a head.
func (d *decodeTask) key(row, head int) []float32 {
	s := d.cache.shape
	return d.qkv[row*s.Width()+s.keyColumn(head):][:s.HeadDim]
}

func (d *decodeTask) value(row, head int) []float32 {
	s := d.cache.shape
	return d.qkv[row*s.Width()+s.valueColumn(head):][:s.HeadDim]
}

// storeKey writes a row's key to its place in a page.
func (d *decodeTask) storeKey(keys []float32, row, head, at int) {
	keys = keys[d.cache.place(at):]
	for j, x := range d.key(row, head) {
		keys[j*kernel.StripWidth] = x
	}
}

// storeValue is the same for the value.
func (d *decodeTask) storeValue(values []float32, row, head, at int) {
	copy(values[at*d.cache.shape.HeadDim:], d.value(row, head))
}
