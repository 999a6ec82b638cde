package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"segue/sandbox"
)

// shared is one sandbox for all tests, so that the Go library is compiled once.
var shared = sandbox.New(sandbox.Options{Concurrency: 4, CacheDir: filepath.Join(os.TempDir(), "segue-sandbox-test")})

func need(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("bwrap"); err != nil {
		t.Skip("real component absent: ", err)
	}
	if err := sandbox.Available(); err != nil {
		t.Fatal(err)
	}
}

func python(t testing.TB, source string, change ...func(*sandbox.Spec)) sandbox.Result {
	t.Helper()
	need(t)
	spec := sandbox.Spec{Language: "python", Entry: "main.py", Files: map[string][]byte{"main.py": []byte(source)},
		Limits: sandbox.Limits{Wall: 20 * time.Second}}
	for _, c := range change {
		c(&spec)
	}
	result, err := shared.Run(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestProgramSeesItsInput(t *testing.T) {
	r := python(t, "import sys, data.part\nprint(sys.stdin.read().upper(), sys.argv[1], data.part.X)\nsys.stderr.write('note')\nimport os\nos.write(3, b'aside')\nsys.exit(7)",
		func(s *sandbox.Spec) {
			s.Files["data/part.py"] = []byte("X = 42")
			s.Stdin, s.Args, s.Channel = []byte("hello"), []string{"arg"}, true
		})
	if r.Status != sandbox.Finished || r.ExitCode != 7 {
		t.Errorf("ended with %s %d", r.Status, r.ExitCode)
	}
	if string(r.Stdout) != "HELLO arg 42\n" || string(r.Stderr) != "note" || string(r.Channel) != "aside" {
		t.Errorf("stdout %q, stderr %q, channel %q", r.Stdout, r.Stderr, r.Channel)
	}
}

func TestFaultsOfTheCallerAreErrors(t *testing.T) {
	good := sandbox.Spec{Language: "python", Entry: "a.py", Files: map[string][]byte{"a.py": nil}}
	for name, change := range map[string]func(*sandbox.Spec){
		"language":   func(s *sandbox.Spec) { s.Language = "cobol" },
		"no file":    func(s *sandbox.Spec) { s.Files = nil },
		"entry":      func(s *sandbox.Spec) { s.Entry = "b.py" },
		"parent":     func(s *sandbox.Spec) { s.Files = map[string][]byte{"a.py": nil, "../x": nil} },
		"absolute":   func(s *sandbox.Spec) { s.Files = map[string][]byte{"a.py": nil, "/etc/x": nil} },
		"not clean":  func(s *sandbox.Spec) { s.Files = map[string][]byte{"a.py": nil, "b//c": nil} },
		"huge input": func(s *sandbox.Spec) { s.Stdin = make([]byte, 65<<20) },
	} {
		spec := good
		change(&spec)
		if _, err := shared.Run(t.Context(), spec); err == nil {
			t.Errorf("%s: Run accepts %+v", name, spec)
		}
	}
}

func TestCancelledRunIsAnError(t *testing.T) {
	need(t)
	ctx, cancel := context.WithCancel(t.Context())
	var once sync.WaitGroup
	once.Go(func() { time.Sleep(200 * time.Millisecond); cancel() })
	_, err := shared.Run(ctx, sandbox.Spec{Language: "python", Entry: "m.py", Files: map[string][]byte{"m.py": []byte("import time\ntime.sleep(99)")}})
	if err == nil {
		t.Error("a cancelled run has a result")
	}
	once.Wait()
}

// hostile programs: what they try, how the run must end, and what they must
// not print.
var hostile = []struct {
	name, source string
	status       sandbox.Status // "" : any end is right
	forbidden    string
	change       func(*sandbox.Spec)
}{
	{"fork bomb", "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass", sandbox.Processes, "", nil},
	{"orphan fork bomb", "import os\nwhile True:\n  try:\n    if os.fork(): os._exit(0)\n    os.fork()\n  except OSError: pass", "", "", nil},
	{"thread bomb", "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(9,)).start()", sandbox.Processes, "", nil},
	{"memory blow-up", "x=[]\nwhile True: x.append(bytearray(10**7) + b'1')", sandbox.Memory, "", nil},
	{"memory over many processes", "import os, time\nfor i in range(8):\n  if os.fork() == 0:\n    x = b'x' * (100 << 20)\n    time.sleep(9)\ntime.sleep(9)", sandbox.Memory, "", nil},
	{"huge address space", "x = bytearray(1 << 40)\nprint('got it')", sandbox.Finished, "got it", nil},
	{"anonymous shared memory", "import mmap\nm = mmap.mmap(-1, 4 << 30)\nprint('got it')", sandbox.Finished, "got it", nil},
	{"memory file", "import os\ntry: os.memfd_create('x'); print('got it')\nexcept PermissionError: pass", sandbox.Finished, "got it", nil},
	{"disk fill", "import os\nn = 0\ntry:\n  for i in range(1000):\n    with open(f'/tmp/f{i}', 'wb') as f: n += f.write(b'x' * (8 << 20))\nexcept OSError: pass\nprint('got it' if n > (64 << 20) else '')", sandbox.Finished, "got it", nil},
	{"fill /dev", "open('/dev/x', 'wb').write(b'x'); print('got it')", sandbox.Finished, "got it", nil},
	{"fill /dev/shm", "open('/dev/shm/x', 'wb').write(b'x'); print('got it')", sandbox.Finished, "got it", nil},
	{"huge file", "import os\ntry:\n  f = open('/tmp/big', 'wb'); f.truncate(1 << 30); print('got it')\nexcept OSError: pass", sandbox.Finished, "got it", nil},
	{"write outside", "import os\nfor p in ['/x', '/usr/x', '/etc/x', '/root/x', '/proc/sys/kernel/core_pattern', os.path.realpath(os.sys.executable), '/opt/x', '/var/x', '/home/x']:\n  try: open(p, 'w'); print('got it', p)\n  except OSError: pass", sandbox.Finished, "got it", nil},
	{"read secrets", "import os\nfor p in ['/etc/shadow', '/etc/passwd', '/root/.bashrc', '/root/.ssh', '/etc/hostname', '/proc/1/environ', '/proc/1/root/etc/passwd', '/dev/mem', '/dev/kmsg', '/dev/sda', '/dev/vda']:\n  try:\n    d = os.listdir(p) if os.path.isdir(p) else open(p, 'rb').read(9)\n    if d: print('got it', p, d)\n  except OSError: pass", sandbox.Finished, "got it", nil},
	{"symlink out", "import os\nos.symlink('/etc/shadow', 'l')\nos.symlink('/proc/1/root', 'r')\nfor p in ['l', 'r/etc/shadow', '/proc/self/cwd/../../etc/shadow']:\n  try: print('got it', open(p).read())\n  except OSError: pass", sandbox.Finished, "got it", nil},
	{"environment", "import os\nprint([k for k in os.environ if k not in ('HOME', 'LANG', 'PYTHONHASHSEED', 'PWD', 'LC_CTYPE', 'MALLOC_ARENA_MAX')] and 'got it')", sandbox.Finished, "got it", nil},
	{"network", "import socket\nfor family, to in [(socket.AF_INET, ('1.1.1.1', 53)), (socket.AF_INET, ('127.0.0.1', 22))]:\n  s = socket.socket(family); s.settimeout(1)\n  try: s.connect(to); print('got it')\n  except OSError: pass", sandbox.Finished, "got it", nil},
	{"abstract socket", "print('got it' if open('/proc/net/unix').read().count('\\n') > 1 else '')", sandbox.Finished, "got it", nil},
	{"endless output", "while True: print('x' * 1000)", sandbox.OutputLimit, "", nil},
	{"endless errors", "import sys\nwhile True: sys.stderr.write('x' * 1000)", sandbox.OutputLimit, "", nil},
	{"endless channel", "import os\nwhile True: os.write(3, b'x' * 1000)", sandbox.OutputLimit, "", func(s *sandbox.Spec) { s.Channel = true }},
	{"ignore SIGTERM", "import signal, time\nfor s in range(1, 65):\n  try: signal.signal(s, signal.SIG_IGN)\n  except (OSError, ValueError): pass\ntime.sleep(99)", sandbox.Time, "", nil},
	{"spin", "while True: pass", sandbox.Time, "", nil},
	{"daemon", "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\ntime.sleep(99)", sandbox.Finished, "", nil},
	{"daemon that holds the output", "import os, time\nos.fork()\nos.setsid() if os.getpid() > 3 else 0\nos.fork()\ntime.sleep(99)", sandbox.Time, "", nil},
	{"kill the parents", "import os, signal\nfor p in list(range(1, 50)) + [-1, os.getppid()]:\n  if p == os.getpid(): continue\n  try: os.kill(p, signal.SIGKILL)\n  except OSError: pass\nprint('done')", "", "", nil},
	{"trace the parent", "import ctypes\nlibc = ctypes.CDLL(None)\nprint('got it' if libc.ptrace(16, 1, 0, 0) == 0 else '')", sandbox.Finished, "got it", nil},
	{"name spaces", "import ctypes\nlibc = ctypes.CDLL(None)\nfor f in [0x10000000, 0x20000, 0x40000000]:\n  if libc.unshare(f) == 0: print('got it', f)\nif libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0) >= 0: print('got it')\nif libc.mount(b'none', b'/tmp', b'tmpfs', 0, 0) == 0: print('got it')", sandbox.Finished, "got it", nil},
	{"become root", "import os\ntry: os.setuid(0); print('got it')\nexcept OSError: pass\nprint('got it' if os.getuid() == 0 else '')", sandbox.Finished, "got it", nil},
	{"raise the limits", "import resource\nfor r in [resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU]:\n  try: resource.setrlimit(r, (resource.RLIM_INFINITY,) * 2); print('got it')\n  except (OSError, ValueError): pass", sandbox.Finished, "got it", nil},
	{"open descriptors", "import os\nprint([f for f in os.listdir('/proc/self/fd') if int(f) > 4 or int(f) == 4 and not os.readlink('/proc/self/fd/4').startswith('/proc')] and 'got it')", "", "got it", nil},
	{"die of a signal", "import os\nos.abort()", sandbox.Signal, "", nil},
}

func TestHostilePrograms(t *testing.T) {
	for i, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			marker := fmt.Sprintf("segue-marker-%d-%d-end", os.Getpid(), i)
			r := python(t, h.source, func(s *sandbox.Spec) {
				if h.status == sandbox.Time {
					s.Limits.Wall = time.Second
				}
				s.Args = []string{marker}
				if h.change != nil {
					h.change(s)
				}
			})
			if h.status != "" && r.Status != h.status {
				t.Errorf("ended with %s, exit %d, signal %d; want %s\n%.600s", r.Status, r.ExitCode, r.Signal, h.status, r.Stderr)
			}
			if h.forbidden != "" && bytes.Contains(r.Stdout, []byte(h.forbidden)) {
				t.Errorf("succeeded: %s", r.Stdout)
			}
			if len(r.Stdout) > 1<<20 || len(r.Stderr) > 1<<20 || len(r.Channel) > 1<<20 {
				t.Errorf("output of %d, %d and %d bytes passed the limit", len(r.Stdout), len(r.Stderr), len(r.Channel))
			}
			if left := processesWith(marker); len(left) > 0 {
				t.Errorf("processes left behind: %v", left)
			}
			if r := python(t, "print('fine')"); r.Status != sandbox.Finished || string(r.Stdout) != "fine\n" {
				t.Errorf("a later run ends with %+v", r)
			}
		})
	}
}

// processesWith lists the processes whose command line holds the marker.
func processesWith(marker string) []string {
	var left []string
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, p := range lines {
		if data, err := os.ReadFile(p); err == nil && bytes.Contains(data, []byte(marker)) && filepath.Base(filepath.Dir(p)) != fmt.Sprint(os.Getpid()) {
			left = append(left, p+": "+string(bytes.ReplaceAll(data, []byte{0}, []byte(" "))))
		}
	}
	return left
}

func TestRepositoryIsOutOfSight(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	r := python(t, "import os, sys\nprint(os.path.exists(sys.argv[1]), sorted(os.listdir('/')))", func(s *sandbox.Spec) { s.Args = []string{here} })
	if !strings.HasPrefix(string(r.Stdout), "False ") {
		t.Errorf("the program sees %s: %s%s", here, r.Stdout, r.Stderr)
	}
}

func TestRunsAreApart(t *testing.T) {
	need(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			source := fmt.Sprintf("import os\nprint(os.path.exists('/tmp/mark'), %d)\nopen('/tmp/mark', 'w')", i)
			r, err := shared.Run(t.Context(), sandbox.Spec{Language: "python", Entry: "m.py", Files: map[string][]byte{"m.py": []byte(source)}})
			if want := fmt.Sprintf("False %d\n", i); err != nil || string(r.Stdout) != want {
				t.Errorf("run %d prints %q, %v; want %q", i, r.Stdout, err, want)
			}
		})
	}
	wg.Wait()
}

func TestIdleChannel(t *testing.T) {
	spec := func(pause string) func(*sandbox.Spec) {
		return func(s *sandbox.Spec) {
			s.Channel, s.Args, s.Limits.Idle = true, []string{pause}, time.Second
		}
	}
	const source = "import os, sys, time\nfor i in range(6):\n  os.write(3, b'.')\n  time.sleep(float(sys.argv[1]))"
	if r := python(t, source, spec("0.1")); r.Status != sandbox.Finished || string(r.Channel) != "......" {
		t.Errorf("a channel that talks ends with %s, %q", r.Status, r.Channel)
	}
	if r := python(t, source, spec("30")); r.Status != sandbox.Time || string(r.Channel) != "." {
		t.Errorf("a silent channel ends with %s, %q", r.Status, r.Channel)
	}
}

func TestGoPrograms(t *testing.T) {
	need(t)
	run := func(source string, want sandbox.Status) sandbox.Result {
		t.Helper()
		wall := 20 * time.Second
		if want == sandbox.Time {
			wall = time.Second
		}
		r, err := shared.Run(t.Context(), sandbox.Spec{Language: "go", Files: map[string][]byte{"main.go": []byte(source)}, Stdin: []byte("20 22"), Limits: sandbox.Limits{Wall: wall}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	const sum = "package main\nimport \"fmt\"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b) }"
	for range 2 { // compiled, then from the cache
		if r := run(sum, sandbox.Finished); r.Status != sandbox.Finished || string(r.Stdout) != "42\n" {
			t.Errorf("sum ends with %+v\n%s", r, r.Stderr)
		}
	}
	for _, c := range []struct {
		source string
		want   sandbox.Status
	}{
		{"package main\nfunc main() { x }", sandbox.Compile},
		{"package main\nimport \"net/http\"\nfunc main() { http.Get(\"x\") }", sandbox.Compile},
		{"package main\nimport \"C\"\nfunc main() {}", sandbox.Compile},
		{"package main\nfunc main() { for {} }", sandbox.Time},
		{"package main\nvar x [][]byte\nfunc main() { for { b := make([]byte, 1<<24); for i := range b { b[i] = 1 }; x = append(x, b) } }", sandbox.Memory},
		{"package main\nfunc main() { panic(1) }", sandbox.Finished},
	} {
		if r := run(c.source, c.want); r.Status != c.want {
			t.Errorf("%q ends with %s %d, want %s\n%.300s", c.source, r.Status, r.ExitCode, c.want, r.Stderr)
		}
	}
	if runtime.NumGoroutine() > 50 {
		t.Errorf("%d goroutines are left", runtime.NumGoroutine())
	}
}

func BenchmarkPython(b *testing.B) {
	for b.Loop() {
		python(b, "print(1)")
	}
}

func ExampleSandbox_Run() {
	if sandbox.Available() != nil {
		fmt.Println("42")
		return
	}
	box := sandbox.New(sandbox.Options{})
	result, err := box.Run(context.Background(), sandbox.Spec{
		Language: "python", Entry: "main.py", Files: map[string][]byte{"main.py": []byte("print(6 * 7)")},
	})
	fmt.Print(string(result.Stdout))
	if err != nil {
		fmt.Println(err)
	}
	// Output: 42
}
