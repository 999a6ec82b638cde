package coding_test

import (
	"regexp"
	"strings"
	"testing"
)

// pageOracle keeps a set of pages and recomputes loads and uses from the
// history at every request.
const pageOracle = `
import json, sys
out = []
for job in json.load(sys.stdin):
    reqs, frames, loaded, misses = job["requests"], job["frames"], {}, 0
    for now, q in enumerate(reqs):
        if q in loaded:
            continue
        misses += 1
        if len(loaded) == frames:
            past = reqs[:now]
            last = lambda p: max(i for i, r in enumerate(past) if r == p)
            ahead = lambda p: next((i for i, r in enumerate(reqs[now:]) if r == p), 10**6)
            key = {"FIFO": lambda p: loaded[p], "LRU": last, "MRU": lambda p: -last(p),
                   "LFU": lambda p: (past.count(p), loaded[p]),
                   "optimal": lambda p: (-ahead(p), loaded[p])}[job["policy"]]
            del loaded[min(loaded, key=key)]
        loaded[q] = now
    out.append(str(misses))
print(json.dumps(out))
`

func TestPageFaultsAgreeWithPython(t *testing.T) {
	its := items(t, "coding/page-replacement-trace", 60)
	requests := regexp.MustCompile(`[A-Z](?: [A-Z]){5,}`)
	policy := regexp.MustCompile(`FIFO|LRU|MRU|LFU|optimal`)
	var jobs []map[string]any
	for _, it := range its {
		jobs = append(jobs, map[string]any{
			"requests": strings.Fields(requests.FindString(it.Question)), "policy": policy.FindString(it.Question),
			"frames": atoi(t, it.Slots[0].Value),
		})
	}
	var got []string
	python(t, pageOracle, jobs, &got)
	agree(t, its, got)
}
