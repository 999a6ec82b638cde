package completion

import "net/http"

// sent is a response writer that remembers what went out through it, so that
// metrics tell what the client was told, whoever told it.
type sent struct {
	http.ResponseWriter
	status int   // of the answer; 0 until it is sent
	err    error // of the first write that failed
}

// WriteHeader sends a status. Only the first that ends an answer counts:
// informational ones (1xx) come before it.
func (s *sent) WriteHeader(status int) {
	if s.status == 0 && status >= http.StatusOK {
		s.status = status
	}
	s.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body, after status 200 where none was sent.
func (s *sent) Write(b []byte) (int, error) {
	if s.status == 0 {
		s.status = http.StatusOK
	}
	n, err := s.ResponseWriter.Write(b)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// Unwrap gives http.ResponseController the writer that can flush.
func (s *sent) Unwrap() http.ResponseWriter { return s.ResponseWriter }
