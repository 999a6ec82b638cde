package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// toolchain is a language's interpreter or compiler and what it must see.
type toolchain struct {
	path  string
	binds []bind
}

// findPython asks the interpreter where it and its library live, since the
// name on the path may be a script that chooses among versions.
func findPython(name string) (toolchain, error) {
	if name == "" {
		name = "python3"
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	const ask = `import json, os, sys, sysconfig
p = sysconfig.get_paths()
print(json.dumps([os.path.realpath(sys.executable), sys.base_prefix, p["stdlib"], p["platstdlib"]]))`
	raw, err := exec.CommandContext(ctx, name, "-I", "-c", ask).Output()
	if err != nil {
		return toolchain{}, fmt.Errorf("find Python 3 as %s; install python3: %w", name, err)
	}
	var answer [4]string
	if err := json.Unmarshal(raw, &answer); err != nil {
		return toolchain{}, fmt.Errorf("find Python 3: its answer %q is unreadable: %w", raw, err)
	}
	executable, prefix := answer[0], answer[1]
	tool := toolchain{path: executable}
	if prefix != "/usr" && prefix != "/" {
		tool.binds = append(tool.binds, bind{prefix, prefix})
		if rel, err := filepath.Rel(prefix, executable); err == nil && filepath.IsLocal(rel) {
			return tool, nil
		}
	}
	seen := map[string]bool{}
	for _, p := range []string{executable, answer[2], answer[3]} {
		if _, err := os.Stat(p); err == nil && !seen[p] {
			tool.binds = append(tool.binds, bind{p, p})
			seen[p] = true
		}
	}
	return tool, nil
}

// pythonReserve is the address space of interpreter, libraries and thread
// stacks that a limit on address space must not count as the program's.
const pythonReserve = 512 << 20

// command runs the entry with the standard library alone: what else a machine
// has installed must not change a verdict.
func (t toolchain) command(spec Spec) command {
	argv := []string{t.path, "-E", "-s", "-S", "-B", "-X", "utf8", spec.Entry}
	return command{
		argv: append(argv, spec.Args...), binds: t.binds, files: spec.Files, stdin: spec.Stdin,
		limits: spec.Limits, reserve: pythonReserve, channel: spec.Channel,
		env: map[string]string{
			"PYTHONHASHSEED": "0", "HOME": "/tmp", "LANG": "C.UTF-8",
			"MALLOC_ARENA_MAX": "2"}, // an arena a thread would use up the address space

	}
}
