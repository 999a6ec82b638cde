// Package completion serves native models over the OpenAI-compatible API:
// chat and text completions, streamed or not, and the list of models.
package completion

import (
	"context"
	"net/http"
	"time"

	"segue/lm"
	"segue/server"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Model completes prompts; *lm.Model is one. Generate calls emit for every
// growth of any completion, one call at a time, and returns when all are
// finished.
type Model interface {
	Name() string
	Context() int // longest prompt and completion together, in tokens
	Generate(ctx context.Context, r lm.Request, emit func(lm.Delta) error) (lm.Usage, error)
}

// service answers requests for one model.
type service struct {
	model   Model
	clock   func() time.Time
	started int64 // Unix seconds
	metrics metrics
}

// Handler serves model under /v1, with /metrics, /healthz and /readyz.
func Handler(model Model, clock func() time.Time) http.Handler {
	registry := prometheus.NewRegistry()
	s := &service{model: model, clock: clock, started: clock().Unix(), metrics: newMetrics(registry)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.HandleFunc("POST /v1/completions", s.text)
	mux.HandleFunc("GET /v1/models", s.models)
	mux.HandleFunc("GET /v1/models/{id...}", s.describe)
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	alive := func(w http.ResponseWriter, r *http.Request) {
		server.Answer(w, http.StatusOK, map[string]string{"status": "ok"})
	}
	mux.HandleFunc("GET /healthz", alive)
	mux.HandleFunc("GET /readyz", alive)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		server.Fail(w, http.StatusNotFound, "there is no %s %s here", r.Method, r.URL.Path)
	})
	return mux
}

// card describes a model as /v1/models does.
type card struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
	Context int    `json:"max_model_len"`
}

func (s *service) card() card {
	return card{ID: s.model.Name(), Object: "model", Created: s.started, OwnedBy: "segue", Context: s.model.Context()}
}

func (s *service) models(w http.ResponseWriter, r *http.Request) {
	server.Answer(w, http.StatusOK, map[string]any{"object": "list", "data": []card{s.card()}})
}

func (s *service) describe(w http.ResponseWriter, r *http.Request) {
	if !s.known(w, r.PathValue("id")) {
		return
	}
	server.Answer(w, http.StatusOK, s.card())
}

// known answers 404 to a model that is not served here.
func (s *service) known(w http.ResponseWriter, name string) bool {
	if name == "" || name == s.model.Name() {
		return true
	}
	server.Fail(w, http.StatusNotFound, "the model %q is not served here, only %q", name, s.model.Name())
	return false
}
