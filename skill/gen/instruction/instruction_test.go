package instruction_test

import (
	"testing"

	"segue/skill"
	"segue/skill/check"
	_ "segue/skill/gen/instruction"
)

func TestConformance(t *testing.T) { check.Domain(t, skill.InstructionFollowing) }
