// Command segue measures and trains how a language model switches between skills.
package main

import (
	"os"
	"runtime/debug"

	"segue/cli"
)

func main() {
	// Building and grading make many short-lived texts and hold little: collecting
	// less often takes a fifth off the time. GOGC in the environment still rules.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
