package constraint_test

import (
	"encoding/json"
	"strings"
	"testing"

	"segue/grade/constraint"
)

// nearMisses is what a model writes when it almost follows, or follows in an odd form.
var nearMisses = []verdict{
	{"segue:words", `{"min":2,"max":3}`, "one two three four", false},
	{"segue:word-count", `{"word":"art","exactly":1}`, "Art, party, art-house? No: artful.", false},
	{"segue:word-count", `{"word":"art","exactly":1}`, "Art is a party.", true},
	{"segue:repeated-phrase", `{"phrase":"ab","n":2}`, "abab", false},
	{"segue:repeated-phrase", `{"phrase":"ab","n":2}`, "ab ab ab", false},
	{"segue:parts", `{"divider":"***","exactly":2}`, "a\n***\nb\n***", false},
	{"segue:words-in-order", `{"words":["a","b","a"]}`, "a b", false},
	{"segue:words-in-order", `{"words":["the cat","sat"]}`, "The, cat sat", true},
	{"segue:no-repeated-words", ``, "Go, go!", false},
	{"segue:no-repeated-words", ``, "The cat saw the dog.", false},
	{"segue:lipogram", `{"letters":"e"}`, "É", false},
	{"segue:word-at", `{"word":"b","n":1,"sentence":3}`, "A. B.", false},
	{"segue:words-per-line", `{"counts":[1,2,3]}`, "a\nb c", false},
	{"segue:acrostic", `{"word":"ete"}`, "Été\n\"Tout\nest", true},
	{"segue:acrostic", `{"word":"ab"}`, "a\nb\nc", false},
	{"segue:rhyme-scheme", `{"scheme":"AA","groups":[["sun","run"]]}`, "the sun\nno sun", false},
	{"segue:rhyme-scheme", `{"scheme":"AB","groups":[["sun","run"]]}`, "the sun\nwe run", false},
	{"segue:letter-chain", ``, "Rain. (No!) \"Oh.\"", true},
	{"segue:first-sentence", `{"sentence":"It rained."}`, "It rained.Then not.", false},
	{"segue:wrapped", `{"open":"**"}`, "****", false},
	{"segue:one-of", `{"options":["yes"]}`, "yes, because", false},
	{"segue:repeat-then-answer", `{"request":"Name a city."}`, "Name a city.", false},
	{"segue:verbatim", `{"passage":"To be"}`, "\"To be\"", false},
	{"segue:verbatim", `{"passage":"To be","level":"letters"}`, "\"to be!\"", true},
	{"segue:contains-passage", `{"passage":"be or","level":"letters"}`, "maybe or", false},
	{"segue:word-edits", `{"original":"a b c","max":1}`, "a c b", false},
	{"segue:case", `{"case":"sentence"}`, "It rains. 3 cats. (so)", false},
	{"segue:case", `{"case":"lower"}`, "123", false},
	{"segue:alternating-case", `{"first":"lower"}`, "we ARE 3 NOW", true},
	{"segue:number-sum", `{"sum":0.3}`, "0.1 and 0.2", true},
	{"segue:number-sum", `{"sum":-1}`, "2, -3", true},
	{"segue:number-sum", `{"sum":30}`, "10-20", true},
	{"segue:date-format", `{"format":"DD/MM/YYYY"}`, "31/12/2024", true},
	{"segue:date-format", `{"format":"MM/DD/YYYY"}`, "31/12/2024", false},
	{"segue:date-format", `{"format":"D Month YYYY"}`, "1 May 2024, 2024-05-01", false},
	{"segue:json", `{"schema":{"a":"integer"}}`, `{"a":1,"a":2}`, false},
	{"segue:json", `{"schema":{"a":"integer"}}`, `{"a":1,"b":2}`, false},
	{"segue:json", `{"schema":{"a":"integer"},"extra":true}`, `{"b":2,"a":1}`, true},
	{"segue:json", `{"schema":{"a":"any","b":"null"},"ordered":true}`, `{"b":null,"a":1}`, false},
	{"segue:json", `{"schema":{"a":"number"}}`, "```json\n{\"a\":1}\n```", false},
	{"segue:json", `{"schema":{"a":"number"},"fenced":true}`, "```json\n{\"a\":1}\n```", true},
	{"segue:json", `{"schema":["string"]}`, `["a"] and more`, false},
	{"segue:csv-table", `{"width":2,"quoting":"all"}`, "\"a\",\"b\"\n\"1\",\"2\"", true},
	{"segue:csv-table", `{"width":2,"quoting":"all"}`, "\"a\",\"b\"\n\"1\",2", false},
	{"segue:csv-table", `{"width":2,"delimiter":";"}`, "a;b\n1;\"2;3\"", true},
	{"segue:csv-table", `{"width":2}`, "a,b\n1,\"2", false},
	{"segue:markdown-table", `{"width":1,"exactly":1}`, "Text\n\n| A |\n|---|\n| x \\| y |\n\nmore", true},
	{"segue:markdown-table", `{"width":1,"only":true}`, "Text\n| A |\n|---|\n| x |", false},
	{"segue:markdown-table", `{"width":2,"filled":true}`, "| A | B |\n|---|---|\n| x | |", false},
	{"segue:bullet-shape", `{"counts":[1],"marker":"-"}`, "- a\n  * b", false},
	{"segue:bullet-shape", `{"counts":[0]}`, "  - a", true},
	{"segue:list-depth", `{"depth":2}`, "- a\n    - b\n  - c", true},
	{"segue:divided-list", `{"delimiter":",","exactly":3}`, "a, b,", false},
	{"segue:divided-list", `{"delimiter":",","min":1,"distinct":true}`, "a, a", false},
	{"segue:key-values", `{"keys":["A"],"separator":"="}`, "A =", false},
	{"segue:tags", `{"tags":["a","b"]}`, "<a>x<b>y</a></b>", false},
	{"segue:tags", `{"tags":["a"],"only":true}`, "so <a>x</a>", false},
	{"segue:tags", `{"tags":["a"]}`, "<a>x</a><a>y</a>", false},
	{"segue:heading-titles", `{"titles":["A"],"filled":true}`, "# A\n", false},
	{"segue:numbered-sections", `{"titles":["A","B"]}`, "1. A\nx\n2. B", false},
	{"segue:code-block", `{}`, "```\na\n```\n```\nb\n```", false},
	{"segue:dialogue", `{"speakers":["A","B"],"min":1}`, "A: hi\nC: ho", false},
	{"segue:part", `{"unit":"item","which":"every","check":{"id":"segue:words","args":{"max":1}}}`, "- a\n- b c", false},
	{"segue:part", `{"unit":"item","which":"every","check":{"id":"segue:words","args":{"max":1}}}`, "a b", false},
	{"segue:part", `{"unit":"part","which":"last","divider":"--","check":{"id":"segue:words","args":{"max":1}}}`, "a b\n--\nc", true},
}

func TestNativeNearMisses(t *testing.T) { run(t, nearMisses) }

// A constraint that makes no sense is an error whatever the response is.
func TestNativeRefuses(t *testing.T) {
	deep := `{"id":"segue:no-commas"}`
	for range 6 {
		deep = `{"id":"segue:all-of","args":{"checks":[` + deep + `]}}`
	}
	for _, test := range []struct{ id, args, want string }{
		{"segue:words", `{}`, "exactly, min or max"},
		{"segue:words", `{"exactly":1,"max":2}`, "not both"},
		{"segue:words", `{"min":3,"max":2}`, "empty"},
		{"segue:word-counts", `{"counts":{}}`, "object of 1"},
		{"segue:letter-count", `{"letter":"ab","min":1}`, "one character"},
		{"segue:json", `{"schema":{"a":"text"}}`, "not a type"},
		{"segue:json", `{"schema":["string","string"]}`, "one schema"},
		{"segue:json", `{"schema":7}`, "not a schema"},
		{"segue:csv-table", `{"delimiter":"\""}`, "cannot divide"},
		{"segue:numbers-between", `{"min":2,"max":1}`, "empty"},
		{"segue:all-of", `{"checks":[]}`, "list of 1"},
		{"segue:any-of", `{"checks":[{"id":"segue:nothing"}]}`, "nearest"},
		{"segue:all-of", `{"checks":[` + deep + `]}`, "deep"},
		{"segue:part", `{"unit":"item","which":"any","check":{"id":"segue:words"}}`, "exactly, min or max"},
		{"segue:part", `{"unit":"part","which":"any","check":{"id":"segue:no-commas"}}`, "needs a divider"},
	} {
		if _, err := constraint.Run(test.id, json.RawMessage(test.args), "some text"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %.80s: error %v, want one with %q", test.id, test.args, err, test.want)
		}
	}
}

// A compound constraint has a budget, which runs out at the same place on every machine.
func TestWorkIsBounded(t *testing.T) {
	spec := `{"id":"segue:no-digits"}`
	for range 3 {
		spec = `{"id":"segue:all-of","args":{"checks":[` + strings.TrimSuffix(strings.Repeat(spec+",", 16), ",") + `]}}`
	}
	args := json.RawMessage(`{"checks":[` + spec + `]}`)
	if _, err := constraint.Run("segue:all-of", args, strings.Repeat("x", 1<<16)); err == nil || !strings.Contains(err.Error(), "too much work") {
		t.Errorf("error %v", err)
	}
	if r, err := constraint.Run("segue:all-of", args, "x"); err != nil || !r.Followed {
		t.Errorf("a small text: %v, %v", r, err)
	}
}
