package task

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Fingerprint identifies tasks: the SHA-256 of their JSONL.
func Fingerprint(tasks []Task) (string, error) {
	h := sha256.New()
	if err := WriteJSONL(h, tasks); err != nil {
		return "", fmt.Errorf("fingerprint tasks: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
