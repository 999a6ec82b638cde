package coding

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

// bitStep is one operation on the word x: "<<", ">>" (logical), "rotl" by an
// amount, or "&", "|", "^" with a mask, or "~".
type bitStep struct {
	op  string
	arg int
}

// apply runs a step on a word of the given width.
func (s bitStep) apply(x uint32, width int) uint32 {
	full := uint32(1)<<width - 1
	switch s.op {
	case "<<":
		return x << s.arg & full
	case ">>":
		return x >> s.arg
	case "rotl":
		return (x<<s.arg | x>>(width-s.arg)) & full
	case "&":
		return x & uint32(s.arg)
	case "|":
		return x | uint32(s.arg)
	case "^":
		return x ^ uint32(s.arg)
	}
	return ^x & full
}

func (s bitStep) text(width int) string {
	switch s.op {
	case "<<", ">>":
		return fmt.Sprintf("x = x %s %d", s.op, s.arg)
	case "rotl":
		return fmt.Sprintf("x = rotate_left(x, %d)", s.arg)
	case "~":
		return "x = ~x"
	}
	return fmt.Sprintf("x = x %s 0x%0*X", s.op, width/4, s.arg)
}

// bitProgram draws n operations, no two of a kind in a row, since these would
// merge into one.
func bitProgram(r *rand.Rand, ops []string, n, width int) []bitStep {
	full := 1<<width - 1
	var steps []bitStep
	for len(steps) < n {
		s := bitStep{op: gen.Pick(r, ops)}
		if k := len(steps); k > 0 && steps[k-1].op == s.op {
			continue
		}
		switch s.op {
		case "<<", ">>", "rotl":
			s.arg = gen.Between(r, 1, 3)
		case "&", "|", "^":
			s.arg = gen.Between(r, full/4, full-1)
		}
		steps = append(steps, s)
	}
	return steps
}

// bitwiseExpressionEvaluation asks for a word after shifts and masks.
// Difficulty is the number of operations, the width of the word, and from 3 on
// the reading of the result in two's complement.
func bitwiseExpressionEvaluation(r *rand.Rand, d gen.Difficulty) task.Item {
	width := gen.Of(d, 8, 8, 12, 16, 16)
	full := 1<<width - 1
	steps := bitProgram(r, []string{"<<", ">>", "&", "|", "^", "~", "rotl"}[:gen.Of(d, 5, 6, 7, 7, 7)], gen.Of(d, 3, 4, 5, 6, 8), width)
	var lines []string
	for _, s := range steps {
		lines = append(lines, s.text(width))
	}
	code := strings.Join(lines, "\n")
	x := gen.AbsentNumber(r, full/4, full, fmt.Sprint(code, width))
	word := uint32(x)
	working := fmt.Sprintf("As a word of %d bits x starts as %0*b.", width, width, word)
	for i, s := range steps {
		word = s.apply(word, width)
		working += fmt.Sprintf(" After `%s`: %0*b.", lines[i], width, word)
	}
	result, reading := int64(word), "as an unsigned decimal integer"
	if d >= 3 {
		reading = "as a signed decimal integer in two's complement"
		result -= int64(word>>(width-1)) << width
	}
	working += fmt.Sprintf(" Read %s this is %d.", reading, result)
	question, slots := gen.Ask(r, []string{
		"A register x of {width} bits holds the value {x} (decimal). The operations below run one after the other; bits shifted out are lost, shifts fill with zeros, and rotate_left moves the bits that leave on the left back in on the right.\n\n{code}\n\nGive the final x {reading}.",
		"On a machine whose words have {width} bits, x starts at {x}. All shifts are logical, results are cut to the word, and rotate_left(x, s) turns the word by s places to the left.\n\n{code}\n\nWhat does x hold at the end, written {reading}?",
		"Work out these steps on a word of {width} bits (overflowing bits are dropped, right shifts bring in zeros, rotations lose nothing).\n\n{code}\n\nThe starting value of x is {x} in decimal. Report the last value {reading}.",
	}, gen.Fixed("width", width), gen.Slot("x", x), gen.Fixed("code", fence("text", code)), gen.Fixed("reading", reading))
	answer := task.Integer(result)
	return task.Item{Question: question, Slots: slots, Answer: answer, Reference: gen.Reference(working, answer)}
}
