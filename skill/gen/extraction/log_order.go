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
	gen.Register("information_extraction/request-trace-reconstruction", area, "Request trace reconstruction",
		"Put the services of one trace into the order of their calls.", traceReconstruction)
	gen.Register("information_extraction/interleaved-log-de-mux", area, "Interleaved log de-mux", "List the jobs of one worker out of a log that several share.", logDemux)
	gen.Register("information_extraction/clock-skew-correction", area, "Clock-skew correction", "Order events of machines whose clocks are off.", clockSkew)
	gen.Register("information_extraction/state-machine-from-events", area, "State machine from events", "Give the final state of an entity after its events.", stateMachine)
}

// traceReconstruction asks for the chain of services of a trace, by the ids of
// the calling spans. Difficulty is the length of the chain and the number of
// other traces; from 3 on a span may have a side call that the chain omits.
func traceReconstruction(r *rand.Rand, d gen.Difficulty) task.Item {
	services := gen.Sample(r, []string{"gateway", "billing", "search", "mailer", "catalog", "auth", "stock", "pricing", "ledger", "profile", "quota", "router"}, 9)
	at := gen.Between(r, 30000, 60000)
	var entries []logEntry
	ids := r.Perm(900)
	next := 0
	id := func() string { next++; return fmt.Sprintf("%03x", 256+ids[next-1]) }
	trace := func() (name string, chain []string) {
		name = "t" + id() + id()
		parent := "-"
		n := gen.Of(d, 3, 4, 5, 6, 7)
		for i, s := range gen.Sample(r, services, n) {
			span := id()
			status := "ok"
			if i == n-1 {
				status = "failed"
			}
			entries = append(entries, logEntry{at + gen.Between(r, 0, 90), "INFO", s, fmt.Sprintf("trace=%s span=%s parent=%s %s", name, span, parent, status)})
			if d >= 3 && i > 0 && i < n-1 && r.IntN(2) == 0 {
				entries = append(entries, logEntry{at + gen.Between(r, 0, 90), "INFO", gen.Pick(r, services), fmt.Sprintf("trace=%s span=%s parent=%s ok", name, id(), parent)})
			}
			chain, parent = append(chain, s), span
		}
		return name, chain
	}
	name, chain := trace()
	for range gen.Of(d, 1, 1, 2, 2, 3) {
		trace()
	}
	byTime(entries)
	question, _ := gen.Ask(r, []string{
		"{log}\n\nSpans are logged when they are written, not when they begin; parent names the calling span (- for the first). Which services were called one after the other in trace {trace}, from the first to the one that failed? Give a list in square brackets.",
		"Reconstruct the path of calls in trace {trace} that ends at the failed span. Times do not help, only the parent links do. List the services, entry point first, in square brackets.\n\n{log}",
		"Start at the failed span of {trace} and go from parent to parent up to the root; then write the services in calling order (root first) as a bracketed list.\n\n{log}",
	}, gen.Fixed("log", logFile(r, entries)), gen.Fixed("trace", name))
	answer := task.List(task.Strings(chain)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("From the failed span upwards and then turned round, the calls are "+strings.Join(chain, " → ")+".", answer)}
}

// logDemux asks for the jobs that one worker finished. Difficulty adds workers
// and jobs; from 2 on lines name a thread instead of the worker, and from 4 on
// threads change hands.
func logDemux(r *rand.Rand, d gen.Difficulty) task.Item {
	workers := gen.Sample(r, lexicon.GivenNames(), gen.Of(d, 2, 3, 3, 4, 4))
	jobs := gen.Sample(r, lexicon.Nouns(), 30)
	at, thread := gen.Between(r, 30000, 60000), map[string]int{}
	var entries []logEntry
	say := func(format string, args ...any) {
		at += gen.Between(r, 1, 20)
		entries = append(entries, logEntry{at, "INFO", "pool", fmt.Sprintf(format, args...)})
	}
	numbers := gen.Sample(r, []int{3, 5, 8, 12, 17, 21, 26, 30, 34, 41}, len(workers))
	who := func(w string) string {
		if d < 2 {
			return "worker " + w
		}
		return fmt.Sprintf("thread %d", thread[w])
	}
	for i, w := range workers {
		if thread[w] = numbers[i]; d >= 2 {
			say("worker %s runs on thread %d", w, thread[w])
		}
	}
	running, done := map[string]string{}, map[string][]string{}
	for i, job := range jobs[:gen.Of(d, 6, 8, 10, 13, 16)] {
		w := workers[i%len(workers)]
		if i >= len(workers) {
			w = gen.Pick(r, workers)
		}
		if old := running[w]; old != "" {
			ending := "finished"
			if d >= 3 && r.IntN(4) == 0 && len(done[w]) > 0 {
				ending = "gave up"
			} else {
				done[w] = append(done[w], old)
			}
			say("%s: %s %s", who(w), ending, old)
		}
		if d >= 4 && i%4 == 3 { // two workers change threads
			v := other(r, workers, w)
			thread[w], thread[v] = thread[v], thread[w]
			say("worker %s runs on thread %d, worker %s on thread %d from now on", w, thread[w], v, thread[v])
		}
		say("%s: began %s", who(w), job)
		running[w] = job
	}
	for _, w := range workers {
		done[w] = append(done[w], running[w])
		say("%s: finished %s", who(w), running[w])
	}
	asked := gen.Pick(r, workers)
	question, _ := gen.Ask(r, []string{
		"{log}\n\nWhich jobs did {worker} finish, in order? Answer with a list in square brackets.",
		"Separate the log of a pool by worker: list the jobs that {worker} brought to an end (finished, not given up), first one first, in square brackets.\n\n{log}",
		"From this shared log, extract {worker}'s finished jobs in the order of finishing, as a bracketed list.\n\n{log}",
	}, gen.Fixed("log", logFile(r, entries)), gen.Fixed("worker", asked))
	answer := task.List(task.Strings(done[asked])...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Keeping track of where %s works, the finished jobs are %s.", asked, gen.Enumerated(done[asked])), answer)}
}

// clockSkew asks for the true order of events. Difficulty adds events and
// machines; from 3 on an offset is stated against another machine, from 4 on it
// follows from a pair of messages at the same moment.
func clockSkew(r *rand.Rand, d gen.Difficulty) task.Item {
	machines := gen.Sample(r, []string{"alpha", "birch", "cedar", "delta", "ember"}, gen.Of(d, 2, 3, 3, 4, 4))
	offset := map[string]int{machines[0]: 0} // seconds that the clock is ahead
	facts := []string{fmt.Sprintf("The clock of %s is right.", machines[0])}
	at := gen.Between(r, 30000, 60000)
	for i, m := range machines[1:] {
		ahead := gen.Between(r, 5, 95)
		if r.IntN(2) == 0 {
			ahead = -ahead
		}
		against := machines[0]
		if d >= 3 {
			against = machines[i]
		}
		offset[m] = offset[against] + ahead
		switch {
		case d >= 4 && i%2 == 0:
			facts = append(facts, fmt.Sprintf("One and the same signal was noted by %s at %s and by %s at %s.", against, clock(at-500+offset[against]), m, clock(at-500+offset[m])))
		case ahead > 0:
			facts = append(facts, fmt.Sprintf("The clock of %s is %d s ahead of that of %s.", m, ahead, against))
		default:
			facts = append(facts, fmt.Sprintf("The clock of %s is %d s behind that of %s.", m, -ahead, against))
		}
	}
	var entries []logEntry
	var order []string
	for _, event := range gen.Sample(r, lexicon.Events(), gen.Of(d, 4, 5, 6, 7, 9)) {
		at += gen.Between(r, 3, 40)
		m := gen.Pick(r, machines)
		entries = append(entries, logEntry{at + offset[m], "INFO", m, event})
		order = append(order, event)
	}
	byTime(entries)
	question, _ := gen.Ask(r, []string{
		"{log}\n\n{facts} In which order did the events really happen? List their texts, earliest first, in square brackets.",
		"The log was merged by the machines' own times, and these were off. {facts} Sort the events by true time and write their names as a bracketed list.\n\n{log}",
		"Correct every time for the error of its machine and give the true sequence of the events, first to last, as a list in square brackets. {facts}\n\n{log}",
	}, gen.Fixed("log", logFile(r, entries)), gen.Fixed("facts", strings.Join(facts, " ")))
	answer := task.List(task.Strings(order)...)
	var working []string
	for _, m := range machines {
		working = append(working, fmt.Sprintf("%s %+d s", m, -offset[m]))
	}
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("The corrections are: "+strings.Join(working, ", ")+". With them the order is "+strings.Join(order, ", ")+".", answer)}
}

// transitions are the moves of an order from state to state.
var transitions = map[string]map[string]string{
	"new":       {"pay": "paid", "cancel": "cancelled", "hold": "held"},
	"held":      {"release": "new", "cancel": "cancelled"},
	"paid":      {"pack": "packed", "refund": "cancelled", "hold": "frozen"},
	"frozen":    {"release": "paid", "refund": "cancelled"},
	"packed":    {"ship": "shipped", "unpack": "paid"},
	"shipped":   {"deliver": "delivered", "lose": "lost"},
	"lost":      {"find": "shipped", "refund": "cancelled"},
	"delivered": {"return": "paid"},
	"cancelled": {"reopen": "new"},
}

// moves are all events of the transitions, in the order of the alphabet.
var moves = []string{"cancel", "deliver", "find", "hold", "lose", "pack", "pay", "refund", "release", "reopen", "return", "ship", "unpack"}

// stateMachine asks for a state. Difficulty adds events and orders, events that
// do not fit the state and are ignored, undo, and lines out of order.
func stateMachine(r *rand.Rand, d gen.Difficulty) task.Item {
	orders := make([]string, gen.Of(d, 2, 2, 3, 3, 4))
	for i, n := range spread(r, 101, 989, len(orders)) {
		orders[i] = fmt.Sprintf("A%d", n)
	}
	at, asked := gen.Between(r, 30000, 60000), orders[0]
	var entries []logEntry
	path := []string{"new"}
	for _, o := range orders {
		state, before, when := "new", "new", at
		for range gen.Of(d, 3, 4, 6, 8, 10) {
			when += gen.Between(r, 5, 90)
			move := gen.Pick(r, moves)
			for transitions[state][move] == "" && (d < 3 || r.IntN(3) > 0) {
				move = moves[(slices.Index(moves, move)+1)%len(moves)]
			}
			if d >= 4 && before != state && r.IntN(5) == 0 {
				move = "undo"
			}
			switch next := transitions[state][move]; {
			case move == "undo":
				state = before
			case next != "":
				before, state = state, next
			}
			if o == asked && path[len(path)-1] != state {
				path = append(path, state)
			}
			entries = append(entries, logEntry{when, "INFO", "orders", move + " " + o})
		}
	}
	byTime(entries)
	if d >= 5 {
		r.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	}
	var table [][]string
	for _, state := range []string{"new", "held", "paid", "frozen", "packed", "shipped", "lost", "delivered", "cancelled"} {
		for _, move := range moves {
			if next := transitions[state][move]; next != "" {
				table = append(table, []string{state, move, next})
			}
		}
	}
	rule := gen.Of(d, "", "", " An event that the table does not allow in the present state is ignored.", " An event that the table does not allow in the present state is ignored; undo takes the order back to the state before its latest change.", " An event that the table does not allow in the present state is ignored; undo takes the order back to the state before its latest change. The lines are not in order of time.")
	question, _ := gen.Ask(r, []string{
		"{table}\n\n{log}\n\nEvery order begins as new.{rule} In which state is order {order} at the end?",
		"Orders start in the state new and move as the table says.{rule} Apply the events of {order} and name its last state.\n\n{log}\n\n{table}",
		"What has become of order {order}? It was new before the first line.{rule} Answer with one of the states of the table.\n\n{table}\n\n{log}",
	}, gen.Fixed("table", sheet{columns: []string{"State", "Event", "Next state"}, rows: table}.write(r)), gen.Fixed("log", logFile(r, entries)), gen.Fixed("rule", rule), gen.Fixed("order", asked))
	answer := task.String(path[len(path)-1])
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("The events of %s, in order of time, take it through %s.", asked, strings.Join(path, " → ")), answer)}
}
