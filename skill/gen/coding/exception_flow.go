package coding

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	gen.Register("coding/exception-flow-trace", "program tracing", "Exception flow trace",
		"List what a program with raised, caught and re-raised errors writes.", exceptionFlow)
}

// A node is a statement of the traced programs: it writes what it logs and
// gives the error that leaves it, or "".
type node interface {
	run(n int, log *[]string) (raised string)
	text(indent string) []string
}

type (
	logs struct{ word string }
	// raises raises its error when n leaves the remainder, always with modulus 1.
	raises struct {
		err       string
		modulus   int
		remainder int
	}
	// tries is a try with handlers; again says that the handler raises anew.
	tries struct {
		body           []node
		catches        string // ValueError, KeyError, LookupError, Exception
		caught, finals []node
		again          bool
		otherwise      []node
	}
)

func runNodes(nodes []node, n int, log *[]string) string {
	for _, x := range nodes {
		if raised := x.run(n, log); raised != "" {
			return raised
		}
	}
	return ""
}

func nodesText(nodes []node, indent string) (lines []string) {
	for _, x := range nodes {
		lines = append(lines, x.text(indent)...)
	}
	return lines
}

func (x logs) run(_ int, log *[]string) string { *log = append(*log, x.word); return "" }
func (x logs) text(indent string) []string     { return []string{indent + `log("` + x.word + `")`} }

func (x raises) run(n int, _ *[]string) string {
	if n%x.modulus == x.remainder {
		return x.err
	}
	return ""
}
func (x raises) text(indent string) []string {
	if x.modulus == 1 {
		return []string{indent + "raise " + x.err}
	}
	return []string{fmt.Sprintf("%sif n %% %d == %d:", indent, x.modulus, x.remainder), indent + "    raise " + x.err}
}

// matches says whether a handler catches an error; KeyError and IndexError are
// kinds of LookupError.
func matches(handler, err string) bool {
	return handler == err || handler == "Exception" || handler == "LookupError" && (err == "KeyError" || err == "IndexError")
}

func (x tries) run(n int, log *[]string) string {
	raised := runNodes(x.body, n, log)
	switch {
	case raised == "":
		raised = runNodes(x.otherwise, n, log)
	case matches(x.catches, raised):
		old := raised
		if raised = runNodes(x.caught, n, log); raised == "" && x.again {
			raised = old
		}
	}
	if late := runNodes(x.finals, n, log); late != "" {
		return late
	}
	return raised
}

func (x tries) text(indent string) []string {
	in := indent + "    "
	lines := append([]string{indent + "try:"}, nodesText(x.body, in)...)
	lines = append(append(lines, indent+"except "+x.catches+":"), nodesText(x.caught, in)...)
	if x.again {
		lines = append(lines, in+"raise")
	}
	if len(x.otherwise) > 0 {
		lines = append(append(lines, indent+"else:"), nodesText(x.otherwise, in)...)
	}
	if len(x.finals) > 0 {
		lines = append(append(lines, indent+"finally:"), nodesText(x.finals, in)...)
	}
	return lines
}

var errorNames = []string{"ValueError", "KeyError", "IndexError", "TypeError"}

// drawTry draws nested statements; word gives the next word to log.
func drawTry(r *rand.Rand, depth int, word func() node) node {
	risk := func() node {
		k := gen.Between(r, 2, 3)
		return raises{gen.Pick(r, errorNames), k, r.IntN(k)}
	}
	x := tries{catches: gen.Pick(r, []string{"ValueError", "KeyError", "LookupError", "Exception", "TypeError"})}
	x.body = []node{word(), risk(), word()}
	if depth > 0 {
		x.body = []node{word(), drawTry(r, depth-1, word), risk(), word()}
	}
	x.caught = []node{word()}
	if depth > 0 && r.IntN(3) == 0 {
		x.caught = append(x.caught, risk())
	}
	x.again = r.IntN(3) == 0
	if r.IntN(2) == 0 {
		x.otherwise = []node{word()}
	}
	if r.IntN(2) == 0 {
		x.finals = []node{word()}
	}
	return x
}

// exceptionFlow asks for the words that are logged. Difficulty nests more tries
// and puts more of them in a row; one around all catches what is left.
func exceptionFlow(r *rand.Rand, d gen.Difficulty) task.Item {
	words := gen.Sample(r, strings.Fields("ant bat cat dog eel fox gnu hen ibis jay kite lark mole newt owl pig quail rat seal toad wren yak zebra bear crow deer emu finch goat hare lynx moth otter pony robin shrew swan tern vole wasp"), 40)
	next := 0
	word := func() node { next++; return logs{words[next-1]} }
	var body []node
	for range gen.Of(d, 2, 2, 2, 3, 2) { // at most 32 words
		body = append(body, drawTry(r, gen.Of(d, 0, 1, 1, 1, 2), word))
	}
	body = append(body, word())
	whole := tries{body: body, catches: "Exception", caught: []node{word()}}
	code := strings.Join(whole.text(""), "\n")
	n := gen.AbsentNumber(r, 10, 99, code)
	var log []string
	whole.run(n, &log)
	question, slots := gen.Ask(r, []string{
		"In this Python program n is {n}, and log(w) appends the word w to a list. KeyError and IndexError are subclasses of LookupError.\n\n{code}\n\nWhich words are in the list at the end, in order?",
		"{code}\n\nThe function log notes its word. Run the code with n = {n} and list the noted words in order. (LookupError is the base class of KeyError and IndexError; Exception is that of all errors here.)",
		"Follow the errors that are raised, caught and raised again when this Python code runs with n set to {n}, and give the list of the words passed to log, first to last. A handler for LookupError also catches KeyError and IndexError.\n\n{code}",
	}, gen.Slot("n", n), gen.Fixed("code", fence("python", code)))
	answer := task.List(task.Strings(log)...)
	return task.Item{Question: question, Slots: slots, Answer: answer,
		Reference: gen.Reference("An error skips the rest of its block, the else part as well; a handler of its class or of a base class takes it, and a finally part always runs. With this n the words come in the order "+strings.Join(log, ", ")+".", answer)}
}
