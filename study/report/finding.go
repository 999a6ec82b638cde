package report

import (
	"fmt"
	"strings"

	"segue/study"
)

// findings says in sentences what the numbers show, and what they do not.
func findings(r *study.Result) []string {
	var all []string
	for _, s := range [][]string{bestFinding(r), gapFinding(r), costFinding(r), pairFindings(r), labelFinding(r), chanceFinding(r)} {
		all = append(all, s...)
	}
	return all
}

// weakStart is the share of right steps, asked alone, below which a start can
// hardly show a gap.
const weakStart = 0.5

func gapFinding(r *study.Result) []string {
	alone, within, same := startMean(r, metricAlone), startMean(r, metricSteps), startMean(r, metricSame)
	if !finite(within) {
		return []string{"The starts have no held-out tasks that switch, so that no gap was measured."}
	}
	start := "The start gets"
	if len(r.Starts) > 1 {
		start = fmt.Sprintf("The %d starts get, on the average,", len(r.Starts))
	}
	var parts []string
	if finite(alone) {
		parts = append(parts, percentText(alone)+" of steps right when each is asked alone")
	}
	if finite(same) {
		parts = append(parts, percentText(same)+" in chains of one skill")
	}
	s := start + " " + enumerate(append(parts, percentText(within)+" within tasks that switch skills")) + "."
	gap := r.Gap
	switch {
	case !finite(gap.Mean) || !finite(alone):
	case judge(gap) == ahead:
		s += fmt.Sprintf(" The same steps lose %s %s points by being asked within such tasks.", numberText(gap.Mean), rangeText(gap))
	case judge(gap) == behind:
		s += fmt.Sprintf(" There is no gap: steps do better within tasks, by %s %s points.", numberText(-gap.Mean), rangeText(study.Estimate{Lo: -gap.Hi, Hi: -gap.Lo}))
	default:
		s += fmt.Sprintf(" No gap was found: steps asked alone are %s points ahead, which is not significant.", pointsText(gap))
	}
	if alone < weakStart {
		s += " Asked alone, most steps are wrong already: so weak a start can hardly show a gap, nor what mends it."
	}
	return []string{s}
}

// enumerate joins texts as a sentence does.
func enumerate(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " and " + texts[len(texts)-1]
}

// best is the arm with the most right steps in tasks that switch, of those that
// take takes.
func best(r *study.Result, take func(study.ArmResult) bool) (study.ArmResult, bool) {
	var found study.ArmResult
	most, some := 0.0, false
	for _, a := range r.Arms {
		if e, ok := estimate(a.Metrics, metricSteps); ok && take(a) && (!some || e.Mean > most) {
			found, most, some = a, e.Mean, true
		}
	}
	return found, some
}

func anyArm(study.ArmResult) bool { return true }

// rewarded says whether an arm learns without right responses to imitate.
func rewarded(a study.ArmResult) bool {
	return a.Uses != study.UsesGold && !strings.HasPrefix(a.Name, "sft-")
}

// bestFinding says how far the best arm gets that learns from rewards, and which
// gets farther by imitation.
func bestFinding(r *study.Result) []string {
	top, ok := best(r, anyArm)
	if !ok {
		return []string{"No arm has been measured."}
	}
	first, some := favourite(r)
	among := 0
	for _, a := range r.Arms {
		if !some || rewarded(a) {
			among++
		}
	}
	s := fmt.Sprintf("The only arm, %s, gets of the steps in tasks that switch %s right", first.Name, achieved(first))
	switch {
	case among > 1 && some:
		s = fmt.Sprintf("Of the %d arms that learn from rewards, %s gets most steps right in tasks that switch: %s", among, first.Name, achieved(first))
	case among > 1:
		s = fmt.Sprintf("Of %d arms, %s gets most steps right in tasks that switch: %s", among, first.Name, achieved(first))
	case len(r.Arms) > 1:
		s = fmt.Sprintf("The one arm that learns from rewards, %s, gets of the steps in tasks that switch %s right", first.Name, achieved(first))
	}
	all := []string{s + lead(r, first.Name) + "."}
	if top.Name != first.Name {
		all = append(all, fmt.Sprintf("Of all %d arms it is %s, by imitation of right responses: %s.", len(r.Arms), top.Name, achieved(top)))
	}
	return all
}

// favourite is the best arm that learns from rewards, and whether there is one;
// else the best of all.
func favourite(r *study.Result) (study.ArmResult, bool) {
	if a, ok := best(r, rewarded); ok {
		return a, true
	}
	a, _ := best(r, anyArm)
	return a, false
}

// costFinding says by which metrics the arm that is praised falls below its start.
func costFinding(r *study.Result) []string {
	first, _ := favourite(r)
	var lost []string
	for _, m := range study.Metrics {
		if e, ok := estimate(first.Gain, m.Name); ok && m.Name != metricSteps && judge(e) == behind {
			lost = append(lost, m.Doc+" "+pointsText(e))
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("What it costs %s, in points under the start: %s.", first.Name, strings.Join(lost, ", "))}
}

// lead says how far an arm is ahead of answer and of the paper's reward.
func lead(r *study.Result, arm string) string {
	s := ""
	for _, against := range []string{"answer", "paper"} {
		e, ok := difference(r, arm, against, metricSteps)
		if !ok {
			continue
		}
		s += fmt.Sprintf("; %s points over %s", pointsText(e), against)
		if t, ok := tested(r, arm, against, metricSteps); ok {
			s += fmt.Sprintf(" (p %s, by Holm %s)", chanceText(t.Runs), chanceText(t.Holm))
		}
	}
	return s
}

// achieved is an arm's share of right steps and what it gained.
func achieved(a study.ArmResult) string {
	e, _ := estimate(a.Metrics, metricSteps)
	s := shareText(e)
	gain, ok := estimate(a.Gain, metricSteps)
	if !ok {
		return s
	}
	s += ", " + pointsText(gain) + " points over the start"
	switch judge(gain) {
	case behind:
		s += ", a significant loss"
	case null:
		s += ", which is not significant"
	}
	return s
}

// pairFindings sorts the arms by what their difference to each arm of
// comparison tells.
func pairFindings(r *study.Result) []string {
	var all []string
	significantly := "significantly "
	if onceTrained(r) {
		significantly = "by more than the chance of the tasks "
	}
	for _, against := range opponents(r) {
		sorted := map[verdict][]string{}
		for _, p := range ordered(r, against) {
			if e, ok := estimate(p.Difference, metricSteps); ok {
				v := judge(e)
				sorted[v] = append(sorted[v], p.Arm+" "+signedText(e.Mean))
			}
		}
		var parts []string
		for _, part := range []struct {
			of   verdict
			says string
		}{{ahead, significantly + "ahead: "}, {behind, significantly + "behind: "}, {null, "no difference shown: "}} {
			if arms := sorted[part.of]; len(arms) > 0 {
				parts = append(parts, part.says+strings.Join(arms, ", "))
			}
		}
		if len(parts) > 0 {
			all = append(all, fmt.Sprintf("Against %s, in points of steps right: %s.", against, strings.Join(parts, "; ")))
		}
	}
	return all
}

// onceTrained says whether each arm was trained only once, so that no interval
// can hold the chance of training.
func onceTrained(r *study.Result) bool { return r.Config.Starts == 1 && r.Config.Seeds == 1 }

func chanceFinding(r *study.Result) []string {
	if !onceTrained(r) || len(r.Arms) == 0 {
		return nil
	}
	return []string{"Each arm was trained once. The intervals hold the chance of the held-out tasks, not that of training: any lead or lag here may be the luck of one seed. More starts and seeds tell."}
}

// opponents are the arms that others were compared with, in the order of the pairs.
func opponents(r *study.Result) []string {
	var all []string
	seen := map[string]bool{}
	for _, p := range r.Pairs {
		if !seen[p.Against] {
			all, seen[p.Against] = append(all, p.Against), true
		}
	}
	return all
}
