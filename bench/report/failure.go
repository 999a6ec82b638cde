package report

import (
	"regexp"
	"strings"

	"segue/bench"
	"segue/skill"
	"segue/task"
)

// Labels is what the skill labels in cross-mode responses tell.
type Labels struct {
	// Labelled is the share of cross answers with a label whose domain is one of
	// the nine; the shares below are of those.
	Labelled Estimate `json:"labelled"`
	// WrongDomain is the share whose label names another domain than the step's.
	WrongDomain Estimate `json:"wrong_domain"`
	// RightSkill is the share whose label names the step's very skill.
	RightSkill Estimate `json:"right_skill"`
	// Accuracy given the domain of the label.
	AccRight Estimate `json:"accuracy_right_domain"`
	AccWrong Estimate `json:"accuracy_wrong_domain"`
}

func (l *ledger) labels(s *resampler) Labels {
	labelled, wrong, exact := newPerTask(l.tasks), newPerTask(l.tasks), newPerTask(l.tasks)
	accRight, accWrong := newPerTask(l.tasks), newPerTask(l.tasks)
	for _, x := range l.steps {
		own := skill.DomainOf(x.Skill)
		for _, o := range x.cross {
			d, err := skill.ParseDomain(string(skill.DomainOf(o.PredSkill)))
			if o.PredSkill == "" || err != nil {
				labelled.add(x.at, 0)
				continue
			}
			labelled.add(x.at, 1)
			wrong.add(x.at, indicator(d != own))
			exact.add(x.at, indicator(o.PredSkill == x.Skill))
			if d == own {
				accRight.add(x.at, o.Score)
			} else {
				accWrong.add(x.at, o.Score)
			}
		}
	}
	return Labels{s.estimate(labelled), s.estimate(wrong), s.estimate(exact), s.estimate(accRight), s.estimate(accWrong)}
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Failures tells the wrong answers of cross mode apart by their cause. Every
// wrong answer has exactly one cause, the first that holds.
type Failures struct {
	Wrong int `json:"wrong"` // wrong cross answers
	// Missing: the response has no answer for the step.
	Missing Estimate `json:"missing"`
	// Dependency: the step uses an earlier answer that is wrong in the same response.
	Dependency Estimate `json:"dependency"`
	// Switch: the same step asked alone is mostly right, and what it uses is right.
	Switch Estimate `json:"switch"`
	// Skill: the step is mostly wrong alone too.
	Skill Estimate `json:"skill"`
	// Unknown: the step has no score alone.
	Unknown Estimate `json:"unknown"`

	// NewFailure is the share of the steps solved alone that fail in the task;
	// NewWrongDomain the share of those failures whose label names a wrong domain.
	NewFailure     Estimate `json:"new_failure"`
	NewWrongDomain Estimate `json:"new_wrong_domain"`
	// CarriedSkill is the share of wrong answers whose label names the previous
	// step's domain, where that is not their own; CarriedForm is the share of
	// wrong answers after the first step that have the form of the previous
	// step's answer and not of their own.
	CarriedSkill Estimate `json:"carried_skill"`
	CarriedForm  Estimate `json:"carried_form"`
}

// cause of a wrong cross answer.
type cause int

const (
	causeMissing cause = iota
	causeDependency
	causeSwitch
	causeSkill
	causeUnknown
	causes
)

func (l *ledger) failures(s *resampler) Failures {
	var byCause [causes]perTask
	for c := range byCause {
		byCause[c] = newPerTask(l.tasks)
	}
	fresh, freshWrong := newPerTask(l.tasks), newPerTask(l.tasks)
	carriedSkill, carriedForm := newPerTask(l.tasks), newPerTask(l.tasks)
	index := l.index()
	f := Failures{}
	for _, x := range l.steps {
		solvedAlone := len(x.single) > 0 && mean(x.single) >= 0.5
		for _, o := range x.cross {
			if solvedAlone {
				fresh.add(x.at, indicator(!o.Correct))
			}
			if o.Correct {
				continue
			}
			f.Wrong++
			why := causeOf(x, o, solvedAlone, index)
			for c := range byCause {
				byCause[c].add(x.at, indicator(cause(c) == why))
			}
			if d := skill.DomainOf(o.PredSkill); solvedAlone && d != "" {
				freshWrong.add(x.at, indicator(d != skill.DomainOf(x.Skill)))
			}
			if before := index[[2]int{x.at, x.N - 1}]; before != nil && why != causeMissing {
				if d := skill.DomainOf(before.Skill); d != skill.DomainOf(x.Skill) {
					carriedSkill.add(x.at, indicator(skill.DomainOf(o.PredSkill) == d))
				}
				carriedForm.add(x.at, indicator(carriesForm(o.Answer, before.Answer, x.Answer)))
			}
		}
	}
	f.Missing, f.Dependency, f.Switch = s.estimate(byCause[causeMissing]), s.estimate(byCause[causeDependency]), s.estimate(byCause[causeSwitch])
	f.Skill, f.Unknown = s.estimate(byCause[causeSkill]), s.estimate(byCause[causeUnknown])
	f.NewFailure, f.NewWrongDomain = s.estimate(fresh), s.estimate(freshWrong)
	f.CarriedSkill, f.CarriedForm = s.estimate(carriedSkill), s.estimate(carriedForm)
	return f
}

func causeOf(x *step, o *bench.Graded, solvedAlone bool, index map[[2]int]*step) cause {
	if o.Answer == "" {
		return causeMissing
	}
	for _, u := range x.Uses {
		from := index[[2]int{x.at, u.Step}]
		if from == nil {
			continue
		}
		if used := from.bySample[o.Sample]; used != nil && used.Status == task.Scored && !used.Correct {
			return causeDependency
		}
	}
	switch {
	case len(x.single) == 0:
		return causeUnknown
	case solvedAlone:
		return causeSwitch
	}
	return causeSkill
}

// carriesForm says whether an answer has the form that the previous step asked
// for and not the one that its own step asks for.
func carriesForm(answer string, previous, own task.Answer) bool {
	form := formOf(answer)
	return form == formOfKind(previous) && form != formOfKind(own) && !(own.Kind == task.KindExpression && form == formWord)
}

// form is the outer shape of an answer.
type form string

const (
	formNumber form = "number"
	formLetter form = "letter"
	formWord   form = "word"
	formList   form = "list"
	formObject form = "object"
	formTable  form = "table"
	formCode   form = "code"
	formText   form = "text"
)

var (
	numberForm = regexp.MustCompile(`^[-+−]?[$€£]?[\d.,/ ]*\d[\d.,/ ]*%?(?: ?[A-Za-zµΩ°/·²³^-]{1,12})?$`)
	letterForm = regexp.MustCompile(`^\(?[A-J][).]?$`)
)

// formOf reads the shape of a written answer.
func formOf(answer string) form {
	s := strings.TrimSpace(answer)
	switch {
	case strings.Contains(s, "```") || strings.Contains(s, "def ") || strings.Contains(s, "func "):
		return formCode
	case strings.HasPrefix(s, "|") || strings.Contains(s, "\n|"):
		return formTable
	case strings.HasPrefix(s, "{") && strings.Contains(s, `":`):
		return formObject
	case numberForm.MatchString(s):
		return formNumber
	case letterForm.MatchString(s):
		return formLetter
	case strings.HasPrefix(s, "[") || strings.HasPrefix(s, "{") || strings.Count(s, ",") >= 2 && len(strings.Fields(s)) <= 2*strings.Count(s, ",")+2:
		return formList
	case len(strings.Fields(s)) <= 3:
		return formWord
	}
	return formText
}

func formOfKind(a task.Answer) form {
	switch a.Kind {
	case task.KindInteger, task.KindRational, task.KindDecimal, task.KindExpression:
		return formNumber
	case task.KindChoice:
		return formLetter
	case task.KindString:
		return formWord
	case task.KindList, task.KindSet:
		return formList
	case task.KindMapping:
		return formObject
	case task.KindTable:
		return formTable
	case task.KindCode:
		return formCode
	}
	return formText
}
