package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"segue/llm"
	"segue/lm"

	"github.com/spf13/cobra"
)

// chatFlags are the settings of model chat.
type chatFlags struct {
	engineFlags
	request lm.Request
	system  string
}

func newModelChat(u *ui) *cobra.Command {
	var f chatFlags
	c := &cobra.Command{
		Use: "chat PATH", Short: "Talk with a native model in the terminal", Args: exactArgs("PATH"),
		Long:    "Reads a line at a time from standard input and streams the answer. An empty line starts over, the end of the input\n(ctrl-D) ends the talk, an interrupt stops the answer.",
		Example: "  segue model chat SmolLM2-135M-Instruct.Q4_1.gguf\n  echo 'What is 2 + 2?' | segue model chat model --temperature 0",
		RunE:    func(cmd *cobra.Command, args []string) error { return u.modelChat(cmd.Context(), args[0], f) },
	}
	fs := c.Flags()
	fs.StringVar(&f.system, "system", "", "system message")
	fs.Float64Var(&f.request.Temperature, "temperature", 0.7, "sampling temperature; 0 takes the likeliest token")
	fs.Float64Var(&f.request.TopP, "top-p", 0.9, "nucleus sampling")
	fs.IntVar(&f.request.MaxTokens, "max-tokens", 512, "longest answer")
	fs.Uint64Var(&f.request.Seed, "seed", 0, "seed of the sampling")
	fs.IntVar(&f.request.Steps, "steps", 0, "allow only responses of the strict form with this many steps")
	f.add(fs)
	return c
}

// longestLine bounds what is typed, in bytes.
const longestLine = 1 << 20

func (u *ui) modelChat(ctx context.Context, path string, f chatFlags) error {
	m, err := f.open(path)
	if err != nil {
		return err
	}
	defer m.Close()
	start := []llm.Message{}
	if f.system != "" {
		start = append(start, llm.Message{Role: llm.System, Content: f.system})
	}
	turns := append([]llm.Message{}, start...)
	lines := bufio.NewScanner(u.in)
	lines.Buffer(nil, longestLine)
	u.note("%s, %s; an empty line starts over", m.Name(), threadsNote(f.Threads))
	for u.prompt(); lines.Scan(); u.prompt() {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			turns = append([]llm.Message{}, start...)
			continue
		}
		turns = append(turns, llm.Message{Role: llm.User, Content: text})
		r := f.request
		r.Messages = turns
		answer, err := u.answer(ctx, m, r)
		if err != nil {
			return err
		}
		turns = append(turns, llm.Message{Role: llm.Assistant, Content: answer})
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read what is typed: %w", err)
	}
	return nil
}

func (u *ui) prompt() {
	if u.terminal && !u.quiet {
		fmt.Fprint(u.err, "> ")
	}
}

// answer streams one answer to standard output and returns it.
func (u *ui) answer(ctx context.Context, m *lm.Model, r lm.Request) (string, error) {
	var b strings.Builder
	_, err := m.Generate(ctx, r, func(d lm.Delta) error {
		b.WriteString(d.Text)
		u.printf("%s", harmless(d.Text))
		return u.out.failed
	})
	u.printf("\n")
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("the answer was stopped: %w", err)
	}
	return b.String(), err
}

// harmless replaces control characters, by which a model could drive the
// terminal, with U+FFFD; line ends and tabs stay.
func harmless(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
