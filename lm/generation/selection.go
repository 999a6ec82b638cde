package generation

import (
	"cmp"

	"segue/lm/kernel"
)

// Tokens are compared by score and, where scores are equal, by id: the lower id
// counts as the likelier.
func likelier(scores []float32, a, b int32) bool {
	return scores[a] > scores[b] || scores[a] == scores[b] && a < b
}

// sink restores the heap below i, whose root is the least element by less.
func sink[T any](heap []T, i int, less func(a, b T) bool) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if less(heap[child], heap[least]) {
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

// largest returns the k-th largest score; heap has room for k. 1 ≤ k ≤ len(scores).
func largest(scores []float32, k int, heap []float32) float32 {
	heap = heap[:k]
	copy(heap, scores)
	for i := k/2 - 1; i >= 0; i-- {
		sink(heap, i, cmp.Less)
	}
	for _, x := range scores[k:] {
		if x > heap[0] {
			heap[0] = x
			sink(heap, 0, cmp.Less)
		}
	}
	return heap[0]
}

// likeliest fills ids, no more than there are scores, with the likeliest tokens
// in falling order.
func likeliest(scores []float32, ids []int32) {
	less := func(a, b int32) bool { return likelier(scores, b, a) }
	for i := range ids {
		ids[i] = int32(i)
	}
	for i := len(ids)/2 - 1; i >= 0; i-- {
		sink(ids, i, less)
	}
	for j := len(ids); j < len(scores) && len(ids) > 0; j++ {
		if scores[j] > scores[ids[0]] { // an equal one has the higher id
			ids[0] = int32(j)
			sink(ids, 0, less)
		}
	}
	for n := len(ids) - 1; n > 0; n-- {
		ids[0], ids[n] = ids[n], ids[0]
		sink(ids[:n], 0, less)
	}
}

// nucleus moves the smallest set of likeliest tokens that together weigh want
// to the front of ids and returns it. It divides like quickselect, so that
// little more than the set's border is ever put in order.
func nucleus(scores, weights []float32, ids []int32, want float64) []int32 {
	from, to := 0, len(ids)
	for from < to {
		at, left := partition(scores, weights, ids, from, to)
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
	if want > 0 && from < len(ids) {
		from++ // rounding lost a little between a part's sum and those of its parts
	}
	return ids[:from]
}

// partition puts the likelier ones of ids[from:to] before a pivot, the median
// of three, and says where the pivot is and what weighs before it.
func partition(scores, weights []float32, ids []int32, from, to int) (at int, left float64) {
	a, b, c := from, from+(to-from)/2, to-1
	if likelier(scores, ids[b], ids[a]) {
		a, b = b, a
	}
	if likelier(scores, ids[c], ids[b]) {
		if b = c; likelier(scores, ids[b], ids[a]) {
			b = a
		}
	}
	ids[b], ids[to-1] = ids[to-1], ids[b]
	pivot := ids[to-1]
	at = from
	for i := from; i < to-1; i++ {
		if likelier(scores, ids[i], pivot) {
			ids[i], ids[at] = ids[at], ids[i]
			left += float64(weights[ids[at]])
			at++
		}
	}
	ids[at], ids[to-1] = pivot, ids[at]
	return at, left
}

// blockLength is the number of weights whose sum is formed at once in a draw.
const blockLength = 256

// choose returns the token at which the weights, summed in the order of ids,
// pass the fraction u of their total, and the total. Block sums have room for
// one number for every blockLength weights.
func choose(k *kernel.Set, weights []float32, sums []float32, u float64) (id int32, total float64) {
	sums = sums[:0]
	for from := 0; from < len(weights); from += blockLength {
		sum := k.Sum(weights[from:min(from+blockLength, len(weights))])
		sums = append(sums, sum)
		total += float64(sum)
	}
	left, block := u*total, 0
	for ; block < len(sums)-1 && left >= float64(sums[block]); block++ {
		left -= float64(sums[block])
	}
	for block > 0 && sums[block] == 0 {
		block-- // rounding carried it past the last weight
	}
	from := block * blockLength
	return int32(from) + pass(weights[from:min(from+blockLength, len(weights))], left), total
}

// pass returns the place at which the sum of weights passes left, or that of
// the last positive weight.
func pass(weights []float32, left float64) int32 {
	last := 0
	for i, w := range weights {
		if w > 0 {
			last = i
			if left -= float64(w); left < 0 {
				break
			}
		}
	}
	return int32(last)
}

// chooseAmong is choose over some tokens, in the order given.
func chooseAmong(weights []float32, ids []int32, u float64) (id int32, total float64) {
	for _, id := range ids {
		total += float64(weights[id])
	}
	left := u * total
	for _, id = range ids {
		if left -= float64(weights[id]); left < 0 {
			break
		}
	}
	return id, total
}
