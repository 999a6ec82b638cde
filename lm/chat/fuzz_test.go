package chat_test

import (
	"os"
	"path/filepath"
	"testing"

	"segue/lm/chat"
)

// FuzzRender runs hostile templates: no panic, and no rendering without end.
// What is accepted renders the same twice.
func FuzzRender(f *testing.F) {
	files, err := filepath.Glob("testdata/templates/*.jinja")
	if err != nil || len(files) == 0 {
		f.Fatal("no templates: ", err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(source), "hello")
	}
	var snippets struct{ Sources []string }
	readJSON(f, "snippets.json", &snippets)
	for _, source := range snippets.Sources {
		f.Add(source, "a b")
	}
	f.Fuzz(func(t *testing.T, source, content string) {
		template, err := chat.Parse(source)
		if err != nil {
			return
		}
		list := []chat.Message{{Role: "system", Content: content}, {Role: "user", Content: content}, {Role: "assistant", Content: source}}
		o := chat.Options{AddGenerationPrompt: true, Now: now, Extra: map[string]any{"n": 7, "text": content, "items": []any{1, "b", nil, true, 2.5}}}
		one, errOne := template.Render(list, o)
		two, errTwo := template.Render(list, o)
		if one != two || (errOne == nil) != (errTwo == nil) {
			t.Fatalf("rendered twice: %q, %v and %q, %v", one, errOne, two, errTwo)
		}
	})
}
