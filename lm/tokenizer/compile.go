package tokenizer

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// compile makes the document into a tokenizer, or says what in it is wrong or
// not known here.
func (d document) compile() (*Pipeline, error) {
	p := &Pipeline{document: d}
	if err := p.takeVocabulary(); err != nil {
		return nil, err
	}
	var err error
	if p.normalise, err = readNormaliser(d.Normalizer, 0); err != nil {
		return nil, err
	}
	splitters, byteLevel, err := readSplitters(d.PreTokenizer, 0)
	if err != nil {
		return nil, err
	}
	p.splitters = splitters
	if p.model, err = d.Model.compile(byteLevel); err != nil {
		return nil, err
	}
	if p.prefix, err = p.readPrefix(d.PostProcessor, 0); err != nil {
		return nil, err
	}
	forms := p.takeAdded()
	return p, p.takeBytes(d.Decoder, forms)
}

func (m modelDocument) compile(byteLevel bool) (model, error) {
	switch m.Type {
	case "WordLevel":
		return newWordLevel(m, byteLevel)
	case "BPE", "":
		if m.Dropout != nil && *m.Dropout != 0 {
			return nil, errors.New("model: BPE with dropout is not known here: the same text must give the same tokens")
		}
		if m.Prefix != nil && *m.Prefix != "" || m.Suffix != nil && *m.Suffix != "" {
			return nil, errors.New("model: BPE with marks on word parts (continuing_subword_prefix, end_of_word_suffix) is not known here")
		}
		if m.ByteFallback {
			return nil, errors.New("model: BPE with byte_fallback (SentencePiece) is not known here")
		}
		return newBPE(m, byteLevel)
	}
	return nil, fmt.Errorf("model: type %q is not known here (known: BPE, WordLevel)", m.Type)
}

// takeVocabulary fills ids, tokens and special from the model's vocabulary and
// the added tokens.
func (p *Pipeline) takeVocabulary() error {
	m := p.document.Model
	if len(m.Vocabulary)+len(p.document.AddedTokens) > maxVocabulary || len(m.Merges) > maxMerges {
		return fmt.Errorf("%d tokens and %d merges are more than the %d and %d allowed",
			len(m.Vocabulary)+len(p.document.AddedTokens), len(m.Merges), maxVocabulary, maxMerges)
	}
	size := int32(0)
	p.ids = make(map[string]int32, len(m.Vocabulary)+len(p.document.AddedTokens))
	take := func(token string, id int32) error {
		if id < 0 || id >= maxVocabulary || len(token) > maxToken {
			return fmt.Errorf("token %.40q: its id %d is outside 0 to %d or it is longer than %d bytes", token, id, maxVocabulary-1, maxToken)
		}
		p.ids[token] = id
		size = max(size, id+1)
		return nil
	}
	for token, id := range m.Vocabulary {
		if err := take(token, id); err != nil {
			return err
		}
	}
	for _, t := range p.document.AddedTokens {
		if old, ok := p.ids[t.Content]; ok && old != t.ID {
			return fmt.Errorf("added token %.40q has two ids, %d and %d", t.Content, old, t.ID)
		}
		if t.Content == "" || len(t.Content) > maxAdded {
			return fmt.Errorf("added token %.40q is empty or longer than %d bytes", t.Content, maxAdded)
		}
		if err := take(t.Content, t.ID); err != nil {
			return err
		}
	}
	if size == 0 {
		return errors.New("the vocabulary is empty")
	}
	p.tokens, p.special, p.bytes = make([]string, size), make([]bool, size), make([][]byte, size)
	for token, id := range p.ids {
		if p.tokens[id] != "" {
			return fmt.Errorf("tokens %q and %q have the same id %d", p.tokens[id], token, id)
		}
		p.tokens[id] = token
	}
	for _, t := range p.document.AddedTokens {
		p.special[t.ID] = t.Special
	}
	return nil
}

// takeBytes fills bytes as the decoder says. An added token in forms is decoded
// to what it is normalised to.
func (p *Pipeline) takeBytes(raw json.RawMessage, forms map[int32]string) error {
	var d part
	if present(raw) {
		if err := json.Unmarshal(raw, &d); err != nil {
			return fmt.Errorf("decoder: %w", err)
		}
	}
	for id, token := range p.tokens {
		if form, ok := forms[int32(id)]; ok {
			token = form
		}
		switch d.Type {
		case "ByteLevel":
			p.bytes[id] = readBytes(token)
		case "Fuse":
			p.bytes[id] = []byte(token)
		default:
			return fmt.Errorf("decoder: type %q is not known here (known: ByteLevel, Fuse)", d.Type)
		}
	}
	return nil
}

// takeAdded makes the matchers of added tokens. It returns the normalised forms
// of those that are looked for in the normalised text.
func (p *Pipeline) takeAdded() map[int32]string {
	forms := make(map[int32]string)
	var raw, cooked []AddedToken
	var rawForms, cookedForms []string
	for _, t := range p.document.AddedTokens {
		if t.Normalized {
			form := t.Content
			if p.normalise != nil && utf8.ValidString(form) {
				form = p.normalise(form)
			}
			forms[t.ID] = form
			cooked, cookedForms = append(cooked, t), append(cookedForms, form)
		} else {
			raw, rawForms = append(raw, t), append(rawForms, t.Content)
		}
	}
	p.raw, p.cooked = newAddedMatcher(raw, rawForms), newAddedMatcher(cooked, cookedForms)
	return forms
}

// templatePiece is one element of a post-processor's template.
type templatePiece struct {
	SpecialToken *struct{ ID string }
	Sequence     *struct{ ID string }
}

// templateTokens are the ids of a special token in a template.
type templateTokens struct{ IDs []int32 }

// readPrefix returns the ids that a post-processor puts before a text. One that
// puts some behind it is refused: Segue's prompts are continued.
func (p *Pipeline) readPrefix(raw json.RawMessage, depth int) ([]int32, error) {
	if !present(raw) {
		return nil, nil
	}
	var d part
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, fmt.Errorf("post-processor: %w", err)
	}
	var prefix []int32
	switch {
	case d.Type == "ByteLevel":
	case d.Type == "Sequence" && depth <= maxNesting:
		for _, raw := range d.Processors {
			more, err := p.readPrefix(raw, depth+1)
			if err != nil {
				return nil, err
			}
			prefix = append(more, prefix...)
		}
	case d.Type == "TemplateProcessing":
		behind := false
		for _, piece := range d.Single {
			if piece.SpecialToken == nil {
				behind = true
				continue
			}
			ids := d.Special[piece.SpecialToken.ID].IDs
			if behind || len(ids) == 0 {
				return nil, fmt.Errorf("post-processor: a token behind the text, or one without ids (%q), is not known here", piece.SpecialToken.ID)
			}
			for _, id := range ids {
				if p.Token(id) == "" {
					return nil, fmt.Errorf("post-processor: id %d is not in the vocabulary", id)
				}
			}
			prefix = append(prefix, ids...)
		}
	default:
		return nil, fmt.Errorf("post-processor: type %q is not known here (known: Sequence, ByteLevel, TemplateProcessing)", d.Type)
	}
	return prefix, nil
}
