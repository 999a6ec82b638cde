//go:build !linux

package sandbox

import (
	"context"
	"fmt"
	"runtime"
)

func available() error {
	return fmt.Errorf("%w: bubblewrap needs Linux, this is %s; use a Linux machine or container", errUnavailable, runtime.GOOS)
}

func execute(context.Context, command) (Result, error) { return Result{}, available() }
