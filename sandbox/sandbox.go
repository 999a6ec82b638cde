// Package sandbox runs untrusted programs in isolation: own process, network,
// IPC and mount name spaces made by bubblewrap, a read-only root that holds
// the interpreter and its libraries and nothing else of the host, an empty
// environment, a small /tmp in memory, a system call filter, and limits on
// time, memory, processes, output and disk. It does not need root; for root each
// run gives up that user for one of its own.
//
// Memory and processes of the whole tree are watched from outside, because
// per-process limits multiply with the number of processes; the kernel's
// limits (rlimits, PID name space, tmpfs size) bound what a tree can do
// between two looks.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Status says how a program ended.
type Status string

// The ways a program can end. A failed sandbox is an error, not a status.
const (
	Finished    Status = "finished"     // it exited; see ExitCode
	Compile     Status = "compile"      // the compiler refused it; see Stderr
	Time        Status = "time"         // wall, CPU or idle limit
	Memory      Status = "memory"       // the tree's resident memory passed MemoryBytes
	OutputLimit Status = "output_limit" // standard output, error or channel passed OutputBytes
	Processes   Status = "processes"    // more processes and threads than allowed
	Signal      Status = "signal"       // it died of Signal
)

// Limits bound one run. Zero fields take the value of DefaultLimits.
type Limits struct {
	Wall time.Duration // of the whole run
	CPU  time.Duration // of each process
	// Idle is how long the channel may stay silent; 0 means no such limit.
	Idle        time.Duration
	MemoryBytes int64 // resident, over all processes
	Processes   int   // and threads, together
	OutputBytes int64 // of each of standard output, standard error and the channel
	FileBytes   int64 // of one file
	DiskBytes   int64 // of /tmp, which is in memory, the Spec's files included
}

// DefaultLimits are fit for one small exercise.
func DefaultLimits() Limits {
	return Limits{
		Wall: 10 * time.Second, CPU: 10 * time.Second, MemoryBytes: 512 << 20, Processes: 32,
		OutputBytes: 1 << 20, FileBytes: 16 << 20, DiskBytes: 64 << 20,
	}
}

// Spec is a program to run.
type Spec struct {
	Language string            // "python" or "go"
	Files    map[string][]byte // by local path in the working directory
	// Entry is the Python file to run. Go compiles all .go files as one
	// package main that may import the standard library packages of List.
	Entry  string
	Args   []string
	Stdin  []byte
	Limits Limits
	// Channel opens file descriptor 3, whose output comes back in
	// Result.Channel, apart from what the program prints.
	Channel bool
}

// Result is what a program did. Output past its limit is cut.
type Result struct {
	Status                  Status
	ExitCode                int
	Signal                  int
	Stdout, Stderr, Channel []byte
	Wall                    time.Duration
	PeakBytes               int64 // largest resident memory seen, all processes
}

// Sandbox runs a bounded number of programs at a time. It is safe for
// concurrent use.
type Sandbox struct {
	options Options
	slots   chan struct{}
	python  func() (toolchain, error)
	golang  func() (toolchain, error)
	binary  binaryCache
}

// Options configure a Sandbox.
type Options struct {
	// Concurrency is the most programs at a time; 0 means 2.
	Concurrency int
	// CacheDir holds the compiled Go standard library; "" means the user's
	// cache directory.
	CacheDir string
	// Python names the interpreter; "" means python3 on the path.
	Python string
}

// New makes a sandbox; Available says whether programs can run in it.
func New(options Options) *Sandbox {
	n := options.Concurrency
	if n <= 0 {
		n = 2
	}
	s := &Sandbox{options: options, slots: make(chan struct{}, n)}
	s.python = sync.OnceValues(func() (toolchain, error) { return findPython(options.Python) })
	s.golang = sync.OnceValues(func() (toolchain, error) { return prepareGo(options.CacheDir) })
	return s
}

// Run runs a program and waits until the last of its processes is gone. An
// error means that the sandbox failed or that ctx ended, so nothing is known
// about the program; whatever the program does is a Result.
func (s *Sandbox) Run(ctx context.Context, spec Spec) (Result, error) {
	if err := spec.validate(); err != nil {
		return Result{}, err
	}
	if err := Available(); err != nil {
		return Result{}, err
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return Result{}, fmt.Errorf("wait for a free sandbox: %w", ctx.Err())
	}
	switch spec.Language {
	case "python":
		tool, err := s.python()
		if err != nil {
			return Result{}, err
		}
		return execute(ctx, tool.command(spec))
	default:
		return s.runGo(ctx, spec)
	}
}

const (
	maxFiles     = 64
	maxFileBytes = 64 << 20
	maxArgs      = 64
)

// validate refuses a malformed Spec, which is its author's fault.
func (s *Spec) validate() error {
	if s.Language != "python" && s.Language != "go" {
		return fmt.Errorf("sandbox cannot run language %q; it runs python and go", s.Language)
	}
	if len(s.Files) == 0 || len(s.Files) > maxFiles || len(s.Args) > maxArgs {
		return fmt.Errorf("a program has 1 to %d files and at most %d arguments", maxFiles, maxArgs)
	}
	size := len(s.Stdin)
	for name, data := range s.Files {
		if !filepath.IsLocal(name) || path.Clean(name) != name || strings.HasPrefix(name, ".segue") {
			return fmt.Errorf("file name %q leaves the working directory", name)
		}
		size += len(data)
	}
	if size > maxFileBytes {
		return fmt.Errorf("files and input have %d bytes, at most %d", size, maxFileBytes)
	}
	if _, ok := s.Files[s.Entry]; !ok && s.Language == "python" {
		return fmt.Errorf("entry %q is not among the files %v", s.Entry, slices.Sorted(maps.Keys(s.Files)))
	}
	s.Limits = s.Limits.withDefaults()
	return nil
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	if l.Wall <= 0 {
		l.Wall = d.Wall
	}
	if l.CPU <= 0 {
		l.CPU = max(d.CPU, l.Wall)
	}
	if l.MemoryBytes <= 0 {
		l.MemoryBytes = d.MemoryBytes
	}
	if l.Processes <= 0 {
		l.Processes = d.Processes
	}
	if l.OutputBytes <= 0 {
		l.OutputBytes = d.OutputBytes
	}
	if l.FileBytes <= 0 {
		l.FileBytes = d.FileBytes
	}
	if l.DiskBytes <= 0 {
		l.DiskBytes = d.DiskBytes
	}
	return l
}

// Available says what is missing for Run to work on this machine, and what to
// install; nil means that a program can be isolated.
func Available() error { return available() }

var errUnavailable = errors.New("untrusted programs cannot be isolated on this machine")

// home is the working directory inside; /tmp is a tmpfs of DiskBytes.
const home = "/tmp/work"

// command is what runs inside: a program text with all it needs to see.
type command struct {
	argv    []string
	binds   []bind
	files   map[string][]byte
	exec    string // the one file that is executable
	stdin   []byte
	limits  Limits
	reserve int64 // address space that the runtime takes without using it
	channel bool
	env     map[string]string
}

// bind shows a host path, read-only, inside.
type bind struct{ from, to string }
