package math_test

import (
	"testing"

	"segue/skill"
	"segue/skill/check"
	_ "segue/skill/gen/math"
)

func TestConformance(t *testing.T) { check.Domain(t, skill.Math) }
