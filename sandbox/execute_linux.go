package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// available looks for the tools and makes one isolated process.
var available = sync.OnceValue(func() error {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return fmt.Errorf("%w: no system call filter for %s", errUnavailable, runtime.GOARCH)
	}
	tools := []string{"bwrap", "prlimit"}
	if privileged() {
		tools = append(tools, "setpriv")
	}
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%w: %s is missing; install the packages bubblewrap and util-linux", errUnavailable, tool)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	probe := command{argv: []string{toolPath("prlimit"), "--version"}, limits: Limits{}.withDefaults()}
	result, err := execute(ctx, probe)
	if err == nil && (result.Status != Finished || result.ExitCode != 0) {
		err = fmt.Errorf("probe ended with %s %d: %s", result.Status, result.ExitCode, result.Stderr)
	}
	if err != nil {
		return fmt.Errorf("%w: %w; allow unprivileged user name spaces, or run where bubblewrap works", errUnavailable, err)
	}
	return nil
})

// stopGrace is how long a killed tree may take to vanish, which the kernel
// does at once unless it hangs in a device.
const stopGrace = 5 * time.Second

// execute runs a command and waits for the end of all its processes.
func execute(ctx context.Context, c command) (Result, error) {
	user := users.take()
	defer users.give(user)
	l, err := prepare(c, user)
	if err != nil {
		return Result{}, err
	}
	defer l.close()
	r := &running{limits: c.limits, launch: l, beat: make(chan struct{}, 1), ended: make(chan struct{})}
	out, errs := r.capture(nil), r.capture(nil)
	l.cmd.Stdin, l.cmd.Stdout, l.cmd.Stderr = bytes.NewReader(c.stdin), out, errs
	l.cmd.WaitDelay = stopGrace
	start := time.Now()
	if err := l.cmd.Start(); err != nil {
		return Result{}, fmt.Errorf("start bubblewrap: %w", err)
	}
	l.closeOurs()
	channel := r.capture(func() {
		select {
		case r.beat <- struct{}{}:
		default:
		}
	})
	var readers sync.WaitGroup
	if l.channel != nil {
		readers.Go(func() { io.Copy(channel, l.channel) })
	}
	readers.Go(r.readReports)
	readers.Go(func() { r.watch(ctx) })
	waitErr := l.cmd.Wait()
	close(r.ended)
	l.status.SetReadDeadline(time.Now().Add(stopGrace))
	if l.channel != nil {
		l.channel.SetReadDeadline(time.Now().Add(stopGrace))
	}
	readers.Wait()
	result := Result{Stdout: out.bytes(), Stderr: errs.bytes(), Channel: channel.bytes(), Wall: time.Since(start)}
	return r.judge(ctx, result, waitErr)
}

// running is one bubblewrap process and what is known about it.
type running struct {
	limits Limits
	launch *launch
	beat   chan struct{} // the channel said something
	ended  chan struct{}

	mu     sync.Mutex
	child  int // process 1 of the name space, as the host numbers it
	exit   *int
	killed Status // why we ended it
	peak   int64
}

func (r *running) capture(wrote func()) *capture {
	return &capture{limit: r.limits.OutputBytes, over: func() { r.kill(OutputLimit) }, wrote: wrote}
}

// readReports reads bubblewrap's JSON reports: the child's number at the
// start, its exit code at the end.
func (r *running) readReports() {
	dec := json.NewDecoder(io.LimitReader(r.launch.status, 1<<16))
	for {
		var report struct {
			Child *int `json:"child-pid"`
			Exit  *int `json:"exit-code"`
		}
		if dec.Decode(&report) != nil {
			return
		}
		r.mu.Lock()
		if report.Child != nil {
			r.child = *report.Child
		}
		if report.Exit != nil {
			r.exit = report.Exit
		}
		late := r.killed != "" && report.Child != nil
		r.mu.Unlock()
		if late { // the order to kill came before we knew whom
			syscall.Kill(*report.Child, syscall.SIGKILL)
		}
	}
}

// kill ends the tree; the first reason given stands. Killing process 1 of a
// PID name space makes the kernel kill and reap every process in it, and only
// then does bubblewrap see its child end.
func (r *running) kill(why Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.killed == "" && (r.exit == nil || why == OutputLimit) { // output may still drain after the end
		r.killed = why
	}
	if r.child > 0 && r.exit == nil {
		syscall.Kill(r.child, syscall.SIGKILL)
	}
}

const cancelled Status = "cancelled"

// watch enforces the limits until the end. Its looks are a hundredth of a
// second apart, which bounds what a tree can take beyond a limit.
func (r *running) watch(ctx context.Context) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	wall := time.NewTimer(r.limits.Wall)
	defer wall.Stop()
	idle := time.NewTimer(max(r.limits.Idle, time.Millisecond))
	defer idle.Stop()
	if r.limits.Idle <= 0 {
		idle.Stop()
	}
	var last <-chan time.Time // bubblewrap itself hangs
	stop := func(why Status) {
		r.kill(why)
		if last == nil {
			last = time.After(stopGrace)
		}
	}
	done := ctx.Done()
	for {
		select {
		case <-r.ended:
			return
		case <-done:
			done = nil
			stop(cancelled)
		case <-wall.C:
			stop(Time)
		case <-idle.C:
			stop(Time)
		case <-r.beat:
			if r.limits.Idle > 0 {
				idle.Reset(r.limits.Idle)
			}
		case <-tick.C:
			if why := r.look(); why != "" {
				stop(why)
			}
		case <-last:
			r.launch.cmd.Process.Kill()
		}
	}
}

// look measures the tree and says which limit it passes.
func (r *running) look() Status {
	r.mu.Lock()
	child := r.child
	r.mu.Unlock()
	if child == 0 {
		return ""
	}
	use := measure(child, r.limits.Processes+64)
	r.mu.Lock()
	r.peak = max(r.peak, use.bytes)
	r.mu.Unlock()
	switch {
	case use.tasks > r.limits.Processes+1: // and bubblewrap's own
		return Processes
	case use.bytes > r.limits.MemoryBytes:
		return Memory
	}
	return ""
}

// judge turns what happened into a Result, or an error for a sandbox fault.
func (r *running) judge(ctx context.Context, result Result, waitErr error) (Result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	result.PeakBytes = r.peak
	var exited *exec.ExitError
	switch {
	case r.killed == cancelled:
		return Result{}, fmt.Errorf("run in the sandbox: %w", ctx.Err())
	case errors.Is(waitErr, exec.ErrWaitDelay):
		return Result{}, fmt.Errorf("run in the sandbox: its output stayed open after the end: %w", waitErr)
	case r.killed != "" && r.child > 0:
		result.Status = r.killed
		return result, nil
	case r.exit == nil && waitErr != nil && !errors.As(waitErr, &exited):
		return Result{}, fmt.Errorf("run in the sandbox: %w", waitErr)
	case r.exit == nil:
		return Result{}, fmt.Errorf("set up the sandbox: %s", strings.TrimSpace(string(result.Stderr[:min(len(result.Stderr), 500)])))
	}
	result.ExitCode = *r.exit
	if sig := result.ExitCode - 128; sig > 0 && sig <= 64 {
		result.Status, result.Signal = Signal, sig
		if sig == int(syscall.SIGXCPU) || sig == int(syscall.SIGKILL) && result.Wall >= r.limits.CPU {
			result.Status = Time
		}
		return result, nil
	}
	result.Status = Finished
	return result, nil
}
