package llm

import (
	"context"
	"fmt"
	"time"
)

// CacheGroup sums up the responses of one model at one scope.
type CacheGroup struct {
	Scope  string    `json:"scope"`
	Model  string    `json:"model"`
	Count  int64     `json:"count"`
	Bytes  int64     `json:"bytes"` // of the responses, without the file's overhead
	Oldest time.Time `json:"oldest"`
	Newest time.Time `json:"newest"`
}

// List sums up the contents by scope and model.
func (c *Cache) List(ctx context.Context) ([]CacheGroup, error) {
	rows, err := c.db.QueryContext(ctx, `SELECT scope, model, count(*), sum(length(body)), min(created), max(created)
		FROM response GROUP BY scope, model ORDER BY scope, model`)
	if err != nil {
		return nil, fmt.Errorf("list cache: %w", err)
	}
	defer rows.Close()
	var out []CacheGroup
	for rows.Next() {
		var g CacheGroup
		var oldest, newest int64
		if err := rows.Scan(&g.Scope, &g.Model, &g.Count, &g.Bytes, &oldest, &newest); err != nil {
			return nil, fmt.Errorf("list cache: %w", err)
		}
		g.Oldest, g.Newest = time.Unix(oldest, 0).UTC(), time.Unix(newest, 0).UTC()
		out = append(out, g)
	}
	return out, rows.Err()
}

// Clear removes the responses of a model, or all for the empty name, and
// returns how many there were.
func (c *Cache) Clear(ctx context.Context, model string) (int64, error) {
	return c.remove(ctx, `DELETE FROM response WHERE ?1 = '' OR model = ?1`, model)
}

// Prune removes responses stored before the given time (zero: none for their
// age), then the oldest until at most maxBytes of responses remain (0: no
// limit). It returns how many it removed.
func (c *Cache) Prune(ctx context.Context, before time.Time, maxBytes int64) (int64, error) {
	var removed int64
	if !before.IsZero() {
		n, err := c.remove(ctx, `DELETE FROM response WHERE created < ?`, before.Unix())
		if err != nil {
			return 0, err
		}
		removed = n
	}
	if maxBytes > 0 {
		n, err := c.remove(ctx, `DELETE FROM response WHERE rowid IN (
			SELECT rowid FROM (SELECT rowid, sum(length(body)) OVER (ORDER BY created DESC, rowid DESC) AS total FROM response)
			WHERE total > ?)`, maxBytes)
		if err != nil {
			return removed, err
		}
		removed += n
	}
	return removed, nil
}

// remove deletes and gives the space back to the file system.
func (c *Cache) remove(ctx context.Context, query string, args ...any) (int64, error) {
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	res, err := c.db.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, fmt.Errorf("remove from cache: %w", err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return 0, fmt.Errorf("remove from cache: %w", err)
	}
	for _, q := range []string{`PRAGMA incremental_vacuum`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		if _, err := c.db.ExecContext(ctx, q); err != nil {
			return n, fmt.Errorf("shrink cache: %w", err)
		}
	}
	return n, nil
}
