package chat_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"segue/lm/chat"
)

func render(t testing.TB, source string, list []chat.Message, o chat.Options) (string, error) {
	t.Helper()
	template, err := chat.Parse(source)
	if err != nil {
		return "", err
	}
	return template.Render(list, o)
}

func ExampleTemplate_Render() {
	template, err := chat.Parse(chat.ChatML)
	if err != nil {
		panic(err)
	}
	text, err := template.Render([]chat.Message{{Role: "user", Content: "2 + 3?"}}, chat.Options{AddGenerationPrompt: true})
	fmt.Printf("%q %v\n", text, err)
	// Output: "<|im_start|>user\n2 + 3?<|im_end|>\n<|im_start|>assistant\n" <nil>
}

// TestHostileTemplates runs templates that would take for ever, fill the memory
// or overflow a stack. Each must end with an error, and soon.
func TestHostileTemplates(t *testing.T) {
	double := "{% set x = 'aaaaaaaaaaaaaaaa' %}"
	doubleList := "{% set x = [1, 2, 3, 4] %}"
	for range 60 {
		double += "{% set x = x ~ x %}"
		doubleList += "{% set x = [x, x] %}"
	}
	for name, source := range map[string]string{
		"endless loops":        "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}{% endfor %}{% endfor %}{% endfor %}",
		"endless macro":        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
		"two endless macros":   "{% macro f() %}{{ g() }}{% endmacro %}{% macro g() %}{{ f() }}{% endmacro %}{{ f() }}",
		"branching macro":      "{% macro f(n) %}{% if n > 0 %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
		"doubled string":       double,
		"doubled list printed": doubleList + "{{ x }}",
		"doubled list as JSON": doubleList + "{{ x | tojson }}",
		"doubled list equal":   doubleList + "{% set y = x %}{{ [x] == [[x[0], x[1]]] }}",
		"repeated string":      "{{ 'a' * 9000000000000000000 }}",
		"repeated list":        "{{ [1, 2] * 9000000000000000000 }}",
		"repeated text":        "{{ ('a' * 60000000) ~ ('a' * 60000000) }}",
		"large range":          "{{ range(9000000000000000000) }}",
		"large output":         "{% set x = 'a' * 1000000 %}{% for i in range(100) %}{{ x }}{% endfor %}",
		"large indent":         "{{ 'a\nb' | indent(9000000000000000000) }}",
		"large JSON keys":      "{% set x = ([{'a' * 1000000: 1}] * 100) | tojson %}",
		"large JSON separator": "{% set x = ([1, 2] * 50) | tojson(separators=['a' * 1000000, 'b']) %}",
		"large JSON colon":     "{% set x = ([{'a': 1}] * 100) | tojson(separators=['a', 'b' * 1000000]) %}",
		"large printed keys":   "{% set x = ([{'a' * 1000000: 1}] * 100) ~ '' %}",
		"large JSON indent":    "{{ [1] | tojson(indent=9000000000000000000) }}",
		"replaced by long":     "{{ ('a' * 100000).replace('a', 'b' * 100000) }}",
		"joined by long":       "{{ ('a' * 100000) | list | join('b' * 100000) }}",
		"own namespace":        "{% set n = namespace() %}{% set n.a = [n] %}{% set n.b = n.a %}{{ [n] | map(attribute='a') | list == [n] }}{{ n.a | tojson }}",
		"sum of lists":         "{% set x = ['a' * 100] * 100000 %}{% for i in range(100000) %}{% set y = x + x %}{% endfor %}",
		"sorted often":         "{% set x = range(99999) | list %}{% for i in range(99999) %}{% set y = x | sort %}{% endfor %}",
		"unique":               "{{ range(99999) | unique | list }}",
		"long text measured":   "{% set x = 'a' * 30000000 %}{% for i in range(99999) %}{% for j in range(99999) %}{% set y = x | length %}{% endfor %}{% endfor %}",
		"long text asked":      "{% set x = 'a' * 30000000 %}{% for i in range(99999) %}{% for j in range(99999) %}{% set y = x.endswith('b') or x.isalpha() or x == x ~ 'a' %}{% endfor %}{% endfor %}",
		"long text split":      "{{ ('a' * 30000000).split('a') }}",
		"long text's lines":    "{{ ('\n' * 30000000).splitlines() }}",
		"long text's letters":  "{% for c in 'a' * 30000000 %}{% endfor %}",
		"long attribute":       "{{ [1] | map(attribute='a.' * 30000000) | list }}",
		"smallest number":      "{{ (0 - 9223372036854775807 - 1) // 0 }}",
		"overflow":             "{{ 9223372036854775807 * 2 }}",
		"power":                "{{ 10 ** 1000000000 }}",
		"long number":          "{{ 99999999999999999999999999 }}",
		"deep brackets":        "{{ " + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000) + " }}",
		"deep lists":           "{{ " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + " }}",
		"deep nots":            "{{ " + strings.Repeat("not ", 60_000) + "1 }}",
		"deep signs":           "{{ " + strings.Repeat("-", 60_000) + "1 }}",
		"deep ifs":             strings.Repeat("{% if 1 %}", 20_000) + strings.Repeat("{% endif %}", 10_000),
		"long sum":             "{{ 1" + strings.Repeat("+1", 100_000) + " }}",
		"long filters":         "{{ 'a'" + strings.Repeat("|upper", 40_000) + " }}",
		"long attributes":      "{{ a" + strings.Repeat(".a", 100_000) + " }}",
		"nested map":           "{{ [[[1]]] | map('map', 'map', 'nosuch') | list }}",
		"too long":             strings.Repeat("a", 1<<20),
	} {
		if got, err := render(t, source, nil, chat.Options{}); err == nil {
			t.Errorf("%s: no error, %d bytes", name, len(got))
		}
	}
}

func TestSandbox(t *testing.T) {
	for _, source := range []string{
		"{{ ''.__class__.__mro__ }}", "{{ messages.__init__.__globals__ }}", "{{ range.__call__(3) }}", "{{ messages.append(1) }}",
		"{{ raise_exception.__globals__ }}", "{{ ''.format_map() }}", "{{ self._TemplateReference__context.x }}", "{% import 'os' as os %}",
	} {
		if got, err := render(t, source, nil, chat.Options{}); err == nil && got != "" {
			t.Errorf("%s: got %q", source, got)
		}
	}
}

func TestErrorsSayWhere(t *testing.T) {
	for source, want := range map[string]string{
		"a\n{{ b c }}":     "line 2",
		"\n\n{% nosuch %}": `line 3: the tag {% nosuch %} is not known here`,
		"a\n\n{{ x.y }}":   `line 3: "x" is undefined`,
		"{% if 1 %}\n{{ 1 + 'a' }}\n{%- endif %}": "line 2: + cannot be done with values of types int and str",
		"{{ 'a' | nosuch }}":                      `the filter "nosuch" is not known here`,
		"{% if 1 %}":                              "the template ends where {% elif %} is expected",
	} {
		_, err := render(t, source, nil, chat.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %v, want it to hold %q", source, err, want)
		}
	}
}

func TestRaisedErrorsAndLimitsCanBeTold(t *testing.T) {
	_, err := render(t, "{{ raise_exception('no ' ~ messages[0].role) }}", []chat.Message{{Role: "tool"}}, chat.Options{})
	if raised := new(chat.RaisedError); !errors.As(err, &raised) || raised.Message != "no tool" {
		t.Errorf("got %v, want a RaisedError \"no tool\"", err)
	}
	if _, err = render(t, "{{ 'a' * 1000000000 }}", nil, chat.Options{}); !errors.Is(err, chat.ErrLimit) {
		t.Errorf("got %v, want ErrLimit", err)
	}
}

func TestOptions(t *testing.T) {
	o := chat.Options{
		Tools: []json.RawMessage{json.RawMessage(`{"z": 1, "a": [1.0, 2, "x"], "big": 12345678901234567890}`)},
		Extra: map[string]any{"n": 3, "m": map[string]any{"b": []string{"x"}, "a": nil}, "f": float32(0.5)},
	}
	got, err := render(t, "{{ tools[0] | tojson }} {{ n }} {{ m }} {{ f }} {{ strftime_now is defined }} {{ documents }}", nil, o)
	if want := `{"z": 1, "a": [1.0, 2, "x"], "big": 1.2345678901234567e+19} 3 {'a': None, 'b': ['x']} 0.5 False None`; err != nil || got != want {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
	for name, bad := range map[string]chat.Options{
		"tool is not JSON": {Tools: []json.RawMessage{json.RawMessage("{")}},
		"two values":       {Tools: []json.RawMessage{json.RawMessage("1 2")}},
		"deep":             {Tools: []json.RawMessage{json.RawMessage(strings.Repeat("[", 5000) + strings.Repeat("]", 5000))}},
		"a channel":        {Extra: map[string]any{"c": make(chan int)}},
	} {
		if _, err := render(t, "", nil, bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := render(t, "", []chat.Message{{Fields: map[string]json.RawMessage{"x": json.RawMessage("nope")}}}, chat.Options{}); err == nil {
		t.Error("a broken field: no error")
	}
}

func TestTimeFormats(t *testing.T) {
	o := chat.Options{Now: time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)}
	if got, err := render(t, "{{ strftime_now('%d %b %Y, %H:%M %p %j %%') }}", nil, o); got != "02 Jan 2026, 15:04 PM 002 %" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	for _, format := range []string{"%", "%Q"} {
		if _, err := render(t, "{{ strftime_now('"+format+"') }}", nil, o); err == nil {
			t.Errorf("%q: no error", format)
		}
	}
}

func TestConcurrentRendering(t *testing.T) {
	template, err := chat.Parse("{% set n = namespace(i=0) %}{% for m in messages %}{% set n.i = n.i + 1 %}{% set x | upper %}{{ m.role }}{% endset %}{{ x }}{{ n.i }}{% endfor %}")
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				got, err := template.Render([]chat.Message{{Role: "a"}, {Role: "b"}}, chat.Options{})
				if got != "A1B2" || err != nil {
					t.Errorf("got %q, %v", got, err)
					return
				}
			}
		})
	}
	group.Wait()
}

func BenchmarkRender(b *testing.B) {
	template, err := chat.Parse(chat.ChatML)
	if err != nil {
		b.Fatal(err)
	}
	list := []chat.Message{{Role: "system", Content: "Be brief."}, {Role: "user", Content: strings.Repeat("word ", 500)}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := template.Render(list, chat.Options{AddGenerationPrompt: true}); err != nil {
			b.Fatal(err)
		}
	}
}
