package chat_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"segue/lm/chat"
)

// now is the time that scripts/chat_reference.py tells templates.
var now = time.Date(2026, 3, 7, 9, 5, 3, 0, time.UTC)

// golden is what jinja2 made of the test data; a nil text means that it failed.
type golden struct {
	Conversations []struct {
		Template, Conversation string
		Text                   *string
	}
	Snippets []struct {
		Source string
		Text   *string
	}
}

type conversation struct {
	Messages            []map[string]json.RawMessage
	AddGenerationPrompt bool `json:"add_generation_prompt"`
	Tools               []json.RawMessage
	Extra               map[string]any
}

func readJSON(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func messages(t testing.TB, turns []map[string]json.RawMessage) []chat.Message {
	t.Helper()
	list := []chat.Message{}
	for _, turn := range turns {
		m := chat.Message{Fields: map[string]json.RawMessage{}}
		for key, raw := range turn {
			var err error
			switch key {
			case "role":
				err = json.Unmarshal(raw, &m.Role)
			case "content":
				err = json.Unmarshal(raw, &m.Content)
			default:
				m.Fields[key] = raw
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, m)
	}
	return list
}

func options(c conversation) chat.Options {
	o := chat.Options{AddGenerationPrompt: c.AddGenerationPrompt, Tools: c.Tools, Now: now, Extra: map[string]any{"bos_token": "<bos>", "eos_token": "<eos>"}}
	for key, value := range c.Extra {
		o.Extra[key] = value
	}
	return o
}

// TestConversations renders the templates of real models and compares with
// jinja2.
func TestConversations(t *testing.T) {
	var want golden
	readJSON(t, "golden.json", &want)
	var conversations map[string]conversation
	readJSON(t, "conversations.json", &conversations)
	for _, row := range want.Conversations {
		source, err := os.ReadFile(filepath.Join("testdata", "templates", row.Template))
		if err != nil {
			t.Fatal(err)
		}
		c := conversations[row.Conversation]
		template, err := chat.Parse(string(source))
		if err != nil {
			t.Fatalf("%s: %v", row.Template, err)
		}
		got, err := template.Render(messages(t, c.Messages), options(c))
		check(t, row.Template+", "+row.Conversation, got, err, row.Text)
	}
}

// TestSnippets compares one feature after the other, and random expressions,
// with jinja2.
func TestSnippets(t *testing.T) {
	var want golden
	readJSON(t, "golden.json", &want)
	var snippets struct{ Variables map[string]json.RawMessage }
	readJSON(t, "snippets.json", &snippets)
	extra := make(map[string]any)
	for name, raw := range snippets.Variables {
		extra[name] = raw
	}
	for _, row := range want.Snippets {
		var got string
		template, err := chat.Parse(row.Source)
		if err == nil {
			got, err = template.Render(nil, chat.Options{Extra: extra, Now: now})
		}
		check(t, row.Source, got, err, row.Text)
	}
}

func check(t *testing.T, name, got string, err error, want *string) {
	t.Helper()
	switch {
	case want == nil && err == nil:
		t.Errorf("%s:\n got %q, want an error", name, got)
	case want != nil && err != nil:
		t.Errorf("%s:\n got error %v, want %q", name, err, *want)
	case want != nil && got != *want:
		t.Errorf("%s:\n got %q\nwant %q", name, got, *want)
	}
}
