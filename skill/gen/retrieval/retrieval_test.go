package retrieval_test

import (
	"testing"

	"segue/skill"
	"segue/skill/check"
	_ "segue/skill/gen/retrieval"
)

func TestConformance(t *testing.T) { check.Domain(t, skill.ContextualRetrieval) }
