package response_test

import (
	"slices"
	"strings"
	"testing"

	"segue/task/response"

	"pgregory.net/rapid"
)

func TestStrict(t *testing.T) {
	good := "<think>\nfirst\n</think>\n<skill>Math, Modular inverse</skill><answer>7</answer>\n<skill>Logic, Syllogism</skill><answer> yes </answer>"
	steps, err := response.Strict(good, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := []response.Step{{Skill: "Math, Modular inverse", Answer: "7", Found: true}, {Skill: "Logic, Syllogism", Answer: "yes", Found: true}}
	if !slices.Equal(steps, want) {
		t.Errorf("got %+v, want %+v", steps, want)
	}
	for name, bad := range map[string]string{
		"too few":             "<skill>a</skill><answer>b</answer>",
		"too many":            strings.Repeat("<skill>a</skill><answer>b</answer>", 3),
		"words between":       "<skill>a</skill><answer>b</answer> and <skill>a</skill><answer>b</answer>",
		"words inside":        "<skill>a</skill> so <answer>b</answer><skill>a</skill><answer>b</answer>",
		"no skill":            "<answer>b</answer><answer>b</answer>",
		"answer first":        "<answer>b</answer><skill>a</skill><skill>a</skill><answer>b</answer>",
		"unclosed thinking":   "<think><skill>a</skill><answer>b</answer><skill>a</skill><answer>b</answer>",
		"unclosed answer":     "<skill>a</skill><answer>b</answer><skill>a</skill><answer>b",
		"nested":              "<skill>a</skill><answer><answer>b</answer><skill>a</skill><answer>b</answer>",
		"trailing words":      "<skill>a</skill><answer>b</answer><skill>a</skill><answer>b</answer> done",
		"thinking at the end": "<skill>a</skill><answer>b</answer><skill>a</skill><answer>b</answer><think></think>",
		"empty":               "",
	} {
		if _, err := response.Strict(bad, 2); err == nil {
			t.Errorf("%s: %q passed", name, bad)
		}
	}
}

func TestLenient(t *testing.T) {
	for _, c := range []struct {
		name, text string
		steps      int
		answers    string // joined by |, - for a step that is not found
		skills     string
	}{
		{"strict form", "<skill>A</skill><answer>1</answer><skill>B</skill><answer>2</answer>", 2, "1|2", "A|B"},
		{"words between", "First,\n<skill>A</skill>\nso <answer>1</answer>\nthen <skill>B</skill> <answer>2</answer>.", 2, "1|2", "A|B"},
		{"numbered tags", `<answer step="2">2</answer><answer step="1">1</answer>`, 2, "1|2", "|"},
		{"suffix tags", `<answer_1>1</answer_1> <answer_2>2</answer_2>`, 2, "1|2", "|"},
		{"headings with tags, one left out", "Step 1: <answer>1</answer>\nStep 3: <answer>3</answer>", 3, "1|-|3", "||"},
		{"answered twice", "Step 1\n<answer>0</answer> wait <answer>1</answer>\nStep 2\n<answer>2</answer>", 2, "1|2", "|"},
		{"headings", "### Step 1\nSkill: Math, X\nworking 5\nAnswer: 7\n\n### Step 2\nthe word\n**Answer:** ash", 2, "7|ash", "Math, X|"},
		{"bold headings", "**Step 1:** 12\n**Step 2:** elm", 2, "12|elm", "|"},
		{"question headings", "Question 1. 12\nQuestion 2. elm", 2, "12|elm", "|"},
		{"JSON array", "```json\n[{\"skill\":\"A\",\"answer\":1},{\"skill\":\"B\",\"answer\":\"x\"}]\n```", 2, "1|x", "A|B"},
		{"JSON object", `{"step1": 4, "step2": "y"}`, 2, "4|y", "|"},
		{"numbered list", "Here you are.\n1. 12\n2. elm", 2, "12|elm", "|"},
		{"numbered list too long", "1. 12\n2. elm\n3. oak", 2, "-|-", "|"},
		{"single step, no mark", " 42 ", 1, "42", ""},
		{"thinking dropped", "<think>Step 1: <answer>9</answer></think><answer>1</answer>", 1, "1", ""},
		{"unclosed answer", "<skill>A</skill><answer>1", 1, "1", "A"},
		{"nothing", "I cannot help with that.", 2, "-|-", "|"},
		{"empty", "", 1, "-", ""},
	} {
		got, _ := response.Lenient(c.text, c.steps)
		var answers, skills []string
		for _, s := range got {
			if !s.Found {
				s.Answer = "-"
			}
			answers, skills = append(answers, s.Answer), append(skills, s.Skill)
		}
		if a, s := strings.Join(answers, "|"), strings.Join(skills, "|"); a != c.answers || s != c.skills {
			t.Errorf("%s: got answers %q skills %q, want %q %q", c.name, a, s, c.answers, c.skills)
		}
	}
}

// Formatting and reading back is the identity, strictly and leniently.
func TestFormatRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z0-9 ,+=()\n.-]{0,30}`)
		var steps []response.Step
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			steps = append(steps, response.Step{
				Skill: strings.TrimSpace(text.Draw(t, "skill")), Answer: strings.TrimSpace(text.Draw(t, "answer")), Found: true,
			})
		}
		written := response.Format(strings.TrimSpace(text.Draw(t, "thinking")), steps)
		strict, err := response.Strict(written, len(steps))
		if err != nil || !slices.Equal(strict, steps) {
			t.Fatalf("strict read of %q: %v %+v", written, err, strict)
		}
		if lenient, _ := response.Lenient(written, len(steps)); !slices.Equal(lenient, steps) {
			t.Fatalf("lenient read of %q: %+v", written, lenient)
		}
	})
}

// Places cover the steps as they stand in the text, in order, with nothing but
// white space between them and after them.
func TestLocate(t *testing.T) {
	text := " <think> <skill>no</skill><answer>é</answer></think>\n\n<skill> Math, é </skill>\t<answer>1\n</answer>  <skill></skill><answer>ü</answer>\u00a0"
	read, places, err := response.Locate(text, 2)
	if err != nil {
		t.Fatal(err)
	}
	wholes := []string{"<skill> Math, é </skill>\t<answer>1\n</answer>", "<skill></skill><answer>ü</answer>"}
	skills, answers := []string{" Math, é ", ""}, []string{"1\n", "ü"}
	end := strings.Index(text, "</think>") + len("</think>")
	for i, p := range places {
		if p.Whole.Of(text) != wholes[i] || p.Skill.Of(text) != skills[i] || p.Answer.Of(text) != answers[i] {
			t.Errorf("step %d stands at %q with %q and %q", i+1, p.Whole.Of(text), p.Skill.Of(text), p.Answer.Of(text))
		}
		if between := text[end:p.Whole.From]; strings.TrimSpace(between) != "" {
			t.Errorf("%q stands before step %d", between, i+1)
		}
		characters := p.Whole.Characters(text)
		if got := string([]rune(text)[characters.From:characters.To]); got != wholes[i] || characters.From == p.Whole.From {
			t.Errorf("step %d stands at the characters %v: %q", i+1, characters, got)
		}
		end = p.Whole.To
	}
	if len(places) != 2 || len(read) != 2 || strings.TrimSpace(text[end:]) != "" {
		t.Errorf("%d places and %d steps, and after them %q", len(places), len(read), text[end:])
	}
	if _, places, err := response.Locate(text, 3); err == nil || places != nil {
		t.Errorf("a step too few: %v, places %v", err, places)
	}
}

// Whatever the text, the lenient reader returns the asked number of steps, and
// agrees with the strict one where that one reads.
func FuzzLenient(f *testing.F) {
	f.Add("<skill>A</skill><answer>1</answer><skill>B</skill><answer>2</answer>", 2)
	f.Add("Step 1: <answer>1</answer>\n## Step 2\nAnswer: 3", 2)
	f.Add(`{"1": {"answer": [1,2]}}`, 1)
	f.Add("<answer><answer></skill><think>", 3)
	f.Fuzz(func(t *testing.T, text string, steps int) {
		if steps < 1 || steps > 10 {
			return
		}
		got, _ := response.Lenient(text, steps)
		if len(got) != steps {
			t.Fatalf("%d steps, asked for %d", len(got), steps)
		}
		if strict, err := response.Strict(text, steps); err == nil {
			for i := range strict {
				if strict[i] != got[i] {
					t.Fatalf("strict %+v, lenient %+v", strict, got)
				}
			}
		}
	})
}
