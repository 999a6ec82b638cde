package completion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"segue/llm"
	"segue/lm"
	"segue/server"
)

func (s *service) chat(w http.ResponseWriter, r *http.Request) { s.complete(w, r, true) }
func (s *service) text(w http.ResponseWriter, r *http.Request) { s.complete(w, r, false) }

// busyPause is what a client is asked to wait when the queue is full.
const busyPause = 2 * time.Second

// complete answers one request of either endpoint.
func (s *service) complete(w http.ResponseWriter, r *http.Request, chat bool) {
	start := s.clock()
	s.metrics.running.Inc()
	defer s.metrics.running.Dec()
	c := &call{service: s, chat: chat, writer: &sent{ResponseWriter: w}}
	usage := c.run(r)
	endpoint := "completions"
	if chat {
		endpoint = "chat"
	}
	s.metrics.finish(endpoint, c.writer.status, c.broken, s.clock().Sub(start), usage)
}

// call is one request while it is answered.
type call struct {
	*service
	chat    bool
	writer  *sent
	request wireRequest
	id      string
	texts   []strings.Builder // of each completion so far
	tokens  [][]lm.Token
	finish  []string
	opened  bool  // the stream's first event is out
	broken  cause // of a stream that was opened and not finished

	describe bool // log-probabilities are asked for
}

func (c *call) run(r *http.Request) lm.Usage {
	if !server.Read(c.writer, r, &c.request) {
		return lm.Usage{}
	}
	if !c.known(c.writer, c.request.Model) {
		return lm.Usage{}
	}
	request, err := c.request.request(c.chat)
	if err != nil {
		c.fail(fmt.Errorf("%w: %w", lm.ErrRequest, err))
		return lm.Usage{}
	}
	c.describe = request.LogProbs
	c.id = fmt.Sprintf("cmpl-%x", c.clock().UnixNano())
	c.texts = make([]strings.Builder, request.Samples)
	c.tokens, c.finish = make([][]lm.Token, request.Samples), make([]string, request.Samples)
	emit := c.keep
	if c.request.Stream {
		emit = c.send
	}
	usage, err := c.model.Generate(r.Context(), request, emit)
	switch {
	case err != nil:
		c.fail(err)
	case c.request.Stream:
		c.end(usage)
	default:
		server.Answer(c.writer, http.StatusOK, c.whole(usage))
	}
	return usage
}

// fail answers with err: as a status, or as the last event of a stream that
// has begun.
func (c *call) fail(err error) {
	stopped := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, lm.ErrRequest):
		status = http.StatusBadRequest
	case errors.Is(err, lm.ErrBusy):
		status = http.StatusTooManyRequests
	case stopped:
		status = http.StatusServiceUnavailable
	}
	switch {
	case c.opened:
		c.broken = causeFailed
		if stopped || c.writer.err != nil {
			c.broken = causeCancelled
		}
		_ = c.event(server.Failure(status, err.Error()))
	case status == http.StatusTooManyRequests:
		server.Busy(c.writer, busyPause, "%v", err)
	default:
		server.Fail(c.writer, status, "%v", err)
	}
}

// keep gathers deltas for a whole answer.
func (c *call) keep(d lm.Delta) error {
	c.texts[d.Sample].WriteString(d.Text)
	c.tokens[d.Sample] = append(c.tokens[d.Sample], d.Tokens...)
	if d.Finish != "" {
		c.finish[d.Sample] = d.Finish
	}
	return nil
}

func (c *call) whole(u lm.Usage) answer {
	a := c.head("text_completion", "chat.completion")
	a.Usage = newUsage(u)
	for i := range c.texts {
		text := c.texts[i].String()
		out := choice{Index: i, Finish: &c.finish[i], LogProbs: c.logProbs(c.tokens[i], 0)}
		if c.chat {
			out.Message = &turn{Role: llm.Assistant, Content: text}
		} else {
			out.Text = &text
		}
		a.Choices = append(a.Choices, out)
	}
	return a
}

func (c *call) head(text, chat string) answer {
	a := answer{ID: c.id, Object: text, Created: c.started, Model: c.model.Name(), Choices: []choice{}}
	if c.chat {
		a.ID, a.Object = "chat"+c.id, chat
	}
	return a
}

func (c *call) logProbs(tokens []lm.Token, offset int) any {
	switch {
	case !c.describe:
		return nil
	case c.chat:
		return newChatLogProbs(tokens)
	}
	return newTextLogProbs(tokens, offset)
}

// send writes one delta as an event of the stream.
func (c *call) send(d lm.Delta) error {
	if !c.opened {
		c.open()
		if c.chat {
			a := c.head("", "chat.completion.chunk")
			for i := range c.texts {
				a.Choices = append(a.Choices, choice{Index: i, Delta: &turn{Role: llm.Assistant}})
			}
			if err := c.event(a); err != nil {
				return err
			}
		}
	}
	out := choice{Index: d.Sample, LogProbs: c.logProbs(d.Tokens, utf8.RuneCountInString(c.texts[d.Sample].String()))}
	c.texts[d.Sample].WriteString(d.Text)
	if c.chat {
		out.Delta = &turn{Content: d.Text}
	} else {
		out.Text = &d.Text
	}
	if d.Finish != "" {
		out.Finish = &d.Finish
	}
	a := c.head("text_completion", "chat.completion.chunk")
	a.Choices = append(a.Choices, out)
	return c.event(a)
}

func (c *call) open() {
	c.opened = true
	header := c.writer.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	c.writer.WriteHeader(http.StatusOK)
}

// end closes the stream, with the usage when it was asked for.
func (c *call) end(u lm.Usage) {
	if !c.opened {
		c.open()
	}
	if c.request.StreamOptions.IncludeUsage {
		a := c.head("text_completion", "chat.completion.chunk")
		a.Usage = newUsage(u)
		_ = c.event(a)
	}
	_, _ = fmt.Fprint(c.writer, "data: [DONE]\n\n")
	c.flush()
	if c.writer.err != nil {
		c.broken = causeCancelled
	}
}

func (c *call) event(value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("write an event: %w", err)
	}
	if _, err := fmt.Fprintf(c.writer, "data: %s\n\n", data); err != nil {
		return fmt.Errorf("write an event: %w", err)
	}
	c.flush()
	return nil
}

func (c *call) flush() { _ = http.NewResponseController(c.writer).Flush() }
