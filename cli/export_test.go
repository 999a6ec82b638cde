package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// NewRoot is the tree of all verbs.
func NewRoot() *cobra.Command { return newRoot(newUI(strings.NewReader(""), io.Discard, io.Discard)) }
