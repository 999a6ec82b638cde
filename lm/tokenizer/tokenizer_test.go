package tokenizer_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"segue/lm/tokenizer"
)

// document returns a small tokenizer.json in which parts are replaced.
func document(t testing.TB, replace map[string]string) []byte {
	t.Helper()
	d := map[string]json.RawMessage{
		"added_tokens": json.RawMessage(`[{"id":5,"content":"<s>","lstrip":true,"rstrip":true,"special":true},
			{"id":6,"content":"ba","single_word":true},{"id":7,"content":"<s><s>"},{"id":8,"content":"e\u0301!","normalized":true}]`),
		"normalizer":     json.RawMessage(`{"type":"NFC"}`),
		"pre_tokenizer":  json.RawMessage(`{"type":"ByteLevel","add_prefix_space":false}`),
		"decoder":        json.RawMessage(`{"type":"ByteLevel"}`),
		"post_processor": json.RawMessage(`{"type":"Sequence","processors":[{"type":"ByteLevel"},{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"<s>","type_id":0}},{"Sequence":{"id":"A","type_id":0}}],"special_tokens":{"<s>":{"id":"<s>","ids":[5],"tokens":["<s>"]}}}]}`),
		"model":          json.RawMessage(`{"type":"BPE","vocab":{"a":0,"b":1,"Ġ":2,"ab":3,"Ġab":4},"merges":["a b","Ġ ab"]}`),
	}
	for key, value := range replace {
		d[key] = json.RawMessage(value)
	}
	data, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAddedTokens(t *testing.T) {
	p, err := tokenizer.Parse(document(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		text    string
		special bool
		want    []int32
	}{
		{"aab", true, []int32{0, 3}},
		{"ba", true, []int32{6}},                 // alone: the added token
		{"a ba b", true, []int32{0, 2, 6, 2, 1}}, // between spaces
		{"bab", true, []int32{1, 3}},             // part of a word: the model's
		{"a  <s>  b", true, []int32{0, 5, 1}},    // white space goes with it
		{"a<s><s>b", true, []int32{0, 7, 1}},     // the longest
		{"a<s>b", false, []int32{0, 1}},          // as text; < s > are not in the vocabulary
		{"\u00e9!a", true, []int32{8, 0}},        // found in the normalised text
		{"", true, nil},
	} {
		if got := p.Encode(test.text, test.special); !slices.Equal(got, test.want) {
			t.Errorf("Encode(%q, %v) = %v, want %v", test.text, test.special, got, test.want)
		}
	}
	if got := p.Prefix(); !slices.Equal(got, []int32{5}) {
		t.Errorf("Prefix: got %v, want [5]", got)
	}
}

func TestUnknownPartsAreRefusedInWords(t *testing.T) {
	for part, test := range map[string][2]string{
		"normalizer":     {`{"type":"Replace"}`, `normaliser: type "Replace"`},
		"pre_tokenizer":  {`{"type":"Metaspace"}`, `pre-tokeniser: type "Metaspace"`},
		"post_processor": {`{"type":"BertProcessing"}`, `post-processor: type "BertProcessing"`},
		"decoder":        {`{"type":"WordPiece"}`, `decoder: type "WordPiece"`},
		"model":          {`{"type":"Unigram","vocab":{"a":0}}`, `model: type "Unigram"`},
	} {
		_, err := tokenizer.Parse(document(t, map[string]string{part: test[0]}))
		if err == nil || !strings.Contains(err.Error(), test[1]) {
			t.Errorf("%s: got error %v, want %q", part, err, test[1])
		}
	}
}

func TestBrokenFiles(t *testing.T) {
	nested := strings.Repeat(`{"type":"Sequence","pretokenizers":[`, 50) + strings.Repeat(`]}`, 50)
	for name, replace := range map[string]map[string]string{
		"id too large":         {"model": `{"vocab":{"a":1000000000}}`},
		"id below 0":           {"model": `{"vocab":{"a":-1}}`},
		"same id twice":        {"model": `{"vocab":{"a":0,"b":0}}`},
		"merge out of words":   {"model": `{"vocab":{"a":0},"merges":["a a"]}`},
		"merge of three":       {"model": `{"vocab":{"a":0},"merges":["a a a"]}`},
		"merges of numbers":    {"model": `{"vocab":{"a":0},"merges":[1,2]}`},
		"dropout":              {"model": `{"vocab":{"a":0},"dropout":0.1}`},
		"byte fallback":        {"model": `{"vocab":{"a":0},"byte_fallback":true}`},
		"missing unknown":      {"model": `{"vocab":{"a":0},"unk_token":"<unk>"}`},
		"added with two ids":   {"added_tokens": `[{"id":9,"content":"a"}]`},
		"added empty":          {"added_tokens": `[{"id":9,"content":""}]`},
		"nested sequences":     {"pre_tokenizer": nested},
		"broken expression":    {"pre_tokenizer": `{"type":"Split","pattern":{"Regex":"(a"},"behavior":"Isolated"}`},
		"unknown behaviour":    {"pre_tokenizer": `{"type":"Split","pattern":{"Regex":"a"},"behavior":"Contiguous"}`},
		"template behind text": {"post_processor": `{"type":"TemplateProcessing","single":[{"Sequence":{"id":"A"}},{"SpecialToken":{"id":"<s>"}}],"special_tokens":{"<s>":{"ids":[5]}}}`},
		"template without id":  {"post_processor": `{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"<s>"}}],"special_tokens":{"<s>":{"ids":[77]}}}`},
	} {
		if _, err := tokenizer.Parse(document(t, replace)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, data := range []string{"", "{", "[]", "null", `{"model":{}}`} {
		if _, err := tokenizer.Parse([]byte(data)); err == nil {
			t.Errorf("%q: no error", data)
		}
	}
	if _, err := tokenizer.Open(t.TempDir()); err == nil {
		t.Error("an empty folder was opened")
	}
}

func TestConfigForms(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{
		"tokenizer.json": string(document(t, nil)),
		"tokenizer_config.json": `{"bos_token":{"content":"<s>","lstrip":false},"eos_token":"ab","pad_token":null,"model_max_length":1000000000000000019884624838656,
			"chat_template":[{"name":"tool_use","template":"T"},{"name":"default","template":"D"}]}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := tokenizer.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Config(), (tokenizer.Config{Begin: "<s>", End: "ab", ChatTemplate: "D"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestGGUFMetadata(t *testing.T) {
	m := tokenizer.Metadata{
		Model: "gpt2", Pre: "llama-bpe", Tokens: []string{"a", "b", "ab", "<s>"}, Types: []int32{1, 1, 1, 3},
		Merges: []string{"a b"}, Begin: 3, End: -1, Pad: -1, Unknown: -1, AddBegin: true,
	}
	p, err := tokenizer.FromGGUF(m)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Encode("aab<s>", true); !slices.Equal(got, []int32{0, 2, 3}) {
		t.Errorf("got %v", got)
	}
	if !slices.Equal(p.Prefix(), []int32{3}) || p.Config().Begin != "<s>" || p.Config().End != "" {
		t.Errorf("prefix %v, config %+v", p.Prefix(), p.Config())
	}
	folder := t.TempDir()
	if err := p.Save(folder); err != nil {
		t.Fatal(err)
	}
	if q, err := tokenizer.Open(folder); err != nil || !slices.Equal(q.Prefix(), []int32{3}) {
		t.Errorf("saved and opened: %v", err)
	}
	for name, change := range map[string]func(*tokenizer.Metadata){
		"model": func(m *tokenizer.Metadata) { m.Model = "llama" },
		"pre":   func(m *tokenizer.Metadata) { m.Pre = "deepseek-llm" },
		"types": func(m *tokenizer.Metadata) { m.Types = m.Types[:2] },
		"twice": func(m *tokenizer.Metadata) { m.Tokens = []string{"a", "b", "ab", "a"} },
		"merge": func(m *tokenizer.Metadata) { m.Merges = []string{"ab"} },
	} {
		broken := m
		change(&broken)
		if _, err := tokenizer.FromGGUF(broken); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestLongWords encodes a megabyte that is one word; a quadratic merge would
// take minutes.
func TestLongWords(t *testing.T) {
	for name, p := range ownVocabularies(t) {
		for _, unit := range []string{"a", "=", " ", "low", "\u0301"} {
			text := strings.Repeat(unit, (1<<20)/len(unit))
			ids := p.Encode(text, true)
			if unit == "low" && strings.HasPrefix(name, "trained") && p.Decode(ids) != text {
				t.Errorf("%s: a megabyte of %q came back changed", name, unit)
			}
		}
	}
}

func TestSlowExpressionsEnd(t *testing.T) {
	p, err := tokenizer.Parse(document(t, map[string]string{
		"pre_tokenizer": `{"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"(a+)+c"},"behavior":"Isolated"},{"type":"ByteLevel","use_regex":false,"add_prefix_space":false}]}`,
	}))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("a", 60)
	if got := p.Decode(p.Encode(text, true)); got != text {
		t.Errorf("got %q, want %q", got, text)
	}
}

func TestConcurrentUse(t *testing.T) {
	p := ownVocabularies(t)["trained"]
	want := p.Encode(sample[0], true)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 200 {
				for _, text := range sample[1:] {
					p.Encode(text, true)
				}
				if got := p.Encode(sample[0], true); !slices.Equal(got, want) {
					t.Errorf("got %v, want %v", got, want)
					return
				}
			}
		})
	}
	group.Wait()
}

// TestGreedyAddedTokens has added tokens that ask for the same white space again
// and again; a megabyte of it must not be gone through for each.
func TestGreedyAddedTokens(t *testing.T) {
	p, err := tokenizer.Parse(document(t, map[string]string{
		"added_tokens": `[{"id":5,"content":"<s>"},{"id":6,"content":" ","lstrip":true,"rstrip":true},{"id":7,"content":"  a","lstrip":true}]`,
	}))
	if err != nil {
		t.Fatal(err)
	}
	// What Hugging Face's tokenizers give: the first takes all.
	for text, want := range map[string][]int32{
		strings.Repeat(" ", 1<<20): {6}, "b   a": {1, 6, 7}, "b     a": {1, 6, 7}, "b  a  b": {1, 7, 6, 1},
	} {
		if got := p.Encode(text, true); !slices.Equal(got, want) {
			t.Errorf("%.10q: got %v, want %v", text, got[:min(len(got), 10)], want)
		}
	}
}
