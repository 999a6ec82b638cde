package scripted

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"segue/llm"
)

// wireRequest is the request as OpenAI clients send it.
type wireRequest struct {
	llm.Request
	MaxCompletionTokens int      `json:"max_completion_tokens"`
	Stream              bool     `json:"stream"`
	Input               []string `json:"input"` // of embeddings
}

// Handler serves /chat/completions, /embeddings and /models, with or without
// /v1 before them.
func (m *Model) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, prefix := range []string{"", "/v1"} {
		mux.HandleFunc("POST "+prefix+"/chat/completions", m.serve(m.chat))
		mux.HandleFunc("POST "+prefix+"/embeddings", m.serve(m.embeddings))
		mux.HandleFunc("GET "+prefix+"/models", func(w http.ResponseWriter, _ *http.Request) {
			writeJSON(w, 200, map[string]any{"object": "list", "data": []any{map[string]any{"id": "scripted", "object": "model"}}})
		})
	}
	return mux
}

// serve reads the request, misbehaves if the script says so, and else answers.
func (m *Model) serve(answer func(http.ResponseWriter, wireRequest)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 16<<20))
		var req wireRequest
		if err == nil {
			err = json.Unmarshal(body, &req)
		}
		if err != nil {
			writeError(w, 400, "invalid_request_error", "request body: "+err.Error())
			return
		}
		req.MaxTokens = max(req.MaxTokens, req.MaxCompletionTokens)
		fault := m.begin(req.Request)
		defer m.end()
		if m.Key != "" && r.Header.Get("Authorization") != "Bearer "+m.Key {
			fault = Unauthorized
		}
		if m.Latency > 0 {
			timer := time.NewTimer(m.Latency)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-r.Context().Done():
				return
			}
		}
		if fault != None {
			m.misbehave(w, r, req, fault)
			return
		}
		answer(w, req)
	}
}

// chat answers a chat completion, whole or as a stream of words.
func (m *Model) chat(w http.ResponseWriter, req wireRequest) {
	text, finish := limit(m.text(req.Request), req.MaxTokens)
	if !req.Stream {
		writeJSON(w, 200, m.completion(req, text, finish))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, event := range m.events(req, text, finish) {
		writeEvent(w, event)
	}
	_, _ = io.WriteString(w, "data: [DONE]\n\n")
}

// message splits thoughts off if they go beside the text.
func (m *Model) message(text string) map[string]any {
	if m.ReasoningField == "" {
		return map[string]any{"role": "assistant", "content": text}
	}
	reasoning, rest := llm.SplitReasoning(text)
	return map[string]any{"role": "assistant", "content": rest, m.ReasoningField: reasoning}
}

func (m *Model) completion(req wireRequest, text, finish string) map[string]any {
	return map[string]any{"id": "scripted", "object": "chat.completion", "created": 0, "model": req.Model,
		"choices": []any{map[string]any{"index": 0, "message": m.message(text), "finish_reason": finish}},
		"usage":   usageOf(req, text)}
}

func usageOf(req wireRequest, text string) map[string]int {
	in, out := promptTokens(req.Request), tokens(text)
	return map[string]int{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out}
}

// events are the chunks of a streamed answer: one for each word, then the
// finish reason, then the usage.
func (m *Model) events(req wireRequest, text, finish string) []any {
	chunk := func(choices ...any) map[string]any {
		return map[string]any{"id": "scripted", "object": "chat.completion.chunk", "created": 0, "model": req.Model, "choices": choices}
	}
	delta := func(fields map[string]any) any {
		return chunk(map[string]any{"index": 0, "delta": fields, "finish_reason": nil})
	}
	var out []any
	rest := text
	if m.ReasoningField != "" {
		var thoughts string
		thoughts, rest = llm.SplitReasoning(text)
		for word := range strings.SplitAfterSeq(thoughts, " ") {
			out = append(out, delta(map[string]any{m.ReasoningField: word}))
		}
	}
	for word := range strings.SplitAfterSeq(rest, " ") {
		out = append(out, delta(map[string]any{"content": word}))
	}
	out = append(out, chunk(map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": finish}))
	last := chunk()
	last["choices"], last["usage"] = []any{}, usageOf(req, text)
	return append(out, last)
}

// embeddings answers with 8 numbers for each text, drawn from its hash.
func (m *Model) embeddings(w http.ResponseWriter, req wireRequest) {
	data := make([]any, 0, len(req.Input))
	for i, text := range req.Input {
		r := rand.New(rand.NewPCG(Seed(0, llm.Request{Messages: []llm.Message{{Content: text}}}), 0))
		vector := make([]float32, 8)
		for j := range vector {
			vector[j] = float32(r.NormFloat64())
		}
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": vector})
	}
	writeJSON(w, 200, map[string]any{"object": "list", "model": req.Model, "data": data})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}

func writeError(w http.ResponseWriter, status int, kind, message string) {
	writeJSON(w, status, map[string]any{"error": map[string]any{"message": message, "type": kind, "code": kind}})
}

func writeEvent(w http.ResponseWriter, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		return // events are maps of strings and numbers
	}
	_, _ = fmt.Fprintf(w, "data: %s\n\n", body)
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
