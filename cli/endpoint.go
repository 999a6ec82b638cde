package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"segue/llm"

	"github.com/spf13/pflag"
)

// endpointFlags say how models are reached; bench run and skills label share them.
type endpointFlags struct {
	endpoints   []string
	models      []string
	concurrency int
	retries     int
	timeout     time.Duration
	maxCost     float64
	maxTotal    int64
	prices      string
	cache       string
	noCache     bool
	keyEnv      string
	newName     bool
}

func (f *endpointFlags) add(fs *pflag.FlagSet) {
	fs.StringSliceVarP(&f.endpoints, "endpoint", "e", nil, "base URL of an OpenAI-compatible API, several for the same models or MODEL=URL for one model's own (default $OPENAI_BASE_URL)")
	fs.StringSliceVarP(&f.models, "model", "m", nil, "model to ask; several are run side by side")
	fs.IntVarP(&f.concurrency, "concurrency", "c", 64, "most requests in flight per endpoint; adapts below it to 429 and overload")
	fs.IntVar(&f.retries, "retries", 5, "times that a failed request is repeated")
	fs.DurationVar(&f.timeout, "timeout", 20*time.Minute, "deadline of one attempt")
	fs.Float64Var(&f.maxCost, "max-cost", 0, "stop before the run has cost more than this many dollars; 0 for no cap")
	fs.Int64Var(&f.maxTotal, "max-total-tokens", 0, "stop before the run has used more tokens; 0 for no cap")
	fs.StringVar(&f.prices, "prices", "", "price table (name, input, output, date, source; dollars per million tokens) over the built-in one")
	fs.StringVar(&f.cache, "cache", "", "file of the response cache (default under $SEGUE_CACHE_DIR or the user's cache folder)")
	fs.BoolVar(&f.noCache, "no-cache", false, "neither read nor write the response cache")
	fs.StringVar(&f.keyEnv, "api-key-env", "OPENAI_API_KEY", "environment variable that holds the API key")
	fs.BoolVar(&f.newName, "max-completion-tokens", false, "send the token limit under the newer name that some APIs want")
}

// client is how the models of a command are reached. Close it after use.
type client struct {
	llm.Sampler
	clients []*llm.Client
	cache   *llm.Cache
	bases   []string
	once    sync.Once
	failure error // the first request's that failed; read when all have ended
}

func (c *client) Close() {
	for _, x := range c.clients {
		x.Close()
	}
	if c.cache != nil {
		c.cache.Close()
	}
}

// open makes the client: one stack per group of endpoints, all under one
// budget. What earlier starts have spent counts against the caps.
func (f *endpointFlags) open(ctx context.Context, spentCost float64, spentTokens int64) (*client, error) {
	if len(f.models) == 0 {
		return nil, hint(misusef("no model is named"), "add --model NAME, as the endpoint's /models lists it")
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	shared, own, err := f.addresses()
	if err != nil {
		return nil, err
	}
	budget, err := f.budget(spentCost, spentTokens)
	if err != nil {
		return nil, err
	}
	c := &client{}
	if !f.noCache {
		if c.cache, err = llm.OpenCache(ctx, f.cachePath()); err != nil {
			return nil, err
		}
	}
	route := map[string]llm.Sampler{}
	for _, model := range f.models {
		bases := shared
		if own[model] != nil {
			bases = own[model]
		}
		if len(bases) == 0 {
			c.Close()
			return nil, hint(misusef("no endpoint is given for model %s", model), "add --endpoint URL or set OPENAI_BASE_URL")
		}
		stack, err := c.stack(f, bases, budget)
		if err != nil {
			c.Close()
			return nil, err
		}
		route[model] = stack
	}
	c.Sampler = llm.SamplerFunc(func(ctx context.Context, req llm.Request) (llm.Response, error) {
		s := route[req.Model]
		if s == nil {
			return llm.Response{}, fmt.Errorf("no endpoint is set up for model %s", req.Model)
		}
		r, err := s.Sample(ctx, req)
		if err != nil && llm.ClassOf(err) != llm.Canceled && !errors.Is(err, llm.ErrBudget) {
			c.once.Do(func() { c.failure = err })
		}
		return r, err
	})
	return c, nil
}

// check says what is wrong with the flags by themselves.
func (f *endpointFlags) check() error {
	const mostRetries = 1000
	switch {
	case f.retries < 0 || f.retries > mostRetries:
		return misusef("--retries must be 0 to %d, not %d", mostRetries, f.retries)
	case f.timeout <= 0:
		return misusef("--timeout must be above 0, not %s", f.timeout)
	case !(f.maxCost >= 0): // NaN too
		return misusef("--max-cost must not be negative, but is %g", f.maxCost)
	case f.maxTotal < 0:
		return misusef("--max-total-tokens must not be negative, but is %d", f.maxTotal)
	}
	return nil
}

// stack opens the client for a group of endpoints, once for all models that share it.
func (c *client) stack(f *endpointFlags, bases []string, budget *llm.Budget) (*llm.Client, error) {
	scope := strings.Join(bases, " ")
	if i := slices.Index(c.bases, scope); i >= 0 {
		return c.clients[i], nil
	}
	config := llm.Config{
		Concurrency: llm.Concurrency{Max: f.concurrency},
		Retry:       llm.Policy{Tries: f.retries + 1},
		Budget:      budget, Cache: c.cache,
	}
	for _, base := range bases {
		config.Endpoints = append(config.Endpoints, llm.EndpointConfig{
			BaseURL: base, APIKey: llm.Secret(os.Getenv(f.keyEnv)), Limits: llm.Deadlines{Total: f.timeout, Header: f.timeout}, MaxCompletionTokens: f.newName,
		})
	}
	opened, err := llm.Open(config)
	if err != nil {
		return nil, misuse{err}
	}
	c.clients, c.bases = append(c.clients, opened), append(c.bases, scope)
	return opened, nil
}

// addresses parts the endpoints that serve every model from those of one.
func (f *endpointFlags) addresses() (shared []string, own map[string][]string, err error) {
	own = map[string][]string{}
	endpoints := f.endpoints
	if len(endpoints) == 0 {
		if base := os.Getenv("OPENAI_BASE_URL"); base != "" {
			endpoints = []string{base}
		}
	}
	for _, e := range endpoints {
		model, base, bound := strings.Cut(e, "=http")
		if !bound {
			shared = append(shared, e)
			continue
		}
		if !slices.Contains(f.models, model) {
			return nil, nil, misusef("--endpoint %s is for model %s, which --model does not name", e, model)
		}
		own[model] = append(own[model], "http"+base)
	}
	return shared, own, nil
}

func (f *endpointFlags) budget(spentCost float64, spentTokens int64) (*llm.Budget, error) {
	config := llm.BudgetConfig{MaxCost: f.maxCost, MaxTokens: f.maxTotal, Models: f.models}
	if f.prices != "" {
		prices, err := llm.ReadPrices(f.prices)
		if err != nil {
			return nil, err
		}
		config.Prices = prices
	}
	if f.maxCost > 0 {
		if config.MaxCost -= spentCost; config.MaxCost <= 0 {
			return nil, hint(fmt.Errorf("the run has cost $%.4f already, which is its cap", spentCost), "raise --max-cost to go on")
		}
	}
	if f.maxTotal > 0 {
		if config.MaxTokens -= spentTokens; config.MaxTokens <= 0 {
			return nil, hint(fmt.Errorf("the run has used %d tokens already, which is its cap", spentTokens), "raise --max-total-tokens to go on")
		}
	}
	budget, err := llm.NewBudget(config)
	if err != nil {
		return nil, misuse{err}
	}
	return budget, nil
}

func (f *endpointFlags) cachePath() string {
	if f.cache != "" {
		return f.cache
	}
	return filepath.Join(cacheDir(), "responses.db")
}

// cacheDir is where caches live.
func cacheDir() string {
	if dir := os.Getenv("SEGUE_CACHE_DIR"); dir != "" {
		return dir
	}
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "segue")
	}
	return ".segue-cache"
}
