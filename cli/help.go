package cli

import "github.com/spf13/cobra"

// addHelp adds the verb help. Unlike the library's own it refuses topics that
// do not exist, as misuse, with the names that are near.
func addHelp(root *cobra.Command) {
	root.SetHelpCommand(&cobra.Command{
		Use: "help [VERB…]", Short: "Help about a verb", Example: "  segue help bench run",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if target, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
				for _, c := range target.Commands() {
					if c.IsAvailableCommand() {
						names = append(names, c.Name())
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil {
				return misuse{err}
			}
			if err := noArgs(target, rest); err != nil {
				return err
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
	})
	root.InitDefaultHelpCmd()
}

// addCompletion adds the library's completion verbs under our rules: each has
// an example, and wrong arguments are misuse.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Example = "  segue completion bash > /etc/bash_completion.d/segue"
		c.Args, c.RunE = noArgs, needsVerb
		for _, shell := range c.Commands() {
			shell.Args = noArgs
			shell.Example = "  segue completion " + shell.Name()
		}
	}
}
