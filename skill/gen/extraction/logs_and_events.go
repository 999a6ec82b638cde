package extraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "logs and events"
	gen.Register("information_extraction/top-talker-ranking", area, "Top talker ranking", "Rank the addresses of an access log by the bytes sent to them.", topTalkerRanking)
	gen.Register("information_extraction/session-duration", area, "Session duration",
		"Add up the lengths of sessions between matching start and end events.", sessionDuration)
}

// hit is a line of an access log.
type hit struct {
	ip     string
	status int
	bytes  int
}

// topTalkerRanking asks for the k addresses with most bytes. Difficulty adds
// addresses and lines, and from 3 on lines with other statuses that do not count.
func topTalkerRanking(r *rand.Rand, d gen.Difficulty) task.Item {
	octets := r.Perm(89)
	ips := make([]string, gen.Of(d, 3, 4, 5, 6, 7))
	for i := range ips { // octets of two digits, so that a small k stands once
		ips[i] = fmt.Sprintf("192.168.%d.%d", 10+octets[2*i]%5, 10+octets[2*i+1])
	}
	var hits []hit
	for i := range gen.Of(d, 8, 10, 13, 16, 20) {
		h := hit{gen.Pick(r, ips), 200, gen.Between(r, 210, 9800)}
		if i < len(ips) {
			h.ip = ips[i]
		}
		if d >= 3 && i >= len(ips) && r.IntN(4) == 0 {
			h.status = gen.Pick(r, []int{404, 301, 500})
		}
		hits = append(hits, h)
	}
	k := gen.Between(r, 2, gen.Of(d, 2, 3, 3, 4, 5))
	sums := map[string]int{}
	for i := range hits {
		if hits[i].status == 200 {
			sums[hits[i].ip] += hits[i].bytes
		}
	}
	separateTies(hits, sums, ips)
	r.Shuffle(len(hits), func(i, j int) { hits[i], hits[j] = hits[j], hits[i] })
	ranking := slices.Clone(ips)
	slices.SortFunc(ranking, func(a, b string) int { return sums[b] - sums[a] })
	rule := gen.Of(d, "", "", " Only lines with status 200 count.", " Only lines with status 200 count.", " Only lines with status 200 count.")
	question, slots := gen.Ask(r, []string{
		"{log}\n\nThe last number of a line is the size of the response in bytes. List the {k} addresses that received the most bytes in total, largest first.{rule} {form}",
		"Access log (address, time, request, status, bytes):\n\n{log}\n\nWhich {k} clients caused most traffic, measured by the sum of their bytes?{rule} Order them from most to least. {form}",
		"Add up the bytes (last field) for every address in this log.{rule} Report the top {k} addresses in descending order. {form}\n\n{log}",
	}, gen.Fixed("log", fence("text", accessLog(r, hits))), gen.Slot("k", k), gen.Fixed("rule", rule), gen.Fixed("form", "Answer with a list in square brackets."))
	answer := task.List(task.Strings(ranking[:k])...)
	var working []string
	for _, ip := range ranking {
		working = append(working, fmt.Sprintf("%s: %d", ip, sums[ip]))
	}
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("The sums of bytes are, from the largest down: "+strings.Join(working, ", ")+".", answer)}
}

// separateTies adds a byte to the first line of an address until no two sums
// are equal; each round ends one tie, so it takes at most a round per pair.
func separateTies(hits []hit, sums map[string]int, ips []string) {
	for again := true; again; {
		again = false
		seen := map[int]bool{}
		for i, ip := range ips {
			if seen[sums[ip]] {
				hits[i].bytes++
				sums[ip]++
				again = true
			}
			seen[sums[ip]] = true
		}
	}
}

func accessLog(r *rand.Rand, hits []hit) string {
	var lines []string
	second := gen.Between(r, 36000, 60000)
	for _, h := range hits {
		second += gen.Between(r, 1, 95)
		lines = append(lines, fmt.Sprintf(`%s - - [14/Mar/2031:%02d:%02d:%02d +0000] "GET /%s HTTP/1.1" %d %d`,
			h.ip, second/3600, second/60%60, second%60, strings.ReplaceAll(gen.Pick(r, lexicon.Products()), " ", "-"), h.status, h.bytes))
	}
	return strings.Join(lines, "\n")
}

// event is a line of an event log, in seconds of the day.
type event struct {
	at   int
	text string
}

// sessions draws the events of some users, in order of time, and the lengths
// of the first user's finished sessions.
func sessions(r *rand.Rand, d gen.Difficulty, users []string) (events []event, lengths []int) {
	number := gen.Between(r, 4000, 4900)
	for u, user := range users {
		at := gen.Between(r, 30000, 33000)
		for range gen.Of(d, 2, 3, 3, 3, 4) {
			number += gen.Between(r, 3, 40)
			length := gen.Between(r, 40, 1500)
			events = append(events, event{at, fmt.Sprintf("session-start id=%d user=%s", number, user)})
			if d < 3 || r.IntN(5) > 0 { // the others never end
				events = append(events, event{at + length, fmt.Sprintf("session-end id=%d", number)})
				if u == 0 {
					lengths = append(lengths, length)
				}
			}
			at += length + gen.Between(r, 20, 900)
		}
	}
	for range gen.Of(d, 0, 2, 3, 4, 6) {
		events = append(events, event{gen.Between(r, 30000, 36000), gen.Pick(r, []string{"cache-flush ok", "heartbeat", "config-reload ok", "slow-query ms=812"})})
	}
	slices.SortStableFunc(events, func(a, b event) int { return a.at - b.at })
	return events, lengths
}

// sessionDuration asks for the seconds that a user was in session. Difficulty
// adds sessions of other users that overlap, sessions that never end, and
// unrelated lines.
func sessionDuration(r *rand.Rand, d gen.Difficulty) task.Item {
	users := gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 2, 2, 3, 4, 4))
	for i := range users {
		users[i] = strings.ToLower(users[i])
	}
	events, lengths := sessions(r, d, users)
	log := eventLog(events)
	limit := gen.AbsentNumber(r, 60, 400, log)
	total := 0
	var kept []int
	for _, l := range lengths {
		if l >= limit {
			kept = append(kept, l)
			total += l
		}
	}
	question, slots := gen.Ask(r, []string{
		"{log}\n\nFor how many seconds in total was the user {user} in sessions that lasted at least {limit} seconds?{rule}",
		"An application writes start and end events that belong together by their id.\n\n{log}\n\nLeave out sessions shorter than {limit} seconds and add up the durations of {user}'s other sessions, in seconds.{rule}",
		"Sum of session time of {user} in seconds, where a session counts only from a length of {limit} seconds on: what is it for this log?{rule}\n\n{log}",
	}, gen.Fixed("log", fence("text", log)), gen.Fixed("user", users[0]), gen.Slot("limit", limit),
		gen.Fixed("rule", gen.Of(d, "", "", " A session without an end does not count.", " A session without an end does not count.", " A session without an end does not count.")))
	answer := task.Integer(int64(total))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Matched by id, the finished sessions of %s last %s seconds. Those of at least %d seconds add up to %s.",
			users[0], strings.ReplaceAll(strings.Trim(fmt.Sprint(lengths), "[]"), " ", ", "), limit, sumText(kept)), answer)}
}

func eventLog(events []event) string {
	var lines []string
	for _, e := range events {
		lines = append(lines, fmt.Sprintf("%02d:%02d:%02d %s", e.at/3600, e.at/60%60, e.at%60, e.text))
	}
	return strings.Join(lines, "\n")
}
