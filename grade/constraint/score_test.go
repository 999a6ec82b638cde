package constraint_test

import (
	"encoding/json"
	"slices"
	"testing"

	"segue/grade/constraint"
)

func TestVariants(t *testing.T) {
	got := constraint.Variants("Sure:\n**a**\n\nBye")
	want := []string{"Sure:\n**a**\n\nBye", "**a**\n\nBye", "Sure:\n**a**", "**a**", "Sure:\na\n\nBye", "a\n\nBye", "Sure:\na", "a"}
	if !slices.Equal(got, want) {
		t.Errorf("Variants = %q, want %q", got, want)
	}
	if one := constraint.Variants("*x*"); len(one) != 8 || one[0] != "*x*" || one[1] != "" || one[4] != "x" {
		t.Errorf("Variants of one line = %q", one)
	}
}

func TestStrictAndLoose(t *testing.T) {
	specs := []constraint.Spec{
		{ID: "startend:quotation"},
		{ID: "punctuation:no_comma"},
		{ID: "segue:lines", Args: json.RawMessage(`{"exactly":7}`)},
	}
	response := "Sure, here it is:\n\"All is well.\""
	strict, err := constraint.Strict(specs, response)
	if err != nil {
		t.Fatal(err)
	}
	loose, err := constraint.Loose(specs, response)
	if err != nil {
		t.Fatal(err)
	}
	if all, share := constraint.Score(strict); all || share != 0 {
		t.Errorf("strict: %v, %v", all, share)
	}
	if all, share := constraint.Score(loose); all || share != 2.0/3 {
		t.Errorf("loose: %v, %v", all, share)
	}
	if want := "found 2, wanted 7"; loose[2].Reason != want {
		t.Errorf("the reason is %q, want that for the whole response, %q", loose[2].Reason, want)
	}
	if all, share := constraint.Score(nil); all || share != 0 {
		t.Errorf("nothing scored: %v, %v", all, share)
	}
	if _, err := constraint.Loose([]constraint.Spec{{ID: "x:y"}}, response); err == nil {
		t.Error("an unknown id is scored")
	}
}
