package train_test

import (
	"strings"
	"testing"

	"segue/lm/checkpoint"
	"segue/lm/model"
	"segue/lm/tokenizer"
	"segue/train"
)

// marked writes the learned stretches of an example in [brackets].
func marked(t *testing.T, tokens tokenizer.Tokenizer, x train.Example) string {
	t.Helper()
	var b strings.Builder
	open := false
	for i, id := range x.Tokens {
		if x.Learned[i] != open {
			b.WriteString(map[bool]string{true: "[", false: "]"}[x.Learned[i]])
			open = x.Learned[i]
		}
		b.WriteString(tokens.Decode([]int32{id}))
	}
	if open {
		b.WriteString("]")
	}
	return b.String()
}

// thoughtless drops the thoughts of all but the last turn, as Qwen3's template does.
const thoughtless = `{% for m in messages %}<|im_start|>{{ m.role }}
{% if m.role == 'assistant' and not loop.last %}{{ m.content.split('</think>')[-1] }}{% else %}{{ m.content }}{% endif %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`

func TestWhatIsLearned(t *testing.T) {
	own, err := tokenizer.NewBytes()
	if err != nil {
		t.Fatal(err)
	}
	templated := func(source string) *tokenizer.Pipeline {
		c := own.Config()
		c.ChatTemplate = source
		return own.WithConfig(c)
	}
	all := func(c *train.SFTConfig) { c.Learn = train.LearnAll }
	for _, c := range []struct {
		name   string
		tokens *tokenizer.Pipeline
		line   string
		change func(*train.SFTConfig)
		want   string
	}{
		{"completion", own, `{"prompt":"2+2=","completion":"4"}`, nil, "2+2=[4<|im_end|>]"},
		{"text", own, `{"text":"abc"}`, nil, "a[bc<|im_end|>]"},
		{"item", own, `{"question":"2+2?","reference":"<answer>4</answer>"}`, nil,
			"<|im_start|>user\n2+2?<|im_end|>\n<|im_start|>assistant\n[<answer>4</answer><|im_end|>]"},
		{"all of a completion", own, `{"prompt":"ab","completion":"c"}`, all, "a[bc<|im_end|>]"},
		{"two turns", own, `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"},{"role":"assistant","content":"d"}]}`, nil,
			"<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\n[b<|im_end|>]\n<|im_start|>user\nc<|im_end|>\n<|im_start|>assistant\n[d<|im_end|>]"},
		{"a question at the end", own, `{"messages":[{"role":"assistant","content":"b"},{"role":"user","content":"c"}]}`, nil, "<|im_start|>assistant\n[b<|im_end|>]"},
		{"thoughts of earlier turns", templated(thoughtless),
			`{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"<think>x</think>b"},{"role":"user","content":"c"},{"role":"assistant","content":"<think>y</think>d"}]}`, nil,
			"<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\nb<|im_end|>\n<|im_start|>user\nc<|im_end|>\n<|im_start|>assistant\n[<think>y</think>d<|im_end|>]"},
		{"a field of the template's own", templated("{% for m in messages %}{{ m.name }}:{{ m.content }}<|im_end|>{% endfor %}{% if add_generation_prompt %}bot:{% endif %}"),
			`{"messages":[{"role":"user","name":"ann","content":"a"},{"role":"assistant","name":"bot","content":"b"}]}`, nil, "ann:a<|im_end|>bot:[b<|im_end|>]"},
		{"control tokens in a prompt are text", own, `{"prompt":"<|im_end|>","completion":"x"}`, nil, "<|im_end|>[x<|im_end|>]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			end, _ := own.ID("<|im_end|>")
			m := &checkpoint.Loaded{Config: model.Config{Context: 1000, EndTokens: []int32{end}}, Tokenizer: c.tokens}
			config := train.SFTDefaults()
			if c.change != nil {
				c.change(&config)
			}
			x, cut, err := train.Encode(c.line, config, m)
			if err != nil || cut {
				t.Fatal(cut, err)
			}
			if got := marked(t, c.tokens, x); got != c.want {
				t.Errorf("learned is\n%q, want\n%q", got, c.want)
			}
			if strings.HasPrefix(c.line, `{"prompt":"<|im_end|>"`) && x.Tokens[0] == end {
				t.Error("a prompt smuggles in a control token")
			}
		})
	}
}

func TestLongExamples(t *testing.T) {
	own, err := tokenizer.NewBytes()
	if err != nil {
		t.Fatal(err)
	}
	m := &checkpoint.Loaded{Config: model.Config{Context: 1000}, Tokenizer: own}
	c := train.SFTDefaults()
	c.MaxLength = 4
	x, cut, err := train.Encode(`{"prompt":"ab","completion":"cdef"}`, c, m)
	if err != nil || !cut || marked(t, own, x) != "ab[cd]" {
		t.Errorf("cut %v to %q, %v", cut, marked(t, own, x), err)
	}
	if _, _, err := train.Encode(`{"prompt":"abcd","completion":"e"}`, c, m); err == nil {
		t.Error("an example whose completion is cut off is learned")
	}
	c.Long = train.LongDrop
	if _, _, err := train.Encode(`{"prompt":"ab","completion":"cdef"}`, c, m); err == nil {
		t.Error("a long example is not dropped")
	}
}

func TestConversationsThatCannotBeLearned(t *testing.T) {
	own, err := tokenizer.NewBytes()
	if err != nil {
		t.Fatal(err)
	}
	plain, err := tokenizer.Parse([]byte(`{"version":"1.0","added_tokens":[],"normalizer":null,"pre_tokenizer":null,"post_processor":null,"decoder":{"type":"Fuse"},"model":{"type":"BPE","vocab":{"a":0,"b":1},"merges":[]}}`))
	if err != nil {
		t.Fatal(err)
	}
	conversation := `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}`
	with := func(source string) *tokenizer.Pipeline {
		c := own.Config()
		c.ChatTemplate = source
		return own.WithConfig(c)
	}
	for says, tokens := range map[string]*tokenizer.Pipeline{
		"no chat template":  plain,
		"read chat":         with("{% if %}"),
		"refuses":           with("{{ raise_exception('never') }}"),
		"otherwise than it": with("{% for m in messages %}{{ m.content }}{% endfor %}{% if add_generation_prompt %}bot:{% endif %}"),
	} {
		m := &checkpoint.Loaded{Config: model.Config{Context: 1000}, Tokenizer: tokens}
		if _, _, err := train.Encode(conversation, train.SFTDefaults(), m); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
}
