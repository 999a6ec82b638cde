package coding

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/page-replacement-trace", "low level", "Page replacement trace",
		"Count the page faults of a reference string under a replacement policy.", pageReplacementTrace)
}

// policy picks which of the pages in the frames leaves. pages is in order of
// arrival; the position of the next request is now.
type policy struct {
	name, rule string
	victim     func(pages []string, requests []string, now int) int
}

var policies = []policy{
	{"FIFO", "the page that was loaded first leaves", func([]string, []string, int) int { return 0 }},
	{"LRU", "the page whose last use is longest ago leaves", func(pages, requests []string, now int) int {
		return extreme(pages, func(p string) int { return -lastUse(requests[:now], p) })
	}},
	{"MRU", "the page that was used most recently leaves", func(pages, requests []string, now int) int {
		return extreme(pages, func(p string) int { return lastUse(requests[:now], p) })
	}},
	{"LFU", "the page with the fewest requests since the start leaves (all its requests count, also those before it was last loaded), and on a tie the one of these that was loaded first", func(pages, requests []string, now int) int {
		return extreme(pages, func(p string) int {
			n := 0
			for _, q := range requests[:now] {
				if q == p {
					n++
				}
			}
			return -n
		})
	}},
	{"the optimal policy", "the page whose next use lies farthest ahead leaves, a page that is never used again before all others, and on a tie the one that was loaded first", func(pages, requests []string, now int) int {
		return extreme(pages, func(p string) int {
			if at := slices.Index(requests[now:], p); at >= 0 {
				return at
			}
			return len(requests)
		})
	}},
}

// extreme is the first position with the largest value.
func extreme(pages []string, value func(p string) int) int {
	best := 0
	for i, p := range pages {
		if value(p) > value(pages[best]) {
			best = i
		}
	}
	return best
}

func lastUse(requests []string, p string) int {
	for i, q := range slices.Backward(requests) {
		if q == p {
			return i
		}
	}
	return -1
}

// faults runs a policy and counts the misses; trace has a word per request.
func (p policy) faults(requests []string, frames int) (misses int, trace []string) {
	var pages []string
	for now, q := range requests {
		if slices.Contains(pages, q) {
			trace = append(trace, q+" hit")
			continue
		}
		misses++
		note := q + " miss"
		if len(pages) == frames {
			v := p.victim(pages, requests, now)
			note += " (" + pages[v] + " leaves)"
			pages = slices.Delete(pages, v, v+1)
		}
		pages = append(pages, q)
		trace = append(trace, note)
	}
	return misses, trace
}

// pageReplacementTrace asks for a number of page faults. Difficulty lengthens
// the reference string, adds frames and brings in policies with more state.
func pageReplacementTrace(r *rand.Rand, d gen.Difficulty) task.Item {
	p := policies[gen.Of(d, r.IntN(2), r.IntN(3), r.IntN(4), 1+r.IntN(4), 1+r.IntN(4))]
	frames := gen.Of(d, 3, 3, 3+r.IntN(2), 3+r.IntN(2), 4+r.IntN(2))
	names := gen.Sample(r, strings.Split("ABCDEFGHKLMNPQRSTUVWXYZ", ""), frames+gen.Of(d, 2, 2, 3, 3, 4))
	var requests []string
	for len(requests) < gen.Of(d, 9, 11, 14, 17, 21) {
		q := gen.Pick(r, names)
		if n := len(requests); n > 0 && requests[n-1] == q {
			continue
		}
		requests = append(requests, q)
	}
	misses, trace := p.faults(requests, frames)
	question, slots := gen.Ask(r, []string{
		"A memory with {k} page frames, empty at first, serves the requests {requests} in this order. When a page has to make room, {rule} ({name}). How many page faults happen, the first loads included?",
		"Pages are requested in the sequence {requests}. The replacement policy is {name}: if no frame is free, {rule}. Count the misses for a store of {k} frames that starts empty.",
		"Simulate {name} (if every frame is taken, {rule}) on the reference string {requests}. There are {k} frames and nothing is loaded at the start. Give the number of requests that are not served from a frame.",
	}, gen.Slot("k", frames), gen.Fixed("requests", strings.Join(requests, " ")), gen.Fixed("rule", p.rule), gen.Fixed("name", p.name))
	answer := task.Integer(int64(misses))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Going through the requests: %s. That makes %d misses.", strings.Join(trace, ", "), misses), answer)}
}
