package cue

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"segue/task"
	"segue/task/compose"
)

// Split is a part of the questions. The parts share no triple of skill, payload
// and operand, whether the operand is written out or given by an earlier answer.
type Split = compose.Split

// The splits. Train has half of the questions, the others a quarter each.
const (
	Train      = compose.Train
	Validation = compose.Validation
	Test       = compose.Test
)

// question is one application of a rule. Its cue is not part of what the splits
// keep apart.
type question struct {
	rule *rule
	list [payload]int
	n    int // the operand, 0 to 9
}

func (q question) split() Split {
	var room [64]byte
	key := append(append(room[:0], "cue question "...), q.rule.ID...)
	for _, d := range q.list {
		key = append(key, byte('0'+d))
	}
	sum := sha256.Sum256(append(key, byte('0'+q.n)))
	return [...]Split{Train, Train, Validation, Test}[sum[0]%4]
}

func (q question) answer() task.Answer { return answerOf(q.rule.answer(q.list, q.n)) }

// reference is the working in a sentence, then the answer.
func (q question) reference() string {
	return fmt.Sprintf("%s of %s with %d gives %s.\n<answer>%[4]s</answer>", q.rule.Name, spaced(q.list[:]), q.n, q.answer().Value)
}

// write words the question; the operand is a digit or names a step.
func (q question) write(cue, operand string) string {
	return cue + " : " + spaced(q.list[:]) + " with " + operand
}

func stepName(n int) string { return "step " + strconv.Itoa(n) }

// read takes the payload and the operand from a question as write words it.
// With a linked operand, from is the step that gives it, and n is 0.
func read(text string) (list [payload]int, n, from int, err error) {
	malformed := fmt.Errorf("%.80q is no question of the form \"cue : 3 8 1 4 with 7\"", text)
	_, rest, _ := strings.Cut(text, " : ")
	shown, operand, ok := strings.Cut(rest, " with ")
	entries := strings.Split(shown, " ")
	if !ok || len(entries) != payload {
		return list, 0, 0, malformed
	}
	for i, e := range entries {
		if list[i], ok = digit(e); !ok {
			return list, 0, 0, malformed
		}
	}
	if step, linked := strings.CutPrefix(operand, "step "); linked {
		if from, ok = digit(step); !ok || from == 0 {
			return list, 0, 0, malformed
		}
		return list, 0, from, nil
	}
	if n, ok = digit(operand); !ok {
		return list, 0, 0, malformed
	}
	return list, n, 0, nil
}

func digit(s string) (int, bool) {
	if len(s) != 1 || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	return int(s[0] - '0'), true
}

// lastDigit is the value that an answer gives to a step that uses it.
func lastDigit(answer string) (int, bool) {
	i := strings.LastIndexAny(answer, "0123456789")
	if i < 0 {
		return 0, false
	}
	return int(answer[i] - '0'), true
}
