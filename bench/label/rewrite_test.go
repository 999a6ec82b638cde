package label_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"segue/bench/label"
	"segue/llm"
	"segue/skill"
	"segue/task"

	"pgregory.net/rapid"
)

// story is a task as the composer builds it: a sentence before each question
// and a link in the second.
func story() task.Task {
	return task.Task{ID: "t", Scenario: "Ada keeps the harbour museum and asks for help before the opening evening.", Steps: []task.Step{
		{N: 1, Skill: "math/summing", Domain: skill.Math, Question: "A number is missing.\nWhat is 2 + 3?", Standalone: "What is 2 + 3?", Answer: task.Integer(5)},
		{N: 2, Skill: "logic/ordering", Domain: skill.Logic, Question: "Odo wonders.\nPut `b` before \"a\" and take (the answer to Step 1, plus 2) steps, not more than 9.",
			Standalone: "Put `b` before \"a\" and take 7 steps, not more than 9.", Answer: task.String("b, a"), Uses: []task.Use{{Step: 1, Slot: "n", Text: "(the answer to Step 1, plus 2)"}}},
	}}
}

const newScenario = "In the old pilot house the lamps are lit, and everybody waits for the tide."

func wording(scenario string, steps ...string) string {
	data, _ := json.Marshal(map[string]any{"scenario": scenario, "steps": steps})
	return string(data)
}

func rewrite(t *testing.T, x task.Task, reword bool, reply string) (task.Task, label.Rewriting) {
	t.Helper()
	tasks := []task.Task{x}
	sum, err := label.Rewriter{Sampler: says(func(string, int) string { return reply }), Reword: reword}.Rewrite(t.Context(), tasks)
	if err != nil {
		t.Fatal(err)
	}
	return tasks[0], sum
}

func TestRewriteChangesSettingAndLeadsOnly(t *testing.T) {
	old := story()
	for _, reply := range []string{
		wording(newScenario, "The tide table has a gap.", "The last crate is out of order."),
		"```json\n" + wording(newScenario, "The tide table has a gap.", "The last crate is out of order.") + "\n```",
	} {
		got, sum := rewrite(t, story(), false, reply)
		if sum.Rewritten != 1 || got.Scenario != newScenario {
			t.Fatalf("got %+v", sum)
		}
		if got.Steps[0].Question != "The tide table has a gap.\nWhat is 2 + 3?" || !strings.HasSuffix(got.Steps[1].Question, "(the answer to Step 1, plus 2) steps, not more than 9.") {
			t.Errorf("got %q and %q", got.Steps[0].Question, got.Steps[1].Question)
		}
		for i := range got.Steps {
			got.Steps[i].Question = old.Steps[i].Question
		}
		if !reflect.DeepEqual(got.Steps, old.Steps) {
			t.Error("more than the questions has changed")
		}
	}
}

func TestHostileWordingsAreRefused(t *testing.T) {
	lead := "The tide table has a gap."
	good := "Take care to put `b` before \"a\", then go (the answer to Step 1, plus 2) steps, but not more than 9."
	for _, c := range []struct {
		name, reply string
		reword      bool
	}{
		{"no JSON", "Sure! " + wording(newScenario, lead, lead), false},
		{"text behind", wording(newScenario, lead, lead) + " Enjoy", false},
		{"further fields", `{"scenario":"` + newScenario + `","steps":["a","b"],"answers":[5]}`, false},
		{"too few steps", wording(newScenario, lead), false},
		{"steps of a wrong type", `{"scenario":"` + newScenario + `","steps":[1,2]}`, false},
		{"empty scenario", wording("", lead, lead), false},
		{"scenario without end", wording(strings.Repeat("long ", 2000), lead, lead), false},
		{"scenario with a number", wording(newScenario+" It is 7 o'clock.", lead, lead), false},
		{"scenario with a response", wording(newScenario+" <answer>5</answer>", lead, lead), false},
		{"hidden text", wording(newScenario+"\u202e hidden", lead, lead), false},
		{"empty lead", wording(newScenario, "", lead), false},
		{"lead with a number", wording(newScenario, "It is 5.", lead), false},
		{"lead of two lines", wording(newScenario, "a\nb", lead), false},
		{"long lead", wording(newScenario, strings.Repeat("very ", 100), lead), false},
		{"lead with a tag", wording(newScenario, "</think><skill>", lead), false},
		{"other number", wording(newScenario, "What is 2 + 4?", good), true},
		{"number twice", wording(newScenario, "What is 2 + 3 + 3?", good), true},
		{"number added", wording(newScenario, "What is 2 + 3 (5)?", good), true},
		{"quotation lost", wording(newScenario, "What is 2 + 3?", strings.Replace(good, `"a"`, "a", 1)), true},
		{"code lost", wording(newScenario, "What is 2 + 3?", strings.Replace(good, "`b`", "b", 1)), true},
		{"link reworded", wording(newScenario, "What is 2 + 3?", strings.Replace(good, ", plus 2", " plus 2", 1)), true},
		{"negation lost", wording(newScenario, "What is 2 + 3?", strings.Replace(good, "not more", "more", 1)), true},
		{"much too long", wording(newScenario, "What is 2 + 3? "+strings.Repeat("Now ", 300), good), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, sum := rewrite(t, story(), c.reword, c.reply)
			if sum.Refused != 1 || sum.FirstRefusal == "" || !reflect.DeepEqual(got, story()) {
				t.Errorf("accepted: %+v\n%+v", sum, got)
			}
		})
	}
	got, sum := rewrite(t, story(), true, wording(newScenario, "The gauge asks: what is 2 + 3?", good))
	if sum.Rewritten != 1 || got.Steps[1].Question != good {
		t.Errorf("a right wording is refused: %+v", sum)
	}
}

// The scenario of an imported task may hold what its questions speak of.
func TestAScenarioThatQuestionsLeanOnKeepsItsFacts(t *testing.T) {
	x := story()
	x.Scenario = "The museum of Ada has 14 lamps, and Odo is not on duty."
	x.Steps = x.Steps[:1]
	x.Steps[0].Question, x.Steps[0].Standalone = "How many lamps are there?", "How many lamps are there?"
	for _, c := range []struct {
		scenario string
		want     int
	}{
		{"Fog lies over the museum of Ada with its 14 lamps; Odo, who is not on duty, sleeps.", 1},
		{"Fog lies over the museum of Ada with its lamps; Odo, who is not on duty, sleeps.", 0},
		{"Fog lies over the museum with its 14 lamps; Odo, who is not on duty, sleeps.", 0},
		{"Fog lies over the museum of Ada with its 14 lamps; Odo, who is on duty, sleeps.", 0},
	} {
		if _, sum := rewrite(t, x, false, wording(c.scenario, "Ada wonders.")); sum.Rewritten != c.want {
			t.Errorf("%q: %+v", c.scenario, sum)
		}
	}
}

func TestTheSolverRefusesAWordingThatCostsAStep(t *testing.T) {
	bad := "a wording that misleads the solver, though it keeps every number of the tale"
	model := says(func(prompt string, try int) string {
		if !strings.HasPrefix(prompt, "Here is a scenario") { // the solver
			first := "5"
			if strings.Contains(prompt, "misleads") {
				first = "6"
			}
			return fmt.Sprintf("<skill>Math, Summing</skill><answer>%s</answer>\n<skill>Logic, Ordering</skill><answer>x</answer>", first)
		}
		if try == 0 {
			return wording(bad, "Now.", "Then.")
		}
		return wording(newScenario, "Now.", "Then.")
	})
	tasks := []task.Task{story()}
	sum, err := label.Rewriter{Sampler: model, Solver: "s"}.Rewrite(t.Context(), tasks)
	if err != nil || sum.Rewritten != 1 || tasks[0].Scenario != newScenario {
		t.Errorf("got %+v, %v, %q", sum, err, tasks[0].Scenario)
	}
	tasks = []task.Task{story()}
	sum, err = label.Rewriter{Sampler: model, Solver: "s", Tries: 1}.Rewrite(t.Context(), tasks)
	if err != nil || sum.Refused != 1 || !strings.Contains(sum.FirstRefusal, "solver") {
		t.Errorf("got %+v, %v", sum, err)
	}
}

func TestRewriteSkipsTasksWithoutAScenarioAndStopsWhenHopeless(t *testing.T) {
	tasks := append(steps(skill.Math), story(), story())
	key := &llm.Error{Class: llm.Fatal, Deed: "the key is wrong"}
	model := llm.SamplerFunc(func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{}, key })
	sum, err := label.Rewriter{Sampler: model, Concurrency: 1}.Rewrite(t.Context(), tasks)
	if !errors.Is(err, key) || sum.Skipped != 1 || sum.Failed != 2 || sum.Rewritten != 0 {
		t.Errorf("got %+v, %v", sum, err)
	}
}

// A question keeps itself; without any one of its digits it does not.
func TestPreserveIsStrict(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"take", "7", "12.5", "\"oak\"", "`x`", "$a^2$", "Mara", "not", "river.", "3:40"}), 1, 12).Draw(rt, "words")
		question := "Now " + strings.Join(words, " ")
		if err := label.Preserve(question, question, nil); err != nil {
			rt.Fatalf("%q does not keep itself: %v", question, err)
		}
		if err := label.Preserve(question, "Well then: "+question, nil); err != nil {
			rt.Fatalf("%q does not keep itself behind other words: %v", question, err)
		}
		for i, w := range words {
			if w == "take" || w == "river." || w == "Mara" {
				continue
			}
			without := "Now " + strings.Join(append(append([]string{}, words[:i]...), words[i+1:]...), " ")
			if label.Preserve(question, without, nil) == nil {
				rt.Fatalf("%q keeps %q", without, question)
			}
		}
	})
}

func FuzzRewrite(f *testing.F) {
	f.Add(wording(newScenario, "Now.", "Then."), false)
	f.Add("```json\n{}```", true)
	f.Add(wording(newScenario, "What is 2 + 3?", "Put `b` before \"a\" and take (the answer to Step 1, plus 2) steps, not more than 9."), true)
	f.Fuzz(func(t *testing.T, reply string, reword bool) {
		got, sum := rewrite(t, story(), reword, reply)
		if sum.Rewritten == 0 && !reflect.DeepEqual(got, story()) {
			t.Error("a refused task has changed")
		}
		for i, s := range story().Steps {
			core := s.Question[strings.Index(s.Question, "\n")+1:]
			if err := label.Preserve(core, got.Steps[i].Question, nil); sum.Rewritten == 1 && err != nil {
				t.Errorf("step %d: %v", i+1, err)
			}
		}
	})
}
