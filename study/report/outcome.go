package report

import (
	"context"
	"fmt"
	"html/template"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"segue/bench/report/figure"
	"segue/study"
	"segue/switching"
	"segue/task"
)

// heat is the Skill Entropy of a start or an arm between domains.
type heat struct {
	Name  string
	Plot  template.HTML
	Mean  string // geometric, of the cells that can tell
	Firm  int    // their number
	Cells int
	Runs  int
}

// tally counts right answers.
type tally struct{ right, n float64 }

func (t tally) share() float64 { return t.right / t.n }

// pool is the outcomes of several runs of one arm. Runs share their tasks, so
// they count as samples of them.
type pool struct {
	runs   int
	trials *switching.Trials
	alone  map[string]tally // by skill
}

// pool reads the outcomes of the runs in dirs.
func (f *folder) pool(dirs []string) pool {
	p := pool{trials: switching.NewTrials(), alone: map[string]tally{}}
	for i, dir := range dirs {
		found := lines(f, filepath.Join(dir, "outcomes.jsonl"), func(o task.Outcome) error {
			const samples = 1 << 12 // more than any run has of a task
			o.Model, o.Sample = "", i*samples+o.Sample%samples
			if err := p.trials.Add(o); err != nil {
				return err
			}
			if o.Mode == task.Single && (o.Status == "" || o.Status == task.Scored) {
				t := p.alone[o.Skill]
				p.alone[o.Skill] = tally{t.right + o.Score, t.n + 1}
			}
			return nil
		})
		if found {
			p.runs++
		}
	}
	return p
}

// outcomes draws the maps of the start and of the arms of most interest, and
// lists how single skills were kept.
func (f *folder) outcomes() ([]heat, retention) {
	start := f.pool(f.starts())
	maps := f.heat(nil, "start", start)
	kept := newRetention(f.result, start)
	pools := map[string]pool{}
	for _, a := range f.result.Arms {
		if p := f.pool(f.runs(a.Name)); p.runs > 0 {
			kept.add(a.Name, start, p)
			pools[a.Name] = p
		}
	}
	for _, m := range mapped(f.result) {
		maps = f.heat(maps, m.label, pools[m.arm])
	}
	return maps, kept
}

// mappedArm is an arm whose map is drawn, and why.
type mappedArm struct{ arm, label string }

// mapped are answer, the paper's arm, the best that learns from rewards and the
// best of all, each once.
func mapped(r *study.Result) []mappedArm {
	top, _ := best(r, anyArm)
	reward, _ := best(r, rewarded)
	why := map[string]string{top.Name: ", the best arm of all"}
	if reward.Name == top.Name {
		why[top.Name] = ", the best arm"
	} else {
		why[reward.Name] = ", the best arm that learns from rewards"
	}
	var all []mappedArm
	for _, name := range []string{"answer", "paper", reward.Name, top.Name} {
		if !slices.ContainsFunc(all, func(m mappedArm) bool { return m.arm == name }) {
			all = append(all, mappedArm{name, name + why[name]})
		}
	}
	return all
}

// mapDraws is the number of resamples behind a map's intervals.
const mapDraws = 300

// heat adds the map of a pool, if there is one.
func (f *folder) heat(to []heat, name string, p pool) []heat {
	if p.runs == 0 {
		return to
	}
	table, err := switching.Estimate(context.Background(), p.trials, switching.Options{Draws: mapDraws, Seed: f.result.Config.Seed})
	if err != nil {
		f.note(fmt.Sprintf("Skill Entropy of %s: %v", name, err))
		return to
	}
	h := heat{Name: name, Runs: p.runs, Mean: nothing, Plot: figure.HeatMap(table.Domain)}
	sum := 0.0
	for _, key := range slices.Sorted(maps.Keys(table.Domain)) {
		c := table.Domain[key]
		if c.SkE > 0 {
			h.Cells++
			if c.Weak == "" {
				sum += math.Log(c.SkE)
				h.Firm++
			}
		}
	}
	if h.Firm > 0 {
		h.Mean = ratioText(math.Exp(sum / float64(h.Firm)))
	}
	return append(to, h)
}

func ratioText(x float64) string {
	if !finite(x) {
		return nothing
	}
	return fmt.Sprintf("%.2f", x)
}

// retention is how often each skill is right when asked alone, before and after.
type retention struct {
	Arms   []string
	Skills []skillRow
}

type skillRow struct {
	Name, id, Start string
	Items           int
	Cells           []keptCell
}

type keptCell struct {
	Share, Change, Title string
	Lost                 bool // significantly
}

func newRetention(r *study.Result, start pool) retention {
	var kept retention
	for _, id := range slices.Sorted(maps.Keys(start.alone)) {
		t := start.alone[id]
		kept.Skills = append(kept.Skills, skillRow{Name: skillName(id), id: id, Start: numberText(t.share()), Items: int(t.n)})
	}
	return kept
}

// add adds the column of an arm.
func (k *retention) add(arm string, start, after pool) {
	k.Arms = append(k.Arms, arm)
	for i, row := range k.Skills {
		before, t := start.alone[row.id], after.alone[row.id]
		c := keptCell{Share: nothing}
		if t.n > 0 {
			d := t.share() - before.share()
			half := 1.96 * math.Sqrt(variance(t)+variance(before))
			c = keptCell{Share: numberText(t.share()), Change: signedText(d), Lost: d+half < 0,
				Title: fmt.Sprintf("%s points, ± %s; %.0f answers", signedText(d), numberText(half), t.n)}
		}
		k.Skills[i].Cells = append(k.Skills[i].Cells, c)
	}
}

// variance is that of a share.
func variance(t tally) float64 { return t.share() * (1 - t.share()) / max(t.n, 1) }
