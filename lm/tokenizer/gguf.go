package tokenizer

import (
	"encoding/json"
	"fmt"
)

// Metadata is the tokenizer in the header of a GGUF file, by its keys without
// "tokenizer.".
type Metadata struct {
	Model        string   // ggml.model: "gpt2" is byte-level BPE
	Pre          string   // ggml.pre: names the pre-tokeniser
	Tokens       []string // ggml.tokens
	Types        []int32  // ggml.token_type, may be empty
	Merges       []string // ggml.merges
	Begin        int32    // ggml.bos_token_id; -1: none, and so below
	End          int32    // ggml.eos_token_id
	Pad          int32    // ggml.padding_token_id
	Unknown      int32    // ggml.unknown_token_id
	AddBegin     bool     // ggml.add_bos_token
	ChatTemplate string   // chat_template
}

// Token types of GGUF (gguf.md, "tokenizer.ggml.token_type").
const (
	typeControl     = 3
	typeUserDefined = 4
)

// dialect is what a pre-tokeniser's name in a GGUF file stands for.
type dialect struct {
	normaliser   string
	preTokeniser string
	ignoreMerges bool
}

const (
	byteLevelPart  = `{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":true}`
	byteWriterPart = `{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":false}`
	digitsPart     = `{"type":"Sequence","pretokenizers":[{"type":"Digits","individual_digits":true},` + byteLevelPart + `]}`
	nfcPart        = `{"type":"NFC"}`
	fusePart       = `{"type":"Fuse"}`
	nullPart       = `null`
)

// dialects by the names that llama.cpp gives them. The normalisers, which GGUF
// does not keep, are those of the models' own tokenizer.json.
var dialects = map[string]dialect{
	"":          {nullPart, byteLevelPart, false},
	"default":   {nullPart, byteLevelPart, false},
	"gpt-2":     {nullPart, byteLevelPart, false},
	"smollm":    {nullPart, digitsPart, false},
	"qwen2":     {nfcPart, splitPart(patternQwen2), false},
	"qwen35":    {nfcPart, splitPart(patternQwenMarks), false},
	"llama-bpe": {nullPart, splitPart(patternLlama3), true},
	"llama3":    {nullPart, splitPart(patternLlama3), true},
}

// splitOnlyPart is the pre-tokeniser that cuts by a pattern.
func splitOnlyPart(pattern string) string {
	quoted, _ := json.Marshal(pattern) // a string always has a JSON form
	return `{"type":"Split","pattern":{"Regex":` + string(quoted) + `},"behavior":"Isolated","invert":false}`
}

// splitPart is the pre-tokeniser that cuts by a pattern and then writes bytes.
func splitPart(pattern string) string {
	return `{"type":"Sequence","pretokenizers":[` + splitOnlyPart(pattern) + `,` + byteWriterPart + `]}`
}

// FromGGUF returns the tokenizer that a GGUF file's metadata describe.
func FromGGUF(m Metadata) (*Pipeline, error) {
	if m.Model != "gpt2" {
		return nil, fmt.Errorf("read GGUF tokenizer: model %q is not known here (known: gpt2)", m.Model)
	}
	kind, ok := dialects[m.Pre]
	if !ok {
		return nil, fmt.Errorf("read GGUF tokenizer: pre-tokeniser %q is not known here (known: gpt-2, llama-bpe, qwen2, qwen35, smollm)", m.Pre)
	}
	if len(m.Types) != 0 && len(m.Types) != len(m.Tokens) || len(m.Tokens) > maxVocabulary {
		return nil, fmt.Errorf("read GGUF tokenizer: %d token types for %d tokens (at most %d)", len(m.Types), len(m.Tokens), maxVocabulary)
	}
	pairs, err := readMerges(m.Merges)
	if err != nil {
		return nil, fmt.Errorf("read GGUF tokenizer: %w", err)
	}
	d := newDocument(kind.normaliser, kind.preTokeniser, byteWriterPart)
	d.Model.Type, d.Model.Merges, d.Model.IgnoreMerges = "BPE", pairs, kind.ignoreMerges
	for id, token := range m.Tokens {
		if _, twice := d.Model.Vocabulary[token]; twice {
			return nil, fmt.Errorf("read GGUF tokenizer: token %q stands twice in the vocabulary", token)
		}
		d.Model.Vocabulary[token] = int32(id)
		if len(m.Types) > 0 && (m.Types[id] == typeControl || m.Types[id] == typeUserDefined) {
			d.AddedTokens = append(d.AddedTokens, AddedToken{ID: int32(id), Content: token, Special: m.Types[id] == typeControl})
		}
	}
	p, err := d.compile()
	if err != nil {
		return nil, fmt.Errorf("read GGUF tokenizer: %w", err)
	}
	p.config = Config{Begin: p.Token(m.Begin), End: p.Token(m.End), Pad: p.Token(m.Pad), Unknown: p.Token(m.Unknown), ChatTemplate: m.ChatTemplate}
	if m.AddBegin && p.config.Begin != "" {
		p.setPrefix(m.Begin)
	}
	return p, nil
}

// newDocument returns a tokenizer.json with these parts and an empty model.
func newDocument(normaliser, preTokeniser, decoder string) document {
	return document{
		Version: "1.0", Truncation: json.RawMessage(nullPart), Padding: json.RawMessage(nullPart),
		AddedTokens: []AddedToken{}, Normalizer: json.RawMessage(normaliser), PreTokenizer: json.RawMessage(preTokeniser),
		PostProcessor: json.RawMessage(nullPart), Decoder: json.RawMessage(decoder),
		Model: modelDocument{Vocabulary: vocabulary{}, Merges: merges{}},
	}
}

// setPrefix makes the tokenizer put a token before every text.
func (p *Pipeline) setPrefix(id int32) {
	p.prefix = []int32{id}
	token, _ := json.Marshal(p.Token(id)) // a string always has a JSON form
	p.document.PostProcessor = fmt.Appendf(nil, `{"type":"TemplateProcessing",`+
		`"single":[{"SpecialToken":{"id":%[1]s,"type_id":0}},{"Sequence":{"id":"A","type_id":0}}],`+
		`"pair":[{"SpecialToken":{"id":%[1]s,"type_id":0}},{"Sequence":{"id":"A","type_id":0}},`+
		`{"SpecialToken":{"id":%[1]s,"type_id":1}},{"Sequence":{"id":"B","type_id":1}}],`+
		`"special_tokens":{%[1]s:{"id":%[1]s,"ids":[%[2]d],"tokens":[%[1]s]}}}`, token, id)
}
