package llm

// RetryAfter and PublicText are tested from outside.
var (
	RetryAfter = retryAfter
	PublicText = publicText
)
