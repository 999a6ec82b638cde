package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// The rules of all output:
//
//   - results go to standard output; progress, warnings and errors to standard error
//   - an error is "segue: error: …", advice a line "segue: hint: …" after it; lower case, no full stop
//   - with --json, standard output is one JSON value and nothing else
//   - a terminal gets a progress bar, anything else plain lines now and then
type ui struct {
	in       io.Reader
	out      *checkedWriter
	err      io.Writer
	json     bool
	quiet    bool
	terminal bool
}

func newUI(in io.Reader, out, errOut io.Writer) *ui {
	u := &ui{in: in, out: &checkedWriter{w: out}, err: errOut}
	if f, ok := errOut.(*os.File); ok {
		u.terminal = term.IsTerminal(int(f.Fd()))
	}
	return u
}

// checkedWriter remembers the first failure, so that a result that could not
// be written is never taken for printed.
type checkedWriter struct {
	w      io.Writer
	failed error
}

// Write writes p, unless an earlier write has failed.
func (c *checkedWriter) Write(p []byte) (int, error) {
	if c.failed != nil {
		return 0, c.failed
	}
	n, err := c.w.Write(p)
	c.failed = err
	return n, err
}

// printf writes a result for people.
func (u *ui) printf(format string, args ...any) { fmt.Fprintf(u.out, format, args...) }

// note writes what a person wants to know beside the result.
func (u *ui) note(format string, args ...any) {
	if !u.quiet {
		fmt.Fprintf(u.err, format+"\n", args...)
	}
}

func (u *ui) warn(format string, args ...any) {
	fmt.Fprintf(u.err, "segue: warning: "+format+"\n", args...)
}

func (u *ui) failure(err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") { // joined errors have a line each
		fmt.Fprintf(u.err, "segue: error: %s\n", line)
	}
	var h hinted
	if errors.As(err, &h) {
		fmt.Fprintf(u.err, "segue: hint: %s\n", h.hint)
	}
}

// value prints v as JSON, or for people by show.
func (u *ui) value(v any, show func()) error {
	if !u.json {
		show()
		return nil
	}
	return u.encode(v)
}

func (u *ui) encode(v any) error {
	enc := json.NewEncoder(u.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// table prints rows in columns, the first row being the head.
func (u *ui) table(rows [][]string) {
	w := tabwriter.NewWriter(u.out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	w.Flush()
}

// meter shows the progress of long work: a bar on a terminal, a plain line
// every few seconds elsewhere.
type meter struct {
	u     *ui
	bar   *progressbar.ProgressBar
	what  string
	start time.Time
	last  time.Time
	first int // done at the start, left out of the rate
	begun bool
}

// plainEvery is how often a plain progress line is written.
const plainEvery = 5 * time.Second

func (u *ui) meter(what string) *meter {
	return &meter{u: u, what: what, start: time.Now()}
}

// set says how far the work is; detail is a few words such as the money spent.
func (m *meter) set(done, total int, detail string) {
	if m.u.quiet {
		return
	}
	if !m.begun {
		m.begun, m.first, m.last = true, done, time.Now()
		if m.u.terminal {
			m.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(m.u.err), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
				progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond),
				progressbar.OptionEnableColorCodes(os.Getenv("NO_COLOR") == ""))
		}
	}
	if m.bar != nil {
		m.bar.ChangeMax(total)
		m.bar.Describe(strings.TrimSpace(m.what + " " + detail))
		_ = m.bar.Set(done)
		return
	}
	if now := time.Now(); now.Sub(m.last) >= plainEvery || done == total && now.Sub(m.start) >= plainEvery {
		m.last = now
		m.u.note("%s", m.line(done, total, detail, now))
	}
}

func (m *meter) line(done, total int, detail string, now time.Time) string {
	rate := float64(done-m.first) / now.Sub(m.start).Seconds()
	line := fmt.Sprintf("%s: %d of %d, %.1f/s", m.what, done, total, rate)
	if rate > 0 && done < total {
		left := time.Duration(float64(total-done) / rate * float64(time.Second))
		line += ", " + left.Round(time.Second).String() + " left"
	}
	if detail != "" {
		line += ", " + detail
	}
	return line
}

// finish clears the bar.
func (m *meter) finish() {
	if m.bar != nil {
		_ = m.bar.Finish()
	}
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
