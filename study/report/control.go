package report

import (
	"fmt"
	"strings"

	"segue/study"
)

// control is an arm that tells apart where the lead of another comes from.
type control struct {
	arm, against string
	tells        map[verdict]string
	name         string
}

var controls = []control{
	{"paper", "placebo", map[verdict]string{
		ahead:  "what the table of Skill Entropy holds matters",
		null:   "a null, so that it is not shown that the table's values matter",
		behind: "the table's values do harm here"}, "The paper's reward against its placebo, the same reward under a shuffled table"},
	{"answer-step", "answer", map[verdict]string{
		ahead:  "credit by itself helps, without labels",
		null:   "a null: credit without labels is not shown to help",
		behind: "credit without labels does harm here"}, "Credit for each step without labels (answer-step) against answer"},
	{"step", "answer-step", map[verdict]string{
		ahead:  "labels add to what credit does",
		null:   "a null: labels are not shown to add to what credit does",
		behind: "labels take away from what credit does"}, "Credit with labels (step) against credit without (answer-step)"},
	{"element", "answer-step", map[verdict]string{
		ahead:  "labels add to what credit does",
		null:   "a null: labels are not shown to add to what credit does",
		behind: "labels take away from what credit does"}, "Labels and answers credited each at their own tokens (element) against credit without labels (answer-step)"},
	{"sft-gold", "answer", map[verdict]string{
		ahead:  "where right responses can be had, imitating them does more than this reward",
		null:   "a null: imitating right responses is not shown to do more or less than this reward",
		behind: "imitating right responses does less than this reward"}, "Imitation of right responses to the same tasks (sft-gold) against answer"},
	{"sft-labels", "answer", map[verdict]string{
		ahead:  "imitating labels alone does more than this reward",
		null:   "a null: imitating labels alone is not shown to do more or less than this reward",
		behind: "imitating labels alone does less than this reward"}, "Imitation of the right labels alone (sft-labels) against answer"},
	{"sft-longer", "answer", map[verdict]string{
		ahead:  "going on as in the start does more than this reward",
		null:   "a null: the reward is not shown to do more or less than going on as in the start",
		behind: "the reward does more than going on as in the start"}, "Supervised learning that goes on as in the start (sft-longer) against answer"},
}

// controlFindings says what the controls that are present tell.
func controlFindings(r *study.Result) []string {
	var all []string
	run := ""
	if onceTrained(r) {
		run = "in this one run "
	}
	for _, c := range controls {
		if e, ok := difference(r, c.arm, c.against, metricSteps); ok {
			p := ""
			if t, ok := tested(r, c.arm, c.against, metricSteps); ok {
				p = ", p " + chanceText(t.Runs)
			}
			all = append(all, fmt.Sprintf("%s: %s points%s; %s%s.", c.name, pointsText(e), p, run, c.tells[judge(e)]))
		} else if x, y, ok := means(r, c.arm, c.against); ok {
			all = append(all, fmt.Sprintf("%s: %s points, of which no interval was taken.", c.name, signedText(x-y)))
		}
	}
	if len(all) == 0 {
		all = append(all, "No control was run, so that what a lead comes from is not told apart.")
	}
	return all
}

// means are the shares of right steps of two arms, where both are there.
func means(r *study.Result, arm, against string) (x, y float64, ok bool) {
	found := 0
	for _, a := range r.Arms {
		if e, ok := estimate(a.Metrics, metricSteps); ok && a.Name == arm {
			x = e.Mean
			found++
		} else if ok && a.Name == against {
			y = e.Mean
			found++
		}
	}
	return x, y, found == 2
}

// labelFinding says who names skills rightly.
func labelFinding(r *study.Result) []string {
	var parts []string
	if x := startMean(r, metricLabels); finite(x) {
		parts = append(parts, "start "+percentText(x))
	}
	top, _ := best(r, anyArm)
	for _, a := range r.Arms {
		e, ok := estimate(a.Metrics, metricLabels)
		if ok && (a.Name == "answer" || a.Name == "paper" || a.Name == "label" || a.Name == top.Name) {
			parts = append(parts, a.Name+" "+shareText(e))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	s := "Skills named rightly: " + strings.Join(parts, ", ") + "."
	if e, ok := difference(r, "paper", "answer", metricLabels); ok && judge(e) == ahead {
		s += fmt.Sprintf(" The paper's reward teaches labels, %s points over answer", pointsText(e))
		if steps, ok := difference(r, "paper", "answer", metricSteps); ok && judge(steps) != ahead {
			s += ", but not answers"
		}
		s += "."
	}
	return []string{s}
}
