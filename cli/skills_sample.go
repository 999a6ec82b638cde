package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"segue/skill/gen"
	"segue/task"
	"segue/task/compose"

	"github.com/parquet-go/parquet-go"
)

// maxSample bounds what one call makes in memory.
const maxSample = 2_000_000

// sampleItems makes n items of each matching skill, difficulties in turn.
func sampleItems(patterns []string, n int, seed uint64, difficulty, split string) ([]task.Item, error) {
	skills, err := matchSkills(patterns)
	if err != nil {
		return nil, err
	}
	lo, hi, err := parseRange(difficulty, 1, 5)
	if err != nil {
		return nil, misusef("--difficulty: %w", err)
	}
	var wanted compose.Split
	if split != "" {
		if wanted, err = compose.ParseSplit(split); err != nil {
			return nil, misuse{err}
		}
	}
	if n < 1 || n > maxSample/len(skills) {
		return nil, misusef("--n %d for %d skills is not between 1 and %d items in all", n, len(skills), maxSample)
	}
	items := make([]task.Item, 0, n*len(skills))
	for _, s := range skills {
		made := 0
		for draw := 0; made < n; draw++ {
			if draw > 400*n {
				return nil, fmt.Errorf("%s has too few items in the %s split", s.ID, split)
			}
			it, err := gen.New(s.ID, gen.Difficulty(lo+draw%(hi-lo+1)), gen.Index(seed, "sample", draw))
			if err != nil {
				return nil, err
			}
			if wanted != "" && compose.SplitOf(it) != wanted {
				continue
			}
			items = append(items, it)
			made++
		}
	}
	return items, nil
}

// parseRange reads "3" or "2-4" within bounds.
func parseRange(s string, least, most int) (lo, hi int, err error) {
	from, to, isRange := strings.Cut(s, "-")
	if !isRange {
		to = from
	}
	lo, errLo := strconv.Atoi(strings.TrimSpace(from))
	hi, errHi := strconv.Atoi(strings.TrimSpace(to))
	if errLo != nil || errHi != nil || lo < least || hi > most || lo > hi {
		return 0, 0, fmt.Errorf("%q is no number or range from %d to %d", s, least, most)
	}
	return lo, hi, nil
}

// writeItems writes items, to a file with a word on how many.
func (u *ui) writeItems(path string, items []task.Item) error {
	if path == "-" {
		if u.json {
			return u.encode(items)
		}
		return task.WriteJSONL(u.out, items)
	}
	write := func(w io.Writer) error { return task.WriteJSONL(w, items) }
	if strings.HasSuffix(path, ".parquet") {
		write = func(w io.Writer) error { return writeParquet(w, items) }
	}
	if err := u.writeFile(path, write); err != nil {
		return err
	}
	return u.value(map[string]any{"items": len(items), "out": path}, func() { u.printf("%s: %s\n", path, plural(len(items), "item")) })
}

func writeParquet(out io.Writer, items []task.Item) error {
	rows := make([]itemRow, len(items))
	for i, it := range items {
		row, err := rowOf(it)
		if err != nil {
			return err
		}
		rows[i] = row
	}
	w := parquet.NewGenericWriter[itemRow](out)
	if _, err := w.Write(rows); err != nil {
		return err
	}
	return w.Close()
}
