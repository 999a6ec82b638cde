package coding

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "functions over arrays and strings"
	gen.Register("coding/run-length-and-escape-encoding", area, "Run-length and escape encoding", "Write a function that encodes or decodes runs of characters.", runLength)
	gen.Register("coding/string-tokenising-with-quoting", area, "String tokenising with quoting",
		"Write a function that splits text and honours quotes and escapes.", tokenising)
}

func runs(r *rand.Rand, size int) []any {
	text := ""
	for range size {
		text += strings.Repeat(drawFrom(r, "abcdef", 1), gen.Pick(r, []int{1, 1, 2, 3, 5, 12}))
	}
	return []any{text}
}

// eachRun calls yield with the maximal runs of a text.
func eachRun(s string, yield func(c string, n int)) {
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		yield(s[i:i+1], j-i)
		i = j
	}
}

func encoded(write func(c string, n, k int) string) func(a []any, k int) any {
	return func(a []any, k int) any {
		out := ""
		eachRun(a[0].(string), func(c string, n int) { out += write(c, n, k) })
		return out
	}
}

func counted(c string, n int) string { return c + strconv.Itoa(n) }

const runIdea = "One pass counts the length of each maximal run and writes it out when the character changes."

var runExercises = []exercise{
	{"s", "s is a string of lower-case letters", "the string in which each maximal run of one letter is replaced by the letter and the length of the run in decimal", `from itertools import groupby

def solve(s):
    return "".join(c + str(len(list(g))) for c, g in groupby(s))`, 0, 0, runs, encoded(func(c string, n, _ int) string { return counted(c, n) }), runIdea},
	{"s", "s is a string of lower-case letters", "the string in which each maximal run of at least k equal letters is replaced by the letter and the length of the run in decimal, while shorter runs stay", `from itertools import groupby

def solve(s):
    out = ""
    for c, g in groupby(s):
        n = len(list(g))
        out += c + str(n) if n >= K else c * n
    return out`, 2, 4, runs, encoded(func(c string, n, k int) string {
		if n >= k {
			return counted(c, n)
		}
		return strings.Repeat(c, n)
	}), runIdea},
	{"s", "s is a string of blocks, each a lower-case letter and a decimal number from 1 on without leading zeros", "the string in which each block stands for its letter repeated that many times, cut off after k characters", `import re

def solve(s):
    return "".join(c * int(n) for c, n in re.findall(r"([a-z])([0-9]+)", s))[:K]`, 21, 60, func(r *rand.Rand, size int) []any {
		return []any{encoded(func(c string, n, _ int) string { return counted(c, n) })(runs(r, 2*size), 0)}
	}, func(a []any, k int) any {
		out, c, n := "", "", 0
		for _, x := range a[0].(string) + "z" {
			if x >= '0' && x <= '9' {
				n = 10*n + int(x-'0')
				continue
			}
			out += strings.Repeat(c, n)
			c, n = string(x), 0
		}
		return out[:min(len(out), k)]
	}, "A letter is followed by all the digits up to the next letter; the number says how often it is repeated."},
	{"s", "s is a string of lower-case letters", "the string in which each maximal run is replaced by blocks of a letter and a count, where no count is above k, so a longer run gives several blocks, all but the last with the count k, and where a count of 1 is not written", `from itertools import groupby

def solve(s):
    out = ""
    for c, g in groupby(s):
        n = len(list(g))
        while n > 0:
            m = min(n, K)
            out += c + (str(m) if m > 1 else "")
            n -= m
    return out`, 3, 9, runs, encoded(func(c string, n, k int) string {
		block := func(m int) string {
			return strings.TrimSuffix(counted(c, m), map[bool]string{true: "1", false: "-"}[m == 1])
		}
		out := strings.Repeat(block(k), n/k)
		if n%k > 0 {
			out += block(n % k)
		}
		return out
	}), runIdea},
	{"s", "s is a string of lower-case letters, decimal digits and backslashes", "the string in which each maximal run of one character is written as the character, then the length of the run in parentheses if it is at least k, and otherwise the character as often as it stands there; each written digit or backslash that comes from s has a backslash put before it", `from itertools import groupby

def solve(s):
    out = ""
    for c, g in groupby(s):
        n = len(list(g))
        e = "\\" + c if c.isdigit() or c == "\\" else c
        out += f"{e}({n})" if n >= K else e * n
    return out`, 3, 5, func(r *rand.Rand, size int) []any {
		text := ""
		for range size {
			text += strings.Repeat(drawFrom(r, `abcde7\`, 1), gen.Pick(r, []int{1, 1, 2, 4, 7}))
		}
		return []any{text}
	}, encoded(func(c string, n, k int) string {
		if c == "7" || c == `\` {
			c = `\` + c
		}
		if n >= k {
			return fmt.Sprintf("%s(%d)", c, n)
		}
		return strings.Repeat(c, n)
	}), runIdea},
}

// runLength asks for an encoder or decoder. Difficulty adds thresholds,
// decoding, bounded counts and escapes.
func runLength(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, runExercises))
}

// quotedLine draws a line of words, some in quotes.
func quotedLine(r *rand.Rand, size int, quotes, escape string) []any {
	line := ""
	for range (size + 1) / 2 {
		line += strings.Repeat(" ", gen.Between(r, 0, 2))
		word := drawFrom(r, "abcxyz", gen.Between(r, 1, 3))
		if escape != "" && r.IntN(3) == 0 {
			word += `\` + gen.Pick(r, []string{" ", `\`, quotes[:1]}) + drawFrom(r, "mn", 1)
		}
		if r.IntN(2) == 0 {
			q := gen.Pick(r, strings.Split(quotes, ""))
			word = q + word + gen.Pick(r, []string{" ", "", "  "}) + drawFrom(r, "pq", r.IntN(2)) + q
		}
		line += word
	}
	return []any{line}
}

// splitQuoted is a second method for the tokenisers: it reads rune by rune with
// a state. A part in quotes makes a token even if it is empty.
func splitQuoted(line, quotes, escape string, sep rune) []string {
	out, token, open, quote, escaped := []string{}, "", false, rune(0), false
	for _, c := range line {
		switch {
		case escaped:
			token, open, escaped = token+string(c), true, false
		case strings.ContainsRune(escape, c):
			escaped = true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && strings.ContainsRune(quotes, c):
			quote, open = c, true
		case quote == 0 && c == sep:
			if open {
				out = append(out, token)
			}
			token, open = "", false
		default:
			token, open = token+string(c), true
		}
	}
	if open {
		out = append(out, token)
	}
	return out
}

const stateIdea = "A loop over the characters remembers whether it is inside quotes and whether a token has begun, and closes the token at a separator outside quotes."

var tokenExercises = []exercise{
	{"line", "line is a string of lower-case letters, blanks and double quotes, the quotes in pairs", "the list of its tokens: blanks outside quotes separate tokens, everything between a pair of quotes belongs to the token, the quotes do not, and touching parts with and without quotes form one token", `def solve(line):
    out, token, started, inside = [], "", False, False
    for c in line:
        if c == '"':
            inside, started = not inside, True
        elif c == " " and not inside:
            if started:
                out.append(token)
            token, started = "", False
        else:
            token, started = token + c, True
    if started:
        out.append(token)
    return out`, 0, 0, func(r *rand.Rand, size int) []any { return quotedLine(r, size, `"`, "") }, func(a []any, _ int) any { return splitQuoted(a[0].(string), `"`, "", ' ') }, stateIdea},
	{"line", "line is a string of lower-case letters, blanks, apostrophes and double quotes, where each quoted part ends with the mark that began it", "the list of its tokens: blanks outside quotes separate tokens, a part in apostrophes or in double quotes is taken as it stands without its outer marks (the other mark is an ordinary character in it), and touching parts form one token", `def solve(line):
    out, token, quote = [], None, ""
    for c in line:
        if quote:
            if c == quote:
                quote = ""
            else:
                token += c
        elif c in "'\"":
            quote, token = c, token or ""
        elif c == " ":
            if token is not None:
                out.append(token)
            token = None
        else:
            token = (token or "") + c
    if token is not None:
        out.append(token)
    return out`, 0, 0, func(r *rand.Rand, size int) []any { return quotedLine(r, size, `"'`, "") }, func(a []any, _ int) any { return splitQuoted(a[0].(string), `"'`, "", ' ') }, stateIdea},
	{"line", "line is a string of lower-case letters, blanks, backslashes and double quotes, where unescaped quotes come in pairs and no lone backslash ends the line", "the list of its tokens: a backslash, inside quotes and outside, makes the next character an ordinary part of the token and is dropped itself; blanks outside quotes separate tokens; double quotes enclose parts in which blanks are kept and are dropped; touching parts form one token", `def solve(line):
    out, token, inside, i = [], None, False, 0
    while i < len(line):
        c = line[i]
        if c == "\\":
            i += 1
            token = (token or "") + line[i]
        elif c == '"':
            inside = not inside
            token = token or ""
        elif c == " " and not inside:
            if token is not None:
                out.append(token)
            token = None
        else:
            token = (token or "") + c
        i += 1
    if token is not None:
        out.append(token)
    return out`, 0, 0, func(r *rand.Rand, size int) []any { return quotedLine(r, size, `"`, `\`) }, func(a []any, _ int) any { return splitQuoted(a[0].(string), `"`, `\`, ' ') }, stateIdea},
	{"line", "line is a record of fields separated by commas; a field that begins with a double quote ends with the next quote that is not doubled, and in it commas are kept and two quotes in a row stand for one", "the list of its fields (an empty line has one empty field)", `def solve(line):
    out, i = [], 0
    while True:
        field = ""
        if i < len(line) and line[i] == '"':
            i += 1
            while True:
                if line[i] == '"':
                    if i + 1 < len(line) and line[i + 1] == '"':
                        field += '"'
                        i += 2
                        continue
                    break
                field += line[i]
                i += 1
            i += 1
        else:
            while i < len(line) and line[i] != ",":
                field += line[i]
                i += 1
        out.append(field)
        if i >= len(line):
            return out
        i += 1`, 0, 0, func(r *rand.Rand, size int) []any {
		fields := make([]string, (size+2)/2)
		for i := range fields {
			fields[i] = drawFrom(r, "abc1", r.IntN(4))
			if r.IntN(2) == 0 {
				fields[i] = `"` + fields[i] + gen.Pick(r, []string{",", `""`, `"",`, ""}) + drawFrom(r, "xy", r.IntN(3)) + `"`
			}
		}
		return []any{strings.Join(fields, ",")}
	}, func(a []any, _ int) any {
		out, field, quoted := []string{}, "", false
		line := a[0].(string) + ","
		for i := 0; i < len(line); i++ {
			switch c := line[i]; {
			case c == ',' && !quoted:
				out, field = append(out, field), ""
			case c == '"' && quoted && line[i+1] == '"':
				field, i = field+`"`, i+1
			case c == '"':
				quoted = !quoted
			default:
				field += string(c)
			}
		}
		return out
	}, "A field is read to its end before the next one: up to a comma, or in quotes up to a quote that is not followed by another."},
}

// tokenising asks for a splitter. Difficulty adds kinds of quotes, escapes and
// doubled quotes.
func tokenising(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, tokenExercises))
}
