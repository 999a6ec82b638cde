package coding

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "queries and text tools"
	gen.Register("coding/shell-pipeline-result", area, "Shell-pipeline result", "Give the lines that a pipeline of text tools prints.", shellPipeline)
	gen.Register("coding/version-and-dependency-resolution", area, "Version and dependency resolution",
		"Find the versions that a resolver picks by the rule of minimal version selection.", versionResolution)
}

// stage is a command of a pipeline with what it does to lines.
type stage struct {
	command string
	run     func(lines []string) []string
}

func kept(lines []string, keep func(line string) bool) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !keep(l) })
}

func grep(word string) stage {
	return stage{"grep " + word, func(ls []string) []string { return kept(ls, func(l string) bool { return strings.Contains(l, word) }) }}
}

func grepNot(word string) stage {
	return stage{"grep -v " + word, func(ls []string) []string { return kept(ls, func(l string) bool { return !strings.Contains(l, word) }) }}
}

func cut(field int) stage {
	return stage{fmt.Sprintf("cut -d: -f%d", field), func(ls []string) []string {
		out := []string{}
		for _, l := range ls {
			out = append(out, strings.Split(l, ":")[field-1])
		}
		return out
	}}
}

var (
	sortLines = stage{"sort", func(ls []string) []string { return sortedBy(ls, strings.Compare) }}
	sortDown  = stage{"sort -r", func(ls []string) []string {
		return sortedBy(ls, func(a, b string) int { return strings.Compare(b, a) })
	}}
	uniq      = stage{"uniq", func(ls []string) []string { return slices.Compact(slices.Clone(ls)) }}
	uniqTwice = stage{"uniq -d", func(ls []string) []string {
		out := []string{}
		for i, l := range ls {
			if (i == 0 || ls[i-1] != l) && i+1 < len(ls) && ls[i+1] == l {
				out = append(out, l)
			}
		}
		return out
	}}
	upper = stage{"tr a-z A-Z", func(ls []string) []string { return strings.Split(strings.ToUpper(strings.Join(ls, "\n")), "\n") }}
)

// byAmount sorts by the third field as a number, ties by the whole line.
func byAmount(falling bool) stage {
	command, sign := "sort -t: -k3,3n", 1
	if falling {
		command, sign = "sort -t: -k3,3nr", -1
	}
	return stage{command, func(ls []string) []string {
		amount := func(l string) (n int) { _, _ = fmt.Sscan(strings.Split(l, ":")[2], &n); return n }
		return sortedBy(ls, func(a, b string) int { return cmp.Or(sign*(amount(a)-amount(b)), strings.Compare(a, b)) })
	}}
}

// shellPipeline asks for the printed lines. Difficulty adds stages (2 to 6) and
// lines (6 to 12). The last stage takes a number of lines from one end.
func shellPipeline(r *rand.Rand, d gen.Difficulty) task.Item {
	fruits := gen.Sample(r, strings.Fields("apple pear plum fig grape kiwi lemon mango melon peach"), 4)
	shops := gen.Sample(r, strings.Fields("north south east west market harbour"), 3)
	var lines []string
	for range gen.Of(d, 6, 7, 9, 10, 12) {
		lines = append(lines, fmt.Sprintf("%s:%s:%d", gen.Pick(r, fruits), gen.Pick(r, shops), gen.Between(r, 10, 99)))
	}
	var stages []stage
	filters := []stage{grepNot(gen.Pick(r, shops)), grepNot(gen.Pick(r, fruits)), grep(gen.Pick(r, shops))}
	if d >= 2 {
		stages = append(stages, filters[r.IntN(2)])
	}
	if d >= 3 || r.IntN(2) == 0 {
		stages = append(stages, byAmount(r.IntN(2) == 0))
	}
	if field := gen.Between(r, 1, 2); d >= 3 {
		stages = append(stages, cut(field), gen.Pick(r, []stage{sortLines, sortDown}))
		if d >= 4 {
			stages = append(stages, gen.Pick(r, []stage{uniq, uniqTwice}))
		}
	} else {
		stages = append(stages, gen.Pick(r, []stage{sortLines, sortDown, byAmount(true)}))
	}
	if d >= 5 {
		stages = append(stages, upper)
	}
	result := lines
	commands := []string{}
	for _, s := range stages {
		if next := s.run(result); len(next) > 0 { // a stage that would leave nothing is left out
			result, commands = next, append(commands, s.command)
		}
	}
	k, end := gen.Between(r, 1, 4), gen.Pick(r, []string{"head", "tail"})
	if n := min(k, len(result)); end == "head" {
		result = result[:n]
	} else {
		result = result[len(result)-n:]
	}
	commands = append(commands, end+` -n "$K"`)
	question, _ := gen.Ask(r, []string{
		"The file stock.txt holds:\n\n{file}\n\nWhat does this command line print if the variable K is {k}? (The locale is C.) Answer with the printed lines as a list, top line first.\n\n{command}",
		"{command}\n\nThis is run in a POSIX shell with LC_ALL=C and K={k}. The content of stock.txt is\n\n{file}\n\nList the lines of the output in order.",
		"Given stock.txt:\n\n{file}\n\nWith K set to {k} and byte order as collation, give the output lines of the pipeline, in order, as a list.\n\n{command}",
	}, gen.Fixed("file", fence("text", strings.Join(lines, "\n"))), gen.Fixed("command", fence("sh", "< stock.txt "+strings.Join(commands, " | "))), gen.Fixed("k", k))
	quoted := make([]task.Answer, len(result))
	for i, l := range result {
		quoted[i] = task.String(l)
		quoted[i].CaseSensitive = true
	}
	answer := task.List(quoted...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The lines go through %s. What is left at the end: %s.", strings.Join(commands, ", then "), strings.Join(result, " / ")), answer)}
}

// release is a version of a package with the least versions it needs.
type release struct {
	needs map[string]int
}

// versionResolution asks for the selected versions. Difficulty adds packages (3
// to 7), versions and requirements. Minimal version selection has one result.
func versionResolution(r *rand.Rand, d gen.Difficulty) task.Item {
	n := gen.Of(d, 3, 4, 5, 6, 7)
	names := gen.Sample(r, strings.Fields("amber birch cedar dune ember fern grove heath iris jade kelp lark moss nova opal pine quartz reed sage tern"), n)
	releases := map[string]map[int]release{}
	for i, name := range names {
		releases[name] = map[int]release{}
		for v := 1; v <= gen.Of(d, 2, 3, 3, 4, 4); v++ {
			rel := release{map[string]int{}}
			for _, other := range names {
				if other != names[i] && other != names[0] && r.IntN(n) < gen.Of(d, 1, 1, 2, 2, 2) {
					rel.needs[other] = gen.Between(r, 1, gen.Of(d, 2, 3, 3, 4, 4))
				}
			}
			releases[name][v] = rel
		}
	}
	roots := map[string]int{names[0]: gen.Between(r, 1, 2), names[1]: gen.Between(r, 1, 2)}
	selected := selectMinimal(roots, releases)
	var lines, wanted []string
	for _, name := range names {
		for v := 1; v <= len(releases[name]); v++ {
			if text := needsText(releases[name][v].needs, names); text != "" {
				lines = append(lines, fmt.Sprintf("- %s 1.%d needs %s", name, v, text))
			} else {
				lines = append(lines, fmt.Sprintf("- %s 1.%d needs nothing", name, v))
			}
		}
	}
	for _, name := range names[:2] {
		wanted = append(wanted, fmt.Sprintf("%s 1.%d", name, roots[name]))
	}
	question, _ := gen.Ask(r, []string{
		"A build tool works by minimal version selection: starting from the program's own requirements, it follows the requirements of every version that it reaches, and for each package reached it selects the highest of the required versions. The program requires {wanted} (each \"or later\").\n\n{lines}\n\nWhich versions are selected? {form}",
		"Requirements are least versions. All (package, version) pairs that can be reached from the main program through requirements are collected, even if a later version of the same package is reached too; of each package the latest collected version is built. The main program needs {wanted}.\n\n{lines}\n\nGive the build list. {form}",
		"{lines}\n\nThat is what the versions of some packages need at least. A program needs at least {wanted}. Resolve it by the rule of minimal version selection: walk through the graph of all requirements from the program on, version by version, and take the maximum for each package that occurs. {form}",
	}, gen.Fixed("wanted", gen.Enumerated(wanted)), gen.Fixed("lines", strings.Join(lines, "\n")), gen.Fixed("form", "Answer with a JSON object from the name of each selected package to its version, like {\"name\": \"1.2\"}."))
	fields := map[string]task.Answer{}
	var story []string
	for _, name := range names {
		if v := selected[name]; v > 0 {
			fields[name] = task.String(fmt.Sprintf("1.%d", v))
			story = append(story, fmt.Sprintf("%s 1.%d", name, v))
		}
	}
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference("Walking from the program through every required version and keeping the highest of each package gives "+gen.Enumerated(story)+".", answer)}
}

// selectMinimal walks through all versions that are reachable.
func selectMinimal(roots map[string]int, releases map[string]map[int]release) map[string]int {
	selected, seen := map[string]int{}, map[string]bool{}
	var walk func(needs map[string]int)
	walk = func(needs map[string]int) {
		for name, v := range needs {
			selected[name] = max(selected[name], v)
			if key := fmt.Sprint(name, v); !seen[key] {
				seen[key] = true
				walk(releases[name][v].needs)
			}
		}
	}
	walk(roots)
	return selected
}

func needsText(needs map[string]int, names []string) string {
	var texts []string
	for _, name := range names {
		if v := needs[name]; v > 0 {
			texts = append(texts, fmt.Sprintf("%s 1.%d", name, v))
		}
	}
	return gen.Enumerated(texts)
}
