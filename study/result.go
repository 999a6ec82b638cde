package study

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"segue/train"
)

// Result is what a study found.
type Result struct {
	Config Config              `json:"config"`
	Starts []StartResult       `json:"starts"`
	Start  map[string]Estimate `json:"start"` // the mean of the starts by metric
	Gap    Estimate            `json:"gap"`   // of the starts: steps right when asked alone minus within tasks that switch
	Arms   []ArmResult         `json:"arms"`
	Pairs  []Pair              `json:"pairs"` // of arms, with their differences
}

// StartResult is a start before any arm.
type StartResult struct {
	Score  Score         `json:"score"`
	Levels []LevelResult `json:"levels"`
	Table  string        `json:"table"` // file of its Skill Entropy
}

// LevelResult is a start on the tasks of one level, terciles of the set by the
// start's own Skill Entropy.
type LevelResult struct {
	Level  string  `json:"level"`
	Tasks  int     `json:"tasks"`
	SkE    float64 `json:"ske"`   // mean Skill Entropy of the tasks
	Alone  float64 `json:"alone"` // steps right when asked alone
	Within float64 `json:"within"`
	Labels float64 `json:"labels"`
}

// ArmResult is what came of an arm.
type ArmResult struct {
	Name    string              `json:"name"`
	Doc     string              `json:"doc"`
	Uses    Supervision         `json:"uses"`
	Scores  [][]Score           `json:"scores"` // by start, then seed
	Metrics map[string]Estimate `json:"metrics"`
	Gain    map[string]Estimate `json:"gain"`  // over the start
	Leads   []string            `json:"leads"` // metrics by which it is ahead of every other arm, each by an interval that leaves 0 out
}

// Pair is the difference of two arms over the same starts, seeds and tasks.
type Pair struct {
	Arm        string              `json:"arm"`
	Against    string              `json:"against"`
	Difference map[string]Estimate `json:"difference"` // by metric
	Tests      map[string]Test     `json:"tests"`      // by metric, where there is more than one run
	Wins       map[string]int      `json:"wins"`       // runs in which Arm is ahead
	Runs       int                 `json:"runs"`
}

// result gathers what the finished parts left behind.
func (s *session) result() (*Result, error) {
	r := &Result{Config: s.config}
	starts, levels, err := s.startResults(r)
	if err != nil {
		return nil, err
	}
	r.Start = starts.estimates(s.config.Seed)
	r.Gap = starts["alone"].minus(starts["steps"]).estimate(s.config.Seed)
	all := map[string]grids{}
	for _, a := range s.arms {
		arm := ArmResult{Name: a.Name, Doc: a.Doc, Uses: a.Uses}
		if arm.Scores, err = s.armScores(a); err != nil {
			return nil, err
		}
		g := make(grids)
		for start, scores := range arm.Scores {
			g.add(scores, levels[start])
		}
		arm.Metrics, arm.Gain = g.estimates(s.config.Seed), g.minus(starts).estimates(s.config.Seed)
		all[a.Name] = g
		r.Arms = append(r.Arms, arm)
	}
	for i, a := range r.Arms {
		r.Arms[i].Leads = leads(a.Name, r.Arms, all, s.config.Seed)
	}
	for _, against := range s.config.opponents() {
		r.Pairs = append(r.Pairs, pairs(s.arms, against, all, s.config.Seed)...)
	}
	return r, nil
}

// startResults describes the starts in a result, and gives them as if each were an
// arm that changes nothing, with the levels of the tasks by start.
func (s *session) startResults(r *Result) (grids, [][]int, error) {
	var levels [][]int
	starts := make(grids)
	for number := 1; number <= s.config.Starts; number++ {
		dir := s.startDir(number)
		score, err := readScore(dir)
		if err != nil {
			return nil, nil, err
		}
		result, level, err := s.startResult(dir, score)
		if err != nil {
			return nil, nil, err
		}
		r.Starts, levels = append(r.Starts, result), append(levels, level)
		seeds := make([]Score, s.config.Seeds) // the start itself, to be compared with each seed
		for i := range seeds {
			seeds[i] = score
		}
		starts.add(seeds, level)
	}
	return starts, levels, nil
}

// armScores reads what an arm reached, by start, then seed.
func (s *session) armScores(a Arm) ([][]Score, error) {
	var all [][]Score
	for number := 1; number <= s.config.Starts; number++ {
		var scores []Score
		for seed := 1; seed <= s.config.Seeds; seed++ {
			score, err := readScore(filepath.Join(s.startDir(number), fmt.Sprintf("seed-%d", seed), a.Name))
			if err != nil {
				return nil, err
			}
			scores = append(scores, score)
		}
		all = append(all, scores)
	}
	return all, nil
}

// grids has a grid for each metric.
type grids map[string]grid

// add adds the scores of a start's seeds.
func (g grids) add(scores []Score, level []int) {
	for _, m := range Metrics {
		var seeds []column
		for _, score := range scores {
			seeds = append(seeds, m.of(score, level))
		}
		g[m.Name] = append(g[m.Name], seeds)
	}
}

func (g grids) minus(other grids) grids {
	d := make(grids)
	for name := range g {
		d[name] = g[name].minus(other[name])
	}
	return d
}

func (g grids) estimates(seed uint64) map[string]Estimate {
	all := map[string]Estimate{}
	for name := range g {
		all[name] = g[name].estimate(seed)
	}
	return all
}

// pairs compares every other arm with one, if it is there.
func pairs(arms []Arm, against string, all map[string]grids, seed uint64) []Pair {
	other, ok := all[against]
	if !ok {
		return nil
	}
	var found []Pair
	for _, a := range arms {
		if a.Name != against {
			found = append(found, pair(a.Name, against, all[a.Name].minus(other), seed))
		}
	}
	adjust(found)
	return found
}

func pair(arm, against string, d grids, seed uint64) Pair {
	p := Pair{Arm: arm, Against: against, Difference: d.estimates(seed), Tests: map[string]Test{}, Wins: map[string]int{}}
	for name := range d {
		if t, ok := d[name].test(seed); ok {
			p.Tests[name] = t
		}
		p.Wins[name], p.Runs = d[name].above()
	}
	return p
}

// leads are the metrics by which an arm is ahead of every other, each by an
// interval that leaves 0 out.
func leads(arm string, arms []ArmResult, all map[string]grids, seed uint64) []string {
	var found []string
	for _, m := range Metrics {
		ahead := len(arms) > 1
		for _, sure := range []bool{false, true} { // means first, they cost nothing
			for _, other := range arms {
				if !ahead || other.Name == arm {
					continue
				}
				d := all[arm][m.Name].minus(all[other.Name][m.Name])
				if sure {
					ahead = d.estimate(seed).Lo > 0
				} else {
					ahead = d.average() > 0
				}
			}
		}
		if ahead {
			found = append(found, m.Name)
		}
	}
	return found
}

func readScore(dir string) (Score, error) {
	var s Score
	path := filepath.Join(dir, scoreName)
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return s, fmt.Errorf("read %s: %w", path, err)
	}
	return s, nil
}

// startResult describes a start by level, and gives the level of each task.
func (s *session) startResult(dir string, score Score) (StartResult, []int, error) {
	r := StartResult{Score: score, Table: filepath.Join(dir, tableName)}
	tasks, err := train.ReadTasks([]string{s.set(setCross)})
	if err != nil {
		return r, nil, err
	}
	entropy, err := entropies(tasks, r.Table)
	if err != nil {
		return r, nil, err
	}
	level := terciles(entropy)
	set := score.Sets[setCross]
	for l, name := range levels {
		of := func(values []float64) column {
			c := column{}
			for i, x := range values {
				if level[i] == l {
					c = append(c, x)
				}
			}
			return c
		}
		mean := func(c column) float64 { return grid{{c}}.average() }
		r.Levels = append(r.Levels, LevelResult{
			Level: string(name), Tasks: len(of(entropy)), SkE: mean(of(entropy)), Alone: mean(of(set.EachAlone)), Within: mean(of(set.EachSteps)), Labels: mean(of(set.EachLabels)),
		})
	}
	return r, level, nil
}
