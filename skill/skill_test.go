package skill_test

import (
	"strings"
	"testing"

	"segue/skill"
)

func init() {
	for _, s := range []skill.Skill{
		{ID: "math/modular-inverse", Area: "number theory", Name: "Modular inverse", Description: "d"},
		{ID: "math/sum", Area: "arithmetic", Name: "Sum", Description: "d"},
		{ID: "coding/sum", Area: "functions", Name: "Sum", Description: "d"},
		{ID: "information_extraction/row-count", Area: "tables", Name: "Row count", Description: "d"},
	} {
		skill.Register(s)
	}
}

func TestMatchLabel(t *testing.T) {
	for label, want := range map[string]string{
		"Math, Modular inverse":             "math/modular-inverse",
		"math, modular-inverse":             "math/modular-inverse",
		" MATH: Modular Inverse. ":          "math/modular-inverse",
		"math/modular-inverse":              "math/modular-inverse",
		"modular inverse":                   "math/modular-inverse",
		"Information extraction, Row count": "information_extraction/row-count",
		"Coding, Sum":                       "coding/sum",
		"sum":                               "", // two skills have the name
		"Math, Division":                    "",
		"":                                  "",
	} {
		got, ok := skill.MatchLabel(label)
		if got.ID != want || ok != (want != "") {
			t.Errorf("%q names %q, want %q", label, got.ID, want)
		}
	}
}

func TestNormalLabel(t *testing.T) {
	for label, want := range map[string]string{
		" MATH: Modular\tInverse. ": "math modular inverse", "math/modular-inverse": "math modular inverse",
		"Größe, 2 Äpfel": "größe 2 äpfel", "!?": "", "": "",
	} {
		if got := skill.NormalLabel(label); got != want {
			t.Errorf("%q reads %q, want %q", label, got, want)
		}
	}
}

func TestLabelDomain(t *testing.T) {
	for label, want := range map[string]skill.Domain{
		"Math, anything": skill.Math, "Information extraction, x": skill.Extraction, "planning/y": skill.Planning,
		"Contextual-Memory Retrieval, z": skill.ContextualRetrieval, "Cooking, soup": "", "": "",
	} {
		if got, ok := skill.LabelDomain(label); got != want || ok != (want != "") {
			t.Errorf("%q is of domain %q, want %q", label, got, want)
		}
	}
}

func TestLookupNamesTheNearest(t *testing.T) {
	_, err := skill.Lookup("math/modular-inverce")
	if err == nil || !strings.Contains(err.Error(), "math/modular-inverse") {
		t.Errorf("got %v, want the near id named", err)
	}
}

func TestRegisterRefusesWhatWouldConfuse(t *testing.T) {
	for name, s := range map[string]skill.Skill{
		"duplicate":      {ID: "math/sum", Area: "a", Name: "Sum of things", Description: "d"},
		"no slug":        {ID: "math", Area: "a", Name: "n", Description: "d"},
		"unknown domain": {ID: "cooking/soup", Area: "a", Name: "n", Description: "d"},
		"capital":        {ID: "math/Sum", Area: "a", Name: "n", Description: "d"},
		"no area":        {ID: "math/a", Name: "n", Description: "d"},
		"same label":     {ID: "math/the-sum", Area: "a", Name: "SUM", Description: "d"},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: %+v was registered", name, s)
				}
			}()
			skill.Register(s)
		}()
	}
}
