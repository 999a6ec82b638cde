package study

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"segue/switching"
	"segue/train"
)

// Result is what a study found.
type Result struct {
	Config Config        `json:"config"`
	Starts []StartResult `json:"starts"`
	Arms   []ArmResult   `json:"arms"`
	Pairs  []Pair        `json:"pairs"` // of arms, with their differences
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
	Gain    map[string]Estimate `json:"gain"` // over the start
}

// Pair is the difference of two arms over the same starts, seeds and tasks.
type Pair struct {
	Arm        string              `json:"arm"`
	Against    string              `json:"against"`
	Difference map[string]Estimate `json:"difference"` // by metric
	Wins       map[string]int      `json:"wins"`       // runs in which Arm is ahead
	Runs       int                 `json:"runs"`
}

// levelNames are those of the terciles.
var levelNames = []string{"low", "medium", "high"}

// result gathers what the finished parts left behind.
func (s *session) result() (*Result, error) {
	r := &Result{Config: s.config}
	var levels [][]int
	starts := make(grids)
	for number := 1; number <= s.config.Starts; number++ {
		dir := s.startDir(number)
		score, err := readScore(dir)
		if err != nil {
			return nil, err
		}
		result, level, err := s.startResult(dir, score)
		if err != nil {
			return nil, err
		}
		r.Starts, levels = append(r.Starts, result), append(levels, level)
		seeds := make([]Score, s.config.Seeds) // the start itself, to be compared with each seed
		for i := range seeds {
			seeds[i] = score
		}
		starts.add(seeds, level)
	}
	all := map[string]grids{}
	for _, a := range s.arms {
		arm := ArmResult{Name: a.Name, Doc: a.Doc, Uses: a.Uses, Metrics: map[string]Estimate{}, Gain: map[string]Estimate{}}
		g := make(grids)
		for number := 1; number <= s.config.Starts; number++ {
			var scores []Score
			for seed := 1; seed <= s.config.Seeds; seed++ {
				score, err := readScore(filepath.Join(s.startDir(number), fmt.Sprintf("seed-%d", seed), a.Name))
				if err != nil {
					return nil, err
				}
				scores = append(scores, score)
			}
			arm.Scores = append(arm.Scores, scores)
			g.add(scores, levels[number-1])
		}
		for _, m := range Metrics {
			arm.Metrics[m.Name] = g[m.Name].estimate(s.config.Seed)
			arm.Gain[m.Name] = g[m.Name].minus(starts[m.Name]).estimate(s.config.Seed)
		}
		all[a.Name] = g
		r.Arms = append(r.Arms, arm)
	}
	for _, against := range []string{"answer", "paper", "answer-step"} {
		for _, a := range s.arms {
			if g, ok := all[against]; ok && a.Name != against {
				r.Pairs = append(r.Pairs, pair(a.Name, all[a.Name], against, g, s.config.Seed))
			}
		}
	}
	return r, nil
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

func pair(arm string, g grids, against string, other grids, seed uint64) Pair {
	p := Pair{Arm: arm, Against: against, Difference: map[string]Estimate{}, Wins: map[string]int{}}
	for _, m := range Metrics {
		d := g[m.Name].minus(other[m.Name])
		p.Difference[m.Name] = d.estimate(seed)
		p.Wins[m.Name], p.Runs = d.above()
	}
	return p
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
	f, err := os.Open(r.Table)
	if err != nil {
		return r, nil, fmt.Errorf("read table: %w", err)
	}
	defer f.Close()
	table, err := switching.ReadTable(f)
	if err != nil {
		return r, nil, fmt.Errorf("read %s: %w", r.Table, err)
	}
	tasks, err := train.ReadTasks([]string{s.set(setCross)})
	if err != nil {
		return r, nil, err
	}
	entropy := make([]float64, len(tasks))
	for i, t := range tasks {
		entropy[i] = table.Task(t.Sequence(), switching.Shrunk).SkE
	}
	level := terciles(entropy)
	set := score.Sets[setCross]
	for l, name := range levelNames {
		of := func(values []float64) column {
			c := column{}
			for i, x := range values {
				if level[i] == l {
					c = append(c, x)
				}
			}
			return c
		}
		mean := func(c column) float64 {
			once := make([]int, len(c))
			for i := range once {
				once[i] = 1
			}
			return c.mean(once)
		}
		r.Levels = append(r.Levels, LevelResult{
			Level: name, Tasks: len(of(entropy)), SkE: mean(of(entropy)), Alone: mean(of(set.EachAlone)), Within: mean(of(set.EachSteps)), Labels: mean(of(set.EachLabels)),
		})
	}
	return r, level, nil
}

// terciles cuts numbers into a low, a medium and a high third, by rank; equal
// numbers keep the order of their places.
func terciles(x []float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	level := make([]int, len(x))
	for rank, i := range order {
		level[i] = rank * len(levelNames) / len(x)
	}
	return level
}
