package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"segue/llm"

	"github.com/spf13/cobra"
)

func newCache(u *ui) *cobra.Command {
	return group("cache", "List, clear and prune the response cache", "  segue cache list\n  segue cache prune --older-than 168h",
		newCacheList(u), newCacheClear(u), newCachePrune(u))
}

// withCache opens the cache for one verb.
func withCache(ctx context.Context, path string, use func(*llm.Cache) error) error {
	if path == "" {
		path = filepath.Join(cacheDir(), "responses.db")
	}
	c, err := llm.OpenCache(ctx, path)
	if err != nil {
		return err
	}
	defer c.Close()
	return use(c)
}

func newCacheList(u *ui) *cobra.Command {
	var path string
	c := &cobra.Command{Use: "list", Short: "List the cached responses by endpoint and model", Args: noArgs, Example: "  segue cache list --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			return withCache(cmd.Context(), path, func(c *llm.Cache) error {
				groups, err := c.List(cmd.Context())
				if err != nil {
					return err
				}
				return u.value(groups, func() {
					rows := [][]string{{"MODEL", "ENDPOINT", "RESPONSES", "BYTES", "OLDEST"}}
					for _, g := range groups {
						rows = append(rows, []string{g.Model, g.Scope, fmt.Sprint(g.Count), fmt.Sprint(g.Bytes), g.Oldest.Format(time.DateOnly)})
					}
					u.table(rows)
				})
			})
		}}
	c.Flags().StringVar(&path, "cache", "", "file of the response cache")
	return c
}

func newCacheClear(u *ui) *cobra.Command {
	var path, model string
	c := &cobra.Command{Use: "clear", Short: "Remove cached responses", Args: noArgs, Example: "  segue cache clear --model my-model",
		RunE: func(cmd *cobra.Command, args []string) error {
			return withCache(cmd.Context(), path, func(c *llm.Cache) error {
				n, err := c.Clear(cmd.Context(), model)
				return u.removed(n, err)
			})
		}}
	c.Flags().StringVar(&path, "cache", "", "file of the response cache")
	c.Flags().StringVarP(&model, "model", "m", "", "only this model's responses")
	return c
}

func newCachePrune(u *ui) *cobra.Command {
	var path string
	var age time.Duration
	var most int64
	c := &cobra.Command{Use: "prune", Short: "Remove old cached responses", Args: noArgs, Example: "  segue cache prune --older-than 168h --max-bytes 1000000000",
		RunE: func(cmd *cobra.Command, args []string) error {
			if age < 0 || most < 0 || age == 0 && most == 0 {
				return hint(misusef("%s needs --older-than or --max-bytes above 0", cmd.CommandPath()), "segue cache clear removes all responses")
			}
			var before time.Time
			if age > 0 {
				before = time.Now().Add(-age)
			}
			return withCache(cmd.Context(), path, func(c *llm.Cache) error {
				n, err := c.Prune(cmd.Context(), before, most)
				return u.removed(n, err)
			})
		}}
	c.Flags().StringVar(&path, "cache", "", "file of the response cache")
	c.Flags().DurationVar(&age, "older-than", 0, "remove responses older than this")
	c.Flags().Int64Var(&most, "max-bytes", 0, "then the oldest until at most this many bytes remain")
	return c
}

func (u *ui) removed(n int64, err error) error {
	if err != nil {
		return err
	}
	return u.value(map[string]int64{"removed": n}, func() { u.printf("%s removed\n", plural(int(n), "response")) })
}
