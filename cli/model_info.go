package cli

import (
	"fmt"
	"slices"
	"strings"

	"segue/lm/checkpoint"
	"segue/lm/model"

	"github.com/spf13/cobra"
)

// modelInfo is what model info says.
type modelInfo struct {
	Path       string         `json:"path"`
	Parameters int64          `json:"parameters"`
	Config     model.Config   `json:"config"`
	Vocabulary int            `json:"tokeniser"` // tokens, 0 without a tokeniser
	Formats    map[string]int `json:"formats"`   // tensors by how the file stores them
	Template   bool           `json:"chat_template"`
}

func newModelInfo(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "info PATH", Short: "Check a model and say what it is", Args: exactArgs("PATH"),
		Example: "  segue model info model\n  segue model info SmolLM2-135M-Instruct.Q4_1.gguf --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			loaded, err := checkpoint.Load(args[0])
			if err != nil {
				return err
			}
			info := modelInfo{Path: args[0], Parameters: loaded.Config.Size(), Config: loaded.Config, Formats: map[string]int{}}
			if t := loaded.Tokenizer; t != nil {
				info.Vocabulary, info.Template = t.Vocabulary(), t.Config().ChatTemplate != ""
			}
			for _, s := range loaded.Config.Specs() {
				format := "floats"
				if q, ok := loaded.Quantised(s.Name); ok {
					format = string(q.Format)
				}
				info.Formats[format]++
			}
			return u.value(info, func() { u.showModel(info) })
		},
	}
}

func (u *ui) showModel(i modelInfo) {
	c := i.Config
	var formats []string
	for name, n := range i.Formats {
		formats = append(formats, fmt.Sprintf("%d %s", n, name))
	}
	slices.Sort(formats)
	head := "own"
	if c.TiedEmbeddings {
		head = "tied to the embedding"
	}
	u.table([][]string{
		{"path", i.Path},
		{"architecture", c.ModelType},
		{"parameters", fmt.Sprint(i.Parameters)},
		{"layers", fmt.Sprintf("%d of width %d, feed-forward %d", c.Layers, c.Hidden, c.Intermediate)},
		{"attention", fmt.Sprintf("%d heads of %d, %d for keys and values", c.Heads, c.HeadDim, c.KeyValueHeads)},
		{"context", fmt.Sprintf("%d tokens, rotary base %g", c.Context, c.RotaryBase)},
		{"head", head},
		{"vocabulary", fmt.Sprintf("%d, tokeniser %d", c.Vocabulary, i.Vocabulary)},
		{"chat template", map[bool]string{true: "its own", false: "none, ChatML is used"}[i.Template]},
		{"tensors", strings.Join(formats, ", ")},
	})
}
