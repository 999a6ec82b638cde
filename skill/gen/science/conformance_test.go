package science_test

import (
	"testing"

	"segue/skill"
	"segue/skill/check"
	_ "segue/skill/gen/science"
)

func TestConformance(t *testing.T) { check.Domain(t, skill.Science) }
