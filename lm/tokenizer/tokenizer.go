// Package tokenizer turns text into token ids and back: byte-level BPE as in
// GPT-2, SmolLM2, Qwen and Llama 3, read from Hugging Face's tokenizer.json or
// from GGUF metadata and equal to Hugging Face's tokenizers id for id, and
// small vocabularies of Segue's own made from a corpus (bytes, characters,
// words, trained BPE). Files are read as hostile: sizes are bounded, and what
// a file asks for beyond what is known here is refused in words.
package tokenizer

import "sync"

// Tokenizer turns text into token ids and back. Implementations are safe for
// concurrent use.
type Tokenizer interface {
	// Encode returns the ids of text. With special set the written forms of
	// special tokens, such as <|im_end|>, become those tokens; without, they
	// are ordinary text, which is what text from strangers should be. Nothing
	// is added in front or behind: see Prefix.
	Encode(text string, special bool) []int32
	// Decode returns the text of ids, special tokens written out. Bytes that
	// are not UTF-8 become U+FFFD, as WHATWG decoders do; ids outside the
	// vocabulary are left out.
	Decode(ids []int32) string
	// Bytes returns the bytes that a token stands for, which need not be whole
	// characters; nil for an id outside the vocabulary. It must not be changed.
	Bytes(id int32) []byte
	// Vocabulary returns the number of ids: one more than the largest.
	Vocabulary() int
	// ID returns the id of a token as it is written in the vocabulary file.
	ID(token string) (int32, bool)
	// Token returns a token as it is written in the vocabulary file, "" if
	// there is none with this id.
	Token(id int32) string
	// Special reports whether a token is a control token rather than text.
	Special(id int32) bool
	// Prefix returns the ids that the model expects before every text, such as
	// Llama 3's <|begin_of_text|>; mostly none.
	Prefix() []int32
	// Config says which tokens begin, end and pad texts.
	Config() Config
}

// Config is what tokenizer_config.json adds to tokenizer.json. Empty strings
// mean that the model has no such token.
type Config struct {
	Begin        string // token that begins a text
	End          string // token that ends a text or a turn
	Pad          string // token that fills batches
	Unknown      string
	ChatTemplate string // Jinja source
	Context      int    // longest sequence the model was made for, in tokens; 0: not said
}

// Pipeline is the tokenizer that a tokenizer.json describes: added tokens are
// cut out, the text between them is normalised, split into words and each word
// is encoded by the model.
type Pipeline struct {
	document  document
	config    Config
	normalise func(string) string // nil: none
	splitters []splitter
	model     model
	raw       *addedMatcher // added tokens that are looked for in the text as it is
	cooked    *addedMatcher // those that are looked for in the normalised text
	ids       map[string]int32
	tokens    []string
	bytes     [][]byte
	special   []bool
	prefix    []int32
	scratch   sync.Pool // *encoder
}

// model encodes one word, appending to dst. It is safe for concurrent use as
// long as every caller brings its own scratch space.
type model interface {
	encode(dst []int32, word string, s *mergeScratch) []int32
}

// encoder is the state of one call of Encode.
type encoder struct {
	p       *Pipeline
	special bool
	out     []int32
	merge   mergeScratch
	budget  budget
	words   func(string) // cuts into words and encodes them
}

func (p *Pipeline) newEncoder() *encoder {
	e := &encoder{p: p}
	e.words = splitBy(p.splitters, &e.budget, func(word string) {
		if word != "" {
			e.out = p.model.encode(e.out, word, &e.merge)
		}
	})
	return e
}

// Encode implements Tokenizer. Time is near linear in the length of text.
func (p *Pipeline) Encode(text string, special bool) []int32 {
	if text == "" {
		return nil
	}
	e, ok := p.scratch.Get().(*encoder)
	if !ok {
		e = p.newEncoder()
	}
	e.special = special
	e.out = make([]int32, 0, len(text)/4+8)
	p.raw.each(text, special, e.normalised, e.add)
	out := e.out
	e.out = nil
	e.merge.shrink()
	e.budget.end()
	p.scratch.Put(e)
	return out
}

// normalised encodes a stretch of text between added tokens.
func (e *encoder) normalised(text string) {
	if e.p.normalise != nil {
		text = e.p.normalise(text)
	}
	e.p.cooked.each(text, e.special, e.words, e.add)
}

func (e *encoder) add(id int32) { e.out = append(e.out, id) }

// Vocabulary implements Tokenizer.
func (p *Pipeline) Vocabulary() int { return len(p.tokens) }

// ID implements Tokenizer.
func (p *Pipeline) ID(token string) (int32, bool) {
	id, ok := p.ids[token]
	return id, ok
}

// Token implements Tokenizer.
func (p *Pipeline) Token(id int32) string {
	if id < 0 || int(id) >= len(p.tokens) {
		return ""
	}
	return p.tokens[id]
}

// Special implements Tokenizer.
func (p *Pipeline) Special(id int32) bool {
	return id >= 0 && int(id) < len(p.special) && p.special[id]
}

// Bytes implements Tokenizer.
func (p *Pipeline) Bytes(id int32) []byte {
	if id < 0 || int(id) >= len(p.bytes) {
		return nil
	}
	return p.bytes[id]
}

// Prefix implements Tokenizer.
func (p *Pipeline) Prefix() []int32 { return p.prefix }

// Config implements Tokenizer.
func (p *Pipeline) Config() Config { return p.config }

// WithConfig returns the same tokenizer with another Config.
func (p *Pipeline) WithConfig(c Config) *Pipeline {
	return &Pipeline{
		document: p.document, config: c, normalise: p.normalise, splitters: p.splitters,
		model: p.model, raw: p.raw, cooked: p.cooked, ids: p.ids, tokens: p.tokens,
		bytes: p.bytes, special: p.special, prefix: p.prefix,
	}
}

// Decode implements Tokenizer.
func (p *Pipeline) Decode(ids []int32) string {
	var text []byte
	for _, id := range ids {
		text = append(text, p.Bytes(id)...)
	}
	return string(appendValid(nil, text))
}

var _ Tokenizer = (*Pipeline)(nil)
