package scripted

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"segue/llm"
)

// Fault is one way of an endpoint to misbehave.
type Fault int

// The faults.
const (
	None           Fault = iota
	RateLimit            // 429 with Retry-After
	Overload             // 503
	ServerError          // 500
	Unauthorized         // 401 that repeats the key
	NoModel              // 404
	Redirect             // 302 to another host
	Hang                 // no header until the request ends
	Stall                // header and half an answer, then nothing until the request ends
	Drop                 // half an answer, then a closed connection
	ShortLength          // a Content-Length below that of the answer
	LongLength           // a Content-Length above that of the answer
	HTML                 // a web page with status 200
	Huge                 // 100 MB of valid answer
	Endless              // an answer that never ends, sent as fast as it is read
	BadUTF8              // a byte that is no UTF-8 inside the text
	BadJSON              // JSON that breaks off although the body is complete
	WrongTypes           // JSON of another shape
	Empty                // status 200 and no body
	NoChoices            // an answer without choices
	ErrorObject          // status 200 with an error object
	OverloadObject       // status 200 with an error object that says overloaded
	TornStream           // a stream, or an answer, that ends in order but early
	faults
)

var faultNames = [faults]string{"none", "rate-limit", "overload", "server-error", "unauthorized", "no-model", "redirect",
	"hang", "stall", "drop", "short-length", "long-length", "html", "huge", "endless", "bad-utf8", "bad-json",
	"wrong-types", "empty", "no-choices", "error-object", "overload-object", "torn-stream"}

// String is the fault's name, such as bad-utf8.
func (f Fault) String() string {
	if f < 0 || f >= faults {
		return fmt.Sprintf("fault(%d)", int(f))
	}
	return faultNames[f]
}

// Faults lists all faults but None.
func Faults() []Fault {
	out := make([]Fault, 0, faults-1)
	for f := None + 1; f < faults; f++ {
		out = append(out, f)
	}
	return out
}

// Schedule decides the fault of an attempt. try counts the attempts at the
// same request from 0, so that what happens does not depend on the order in
// which concurrent requests arrive.
type Schedule func(req llm.Request, try int) Fault

// Always fails every attempt.
func Always(f Fault) Schedule { return func(llm.Request, int) Fault { return f } }

// First fails the first attempts at each request, one fault each.
func First(fs ...Fault) Schedule {
	return func(_ llm.Request, try int) Fault {
		if try < len(fs) {
			return fs[try]
		}
		return None
	}
}

// Mix draws each attempt's fault with the given probabilities; what they lack
// to 1 is None. The draw depends on seed, request and try alone.
func Mix(seed uint64, probability map[Fault]float64) Schedule {
	order := make([]Fault, 0, len(probability))
	for f := range probability {
		order = append(order, f)
	}
	slices.Sort(order)
	return func(req llm.Request, try int) Fault {
		x := rand.New(rand.NewPCG(seed+uint64(try), digest(req))).Float64()
		for _, f := range order {
			if x -= probability[f]; x < 0 {
				return f
			}
		}
		return None
	}
}
