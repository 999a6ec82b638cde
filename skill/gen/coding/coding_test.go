package coding_test

import (
	"os"
	"path/filepath"
	"testing"

	"segue/grade"
	"segue/sandbox"
	"segue/skill"
	"segue/skill/check"
	"segue/skill/gen"
	_ "segue/skill/gen/coding"
	"segue/task"
)

// TestGeneratorsKeepTheContract is check.Domain with a sandbox for the skills
// whose answers are programs.
func TestGeneratorsKeepTheContract(t *testing.T) {
	box := sandbox.New(sandbox.Options{CacheDir: filepath.Join(os.TempDir(), "segue-sandbox-test")})
	for _, g := range gen.List() {
		if g.Skill.Domain != skill.Coding {
			continue
		}
		t.Run(g.Skill.ID, func(t *testing.T) {
			it, err := gen.New(g.Skill.ID, gen.Easiest, 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := sandbox.Available(); err != nil && it.Answer.Kind == task.KindCode {
				t.Skip(err)
			}
			r := check.Skill(t.Context(), g, check.Options{Seeds: 30, Env: grade.Env{Programs: box}})
			for _, fault := range r.Faults {
				t.Error(fault)
			}
		})
	}
}
