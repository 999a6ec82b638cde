package checkpoint

import (
	"errors"
	"fmt"
	"strings"

	"segue/lm/gguf"
	"segue/lm/model"
	"segue/lm/tokenizer"
)

// openGGUF opens a GGUF file.
func openGGUF(path string) (*Loaded, source, error) {
	file, err := gguf.Open(path)
	if err != nil {
		return nil, nil, err
	}
	l, s, err := readGGUF(file)
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return l, s, nil
}

func readGGUF(file *gguf.File) (*Loaded, *ggufFile, error) {
	c, err := ggufConfig(file.Metadata)
	if err != nil {
		return nil, nil, err
	}
	s := &ggufFile{file: file, place: map[string]string{}}
	for _, t := range file.Tensors() {
		ours := huggingName(t.Name)
		if other, twice := s.place[ours]; twice {
			return nil, nil, fmt.Errorf("the tensors %s and %s are the same", other, t.Name)
		}
		s.place[ours] = t.Name
	}
	_, ok := s.place[headName]
	c.TiedEmbeddings = !ok
	if c.Vocabulary, err = s.vocabulary(); err != nil {
		return nil, nil, err
	}
	if err := c.Validate(); err != nil { // before anything is computed from it
		return nil, nil, err
	}
	if factors, ok := file.Tensor(ropeFactors); ok {
		if c.RotaryScaling, err = s.scaling(c, factors); err != nil {
			return nil, nil, err
		}
		delete(s.place, ropeFactors)
	}
	s.config = c
	l := &Loaded{Config: c}
	l.Tokenizer, err = ggufTokenizer(file.Metadata)
	return l, s, err
}

const ropeFactors = "rope_freqs.weight"

// ggufFile is a GGUF file as a source of parameters.
type ggufFile struct {
	file   *gguf.File
	config model.Config
	place  map[string]string // our name → the file's
}

// vocabulary is the number of rows of the embedding.
func (s *ggufFile) vocabulary() (int, error) {
	const name = "token_embd.weight"
	t, ok := s.file.Tensor(name)
	if !ok {
		return 0, fmt.Errorf("%s: tensor %s is missing", s.file.Path, name)
	}
	if len(t.Shape) != 2 {
		return 0, fmt.Errorf("%s: tensor %s has the shape %v, want two dimensions", s.file.Path, name, t.Shape)
	}
	return t.Shape[0], nil
}

func (s *ggufFile) scaling(c model.Config, t gguf.Tensor) (*model.RotaryScale, error) {
	if t.Elements() != c.HeadDim/2 || t.Type != "F32" {
		return nil, fmt.Errorf("%s: tensor %s of type %s has the shape %v, want F32 [%d]", s.file.Path, t.Name, t.Type, t.Shape, c.HeadDim/2)
	}
	factors := make([]float32, t.Elements())
	if err := t.Float32s(factors); err != nil {
		return nil, fmt.Errorf("%s: %w", s.file.Path, err)
	}
	scale, err := ggufScaling(c, factors)
	if err != nil {
		return nil, fmt.Errorf("%s: tensor %s: %w", s.file.Path, t.Name, err)
	}
	return scale, nil
}

func (s *ggufFile) find(name string) (string, []int, bool) {
	theirs, ok := s.place[name]
	if !ok {
		return s.file.Path, nil, false
	}
	t, _ := s.file.Tensor(theirs)
	return s.file.Path, t.Shape, true
}

func (s *ggufFile) names() []string {
	var names []string
	for _, t := range s.file.Tensors() {
		if t.Name != ropeFactors {
			names = append(names, huggingName(t.Name))
		}
	}
	return names
}

func (s *ggufFile) read(name string, dst []float32) error {
	t, _ := s.file.Tensor(s.place[name])
	if err := t.Float32s(dst); err != nil {
		return err
	}
	if s.permuted(name) {
		restoreRows(dst, s.config.HeadDim, t.Shape[1])
	}
	return nil
}

func (s *ggufFile) blocks(name string) (Blocks, bool) {
	t, _ := s.file.Tensor(s.place[name])
	format, blocks, ok := t.Blocks()
	if !ok {
		return Blocks{}, false
	}
	b := Blocks{Format: format, Rows: t.Shape[0], Cols: t.Shape[1], Data: append([]byte(nil), blocks...)}
	if s.permuted(name) {
		restoreRows(b.Data, s.config.HeadDim, len(b.Data)/b.Rows)
	}
	return b, true
}

// permuted says whether llama.cpp's converter reordered the rows of a parameter.
func (s *ggufFile) permuted(name string) bool {
	return s.config.ModelType == "llama" && (strings.HasSuffix(name, "q_proj.weight") || strings.HasSuffix(name, "k_proj.weight"))
}

func (s *ggufFile) close() error { return s.file.Close() }

// restoreRows puts the rows of a query or key matrix, of so many elements each,
// back into Hugging Face's order. llama.cpp pairs neighbouring rows of a head
// where the half-split rotary convention pairs row i with row i+headDim/2, and
// its converter reorders the rows of the llama architecture to suit. Rows stay
// whole, so blocks of quantised weights do too.
func restoreRows[T any](data []T, headDim, width int) {
	size, half := headDim*width, headDim/2
	head := make([]T, size)
	for at := 0; at < len(data); at += size {
		copy(head, data[at:at+size])
		for i := range headDim {
			from := i%half*2 + i/half
			copy(data[at+i*width:at+(i+1)*width], head[from*width:(from+1)*width])
		}
	}
}

// ggufTokenizer makes the tokeniser that the metadata describe; nil when there
// is none.
func ggufTokenizer(m gguf.Metadata) (*tokenizer.Pipeline, error) {
	tokens, ok := m.Texts("tokenizer.ggml.tokens")
	if !ok {
		return nil, nil
	}
	out := tokenizer.Metadata{Tokens: tokens}
	out.Model, _ = m.Text("tokenizer.ggml.model")
	out.Pre, _ = m.Text("tokenizer.ggml.pre")
	out.Merges, _ = m.Texts("tokenizer.ggml.merges")
	out.AddBegin, _ = m.Bool("tokenizer.ggml.add_bos_token")
	out.ChatTemplate, _ = m.Text("tokenizer.chat_template")
	types, _ := m.Ints("tokenizer.ggml.token_type")
	for _, t := range types {
		out.Types = append(out.Types, int32(t))
	}
	k := &keys{metadata: m, prefix: "tokenizer.ggml."}
	id := func(name string) int32 {
		if token := k.token(name); token != nil {
			return *token
		}
		return -1
	}
	out.Begin, out.End, out.Pad, out.Unknown = id("bos_token_id"), id("eos_token_id"), id("padding_token_id"), id("unknown_token_id")
	if k.failed != nil {
		return nil, k.failed
	}
	return tokenizer.FromGGUF(out)
}
