package cli

import (
	"fmt"

	"segue/lm/checkpoint"

	"github.com/spf13/cobra"
)

func newModelImport(u *ui) *cobra.Command {
	var out, precision string
	c := &cobra.Command{
		Use: "import PATH", Short: "Write a GGUF file or model folder as a folder that transformers load", Args: exactArgs("PATH"),
		Long: "Reads a GGUF file or a Hugging Face folder, checks every tensor against the config, and writes safetensors, config\n" +
			"and tokeniser. Quantised weights are written as the numbers that they stand for.",
		Example: "  segue model import SmolLM2-135M-Instruct.Q4_1.gguf --precision BF16 --out smollm2",
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return hint(misusef("no folder is given"), "add --out DIR")
			}
			loaded, err := checkpoint.Load(args[0])
			if err != nil {
				return err
			}
			m := checkpoint.Model{Parameters: loaded.Parameters, Tokenizer: loaded.Tokenizer, Generation: loaded.Generation}
			if err := checkpoint.SaveModel(out, m, checkpoint.SaveOptions{Precision: checkpoint.Precision(precision)}); err != nil {
				return err
			}
			made := map[string]any{"out": out, "parameters": loaded.Config.Size(), "precision": precision}
			return u.value(made, func() { u.printf("%s: %d parameters in %s\n", out, loaded.Config.Size(), precision) })
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "", "folder to write")
	c.Flags().StringVar(&precision, "precision", string(checkpoint.Full), fmt.Sprintf("weights on disk: %s or %s", checkpoint.Full, checkpoint.Half))
	return c
}
