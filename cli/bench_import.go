package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"segue/task"
	"segue/task/importer"

	"github.com/spf13/cobra"
)

func newBenchImport(u *ui) *cobra.Command {
	var o importer.Options
	var out, kind string
	c := &cobra.Command{
		Use: "import FILES…", Short: "Read foreign data sets as a benchmark", Args: someArgs(1, "FILE"),
		Long: "Reads JSON arrays, JSONL and Parquet and writes tasks with typed answers. The shape of a file is found by its\n" +
			"fields; --shape states it. Records that cannot be used are named by number and left out, the others are kept.\n" +
			"A step whose skill no record names gets the id domain/unlabelled; segue skills label lets a model name it.\n\n" +
			"Shapes:\n" + shapesHelp(),
		Example: "  segue bench import skill2_bench_entropy_*.json --out skill2.jsonl\n" +
			"  segue bench import train.parquet --shape openr1-math --limit 1000 --out math.jsonl\n" +
			"  segue bench import faq.jsonl --question-field q --answer-field a --kind string --out faq.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return misusef("give --out FILE")
			}
			o.Kind = task.Kind(kind)
			im, err := importer.New(o)
			if err != nil {
				return misuse{err}
			}
			bad, err := u.importFiles(cmd.Context(), im, args, out)
			if err != nil {
				return err
			}
			if out != "-" {
				if err := u.importSummary(out, im.Summary()); err != nil {
					return err
				}
			}
			return bad
		},
	}
	c.Flags().StringVar(&o.Shape, "shape", "", "shape of the files: "+strings.Join(importer.Names(), ", ")+" (default: found by the fields)")
	c.Flags().IntVarP(&o.Limit, "limit", "n", 0, "most tasks to read over all files; 0 reads all")
	c.Flags().StringVar(&o.Split, "split", "", "name of the split: put into every id; records whose field split names another are passed over")
	c.Flags().StringVar(&o.QuestionField, "question-field", "", "field of the question, for the shape qa")
	c.Flags().StringVar(&o.AnswerField, "answer-field", "", "field of the answer, for the shape qa")
	c.Flags().StringVar(&kind, "kind", "", "kind of the answers, for the shape qa (default: guessed from the value)")
	c.Flags().StringVarP(&out, "out", "o", "", "benchmark file to write; - is standard output")
	return c
}

func shapesHelp() string {
	var b strings.Builder
	for _, s := range importer.List() {
		fmt.Fprintf(&b, "  %-14s %s\n", s.Name, s.Doc)
	}
	return strings.TrimRight(b.String(), "\n")
}

// importFiles writes the tasks as they are read. A benchmark is written only
// when at least one task was read; bad is the error of records left out.
func (u *ui) importFiles(ctx context.Context, im *importer.Importer, paths []string, out string) (bad, err error) {
	err = u.writeFile(out, func(w io.Writer) error {
		buffer := bufio.NewWriterSize(w, 1<<20)
		enc := json.NewEncoder(buffer)
		enc.SetEscapeHTML(false)
		meter := u.meter("importing")
		defer meter.finish()
		n := 0
		for i, path := range paths {
			err := u.importFile(ctx, im, path, func(t task.Task) error {
				if n++; n%256 == 0 {
					meter.set(i, len(paths), fmt.Sprintf("files, %d tasks", n))
				}
				return enc.Encode(t)
			})
			if err = u.keepRecords(path, err, &bad); err != nil {
				return err
			}
		}
		if n == 0 {
			return hint(errors.New("no record of the files could be used"), "state the --shape, or the fields with --question-field and --answer-field")
		}
		return buffer.Flush()
	})
	return bad, err
}

func (u *ui) importFile(ctx context.Context, im *importer.Importer, path string, use func(task.Task) error) error {
	f, err := u.openInput(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return im.Read(ctx, path, f, use)
}

// keepRecords warns of bad records and keeps them for the end; any other error
// stops.
func (u *ui) keepRecords(path string, err error, bad *error) error {
	var records importer.BadRecords
	if !errors.As(err, &records) {
		if err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		return nil
	}
	const show = 20
	for _, r := range records.Named[:min(show, len(records.Named))] {
		u.warn("%s: %v", path, r)
	}
	if records.Total > show {
		u.warn("%s: and %d more bad records", path, records.Total-show)
	}
	*bad = errors.Join(*bad, fmt.Errorf("%s: %d bad records were left out, the others were kept", path, records.Total))
	return nil
}

func (u *ui) importSummary(path string, s importer.Summary) error {
	for _, note := range slices.Sorted(maps.Keys(s.Notes)) {
		u.note("%d tasks: %s", s.Notes[note], note)
	}
	return u.value(struct {
		importer.Summary
		Out string `json:"out"`
	}{s, path}, func() {
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(s.Shapes)) {
			parts = append(parts, fmt.Sprintf("%s %d", name, s.Shapes[name]))
		}
		u.printf("%s: %d tasks, %d steps (%s), %d bad records left out\n", path, s.Tasks, s.Steps, strings.Join(parts, ", "), s.Bad)
	})
}
