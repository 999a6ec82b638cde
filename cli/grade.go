package cli

import (
	"fmt"
	"os"
	"sync"

	"segue/grade"
	"segue/grade/program"
	"segue/sandbox"
	"segue/task"

	"github.com/spf13/cobra"
)

// sandboxRunner is the sandbox for programs, or an error that says what to install.
var sandboxRunner = sync.OnceValues(func() (program.Runner, error) {
	if err := sandbox.Available(); err != nil {
		return nil, hint(fmt.Errorf("programs cannot be run safely: %w", err), "install bubblewrap (Debian: apt-get install bubblewrap)")
	}
	return sandbox.New(sandbox.Options{}), nil
})

func newGrade(u *ui) *cobra.Command {
	c := &cobra.Command{
		Use: "grade", Short: "Grade responses: JSONL in, JSONL out", Args: noArgs,
		Long: "Reads lines {\"answer\", \"response\"} from standard input and prints for each {\"score\", \"status\", \"reason\"}.\n" +
			"The answer is typed ({\"kind\": \"integer\", \"value\": 42}); docs/grading.md lists the kinds and what each accepts.\n" +
			"A status of undecided has the score null; it is never a 0.",
		Example: `  echo '{"answer":{"kind":"rational","value":"1/2"},"response":"so \\boxed{0.5}"}' | segue grade`,
		RunE: func(cmd *cobra.Command, args []string) error {
			type request struct {
				Answer   task.Answer `json:"answer"`
				Response string      `json:"response"`
			}
			return lines(u, func(in request) (grade.Verdict, error) {
				if in.Answer.Kind == "" {
					return grade.Verdict{}, fmt.Errorf("the line has no answer with a kind")
				}
				var env grade.Env
				if in.Answer.Kind == task.KindCode {
					if runner, err := sandboxRunner(); err == nil {
						env.Programs = runner
					}
				}
				return grade.Grade(cmd.Context(), in.Answer, in.Response, env), nil
			})
		},
	}
	c.AddCommand(newGradeVectors(u))
	return c
}

// vectorFolder is where published test vectors are looked for when a name has
// no path of its own.
func vectorFolder() string {
	if dir := os.Getenv("SEGUE_VECTORS"); dir != "" {
		return dir
	}
	return "../shared/vectors"
}
