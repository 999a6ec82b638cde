package sandbox

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// usage is what a process tree takes.
type usage struct {
	tasks int   // processes and threads
	bytes int64 // resident, shared pages counted in each process
}

// measure walks the tree under a process. Orphans stay in it, because inside a
// PID name space they fall to its process 1. It stops past limit tasks.
func measure(pid, limit int) usage {
	var use usage
	page := int64(os.Getpagesize())
	for queue := []int{pid}; len(queue) > 0 && use.tasks <= limit; {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", at))
		if err != nil {
			continue // it ended meanwhile
		}
		use.tasks += len(tasks)
		if fields := strings.Fields(readSmall(fmt.Sprintf("/proc/%d/statm", at))); len(fields) > 1 {
			pages, _ := strconv.ParseInt(fields[1], 10, 64)
			use.bytes += pages * page
		}
		for _, task := range tasks {
			for child := range strings.FieldsSeq(readSmall(fmt.Sprintf("/proc/%d/task/%s/children", at, task.Name()))) {
				if n, err := strconv.Atoi(child); err == nil {
					queue = append(queue, n)
				}
			}
		}
	}
	return use
}

func readSmall(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
