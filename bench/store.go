package bench

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"segue/llm"
	"segue/task"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// store keeps a run's responses and outcomes in segue.db. Everything that a
// commit has acknowledged survives a kill of the process.
type store struct {
	db *sql.DB
}

const databaseFile = "segue.db"

const schema = `
CREATE TABLE IF NOT EXISTS responses (
	model TEXT NOT NULL, task TEXT NOT NULL, mode TEXT NOT NULL, step INTEGER NOT NULL, sample INTEGER NOT NULL,
	text TEXT NOT NULL, reasoning TEXT NOT NULL, finish TEXT NOT NULL,
	prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, cost REAL NOT NULL, latency_ns INTEGER NOT NULL,
	graded INTEGER NOT NULL DEFAULT 0, problems TEXT NOT NULL DEFAULT '[]',
	PRIMARY KEY (model, task, mode, step, sample)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outcomes (
	model TEXT NOT NULL, task TEXT NOT NULL, mode TEXT NOT NULL, step INTEGER NOT NULL, sample INTEGER NOT NULL,
	outcome TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (model, task, mode, step, sample)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS failures (
	model TEXT NOT NULL, task TEXT NOT NULL, mode TEXT NOT NULL, step INTEGER NOT NULL, sample INTEGER NOT NULL,
	class TEXT NOT NULL, error TEXT NOT NULL, PRIMARY KEY (model, task, mode, step, sample)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tasks (n INTEGER PRIMARY KEY, task TEXT NOT NULL);
`

// openStore opens or makes the database of a run directory.
func openStore(ctx context.Context, dir string) (*store, error) {
	path := filepath.Join(dir, databaseFile)
	name := (&url.URL{Path: path}).EscapedPath() // a directory may be called "50%?"
	db, err := sql.Open("sqlite", "file:"+name+"?_pragma=journal_mode(wal)&_pragma=synchronous(normal)&_pragma=busy_timeout(10000)")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), db.Close())
	}
	return &store{db}, nil
}

// openExisting opens the database of a run that must be there.
func openExisting(ctx context.Context, dir string) (*store, error) {
	if _, err := os.Stat(filepath.Join(dir, databaseFile)); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is no run directory: it has no %s", dir, databaseFile)
		}
		return nil, fmt.Errorf("open run %s: %w", dir, err)
	}
	return openStore(ctx, dir)
}

func (s *store) Close() error { return s.db.Close() }

// keepTasks stores the benchmark in the run, so that a report needs no other file.
func (s *store) keepTasks(ctx context.Context, tasks []task.Task) error {
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM tasks").Scan(&n); err != nil || n == len(tasks) {
		return err
	}
	return s.inTransaction(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM tasks"); err != nil {
			return err
		}
		for i, t := range tasks {
			data, err := json.Marshal(t)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO tasks VALUES (?, ?)", i, data); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *store) tasks(ctx context.Context) ([]task.Task, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT task FROM tasks ORDER BY n")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []task.Task
	for rows.Next() {
		var data []byte
		if err := rows.Scan(&data); err != nil {
			return nil, err
		}
		var t task.Task
		if err := json.Unmarshal(data, &t); err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, rows.Err()
}

func (s *store) inTransaction(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// progress is what a run has already: keys of responses, true when graded.
func (s *store) progress(ctx context.Context) (map[unitKey]bool, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT model, task, mode, step, sample, graded FROM responses")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	done := map[unitKey]bool{}
	for rows.Next() {
		var k unitKey
		var graded bool
		if err := rows.Scan(&k.model, &k.task, &k.mode, &k.step, &k.sample, &graded); err != nil {
			return nil, err
		}
		done[k] = graded
	}
	return done, rows.Err()
}

// response reads one stored response.
func (s *store) response(ctx context.Context, k unitKey) (llm.Response, error) {
	var r llm.Response
	err := s.db.QueryRowContext(ctx, `SELECT text, reasoning, finish, prompt_tokens, completion_tokens, cost, latency_ns
		FROM responses WHERE model=? AND task=? AND mode=? AND step=? AND sample=?`, k.model, k.task, k.mode, k.step, k.sample).
		Scan(&r.Text, &r.Reasoning, &r.FinishReason, &r.PromptTokens, &r.CompletionTokens, &r.Cost, &r.Latency)
	if err != nil {
		return r, fmt.Errorf("read response of task %s: %w", k.task, err)
	}
	return r, nil
}

// Graded is one outcome with the reason of its score.
type Graded struct {
	task.Outcome
	Reason string
}

// outcomes hands every outcome of the run to use, ordered by key. Those of
// responses that wait to be graded again are not among them, so that verdicts of
// two judges never mix.
func (s *store) outcomes(ctx context.Context, use func(Graded) error) error {
	rows, err := s.db.QueryContext(ctx, `SELECT o.outcome, o.reason FROM outcomes o JOIN responses r
		ON r.model = o.model AND r.task = o.task AND r.mode = o.mode AND r.sample = o.sample
		AND r.step = CASE o.mode WHEN 'single' THEN o.step ELSE 0 END
		WHERE r.graded ORDER BY o.model, o.task, o.mode, o.step, o.sample`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var data []byte
		var g Graded
		if err := rows.Scan(&data, &g.Reason); err != nil {
			return err
		}
		if err := json.Unmarshal(data, &g.Outcome); err != nil {
			return err
		}
		if err := use(g); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Usage is what the responses of a model and mode cost.
type Usage struct {
	Model            string    `json:"model"`
	Mode             task.Mode `json:"mode"`
	Responses        int       `json:"responses"`
	PromptTokens     int64     `json:"prompt_tokens"`
	CompletionTokens int64     `json:"completion_tokens"`
	Cost             float64   `json:"cost"` // US dollars
	Cut              int       `json:"cut"`  // responses that ended at the token limit
	Problems         int       `json:"problems"`
	Failures         int       `json:"failures"`
}

// ungrade marks every response as not graded.
func (s *store) ungrade(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "UPDATE responses SET graded = 0")
	return err
}

// usage sums what was spent, by model and mode. A model and mode of which
// everything failed has a line too.
func (s *store) usage(ctx context.Context) ([]Usage, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT model, mode, SUM(drawn), SUM(prompt_tokens), SUM(completion_tokens), SUM(cost), SUM(cut), SUM(noted), SUM(failed)
		FROM (SELECT model, mode, 1 AS drawn, prompt_tokens, completion_tokens, cost, finish = 'length' AS cut, problems <> '[]' AS noted, 0 AS failed FROM responses
			UNION ALL SELECT model, mode, 0, 0, 0, 0, 0, 0, 1 FROM failures)
		GROUP BY model, mode ORDER BY model, mode`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Usage
	for rows.Next() {
		var u Usage
		if err := rows.Scan(&u.Model, &u.Mode, &u.Responses, &u.PromptTokens, &u.CompletionTokens, &u.Cost, &u.Cut, &u.Problems, &u.Failures); err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, rows.Err()
}

// failures counts a model's units that have failed and not been drawn since, by class.
func (s *store) failures(ctx context.Context, model string) (map[string]int, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT class, COUNT(*) FROM failures WHERE model = ? GROUP BY class", model)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]int{}
	for rows.Next() {
		var class string
		var n int
		if err := rows.Scan(&class, &n); err != nil {
			return nil, err
		}
		out[class] = n
	}
	return out, rows.Err()
}
