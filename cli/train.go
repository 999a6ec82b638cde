package cli

import "github.com/spf13/cobra"

func newTrain(u *ui) *cobra.Command {
	return group("train", "Train a native model",
		"  segue train sft --config sft.yaml --run run",
		newTrainSFT(u))
}
