package logic_test

import (
	"testing"

	"segue/skill"
	"segue/skill/check"
	_ "segue/skill/gen/logic"
)

func TestConformance(t *testing.T) { check.Domain(t, skill.Logic) }
