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
	gen.Register("information_extraction/log-severity-count", area, "Log severity count", "Count the log entries from a level on within a span of time.", severityCount)
	gen.Register("information_extraction/error-burst-detection", area, "Error burst detection", "Find when the first burst of errors in a log begins.", errorBurst)
	gen.Register("information_extraction/latency-percentile-from-log", area, "Latency percentile from log",
		"Give a percentile of the response times in a log by the nearest-rank rule.", latencyPercentile)
	gen.Register("information_extraction/stack-trace-root-cause", area, "Stack trace root cause",
		"Find the innermost cause of a chained stack trace and the own line where it arose.", rootCause)
}

var (
	logLevels   = []string{"DEBUG", "INFO", "WARN", "ERROR", "FATAL"}
	logServices = []string{"gateway", "billing", "search", "mailer", "catalog", "auth"}
)

// severityCount asks for a number of entries. Difficulty adds lines, a least
// level instead of one level, a service, and lines that stand for repetitions.
func severityCount(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 9, 12, 15, 19, 24)
	at := gen.Between(r, 30000, 60000)
	services := gen.Sample(r, logServices, gen.Of(d, 2, 2, 3, 3, 3))
	asked, service := 2+r.IntN(2), services[0]
	var entries []logEntry
	for range n {
		at += gen.Between(r, 1, 40)
		entries = append(entries, logEntry{at, logLevels[r.IntN(5)], gen.Pick(r, services), fmt.Sprintf("job %s %s", gen.Pick(r, lexicon.Nouns()), gen.Pick(r, []string{"queued", "done", "failed to start", "was retried"}))})
	}
	entries[n/2].level, entries[n/2].source = logLevels[asked], service // at least one
	from, to := entries[n/5].at, entries[n-1-n/5].at
	var counted []string
	count := 0
	last := 0 // how much the latest real entry counts for
	for i := range entries {
		e := &entries[i]
		if d >= 4 && i > 1 && i != n/2 && last == 1 && r.IntN(5) == 0 {
			times := gen.Between(r, 2, 4)
			before := entries[i-1]
			e.level, e.source, e.text = before.level, before.source, fmt.Sprintf("last message repeated %d times", times)
			last = times
		} else {
			last = 1
		}
		level := slices.Index(logLevels, e.level)
		if e.at < from || e.at > to || level < asked || d < 2 && level > asked || d >= 3 && e.source != service {
			continue
		}
		count += last
		counted = append(counted, clock(e.at))
	}
	which := gen.Of(d, "with the level "+logLevels[asked], "with the level "+logLevels[asked]+" or worse", "of "+service+" with the level "+logLevels[asked]+" or worse", "", "")
	rule := gen.Of(d, "", " From harmless to bad, the levels are DEBUG, INFO, WARN, ERROR, FATAL.", " From harmless to bad, the levels are DEBUG, INFO, WARN, ERROR, FATAL.", "", "")
	if d >= 4 {
		which = "of " + service + " with the level " + logLevels[asked] + " or worse"
		rule = " From harmless to bad, the levels are DEBUG, INFO, WARN, ERROR, FATAL. \"last message repeated n times\" stands for n more entries like the one before it, all at its own time."
	}
	question, _ := gen.Ask(r, []string{
		"{log}\n\nHow many entries {which} were written from {from} to {to}, both ends included?{rule}",
		"Between {from} and {to} (inclusive), count the log entries {which}.{rule}\n\n{log}",
		"For an incident report, state the number of messages {which} in the time from {from} up to and including {to}.{rule}\n\n{log}",
	}, gen.Fixed("log", logFile(r, entries)), gen.Fixed("which", which), gen.Fixed("from", clock(from)), gen.Fixed("to", clock(to)), gen.Fixed("rule", rule))
	answer := task.Integer(int64(count))
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Inside the time span, the lines that qualify are at: %s. They stand for %d entries.", strings.Join(counted, ", "), count), answer)}
}

// errorBurst asks when the first window with enough errors begins. Difficulty
// adds lines and other levels, a single service, and larger bursts.
func errorBurst(r *rand.Rand, d gen.Difficulty) task.Item {
	k, width := gen.Of(d, 2, 3, 3, 4, 5), 10*gen.Between(r, 2, 6)
	rest := gen.Sample(r, logServices, gen.Of(d, 1, 2, 2, 3, 4))
	service := rest[0]
	at := gen.Between(r, 30000, 50000)
	var entries []logEntry
	add := func(level, source string) {
		entries = append(entries, logEntry{at, level, source, "request " + gen.Pick(r, []string{"timed out", "served", "was refused", "took long"}) + " for " + gen.Pick(r, lexicon.Animals())})
	}
	burst := gen.Of(d, 5, 7, 9, 12, 15)
	for i := range gen.Of(d, 9, 12, 15, 19, 24) {
		at += gen.Between(r, width/3, width)
		if i == burst { // enough errors that close together
			for range k {
				add("ERROR", service)
				at += r.IntN(max(2, width/k))
			}
		}
		level, source := gen.Pick(r, []string{"ERROR", "INFO", "WARN"}), gen.Pick(r, rest)
		add(level, source)
	}
	var errors []int
	for _, e := range entries {
		if e.level == "ERROR" && (d < 3 || e.source == service) {
			errors = append(errors, e.at)
		}
	}
	start := 0
	for i := 0; i+k <= len(errors); i++ {
		if errors[i+k-1] < errors[i]+width {
			start = errors[i]
			break
		}
	}
	log := logFile(r, entries)
	where := gen.Of(d, "", "", " of "+service, " of "+service, " of "+service)
	question, slots := gen.Ask(r, []string{
		"{log}\n\nA burst begins at an ERROR{where} if at least {k} ERROR entries{where}, itself included, fall within the {width} seconds from then (the end excluded). At what time does the first burst begin? Answer as HH:MM:SS.",
		"An alarm goes off for {k} or more ERROR entries{where} in a window of {width} seconds: a window starts at such an entry, t, and takes in all times from t up to but not including t plus the width. Give the start (HH:MM:SS) of the earliest window that sets it off.\n\n{log}",
		"Find the earliest ERROR{where} such that, counted from it and with it, {k} or more of them lie less than {width} seconds later or at the same time. Write its time as HH:MM:SS.\n\n{log}",
	}, gen.Fixed("log", log), gen.Fixed("where", where), gen.Fixed("k", k), gen.Slot("width", width))
	answer := task.String(clock(start))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("There are %d ERROR entries%s. The first from which %d lie within %d seconds is at %s.", len(errors), where, k, width, clock(start)), answer)}
}

// latencyPercentile asks for a response time. Difficulty adds lines, other
// paths and statuses that do not count, and times in seconds among
// milliseconds.
func latencyPercentile(r *rand.Rand, d gen.Difficulty) task.Item {
	paths := gen.Sample(r, []string{"/cart", "/login", "/items", "/search", "/ping"}, gen.Of(d, 1, 2, 2, 3, 3))
	at, n := gen.Between(r, 30000, 60000), gen.Of(d, 7, 9, 12, 16, 20)
	var entries []logEntry
	var times []int
	for i, ms := range spread(r, 11, 1990, n) {
		at += gen.Between(r, 0, 30)
		path, status := gen.Pick(r, paths), 200
		if i%3 == 0 {
			path = paths[0]
		}
		if d >= 3 && r.IntN(5) == 0 && i > 0 {
			status = gen.Pick(r, []int{404, 500, 503})
		}
		shown := fmt.Sprintf("%dms", ms)
		if d >= 4 && ms >= 1000 {
			shown = fmt.Sprintf("%d.%03ds", ms/1000, ms%1000)
		}
		entries = append(entries, logEntry{at, "INFO", "gateway", fmt.Sprintf("GET %s status=%d took=%s", path, status, shown)})
		if path == paths[0] && status == 200 {
			times = append(times, ms)
		}
	}
	slices.Sort(times)
	log := logFile(r, entries)
	p := gen.AbsentNumber(r, 50, 99, log)
	rank := (p*len(times) + 99) / 100
	only := gen.Of(d, "", "", " Only requests with status 200 count.", " Only requests with status 200 count; note the units.", " Only requests with status 200 count; note the units.")
	question, slots := gen.Ask(r, []string{
		"{log}\n\nWhat is percentile {p} of the response times of {path}, in whole milliseconds?{only} Use the nearest rank: of n times in ascending order, take number p/100 · n, rounded up.",
		"Sort the durations of the requests to {path}.{only} By the nearest-rank rule (position = ceiling of p · n / 100, counted from 1), which value in ms belongs to p = {p}?\n\n{log}",
		"A service promise speaks of the {p} % fastest requests to {path}: it names the time, in ms, at position ⌈n · p / 100⌉ of the n sorted times, where p is that percentage.{only} Which time is it in this log?\n\n{log}",
	}, gen.Fixed("log", log), gen.Slot("p", p), gen.Fixed("path", paths[0]), gen.Fixed("only", only))
	answer := task.Integer(int64(times[rank-1]))
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The times that count are %s. With n = %d the position is %d, so the value is %d.", listed(times), len(times), rank, times[rank-1]), answer)}
}

// rootCause asks for the last cause of a chain and the first line of own code
// below it. Difficulty adds causes, library frames, frames that are left out,
// and a suppressed exception that is no cause.
func rootCause(r *rand.Rand, d gen.Difficulty) task.Item {
	own := "org." + gen.Pick(r, lexicon.Nouns()) + "."
	classes := gen.Sample(r, lexicon.Nouns(), 40)
	next := 0
	class := func() string { next++; return lexicon.Capital(classes[next-1]) }
	frame := func(prefix, name string, line int) string {
		return fmt.Sprintf("\tat %s%s.%s(%s.java:%d)", prefix, name, gen.Pick(r, []string{"run", "load", "apply", "handle", "read", "close"}), name, line)
	}
	libraries := []string{"java.util.", "lib.http.", "lib.pool."}
	var out []string
	var cause, file string
	number, n := 0, gen.Of(d, 1, 2, 3, 3, 4)
	for i := range n + 1 {
		exception := class() + gen.Pick(r, []string{"Exception", "Error"})
		head := fmt.Sprintf("lib.core.%s: %s %s", exception, gen.Pick(r, []string{"cannot reach", "no such", "bad state of", "timeout on"}), gen.Pick(r, lexicon.Nouns()))
		if i > 0 {
			head = "Caused by: " + head
		}
		out = append(out, head)
		for range gen.Between(r, 0, gen.Of(d, 1, 1, 2, 3, 3)) {
			out = append(out, frame(gen.Pick(r, libraries), class(), gen.Between(r, 20, 990)))
		}
		name, line := class(), gen.Between(r, 20, 990)
		out = append(out, frame(own, name, line))
		cause, file, number = exception, name+".java", line
		for range gen.Between(r, 0, 2) {
			out = append(out, frame(gen.Pick(r, append(libraries, own)), class(), gen.Between(r, 20, 990)))
		}
		if d >= 4 && i == 1 {
			out = append(out, "\tSuppressed: lib.core."+class()+"Exception: cleanup failed", "\t"+frame(own, class(), gen.Between(r, 20, 990)))
		}
		if i > 0 {
			out = append(out, fmt.Sprintf("\t... %d more", gen.Between(r, 3, 40)))
		}
	}
	question, _ := gen.Ask(r, []string{
		"{trace}\n\nWhat is the root cause (the last \"Caused by\")? Own code is what starts with {own}. Answer with a JSON object with the keys exception (class name without package), file and line of the topmost own frame below that cause.",
		"A developer of {own} wants to know where to look. Take the innermost cause of this trace and its first frame in {own}, and write {\"exception\": …, \"file\": …, \"line\": …}, the exception without its package.\n\n{trace}",
		"Trace the error below to its origin: name the exception class (simple name) that started the chain, and file and line of the nearest frame of {own} under it, as JSON with exception, file, line.\n\n{trace}",
	}, gen.Fixed("trace", fence("text", strings.Join(out, "\n"))), gen.Fixed("own", own+"*"))
	answer := task.Answer{Kind: task.KindMapping, Fields: map[string]task.Answer{"exception": task.String(cause), "file": task.String(file), "line": task.Integer(int64(number))}}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The chain has %d causes; the last is %s. Below it, the first own frame is %s:%d.", n, cause, file, number), answer)}
}
