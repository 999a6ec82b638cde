package tokenizer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Open returns the tokenizer in a model's folder: tokenizer.json and, where
// they exist, tokenizer_config.json and chat_template.jinja.
func Open(folder string) (*Pipeline, error) {
	data, err := readFile(filepath.Join(folder, "tokenizer.json"))
	if err != nil {
		return nil, err
	}
	p, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	data, err = readFile(filepath.Join(folder, "tokenizer_config.json"))
	if err == nil {
		if p.config, err = parseConfig(data); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	data, err = readFile(filepath.Join(folder, "chat_template.jinja"))
	if err == nil {
		p.config.ChatTemplate = string(data)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return p, nil
}

// readFile reads a file of at most maxFile bytes.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read tokenizer: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read tokenizer: %w", err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("read tokenizer: %s has more than the %d bytes allowed", path, maxFile)
	}
	return data, nil
}

// configDocument is a tokenizer_config.json as far as it matters here.
type configDocument struct {
	Class        string    `json:"tokenizer_class,omitempty"`
	Begin        tokenText `json:"bos_token"`
	End          tokenText `json:"eos_token"`
	Pad          tokenText `json:"pad_token"`
	Unknown      tokenText `json:"unk_token"`
	ChatTemplate templates `json:"chat_template,omitempty"`
	Context      float64   `json:"model_max_length,omitempty"`
	CleanUp      bool      `json:"clean_up_tokenization_spaces"`
}

// tokenText is a token written as a string, or as an object with a "content".
type tokenText string

// UnmarshalJSON implements json.Unmarshaler.
func (t *tokenText) UnmarshalJSON(data []byte) error {
	var object struct{ Content string }
	if bytes.HasPrefix(data, []byte("{")) {
		err := json.Unmarshal(data, &object)
		*t = tokenText(object.Content)
		return err
	}
	return json.Unmarshal(data, (*string)(t))
}

// MarshalJSON implements json.Marshaler: no token is null.
func (t tokenText) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(t))
}

// templates is a chat template, or a list of named ones of which "default" is
// taken.
type templates string

// UnmarshalJSON implements json.Unmarshaler.
func (t *templates) UnmarshalJSON(data []byte) error {
	if !bytes.HasPrefix(data, []byte("[")) {
		return json.Unmarshal(data, (*string)(t))
	}
	var named []struct{ Name, Template string }
	if err := json.Unmarshal(data, &named); err != nil {
		return err
	}
	for _, n := range named {
		if n.Name == "default" {
			*t = templates(n.Template)
		}
	}
	return nil
}

func parseConfig(data []byte) (Config, error) {
	var d configDocument
	if err := json.Unmarshal(data, &d); err != nil {
		return Config{}, fmt.Errorf("read tokenizer_config.json: %w", err)
	}
	c := Config{
		Begin: string(d.Begin), End: string(d.End), Pad: string(d.Pad),
		Unknown: string(d.Unknown), ChatTemplate: string(d.ChatTemplate),
	}
	if d.Context > 0 && d.Context < math.MaxInt32 { // larger ones mean "no limit"
		c.Context = int(d.Context)
	}
	return c, nil
}

// Save writes tokenizer.json and tokenizer_config.json into a folder. Hugging
// Face's transformers load them and give the same ids.
func (p *Pipeline) Save(folder string) error {
	c := p.config
	files := []struct {
		name    string
		content any
	}{
		{"tokenizer.json", p.document},
		{"tokenizer_config.json", configDocument{
			Class: "PreTrainedTokenizerFast", Begin: tokenText(c.Begin), End: tokenText(c.End),
			Pad: tokenText(c.Pad), Unknown: tokenText(c.Unknown),
			ChatTemplate: templates(c.ChatTemplate), Context: float64(c.Context),
		}},
	}
	for _, f := range files {
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", " ")
		if err := encoder.Encode(f.content); err != nil {
			return fmt.Errorf("write %s: %w", f.name, err)
		}
		if err := renameio.WriteFile(filepath.Join(folder, f.name), b.Bytes(), 0o644); err != nil {
			return fmt.Errorf("write %s: %w", f.name, err)
		}
	}
	return nil
}
