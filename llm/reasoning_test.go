package llm_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"segue/llm"
)

var reasoningCases = []struct{ text, reasoning, answer string }{
	{"plain answer", "", "plain answer"},
	{"  keeps its blanks ", "", "  keeps its blanks "},
	{"<think>a b</think>c", "a b", "c"},
	{"\n <think>\na\n</think>\n\nc\n", "a", "c\n"},
	{"<think></think>c", "", "c"},
	{"<think>cut off", "cut off", ""},
	{"<think>", "", ""},
	{"thoughts</think>c", "thoughts", "c"},
	{"</think>c", "", "c"},
	{"<think>a</think>b</think>c", "a", "b</think>c"},
	{"say <think>x</think> to think", "", "say <think>x</think> to think"},
	{"", "", ""},
}

func TestSplitReasoning(t *testing.T) {
	for _, c := range reasoningCases {
		if r, a := llm.SplitReasoning(c.text); r != c.reasoning || a != c.answer {
			t.Errorf("%q → %q, %q; want %q, %q", c.text, r, a, c.reasoning, c.answer)
		}
	}
}

func FuzzSplitReasoning(f *testing.F) {
	for _, c := range reasoningCases {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		reasoning, answer := llm.SplitReasoning(text)
		if !strings.HasSuffix(text, answer) || !strings.Contains(text, reasoning) || len(reasoning)+len(answer) > len(text) {
			t.Errorf("%q → %q, %q: not parts of it in order", text, reasoning, answer)
		}
	})
}

func TestSecretIsNeverShown(t *testing.T) {
	c := llm.EndpointConfig{APIKey: testKey, Headers: map[string]llm.Secret{"x": testKey}}
	body, err := json.Marshal(c.APIKey)
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{fmt.Sprintf("%v %+v %#v %s %q %x", c, c, c, c.APIKey, c.APIKey, c.APIKey), string(body)} {
		if strings.Contains(shown, "0123456789") || strings.Contains(shown, fmt.Sprintf("%x", "sk-test")) {
			t.Errorf("shown: %s", shown)
		}
	}
}

func TestPublicText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a\x00b\nc\x1b[31m", "a b c [31m"},
		{"key " + testKey + " wrong", "key [redacted] wrong"},
		{"key sk-proj-AAAABBBBCCCC wrong", "key [redacted] wrong"},
		{"Authorization: Bearer abc.def", "Authorization: [redacted]"},
		{"bad \xff byte", "bad \uFFFD byte"},
		{strings.Repeat("y", 50), strings.Repeat("y", 40) + "…"},
	} {
		if got := llm.PublicText(c.text, 40, testKey); got != c.want {
			t.Errorf("%q → %q, want %q", c.text, got, c.want)
		}
	}
}
