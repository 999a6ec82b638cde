package completion

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"segue/lm"
)

// metrics are what /metrics shows. A request counts once, under the status that
// was sent. A stream has sent 200 before it can break, so it counts as 200
// whatever happens afterwards; broken counts it too, by cause, so that the share
// of streams that broke is a quotient of the two.
type metrics struct {
	requests *prometheus.CounterVec // by endpoint and status
	broken   *prometheus.CounterVec // by endpoint and cause
	tokens   *prometheus.CounterVec // by kind: prompt, completion
	seconds  *prometheus.HistogramVec
	running  prometheus.Gauge
}

// cause says why a stream broke; "" for one that did not.
type cause string

const (
	causeFailed    cause = "failed"    // the model could not go on
	causeCancelled cause = "cancelled" // the client went away or the service was stopped
)

func newMetrics(r prometheus.Registerer) metrics {
	m := metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "segue_model_requests_total", Help: "Requests answered, by endpoint and the HTTP status sent."}, []string{"endpoint", "status"}),
		broken:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "segue_model_streams_broken_total", Help: "Streams that broke after their status 200, by endpoint and cause."}, []string{"endpoint", "cause"}),
		tokens:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "segue_model_tokens_total", Help: "Tokens read from prompts and drawn for completions."}, []string{"kind"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "segue_model_request_seconds", Help: "Time from request to the end of the answer.", Buckets: prometheus.ExponentialBuckets(0.01, 2.5, 12),
		}, []string{"endpoint"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "segue_model_requests_running", Help: "Requests that are being answered."}),
	}
	r.MustRegister(m.requests, m.broken, m.tokens, m.seconds, m.running)
	return m
}

// finish records one answered request.
func (m metrics) finish(endpoint string, status int, broken cause, took time.Duration, usage lm.Usage) {
	m.requests.WithLabelValues(endpoint, strconv.Itoa(status)).Inc()
	if broken != "" {
		m.broken.WithLabelValues(endpoint, string(broken)).Inc()
	}
	m.seconds.WithLabelValues(endpoint).Observe(took.Seconds())
	m.tokens.WithLabelValues("prompt").Add(float64(usage.Prompt))
	m.tokens.WithLabelValues("completion").Add(float64(usage.Completion))
}
