package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// openPaths need no token: they tell a load balancer that the service lives
// and nothing else.
var openPaths = map[string]bool{"/healthz": true, "/readyz": true}

// guarded wraps a handler with what holds for every request: the token, no
// writes from other sites' pages, no foreign host names (DNS rebinding), a
// bounded body, and an answer in words instead of a dropped connection when a
// handler fails.
func guarded(o Options, next http.Handler) http.Handler {
	limit := o.MaxBody
	if limit <= 0 {
		limit = DefaultMaxBody
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		switch {
		case o.Token == "" && !localHost(r.Host):
			Fail(w, http.StatusForbidden, "this service answers only to a loopback host name")
			return
		case !openPaths[r.URL.Path] && !authorised(r, o.Token):
			w.Header().Set("WWW-Authenticate", "Bearer")
			Fail(w, http.StatusUnauthorized, "a bearer token is needed")
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead && crossSite(r):
			Fail(w, http.StatusForbidden, "requests from other sites' pages are refused")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		next.ServeHTTP(w, r)
	})
}

// authorised compares digests, so that the time it takes tells nothing.
func authorised(r *http.Request, token string) bool {
	if token == "" {
		return true
	}
	given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

func localHost(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	return isLoopback(strings.Trim(host, "[]"))
}

func crossSite(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return true
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || u.Host != r.Host
}
