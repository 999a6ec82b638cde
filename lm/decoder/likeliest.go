package decoder

// Logits are compared by value and, where they are equal, by id: the lower id
// counts as the likelier.
func likelier(z []float32, a, b int32) bool { return z[a] > z[b] || z[a] == z[b] && a < b }

// topK fills ids with the len(ids) likeliest tokens, likeliest first.
func topK(z []float32, ids []int32) {
	for i := range ids {
		ids[i] = int32(i)
	}
	for i := len(ids)/2 - 1; i >= 0; i-- {
		sink(z, ids, i)
	}
	for j := len(ids); j < len(z); j++ {
		if z[j] > z[ids[0]] { // an equal one has the higher id
			ids[0] = int32(j)
			sink(z, ids, 0)
		}
	}
	for n := len(ids) - 1; n > 0; n-- {
		ids[0], ids[n] = ids[n], ids[0]
		sink(z, ids[:n], 0)
	}
}

// sink restores the heap, whose root is the least likely, below i.
func sink(z []float32, heap []int32, i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if likelier(z, heap[least], heap[child]) {
				least = child
			}
		}
		if least == i {
			return
		}
		heap[i], heap[least] = heap[least], heap[i]
		i = least
	}
}

// nucleus finds the smallest set of likeliest tokens whose weights reach share
// of their sum. weights are exp(z-max) and sum is theirs. The set is returned
// in the front of ids, which has room for the vocabulary; its last element is
// its least likely one.
func nucleus(z, weights []float32, sum, share float64, ids []int32) []int32 {
	// Tokens below this weight hold less than the rest's share together.
	floor := float32(0.5 * (1 - share) * sum / float64(len(z)))
	n := 0
	for j, w := range weights {
		if w >= floor {
			ids[n] = int32(j)
			n++
		}
	}
	ids = ids[:n]
	want, from, to := share*sum, 0, n
	for from < to {
		at, left := partition(z, weights, ids, from, to)
		switch pivot := float64(weights[ids[at]]); {
		case left >= want:
			to = at
		case left+pivot >= want:
			return ids[:at+1]
		default:
			want -= left + pivot
			from = at + 1
		}
	}
	return ids // rounding left a little to be reached
}

// partition puts the likelier ones of ids[from:to] before a pivot, and says
// where the pivot is and what weighs before it.
func partition(z, weights []float32, ids []int32, from, to int) (at int, left float64) {
	a, b, c := from, from+(to-from)/2, to-1
	if likelier(z, ids[b], ids[a]) {
		a, b = b, a
	}
	if likelier(z, ids[c], ids[b]) {
		b = c
		if likelier(z, ids[b], ids[a]) {
			b = a
		}
	}
	ids[b], ids[to-1] = ids[to-1], ids[b]
	pivot := ids[to-1]
	at = from
	for i := from; i < to-1; i++ {
		if likelier(z, ids[i], pivot) {
			ids[i], ids[at] = ids[at], ids[i]
			left += float64(weights[ids[at]])
			at++
		}
	}
	ids[at], ids[to-1] = pivot, ids[at]
	return at, left
}
