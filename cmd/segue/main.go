// Command segue measures and trains how a language model switches between skills.
package main

import (
	"os"

	"segue/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
