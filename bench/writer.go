package bench

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"segue/llm"
)

// entry is one thing to store, and where to acknowledge it.
type entry struct {
	apply func(*statements) error
	done  chan error
}

// writer commits entries in batches from one goroutine: a database file has one
// writer, and a commit for each of thousands of responses a second would be the
// run's bottleneck.
type writer struct {
	entries chan entry
	ended   chan struct{}
}

// maxBatch bounds the entries of one transaction.
const maxBatch = 512

// startWriter starts the writer; close it to end it.
func startWriter(s *store) *writer {
	w := &writer{entries: make(chan entry, maxBatch), ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		for first := range w.entries {
			w.commit(s, w.batch(first))
		}
	}()
	return w
}

// batch gathers what has queued up behind the first entry. It waits for
// nothing: under load the queue fills during each commit, and without load an
// entry is committed at once.
func (w *writer) batch(first entry) []entry {
	batch := []entry{first}
	for len(batch) < maxBatch {
		select {
		case e, ok := <-w.entries:
			if !ok {
				return batch
			}
			batch = append(batch, e)
		default:
			return batch
		}
	}
	return batch
}

// commitDeadline bounds one transaction; a full or stuck disk is an error, not a hang.
const commitDeadline = time.Minute

// commit stores a batch in one transaction and acknowledges each entry. It has
// a deadline of its own: what was drawn and paid for is stored even when the
// run is being cancelled.
func (w *writer) commit(s *store, batch []entry) {
	ctx, cancel := context.WithTimeout(context.Background(), commitDeadline)
	defer cancel()
	err := s.inTransaction(ctx, func(tx *sql.Tx) error {
		st, err := prepare(ctx, tx)
		if err != nil {
			return err
		}
		defer st.close()
		for _, e := range batch {
			if err := e.apply(st); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("store results: %w", err)
	}
	for _, e := range batch {
		e.done <- err
	}
}

// store hands an entry over and waits until it is committed.
func (w *writer) store(apply func(*statements) error) error {
	e := entry{apply, make(chan error, 1)}
	w.entries <- e
	return <-e.done
}

func (w *writer) close() {
	close(w.entries)
	<-w.ended
}

// statements are the prepared statements of a transaction.
type statements struct {
	ctx                                        context.Context
	response, graded, outcome, failure, mended *sql.Stmt
}

func prepare(ctx context.Context, tx *sql.Tx) (*statements, error) {
	st := &statements{ctx: ctx}
	for _, p := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&st.response, `INSERT INTO responses (model, task, mode, step, sample, text, reasoning, finish, prompt_tokens, completion_tokens, cost, latency_ns)
			VALUES (?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING`},
		{&st.graded, "UPDATE responses SET graded=1, problems=? WHERE model=? AND task=? AND mode=? AND step=? AND sample=?"},
		{&st.outcome, "INSERT OR REPLACE INTO outcomes VALUES (?,?,?,?,?,?,?)"},
		{&st.failure, "INSERT OR REPLACE INTO failures VALUES (?,?,?,?,?,?,?)"},
		{&st.mended, "DELETE FROM failures WHERE model=? AND task=? AND mode=? AND step=? AND sample=?"},
	} {
		prepared, err := tx.PrepareContext(ctx, p.sql)
		if err != nil {
			return nil, err
		}
		*p.to = prepared
	}
	return st, nil
}

func (st *statements) close() {
	for _, s := range []*sql.Stmt{st.response, st.graded, st.outcome, st.failure, st.mended} {
		s.Close()
	}
}

func (k unitKey) columns() []any { return []any{k.model, k.task, string(k.mode), k.step, k.sample} }

// keepResponse stores what a model answered; a failure of the unit is mended.
func keepResponse(k unitKey, a llm.Response) func(*statements) error {
	return func(st *statements) error {
		args := append(k.columns(), a.Text, a.Reasoning, a.FinishReason, a.PromptTokens, a.CompletionTokens, a.Cost, int64(a.Latency))
		if _, err := st.response.ExecContext(st.ctx, args...); err != nil {
			return err
		}
		_, err := st.mended.ExecContext(st.ctx, k.columns()...)
		return err
	}
}

// keepOutcomes stores the outcomes of a unit's steps and marks it graded.
func keepOutcomes(k unitKey, outcomes []Graded, problems []string) func(*statements) error {
	return func(st *statements) error {
		for _, o := range outcomes {
			data, err := json.Marshal(o.Outcome)
			if err != nil {
				return err
			}
			if _, err := st.outcome.ExecContext(st.ctx, o.Model, o.Task, string(o.Mode), o.Step, o.Sample, data, o.Reason); err != nil {
				return err
			}
		}
		if problems == nil {
			problems = []string{}
		}
		notes, err := json.Marshal(problems)
		if err != nil {
			return err
		}
		_, err = st.graded.ExecContext(st.ctx, append([]any{notes}, k.columns()...)...)
		return err
	}
}

// keepFailure notes that a unit could not be drawn; a later start tries again.
func keepFailure(k unitKey, class, text string) func(*statements) error {
	return func(st *statements) error {
		_, err := st.failure.ExecContext(st.ctx, append(k.columns(), class, text)...)
		return err
	}
}
