package completion

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"segue/lm"
)

// metrics are what /metrics shows.
type metrics struct {
	requests *prometheus.CounterVec // by endpoint and status
	tokens   *prometheus.CounterVec // by kind: prompt, completion
	seconds  *prometheus.HistogramVec
	running  prometheus.Gauge
}

func newMetrics(r prometheus.Registerer) metrics {
	m := metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "segue_model_requests_total", Help: "Requests answered, by endpoint and HTTP status."}, []string{"endpoint", "status"}),
		tokens:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "segue_model_tokens_total", Help: "Tokens read from prompts and drawn for completions."}, []string{"kind"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "segue_model_request_seconds", Help: "Time from request to the end of the answer.", Buckets: prometheus.ExponentialBuckets(0.01, 2.5, 12),
		}, []string{"endpoint"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "segue_model_requests_running", Help: "Requests that are being answered."}),
	}
	r.MustRegister(m.requests, m.tokens, m.seconds, m.running)
	return m
}

// finish records one answered request.
func (m metrics) finish(endpoint string, status int, took time.Duration, usage lm.Usage) {
	m.requests.WithLabelValues(endpoint, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(endpoint).Observe(took.Seconds())
	m.tokens.WithLabelValues("prompt").Add(float64(usage.Prompt))
	m.tokens.WithLabelValues("completion").Add(float64(usage.Completion))
}
