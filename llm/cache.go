package llm

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the database driver
)

// Cache keeps responses on disk, addressed by what was asked. It is one SQLite
// file in WAL mode and not a file for each response: several runs can share it
// (its locks hold across processes), a million entries do not burden the file
// system, and listing and pruning are queries. Writers join: whoever gets the
// write lock stores what all others have queued in one transaction.
type Cache struct {
	db *sql.DB

	queueMu sync.Mutex
	queue   []*entry
	writeMu sync.Mutex
}

type entry struct {
	key          Key
	scope, model string
	body         []byte
	stored       bool // guarded by Cache.writeMu, like err
	err          error
}

// Key addresses a response.
type Key [sha256.Size]byte

// KeyOf is the address of a request's response. scope names the endpoints, so
// that a model of one name on two servers is two models.
func KeyOf(scope string, req Request) (Key, error) {
	canonical, err := json.Marshal(struct { // maps are encoded in sorted order
		Version int
		Scope   string
		Request Request
	}{1, scope, req})
	if err != nil {
		return Key{}, &Error{Class: Fatal, Deed: "extra settings cannot be encoded: " + err.Error(), Hint: "use plain JSON values"}
	}
	return sha256.Sum256(canonical), nil
}

const schema = `
CREATE TABLE IF NOT EXISTS response (
	key     BLOB PRIMARY KEY,
	scope   TEXT NOT NULL,
	model   TEXT NOT NULL,
	created INTEGER NOT NULL, -- seconds since 1970
	body    BLOB NOT NULL     -- JSON
);
CREATE INDEX IF NOT EXISTS response_created ON response (created);`

// OpenCache opens or creates the cache file.
func OpenCache(ctx context.Context, path string) (*Cache, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("create folder of the cache: %w", err)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open cache %s: %w", path, err)
	}
	source := url.URL{Scheme: "file", Path: abs, RawQuery: url.Values{"_pragma": {
		"busy_timeout(30000)", "auto_vacuum(incremental)", "journal_mode(wal)", "synchronous(normal)"},
		"_txlock": {"immediate"}}.Encode()}
	db, err := sql.Open("sqlite", source.String())
	if err != nil {
		return nil, fmt.Errorf("open cache %s: %w", path, err)
	}
	db.SetMaxOpenConns(4)
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, errors.Join(fmt.Errorf("open cache %s: %w; give another path, or delete the file if it is damaged", path, err), db.Close())
	}
	return &Cache{db: db}, nil
}

// Close closes the file.
func (c *Cache) Close() error { return c.db.Close() }

// Get looks a response up; its Cached is set, its Cost and Latency are 0.
func (c *Cache) Get(ctx context.Context, key Key) (resp Response, found bool, err error) {
	var body []byte
	err = c.db.QueryRowContext(ctx, `SELECT body FROM response WHERE key = ?`, key[:]).Scan(&body)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Response{}, false, nil
	case err != nil:
		return Response{}, false, fmt.Errorf("read cache: %w", err)
	case json.Unmarshal(body, &resp) != nil:
		return Response{}, false, nil // of another version: as good as absent
	}
	resp.Cached, resp.Cost, resp.Latency = true, 0, 0
	return resp, true, nil
}

// Put stores a response and returns once it is in the file. What is there
// already stays: a draw is never replaced by a later one.
func (c *Cache) Put(ctx context.Context, key Key, scope string, req Request, resp Response) error {
	body, err := json.Marshal(resp)
	if err != nil {
		return fmt.Errorf("write cache: %w", err)
	}
	e := &entry{key: key, scope: scope, model: req.Model, body: body}
	c.queueMu.Lock()
	c.queue = append(c.queue, e)
	c.queueMu.Unlock()

	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	if !e.stored {
		c.flush(ctx)
	}
	return e.err
}

// flush stores the queue in one transaction. c.writeMu is held. The context
// is the leader's, but its end must not lose the entries of others.
func (c *Cache) flush(ctx context.Context) {
	c.queueMu.Lock()
	batch := c.queue
	c.queue = nil
	c.queueMu.Unlock()
	err := c.insert(context.WithoutCancel(ctx), batch)
	for _, e := range batch {
		e.stored, e.err = true, err
	}
}

func (c *Cache) insert(ctx context.Context, batch []*entry) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("write cache: %w", err)
	}
	defer tx.Rollback()
	now := time.Now().Unix()
	for _, e := range batch {
		if _, err := tx.ExecContext(ctx, `INSERT INTO response VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			e.key[:], e.scope, e.model, now, e.body); err != nil {
			return fmt.Errorf("write cache: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("write cache: %w", err)
	}
	return nil
}

// Wrap makes a Sampler that asks the cache first and stores what s answers.
// scope names the endpoints behind s (Pool.Scope) and must not be empty. A
// cache that cannot be read or written fails the request: going on would pay
// for it again in the next run.
func (c *Cache) Wrap(s Sampler, scope string) (Sampler, error) {
	if scope == "" {
		return nil, errors.New("cache has no scope; give the endpoint's base URL, as equal model names on two servers may be different models")
	}
	return SamplerFunc(func(ctx context.Context, req Request) (Response, error) {
		if req.NoCache {
			return s.Sample(ctx, req)
		}
		key, err := KeyOf(scope, req)
		if err != nil {
			return Response{}, err
		}
		resp, found, err := c.Get(ctx, key)
		if err != nil && ctx.Err() != nil {
			return Response{}, canceled(ctx, "request was cancelled")
		}
		if err != nil {
			return Response{}, cacheError(err)
		}
		if found {
			return resp, nil
		}
		if resp, err = s.Sample(ctx, req); err != nil {
			return resp, err
		}
		if err := c.Put(ctx, key, scope, req, resp); err != nil {
			return resp, cacheError(err)
		}
		return resp, nil
	}), nil
}

func cacheError(err error) *Error {
	return &Error{Class: Fatal, Deed: err.Error(), Hint: "free disk space or give another cache file, or run without cache", Err: err}
}
