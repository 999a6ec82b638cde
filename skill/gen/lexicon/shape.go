package lexicon

import "sync"

// shape is the number of words that each part of a clause has.
type shape struct {
	subject, object, adverb, place, time int
}

func (s shape) words() int { return s.subject + 1 + s.object + s.adverb + s.place + s.time }

// shapes maps a number of words to the shapes of clauses with so many.
var shapes = sync.OnceValue(func() map[int][]shape {
	by := map[int][]shape{}
	for subject := 1; subject <= 3; subject++ {
		for _, object := range []int{0, 2, 3} {
			for adverb := range 2 {
				for _, place := range []int{0, 3, 4} {
					for time := range 4 {
						s := shape{subject, object, adverb, place, time}
						by[s.words()] = append(by[s.words()], s)
					}
				}
			}
		}
	}
	return by
})

// shapesOf lists the shapes of n words; below 2 words those of 2.
func shapesOf(n int) []shape { return shapes()[max(n, 2)] }
