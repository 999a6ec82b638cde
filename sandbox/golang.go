package sandbox

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// goPackages are the packages a Go program may import, and with them whatever
// these import; none of them is of use against the sandbox that another is not.
var goPackages = strings.Fields(`bufio bytes cmp container/heap container/list container/ring context encoding/base64 encoding/binary
	encoding/hex encoding/json errors fmt hash/fnv io iter maps math math/big math/bits math/cmplx math/rand math/rand/v2
	os reflect regexp runtime slices sort strconv strings sync sync/atomic text/tabwriter text/template time unicode unicode/utf8`)

// prepareGo compiles the standard library once, outside, into a directory that
// programs see read-only: a build cache that they could write would let one
// program change the next.
func prepareGo(cacheDir string) (toolchain, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	env, err := exec.CommandContext(ctx, "go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return toolchain{}, fmt.Errorf("find Go; install the go command: %w", err)
	}
	goroot, version, ok := strings.Cut(strings.TrimSpace(string(env)), "\n")
	if !ok {
		return toolchain{}, fmt.Errorf("find Go: its answer %q is unreadable", env)
	}
	if cacheDir == "" {
		if cacheDir, err = os.UserCacheDir(); err != nil {
			return toolchain{}, fmt.Errorf("find a place for the Go library: %w", err)
		}
		cacheDir = filepath.Join(cacheDir, "segue")
	}
	key := sha256.Sum256([]byte(strings.Join(goPackages, " ")))
	dir := filepath.Join(cacheDir, fmt.Sprintf("%s-%s-%x", version, runtime.GOARCH, key[:4]))
	if _, err := os.Stat(filepath.Join(dir, "importcfg")); errors.Is(err, fs.ErrNotExist) {
		if err := exportLibrary(ctx, cacheDir, dir); err != nil {
			return toolchain{}, fmt.Errorf("compile the Go library: %w", err)
		}
	}
	tools := filepath.Join(goroot, "pkg", "tool", runtime.GOOS+"_"+runtime.GOARCH)
	return toolchain{path: goTools, binds: []bind{{tools, goTools}, {dir, goLibrary}}}, nil
}

// Where a compiling program sees the tools and the library.
const (
	goTools   = "/opt/go/tool"
	goLibrary = "/opt/go/lib"
)

// exportLibrary copies the compiled packages into dir, which appears whole or
// not at all.
func exportLibrary(ctx context.Context, parent, dir string) error {
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	draft, err := os.MkdirTemp(parent, "draft-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(draft)
	args := append([]string{"list", "-export", "-deps", "-trimpath", "-f", "{{if .Export}}{{.ImportPath}} {{.Export}}{{end}}"}, goPackages...)
	list := exec.CommandContext(ctx, "go", args...)
	list.Dir = draft
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("list its packages: %w", err)
	}
	var config strings.Builder
	n := 0
	for line := range strings.Lines(string(out)) {
		pkg, export, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue
		}
		name := fmt.Sprintf("%d.a", n)
		data, err := os.ReadFile(export)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(draft, name), data, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&config, "packagefile %s=%s/%s\n", pkg, goLibrary, name)
		n++
	}
	if err := os.WriteFile(filepath.Join(draft, "importcfg"), []byte(config.String()), 0o644); err != nil {
		return err
	}
	if err := os.Chmod(draft, 0o755); err != nil {
		return err
	}
	if err := os.Rename(draft, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// Compiler and linker get limits of their own, apart from the program's.
var compileLimits = Limits{
	Wall: 60 * time.Second, MemoryBytes: 1 << 30, Processes: 64,
	OutputBytes: 32 << 20, FileBytes: 64 << 20, DiskBytes: 128 << 20,
}

// goReserve is the address space that Go's runtime reserves and never uses.
const goReserve = 2 << 30

// compileScript compiles and links with the tools alone (the go command wants
// to write its cache) and sends the binary through the channel.
const compileScript = `set -e
"$1/compile" -p main -complete -trimpath "$PWD" -importcfg "$2/importcfg" -o main.a "${@:3}" >&2
{ cat "$2/importcfg"; echo "packagefile main=main.a"; } > link.cfg
"$1/link" -s -w -buildid= -importcfg link.cfg -o program main.a >&2
cat program >&3`

// runGo compiles a program, or finds it compiled, and runs it.
func (s *Sandbox) runGo(ctx context.Context, spec Spec) (Result, error) {
	key := hashFiles(spec.Files)
	program, known := s.binary.get(key)
	if !known {
		result, err := s.compileGo(ctx, spec)
		if err != nil || result.Status != Finished || result.ExitCode != 0 {
			if err == nil && (result.Status == Finished || result.Status == Signal) {
				result.Status = Compile
			}
			result.Channel = nil
			return result, err
		}
		program = result.Channel
		s.binary.put(key, program)
	}
	files := map[string][]byte{"program": program}
	for name, data := range spec.Files {
		if !strings.HasSuffix(name, ".go") {
			files[name] = data
		}
	}
	limits := spec.Limits
	limits.DiskBytes += int64(len(program))
	return execute(ctx, command{
		argv: append([]string{home + "/program"}, spec.Args...), files: files, exec: "program", stdin: spec.Stdin,
		limits: limits, reserve: goReserve, channel: spec.Channel,
		env: map[string]string{"HOME": "/tmp", "GOMAXPROCS": "2"},
	})
}

func (s *Sandbox) compileGo(ctx context.Context, spec Spec) (Result, error) {
	tool, err := s.golang()
	if err != nil {
		return Result{}, err
	}
	shell, err := exec.LookPath("bash")
	if err != nil {
		return Result{}, fmt.Errorf("compile Go in the sandbox: bash is missing; install it: %w", err)
	}
	cat, err := exec.LookPath("cat")
	if err != nil {
		return Result{}, fmt.Errorf("compile Go in the sandbox: cat is missing; install coreutils: %w", err)
	}
	sources := map[string][]byte{}
	for name, data := range spec.Files {
		if strings.HasSuffix(name, ".go") && !strings.Contains(name, "/") {
			sources[name] = data
		}
	}
	argv := []string{"/bin/bash", "-c", compileScript, "compile", goTools, goLibrary}
	argv = append(argv, slices.Sorted(maps.Keys(sources))...)
	return execute(ctx, command{
		argv: argv, files: sources, limits: compileLimits.withDefaults(), reserve: goReserve, channel: true,
		binds: append(slices.Clone(tool.binds), bind{resolve(shell), "/bin/bash"}, bind{resolve(cat), "/bin/cat"}),
		env:   map[string]string{"HOME": "/tmp", "PATH": "/bin", "GOMAXPROCS": "2", "TMPDIR": "/tmp"},
	})
}

func resolve(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func hashFiles(files map[string][]byte) [32]byte {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasSuffix(name, ".go") {
			binary.Write(h, binary.LittleEndian, []int64{int64(len(name)), int64(len(files[name]))})
			h.Write([]byte(name))
			h.Write(files[name])
		}
	}
	return [32]byte(h.Sum(nil))
}

// binaryCache keeps the last programs, because a program runs once per test.
type binaryCache struct {
	mu   sync.Mutex
	keys [][32]byte
	data map[[32]byte][]byte
}

const maxBinaries = 8

func (c *binaryCache) get(key [32]byte) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok := c.data[key]
	return data, ok
}

func (c *binaryCache) put(key [32]byte, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.data == nil {
		c.data = map[[32]byte][]byte{}
	}
	if _, ok := c.data[key]; !ok {
		c.keys = append(c.keys, key)
	}
	c.data[key] = data
	if len(c.keys) > maxBinaries {
		delete(c.data, c.keys[0])
		c.keys = c.keys[1:]
	}
}
