package bench_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"segue/bench"
	"segue/llm"
	"segue/llm/scripted"
)

// serveChild serves a model that takes a millisecond, until its input ends.
func serveChild() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(listener.Addr())
	model := &scripted.Model{Latency: time.Millisecond, Answer: func(llm.Request) string {
		return "<think>\nLet me see.\n</think>\n<skill>Mathematics, Sums</skill><answer>7</answer>\n<skill>Logic, Grids</skill><answer>8</answer>"
	}}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	_ = http.Serve(listener, model.Handler())
}

// startServer serves in a process of its own, so that only the runner is measured.
func startServer(b *testing.B) (base string) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childEnv+"=serve")
	in, err := child.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := child.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); _ = child.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return "http://" + strings.TrimSpace(address) + "/v1"
}

// peakMemory is the highest resident size of this process in MB, 0 where the
// system does not tell.
func peakMemory() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		return 0
	}
	kb, _ := strconv.ParseFloat(string(m[1]), 64)
	return kb / 1024
}

// BenchmarkRunner512 runs 20,000 requests, drawn, stored and graded, at
// concurrency 512 against a local endpoint of 1 ms.
func BenchmarkRunner512(b *testing.B) {
	base := startServer(b)
	tasks := someTasks(2000, 4)
	client, err := llm.Open(llm.Config{Endpoints: []llm.EndpointConfig{{BaseURL: base}}, Concurrency: llm.Concurrency{Start: 512, Max: 512}})
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	requests := 0
	for b.Loop() {
		r := bench.Runner{Config: config(2), Tasks: tasks, Sampler: client, Concurrency: 512}
		s, err := r.Run(b.Context(), b.TempDir())
		if err != nil || s.Done != s.Total {
			b.Fatalf("%+v, %v", s, err)
		}
		requests += s.Total
	}
	b.ReportMetric(float64(requests)/b.Elapsed().Seconds(), "req/s")
	b.ReportMetric(peakMemory(), "peak-MB")
}
