package cli

import "github.com/spf13/cobra"

func newModel(u *ui) *cobra.Command {
	return group("model", "Make, import, look at, chat with, serve and time native models",
		"  segue model init --size nano --out model\n  segue model serve model --addr 127.0.0.1:8080",
		newModelInit(u), newModelImport(u), newModelInfo(u), newModelChat(u), newModelServe(u), newModelBench(u))
}
