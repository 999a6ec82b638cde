package study

// Brief is a result as machines read it: the figures without the scores of
// single tasks.
type Brief struct {
	Report  string              `json:"report"`
	Arms    map[string]BriefArm `json:"arms"`
	Gap     Estimate            `json:"gap"` // of the starts: steps right when asked alone minus within tasks that switch
	Starts  []StartBrief        `json:"starts"`
	Pairs   []Pair              `json:"pairs"`
	Minutes float64             `json:"minutes"` // of this run; what was finished before took none
}

// BriefArm is an arm's share of right steps in tasks that switch.
type BriefArm struct {
	Seeds   []float64           `json:"seeds"` // of each run
	Mean    float64             `json:"mean"`
	Lo      float64             `json:"lo"`
	Hi      float64             `json:"hi"`
	Metrics map[string]Estimate `json:"metrics"`
	Gain    map[string]Estimate `json:"gain"`
}

// StartBrief is a start without the scores of single tasks.
type StartBrief struct {
	Levels []LevelResult       `json:"levels"`
	Sets   map[string]SetScore `json:"sets"`
}

// Brief leaves the scores of single tasks out.
func (r *Result) Brief(report string, minutes float64) Brief {
	b := Brief{Report: report, Arms: map[string]BriefArm{}, Gap: r.Gap, Pairs: r.Pairs, Minutes: minutes}
	for _, s := range r.Starts {
		brief := StartBrief{Levels: s.Levels, Sets: map[string]SetScore{}}
		for name, set := range s.Score.Sets {
			set.EachSteps, set.EachLabels, set.EachAlone = nil, nil, nil
			brief.Sets[name] = set
		}
		b.Starts = append(b.Starts, brief)
	}
	for _, a := range r.Arms {
		e := a.Metrics["steps"]
		arm := BriefArm{Mean: e.Mean, Lo: e.Lo, Hi: e.Hi, Metrics: a.Metrics, Gain: a.Gain}
		for _, seeds := range a.Scores {
			for _, s := range seeds {
				arm.Seeds = append(arm.Seeds, s.Sets[setCross].Steps)
			}
		}
		b.Arms[a.Name] = arm
	}
	return b
}
