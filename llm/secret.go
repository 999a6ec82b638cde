package llm

import (
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// Secret is a credential that no formatting, logging or JSON encoding shows.
type Secret string

const redacted = "[redacted]"

// String hides the secret.
func (Secret) String() string { return redacted }

// GoString hides the secret from %#v.
func (Secret) GoString() string { return redacted }

// Format hides the secret from every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

// MarshalText hides the secret from JSON and other encoders.
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue hides the secret from structured logs.
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// keyLike matches what looks like a credential in text that an endpoint sent.
var keyLike = regexp.MustCompile(`(?i)\b(bearer\s+\S+|(?:sk|pk|gsk|hf|xai|key|api)[-_][a-z0-9_*.-]{8,})`)

// publicText makes text from an endpoint fit for an error message: the given
// secrets and anything like a key are hidden, control characters become blanks,
// and at most limit bytes remain.
func publicText(text string, limit int, secrets ...Secret) string {
	for _, s := range secrets { // before any cut, which could leave a part of one
		if s != "" {
			text = strings.ReplaceAll(text, string(s), redacted)
		}
	}
	text = strings.ToValidUTF8(text[:min(len(text), maxErrorBody)], "\uFFFD")
	text = keyLike.ReplaceAllString(text, redacted)
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "…"
	}
	return text
}

// publicURL is the address without user, password, query and fragment, which
// may hold credentials.
func publicURL(u *url.URL) string {
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: strings.TrimRight(u.Path, "/")}).String()
}
