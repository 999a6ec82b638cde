package cli

import (
	"context"
	"net"
	"os"
	"time"

	"segue/server"
	"segue/server/completion"

	"github.com/spf13/cobra"
)

func newModelServe(u *ui) *cobra.Command {
	var f engineFlags
	var o server.Options
	c := &cobra.Command{
		Use: "serve PATH", Short: "Serve a native model over the OpenAI-compatible API", Args: exactArgs("PATH"),
		Long: "Serves /v1/chat/completions and /v1/completions (streaming, n, logprobs, stop, seed), /v1/models, /metrics and\n" +
			"/healthz, as segue bench run and other clients expect. Off loopback a token is needed: --token or SEGUE_TOKEN.\n" +
			"An interrupt lets running requests finish.",
		Example: "  segue model serve model --addr 127.0.0.1:8080\n" +
			"  segue bench run --bench bench.jsonl --endpoint http://127.0.0.1:8080/v1 --model model --run run",
		RunE: func(cmd *cobra.Command, args []string) error { return u.modelServe(cmd.Context(), args[0], f, o) },
	}
	fs := c.Flags()
	fs.StringVar(&o.Address, "addr", "127.0.0.1:8080", "address to listen on; port 0 takes a free one")
	fs.StringVar(&o.Token, "token", "", "bearer token that requests must carry")
	fs.DurationVar(&o.Drain, "drain", server.DefaultDrain, "how long running requests may finish at the end")
	fs.StringVar(&f.Name, "name", "", "name of the model; default the file's")
	f.add(fs)
	return c
}

func (u *ui) modelServe(ctx context.Context, path string, f engineFlags, o server.Options) error {
	m, err := f.open(path)
	if err != nil {
		return err
	}
	defer m.Close()
	o.Ready = func(a net.Addr) {
		u.note("serving %s at http://%s/v1 with %s", m.Name(), a, threadsNote(f.Threads))
		if u.json {
			_ = u.encode(map[string]any{"model": m.Name(), "address": a.String(), "pid": os.Getpid()})
		}
	}
	return server.Serve(ctx, o, completion.Handler(m, time.Now))
}
