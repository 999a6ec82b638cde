package cli

import "github.com/spf13/cobra"

func newExport(u *ui) *cobra.Command {
	return group("export", "Turn tasks into data for training",
		"  segue export sft --bench train.jsonl --out sft.jsonl", newExportSFT(u))
}
