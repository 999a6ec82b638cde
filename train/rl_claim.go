package train

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"segue/skill"
	"segue/task"
)

// claim makes sure that the run directory is of this training: of the same
// settings, files, and whatever else decides what responses earn.
func (s *rlSession) claim() error {
	c := s.config
	in, err := newInputs(c.Model, s.loaded.Parameters)
	if err != nil {
		return err
	}
	tables := []string{c.Table}
	if c.Table == "" {
		tables = nil
	}
	for _, x := range []struct {
		holds string
		paths []string
	}{{"tasks", c.Tasks}, {"evaluation tasks", c.EvalTasks}, {"cells of the table", tables}, {"replayed examples", c.Replay.Data}} {
		if err := in.read(x.holds, x.paths...); err != nil {
			return err
		}
	}
	in.Parts = s.parts()
	in.Made["prompts, as the model reads them,"] = s.prompts
	in.Made["skills that labels are mapped to"] = sumSkills(s.vocabulary)
	if s.replay != nil {
		in.Made["replayed examples, as the model reads them,"] = fingerprint(s.replay.examples)
	}
	return claim(s.dir, "rl", c, in, Environment{Version: s.env.Version, Warn: s.env.Warn})
}

// parts are the names of what grades and maps labels beside the program itself.
func (s *rlSession) parts() map[string]string {
	parts := map[string]string{"embedder": "built-in", "judge": "", "solver": ""}
	if s.env.Embedder != nil {
		parts["embedder"] = s.env.Model
	}
	if s.env.Grade.Judge != nil {
		parts["judge"] = s.env.Grade.Judge.Name()
	}
	if s.env.Solver != nil {
		parts["solver"] = "unnamed"
		if named, ok := s.env.Solver.(interface{ Name() string }); ok {
			parts["solver"] = named.Name()
		}
	}
	if asksForPrograms(s.tasks) || asksForPrograms(s.evalTasks) { // elsewhere nothing is run
		parts["sandbox for programs"] = ""
		if s.env.Grade.Programs != nil {
			parts["sandbox for programs"] = "present"
		}
	}
	return parts
}

func asksForPrograms(tasks []task.Task) bool {
	return slices.ContainsFunc(tasks, func(t task.Task) bool {
		return slices.ContainsFunc(t.Steps, func(s task.Step) bool { return s.Answer.Kind == task.KindCode })
	})
}

// sumSkills is the SHA-256 of a vocabulary, whatever its order.
func sumSkills(vocabulary []skill.Skill) string {
	lines := make([]string, len(vocabulary))
	for i, x := range vocabulary {
		lines[i] = fmt.Sprintf("%q %q %q\n", x.ID, x.Name, x.Label)
	}
	slices.Sort(lines)
	sum := sha256.New()
	for _, line := range lines {
		sum.Write([]byte(line)) // a hash does not fail
	}
	return hex.EncodeToString(sum.Sum(nil))
}
