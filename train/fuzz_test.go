package train_test

import (
	"strings"
	"testing"

	"segue/train"
)

func FuzzReadRecords(f *testing.F) {
	for _, text := range []string{
		`{"prompt":"a","completion":"b"}`, `{"text":"a"}` + "\n\n" + `{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[]}]}`,
		`{"question":"a","reference":3}`, `{"messages":{}}`, `[]`, `{"messages":[[]]}`, "\x00", `{"text":"a","text":"b"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		records, err := train.ReadText(text)
		if (err == nil) != (len(records) > 0) {
			t.Errorf("%d records and the error %v", len(records), err)
		}
		for _, r := range records {
			for _, m := range r.Messages {
				if m.Role == "" {
					t.Error("a message has no role")
				}
			}
		}
	})
}

func FuzzReadConfig(f *testing.F) {
	f.Add("model: m\ndata: [d]\nlora: {rank: 3}\n", "seed=7")
	f.Add("lora: 3", "lora.rank=2")
	f.Add("{", "a.b.c.d=[")
	f.Add("- 1", "=")
	f.Add("a: &a [*a]", "x")
	f.Fuzz(func(t *testing.T, text, setting string) {
		c, err := train.ReadConfig(train.SFTDefaults(), strings.NewReader(text), []string{setting})
		if err == nil {
			_ = c.Validate() // must not panic either
		}
	})
}
