package cli

import (
	"segue/skill/catalogue"

	"github.com/spf13/cobra"
)

func newSkillsCatalogue(u *ui) *cobra.Command {
	var out string
	var gallery bool
	c := &cobra.Command{
		Use: "catalogue", Short: "Write the whole bank in Markdown", Args: noArgs,
		Long: "Writes every skill with its description and example questions, as in docs/skills.md; with --gallery\n" +
			"whole items with their references, as in docs/gallery.md.",
		Example: "  segue skills catalogue --out docs/skills.md\n  segue skills catalogue --gallery --out docs/gallery.md",
		RunE: func(*cobra.Command, []string) error {
			write := catalogue.List
			if gallery {
				write = catalogue.Gallery
			}
			return u.writeFile(out, write)
		},
	}
	c.Flags().StringVarP(&out, "out", "o", "-", "file to write; - is standard output")
	c.Flags().BoolVar(&gallery, "gallery", false, "whole items with their references")
	return c
}
