package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"segue/task/response"

	"github.com/spf13/cobra"
)

// parseResult is what segue parse prints for a response.
type parseResult struct {
	Strict   bool            `json:"strict"`
	Steps    []response.Step `json:"steps"`
	Problems []string        `json:"problems"`
}

func newParse(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "parse", Short: "Read the steps of responses: JSONL in, JSONL out", Args: noArgs,
		Long: "Reads lines {\"response\", \"steps\"} from standard input and prints for each {\"strict\", \"steps\", \"problems\"}:\n" +
			"whether the response has the strict form, each step's skill label and answer, and what had to be forgiven.",
		Example: `  echo '{"response":"<skill>Math, Sum</skill><answer>4</answer>","steps":1}' | segue parse`,
		RunE: func(cmd *cobra.Command, args []string) error {
			type request struct {
				Response string `json:"response"`
				Steps    int    `json:"steps"`
			}
			return lines(u, func(in request) (parseResult, error) {
				const most = 100
				if in.Steps < 1 || in.Steps > most {
					return parseResult{}, fmt.Errorf("steps must be 1 to %d, not %d", most, in.Steps)
				}
				strict, err := response.Strict(in.Response, in.Steps)
				if err == nil {
					return parseResult{Strict: true, Steps: strict, Problems: []string{}}, nil
				}
				steps, problems := response.Lenient(in.Response, in.Steps)
				return parseResult{Steps: steps, Problems: append([]string{err.Error()}, problems...)}, nil
			})
		},
	}
}

// lines answers each JSON value of standard input with a JSON line. A value
// that cannot be read is named and left out, and makes the exit code 1.
func lines[In, Out any](u *ui, answer func(In) (Out, error)) error {
	enc := json.NewEncoder(u.out)
	enc.SetEscapeHTML(false)
	bad := 0
	err := readLines(u.in, func(n int, in In, err error) error {
		var out Out
		if err == nil {
			out, err = answer(in)
		}
		if err != nil {
			bad++
			u.warn("line %d: %v", n, err)
			return nil
		}
		return enc.Encode(out)
	})
	if err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%s could not be answered", plural(bad, "line"))
	}
	return nil
}

// readLines hands over each line as soon as it is there, so that a program may
// write one and wait for its answer. An error of use ends the reading.
func readLines[In any](r io.Reader, use func(n int, in In, err error) error) error {
	in := newLineReader(r)
	for n := 1; ; n++ {
		line, err := in.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if len(line) == 0 {
			continue
		}
		var v In
		err = json.Unmarshal(line, &v)
		if err := use(n, v, err); err != nil {
			return err
		}
	}
}
