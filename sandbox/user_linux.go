package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"sync"
)

// When the caller is root, each run takes a user id of its own, used by nothing
// else on the machine: the kernel then counts the processes of each run apart.
// The ids of a process are firstUser + 256 × its number and the next 255.
const (
	firstUser   = 0x5e900000
	usersOfEach = 256
	lastUser    = firstUser + usersOfEach<<22 // process numbers have at most 22 bits
)

// privileged says whether runs can take users of their own. Root of a container
// that maps fewer users is treated like any other user: bubblewrap then makes a
// user name space, in which processes are counted likewise.
var privileged = sync.OnceValue(func() bool {
	if os.Geteuid() != 0 {
		return false
	}
	f, err := os.Open("/proc/self/uid_map")
	if err != nil {
		return false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var inside, outside, size int64
		if _, err := fmt.Sscan(strings.TrimSpace(lines.Text()), &inside, &outside, &size); err == nil &&
			inside <= firstUser && lastUser <= inside+size {
			return true
		}
	}
	return false
})

// userPool hands out the ids of this process. More runs at a time than ids
// share the last one.
type userPool struct {
	mu   sync.Mutex
	used [usersOfEach]bool
}

var users userPool

func (p *userPool) take() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	slot := 0
	for slot < usersOfEach-1 && p.used[slot] {
		slot++
	}
	p.used[slot] = true
	return firstUser + usersOfEach*os.Getpid() + slot
}

func (p *userPool) give(user int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used[(user-firstUser)%usersOfEach] = false
}
