package sandbox

import (
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// launch is a bubblewrap process that is about to start.
type launch struct {
	cmd     *exec.Cmd
	status  *os.File // read end of bubblewrap's reports
	channel *os.File // read end of the program's channel, or nil
	opened  []*os.File
}

// pass hands an open file to bubblewrap and returns its number there.
func (l *launch) pass(f *os.File) string {
	l.cmd.ExtraFiles = append(l.cmd.ExtraFiles, f)
	l.opened = append(l.opened, f)
	return strconv.Itoa(2 + len(l.cmd.ExtraFiles))
}

// closeOurs closes the ends that belong to the child.
func (l *launch) closeOurs() {
	for _, f := range l.opened {
		f.Close()
	}
	l.opened = nil
}

func (l *launch) close() {
	l.closeOurs()
	for _, f := range []*os.File{l.status, l.channel} {
		if f != nil {
			f.Close()
		}
	}
}

// prepare builds the bubblewrap command line; the caller closes the launch.
func prepare(c command, user int) (l *launch, err error) {
	l = &launch{cmd: exec.Command("bwrap")}
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	report, err := l.pipes(c.channel)
	if err != nil {
		return l, err
	}
	l.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt at the terminal is for the caller alone
	l.cmd.Env = []string{}                                  // bubblewrap's own is readable inside as /proc/1/environ
	args := l.cmd.Args
	args = append(args, "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
		"--hostname", "sandbox", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL",
		"--json-status-fd", report)
	root := privileged()
	if root {
		args = append(args, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP")
	} else {
		args = append(args, "--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534")
	}
	filter, err := spill(seccompFilter())
	if err != nil {
		return l, err
	}
	args = append(args, "--seccomp", l.pass(filter))
	args = append(args, roots(c.binds, root)...)
	args = append(args, "--perms", "1777", "--size", strconv.FormatInt(c.limits.DiskBytes, 10), "--tmpfs", "/tmp",
		"--perms", "0777", "--dir", home)
	if args, err = l.writeFiles(args, c); err != nil {
		return l, err
	}
	args = append(args, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", home)
	for _, key := range slices.Sorted(maps.Keys(c.env)) {
		args = append(args, "--setenv", key, c.env[key])
	}
	args = append(args, "--")
	args = append(args, limiter(c, root, user)...)
	l.cmd.Args = append(args, c.argv...)
	return l, nil
}

// pipes opens the channel, first of all so that it gets number 3, and the
// report pipe, whose number it returns.
func (l *launch) pipes(channel bool) (report string, err error) {
	var write *os.File
	if channel {
		l.channel, write, err = os.Pipe()
	} else {
		write, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	}
	if err != nil {
		return "", fmt.Errorf("open the channel: %w", err)
	}
	l.pass(write)
	if l.status, write, err = os.Pipe(); err != nil {
		return "", fmt.Errorf("open the report pipe: %w", err)
	}
	return l.pass(write), nil
}

// writeFiles adds the program's files, copied into the working directory.
func (l *launch) writeFiles(args []string, c command) ([]string, error) {
	made := map[string]bool{".": true}
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		for _, dir := range parents(name) {
			if !made[dir] {
				args = append(args, "--perms", "0777", "--dir", path.Join(home, dir))
				made[dir] = true
			}
		}
		f, err := spill(c.files[name])
		if err != nil {
			return args, err
		}
		perms := "0666"
		if name == c.exec {
			perms = "0555"
		}
		args = append(args, "--perms", perms, "--file", l.pass(f), path.Join(home, name))
	}
	return args, nil
}

func parents(name string) []string {
	var out []string
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		out = append([]string{dir}, out...)
	}
	return out
}

// spill puts data into a file without a name, for a child to read.
func spill(data []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "segue-sandbox-")
	if err != nil {
		return nil, fmt.Errorf("hand a file to the sandbox: %w", err)
	}
	os.Remove(f.Name())
	if _, err = f.Write(data); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("hand a file to the sandbox: %w", err)
	}
	return f, nil
}

// roots shows the system libraries, the limiting tools and the binds.
func roots(binds []bind, root bool) []string {
	var args []string
	for _, dir := range []string{"/lib", "/lib64"} {
		if target, err := os.Readlink(dir); err == nil {
			args = append(args, "--symlink", target, dir)
		}
	}
	show := slices.Concat(libraries(), []string{"/etc/ld.so.cache", toolPath("prlimit")})
	if root {
		show = append(show, toolPath("setpriv"))
	}
	for _, p := range show {
		if _, err := os.Stat(p); err == nil {
			binds = append(binds[:len(binds):len(binds)], bind{p, p})
		}
	}
	for _, dir := range mountParents(binds) { // bubblewrap would keep them to its own user
		args = append(args, "--perms", "0755", "--dir", dir)
	}
	for _, b := range binds {
		args = append(args, "--ro-bind", b.from, b.to)
	}
	return append(args, "--proc", "/proc", "--dev", "/dev")
}

// mountParents lists the directories above the mount points, outer ones first.
func mountParents(binds []bind) []string {
	all := map[string]bool{}
	for _, b := range binds {
		for _, dir := range parents(strings.TrimPrefix(b.to, "/")) {
			all["/"+dir] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// libraries are the directories of shared libraries that really exist (not
// through a linked /lib), of the multi-architecture and the classic layout.
func libraries() []string {
	var out []string
	for _, pattern := range []string{"/usr/lib/*-linux-*", "/usr/lib64", "/lib/*-linux-*", "/lib64", "/lib/ld-musl-*"} {
		found, _ := filepath.Glob(pattern)
		for _, p := range found {
			if real, err := filepath.EvalSymlinks(p); err == nil && (real == p || !strings.HasPrefix(real, "/usr/")) {
				out = append(out, p)
			}
		}
	}
	return out
}

// toolPath is where a tool of util-linux lives, links resolved.
func toolPath(name string) string {
	found, err := exec.LookPath(name)
	if err != nil {
		return "/usr/bin/" + name
	}
	if real, err := filepath.EvalSymlinks(found); err == nil {
		return real
	}
	return found
}

// limiter is the command prefix that sets the kernel's limits and, for root,
// gives up the user for good.
func limiter(c command, root bool, user int) []string {
	l := c.limits
	// Room for bubblewrap's own process and for the watcher to see the excess
	// before the kernel hides it behind an error.
	processes := l.Processes + 16
	args := []string{toolPath("prlimit"),
		fmt.Sprintf("--nproc=%d", processes),
		fmt.Sprintf("--as=%d", l.MemoryBytes+c.reserve),
		fmt.Sprintf("--fsize=%d", l.FileBytes),
		fmt.Sprintf("--cpu=%d:%d", int(l.CPU.Seconds()+0.999), int(l.CPU.Seconds()+0.999)+1),
		"--core=0", "--nofile=128", "--msgqueue=0", "--memlock=0", "--"}
	if root {
		id := strconv.Itoa(user)
		args = append(args, toolPath("setpriv"), "--reuid", id, "--regid", id, "--clear-groups",
			"--bounding-set=-all", "--inh-caps=-all", "--no-new-privs")
	}
	return args
}
