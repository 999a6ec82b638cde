package creative_test

import (
	"testing"

	"segue/skill"
	"segue/skill/check"
	_ "segue/skill/gen/creative"
)

func TestConformance(t *testing.T) { check.Domain(t, skill.Creative) }
