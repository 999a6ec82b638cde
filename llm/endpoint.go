package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// EndpointConfig describes one OpenAI-compatible endpoint.
type EndpointConfig struct {
	BaseURL string            // such as http://127.0.0.1:8000/v1
	APIKey  Secret            // may be empty for local servers
	Headers map[string]Secret // further headers, such as api-key
	Limits  Deadlines
	// MaxBytes bounds an answer's body; 0 is 8 MiB.
	MaxBytes int64
	// MaxCompletionTokens sends the token limit under that name, as newer
	// OpenAI models want, instead of max_tokens. api.openai.com always gets it.
	MaxCompletionTokens bool
	// Transport replaces the tuned one; Conns is how many idle connections
	// the tuned one keeps (0 is 1024).
	Transport http.RoundTripper
	Conns     int
}

// DefaultMaxBytes is the size limit of an answer.
const DefaultMaxBytes = 8 << 20

// Endpoint makes single attempts at one base URL. It is a Sampler and an
// Embedder without retries or limits on concurrency; Pool and Retry add those.
//
// The wire is openai-go's: its types and request building, none of its
// retries, and none of its environment variables (a service is made directly,
// as its client constructor would read keys and addresses). Measured with a
// 1 ms endpoint on the same 2 cores at concurrency 512 it does 6000
// requests/s in 77 MB; a hand-written client does 15000.
type Endpoint struct {
	name       string   // public address
	secrets    []Secret // key and header values, hidden from errors
	deadlines  Deadlines
	maxBytes   int64
	newLimit   bool
	transport  http.RoundTripper
	chat       openai.ChatCompletionService
	embeddings openai.EmbeddingService
}

// NewEndpoint checks the configuration; it sends nothing.
func NewEndpoint(c EndpointConfig) (*Endpoint, error) {
	u, err := url.Parse(c.BaseURL)
	switch {
	case err != nil:
		return nil, errors.New("base URL is not an address; give one such as http://127.0.0.1:8000/v1")
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, fmt.Errorf("base URL %q has no http(s) scheme or host; give one such as http://127.0.0.1:8000/v1", publicURL(u))
	case u.User != nil:
		return nil, fmt.Errorf("base URL %q holds a user or password; give the key as API key", publicURL(u))
	case strings.ContainsAny(string(c.APIKey), " \t\r\n"):
		return nil, errors.New("API key holds white space; remove it")
	}
	e := &Endpoint{
		name: publicURL(u), secrets: []Secret{c.APIKey}, deadlines: c.Limits.orDefault(), maxBytes: c.MaxBytes,
		newLimit:  c.MaxCompletionTokens || u.Hostname() == "api.openai.com",
		transport: c.Transport,
	}
	if e.maxBytes <= 0 {
		e.maxBytes = DefaultMaxBytes
	}
	if e.transport == nil {
		conns := c.Conns
		if conns <= 0 {
			conns = 1024
		}
		e.transport = newTransport(conns)
	}
	opts := []option.RequestOption{
		option.WithBaseURL(u.String()),
		option.WithMaxRetries(0),
		option.WithHTTPClient(&doer{endpoint: e, transport: e.transport}),
	}
	if c.APIKey != "" {
		opts = append(opts, option.WithAPIKey(string(c.APIKey)))
	}
	for name, value := range c.Headers {
		e.secrets = append(e.secrets, value)
		opts = append(opts, option.WithHeader(name, string(value)))
	}
	e.chat = openai.NewChatCompletionService(opts...)
	e.embeddings = openai.NewEmbeddingService(opts...)
	return e, nil
}

// Name is the endpoint's address without credentials.
func (e *Endpoint) Name() string { return e.name }

// Close drops idle connections.
func (e *Endpoint) Close() {
	if t, ok := e.transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// Sample makes one attempt.
func (e *Endpoint) Sample(ctx context.Context, req Request) (Response, error) {
	params, err := e.chatParams(req)
	if err != nil {
		return Response{}, err
	}
	start := time.Now()
	var resp Response
	if req.Stream {
		resp, err = e.sampleStream(ctx, params)
	} else {
		resp, err = e.sampleWhole(ctx, params)
	}
	if err != nil {
		return Response{}, e.wrap(ctx, err)
	}
	resp.Latency = time.Since(start)
	if resp.Model == "" {
		resp.Model = req.Model
	}
	if resp.PromptTokens == 0 && resp.CompletionTokens == 0 {
		resp.UsageEstimated = true
		resp.PromptTokens = promptBytes(req.Messages) / bytesPerToken
		resp.CompletionTokens = (len(resp.Text) + len(resp.Reasoning) + bytesPerToken - 1) / bytesPerToken
	}
	return resp, nil
}

// bytesPerToken is the customary mean for English text, used where an endpoint
// sends no counts.
const bytesPerToken = 4

func promptBytes(messages []Message) int {
	n := 0
	for _, m := range messages {
		n += len(m.Role) + len(m.Content)
	}
	return n
}

// public is text of the endpoint, fit for an error.
func (e *Endpoint) public(text string) string { return publicText(text, 300, e.secrets...) }

// wrap makes an *Error of any error that comes back through the client library.
func (e *Endpoint) wrap(ctx context.Context, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if ctx.Err() != nil {
		return e.sendError(ctx, err)
	}
	return &Error{Class: Fatal, Endpoint: e.name, Deed: "request could not be built or read: " + e.public(err.Error()),
		Hint: "check the base URL and the request's settings"}
}
