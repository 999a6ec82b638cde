package llm_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"segue/llm"
	"segue/llm/scripted"
)

func budget(t *testing.T, c llm.BudgetConfig) *llm.Budget {
	t.Helper()
	b, err := llm.NewBudget(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBudgetIsNotOvershotUnderConcurrency(t *testing.T) {
	prices := llm.Prices{"m": {Input: 1, Output: 2000}} // $2 for a full answer of 1000 tokens, $0.02 for the scripted one
	for _, c := range []struct {
		name string
		cap  llm.BudgetConfig
	}{
		{"cost", llm.BudgetConfig{MaxCost: 5, Prices: prices}},
		{"tokens", llm.BudgetConfig{MaxTokens: 4000, Prices: prices}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &scripted.Model{Latency: time.Second, Answer: func(llm.Request) string { return strings.Repeat("x", 40) }}
				b := budget(t, c.cap)
				s := b.Wrap(m)
				var group sync.WaitGroup
				var mu sync.Mutex
				done, over := 0, 0
				for range 600 {
					group.Go(func() {
						resp, err := s.Sample(context.Background(), ask("q"))
						mu.Lock()
						defer mu.Unlock()
						switch {
						case err == nil && math.Abs(resp.Cost-0.020001) < 1e-9:
							done++
						case errors.Is(err, llm.ErrBudget):
							over++
						default:
							t.Errorf("%+v, %v", resp, err)
						}
					})
				}
				group.Wait()
				cost, tokens := b.Spent()
				if c.cap.MaxCost > 0 && cost > c.cap.MaxCost || c.cap.MaxTokens > 0 && tokens > c.cap.MaxTokens {
					t.Errorf("spent $%v and %d tokens, over the cap", cost, tokens)
				}
				// It stops only when the next request's worst case no longer fits.
				want := 150
				if c.cap.MaxTokens > 0 {
					want = (4000 - 1050) / 11
				}
				if done < want || done+over != 600 || over == 0 {
					t.Errorf("%d done, %d refused; want at least %d done", done, over, want)
				}
			})
		})
	}
}

func TestBudgetCountsFailedAttempts(t *testing.T) {
	for fault, whole := range map[scripted.Fault]bool{scripted.Drop: true, scripted.HTML: true, scripted.RateLimit: false, scripted.Unauthorized: false} {
		b := budget(t, llm.BudgetConfig{MaxCost: 10, Prices: llm.Prices{"m": {Output: 1000}}})
		if _, err := b.Wrap(&scripted.Model{Faults: scripted.Always(fault)}).Sample(t.Context(), ask("q")); err == nil {
			t.Fatal("no error")
		}
		if cost, _ := b.Spent(); (cost == 1) != whole || (cost == 0) == whole {
			t.Errorf("%v: spent %v, whole reservation %v", fault, cost, whole)
		}
	}
}

func TestBudgetRefuses(t *testing.T) {
	var e *llm.Error
	_, err := llm.NewBudget(llm.BudgetConfig{MaxCost: 1, Models: []string{"gpt-4.1-mini", "my-model"}})
	if !errors.As(err, &e) || !strings.Contains(err.Error(), "my-model") || !strings.Contains(err.Error(), "price file") {
		t.Errorf("unknown price: %v", err)
	}
	if _, err := llm.NewBudget(llm.BudgetConfig{MaxTokens: 1, Models: []string{"my-model"}}); err != nil {
		t.Errorf("tokens need no price: %v", err)
	}
	if _, err := llm.NewBudget(llm.BudgetConfig{MaxCost: math.NaN()}); err == nil {
		t.Error("NaN accepted")
	}
	m := &scripted.Model{}
	s := budget(t, llm.BudgetConfig{MaxCost: 1}).Wrap(m)
	for name, model := range map[string]string{"unbounded": "gpt-4.1", "unpriced": "my-model"} {
		if _, err := s.Sample(t.Context(), llm.Request{Model: model}); llm.ClassOf(err) != llm.Fatal || m.Requests() != 0 {
			t.Errorf("%s: %v after %d requests", name, err, m.Requests())
		}
	}
}

func TestPrices(t *testing.T) {
	table := llm.DefaultPrices()
	if len(table.Models()) < 10 {
		t.Fatalf("table has %d models", len(table))
	}
	for name, p := range table {
		if p.Source == "" || p.Date.IsZero() || p.Output < p.Input {
			t.Errorf("%s: %+v", name, p)
		}
	}
	path := filepath.Join(t.TempDir(), "prices.tsv")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("# own\ngpt-4.1\t9\t9\t2026-01-01\town\nlocal\t0\t0\t2026-01-01\town\n")
	own, err := llm.ReadPrices(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"gpt-4.1": 9, "local": 0, "gpt-4.1-2025-04-14": 9, "claude-haiku-4-5-20251001": 1, "gpt-4o-mini": 0.15} {
		if p, ok := own.For(name); !ok || p.Input != want {
			t.Errorf("%s: %+v, %v; want %v", name, p, ok, want)
		}
	}
	for _, name := range []string{"gpt-4.1-audio", "other", ""} {
		if _, ok := own.For(name); ok {
			t.Errorf("%q has a price", name)
		}
	}
	if got := (llm.Price{Input: 2, Output: 8}).Of(1_000_000, 500_000); got != 6 {
		t.Errorf("cost %v, want 6", got)
	}
	for _, bad := range []string{"m\t1\t2\n", "m\t-1\t2\t2026-01-01\ts\n", "m\tNaN\t2\t2026-01-01\ts\n", "m\t1\t2\tsoon\ts\n", "m\tInf\t2\t2026-01-01\ts\n",
		"m\t1\t2\t2026-01-01\ts\nm\t1\t2\t2026-01-01\ts\n"} {
		write(bad)
		if _, err := llm.ReadPrices(path); err == nil || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}
