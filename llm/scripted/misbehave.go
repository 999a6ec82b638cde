package scripted

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// hugeBytes is the size of a Huge answer.
const hugeBytes = 100 << 20

// misbehave answers with a fault.
func (m *Model) misbehave(w http.ResponseWriter, r *http.Request, req wireRequest, f Fault) {
	switch f {
	case RateLimit:
		if m.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(m.RetryAfter/time.Second)))
		}
		writeError(w, 429, "rate_limit_exceeded", "too many requests")
	case Overload:
		writeError(w, 503, "overloaded_error", "the model is overloaded")
	case ServerError:
		writeError(w, 500, "server_error", "internal error")
	case Unauthorized:
		writeError(w, 401, "invalid_api_key", "Incorrect API key provided: "+r.Header.Get("Authorization"))
	case NoModel:
		writeError(w, 404, "model_not_found", "the model "+req.Model+" does not exist")
	case Redirect:
		w.Header().Set("Location", "http://elsewhere.invalid/")
		w.WriteHeader(302)
	case Hang:
		<-r.Context().Done()
	case HTML:
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!DOCTYPE html><html><body><h1>Welcome to nginx!</h1></body></html>")
	case Empty:
		w.WriteHeader(200)
	case NoChoices:
		m.send(w, req, []byte(`{"object":"chat.completion","choices":[]}`))
	case ErrorObject:
		m.send(w, req, []byte(`{"error":{"message":"backend failed","type":"server_error","code":null}}`))
	case OverloadObject:
		m.send(w, req, []byte(`{"error":{"message":"Overloaded","type":"overloaded_error"}}`))
	case WrongTypes:
		m.send(w, req, []byte(`{"choices":[{"index":0,"message":{"content":{"a":[1]}},"delta":{"content":{"a":[1]}},"finish_reason":"stop"}]}`))
	case BadUTF8:
		m.send(w, req, []byte("{\"choices\":[{\"index\":0,\"message\":{\"content\":\"a\xffb\"},\"delta\":{\"content\":\"a\xffb\"},\"finish_reason\":\"stop\"}]}"))
	case BadJSON:
		m.send(w, req, []byte(`{"choices":[{"index":0,"message":{"content":"half`))
	case Huge, Endless:
		flood(w, r, f)
	default:
		m.breakOff(w, r, req, f)
	}
}

// send writes one body or, to a stream, one event.
func (m *Model) send(w http.ResponseWriter, req wireRequest, body []byte) {
	kind := "application/json"
	if req.Stream {
		kind, body = "text/event-stream", bytes.Join([][]byte{[]byte("data: "), body, []byte("\n\ndata: [DONE]\n\n")}, nil)
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(body)
}

// flood writes a text without end, or of 100 MB.
func flood(w http.ResponseWriter, r *http.Request, f Fault) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"choices":[{"index":0,"message":{"content":"`)
	block := []byte(strings.Repeat("x", 1<<20))
	for n := 0; (f == Endless || n < hugeBytes) && r.Context().Err() == nil; n += len(block) {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
	_, _ = io.WriteString(w, `"},"finish_reason":"stop"}]}`)
}

// breakOff sends part of the proper answer.
func (m *Model) breakOff(w http.ResponseWriter, r *http.Request, req wireRequest, f Fault) {
	text, finish := limit(m.text(req.Request), req.MaxTokens)
	var body []byte
	kind := "application/json"
	if req.Stream {
		kind = "text/event-stream"
		for _, e := range m.events(req, text, finish)[:1] { // the first of several
			event, _ := json.Marshal(e) // maps of strings and numbers
			body = append(append(append(body, "data: "...), event...), "\n\n"...)
		}
		body = append(body, "data: {\"id\":\"scripted\",\"choices\":[],\"object\":\"chat.completion.chunk\",\"created\":0,\"model\":\"scripted\",\"padding\":\"so that a half still holds the first event\"}\n\n"...)
	} else {
		body, _ = json.Marshal(m.completion(req, text, finish))
		if f != LongLength && f != ShortLength {
			body = body[:len(body)/2]
		}
	}
	w.Header().Set("Content-Type", kind)
	switch f {
	case LongLength:
		w.Header().Set("Content-Length", strconv.Itoa(len(body)+100))
	case ShortLength:
		understate(w, kind, body)
		return
	}
	_, _ = w.Write(body)
	if f == TornStream {
		return
	}
	if flusher, ok := w.(http.Flusher); ok {
		flusher.Flush()
	}
	if f == Stall {
		<-r.Context().Done()
		return
	}
	panic(http.ErrAbortHandler) // drops the connection
}

// understate declares half of the length it sends; net/http does not let a
// handler do this, so it writes to the connection.
func understate(w http.ResponseWriter, kind string, body []byte) {
	conn, buffer, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // HTTP/2 frames its bodies and cannot lie so
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	_, _ = buffer.WriteString("HTTP/1.1 200 OK\r\nContent-Type: " + kind + "\r\nContent-Length: " + strconv.Itoa(len(body)/2) + "\r\n\r\n")
	_, _ = buffer.Write(body)
	_ = buffer.Flush()
}
