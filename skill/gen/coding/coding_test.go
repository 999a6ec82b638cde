package coding_test

import (
	"testing"

	"segue/skill"
	"segue/skill/check"
	_ "segue/skill/gen/coding"
)

func TestGeneratorsKeepTheContract(t *testing.T) { check.Domain(t, skill.Coding) }
