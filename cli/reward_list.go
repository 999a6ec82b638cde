package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"segue/reward"

	"github.com/spf13/cobra"
)

// rewardList is what segue reward list prints.
type rewardList struct {
	Rewards []rewardRow `json:"rewards"`
	Signals []signalRow `json:"signals"`
}

type rewardRow struct {
	Name    string         `json:"name"`
	Doc     string         `json:"doc"`
	Weights reward.Weights `json:"weights"`
}

type signalRow struct {
	Name   string `json:"name"`
	Doc    string `json:"doc"`
	Labels bool   `json:"labels"`
	Table  bool   `json:"table"`
	Steps  bool   `json:"steps"`
}

func newRewardList(u *ui) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the named rewards and the signals", Args: noArgs,
		Example: "  segue reward list",
		RunE: func(cmd *cobra.Command, args []string) error {
			var out rewardList
			for _, p := range reward.Presets() {
				out.Rewards = append(out.Rewards, rewardRow{p.Name, p.Doc, p.Weights})
			}
			for _, d := range reward.List() {
				out.Signals = append(out.Signals, signalRow{d.Name, d.Doc, d.Labels, d.Table, d.Steps})
			}
			return u.value(out, func() { u.showRewards(out) })
		},
	}
}

func (u *ui) showRewards(l rewardList) {
	rows := [][]string{{"REWARD", "WEIGHTS", ""}}
	for _, p := range l.Rewards {
		var terms []string
		for _, name := range slices.Sorted(maps.Keys(p.Weights)) {
			terms = append(terms, fmt.Sprintf("%s=%g", name, p.Weights[name]))
		}
		rows = append(rows, []string{p.Name, strings.Join(terms, ","), p.Doc})
	}
	u.table(rows)
	u.printf("\n")
	rows = [][]string{{"SIGNAL", "LABELS", "TABLE", "BY STEP", "PAYS FOR"}}
	for _, s := range l.Signals {
		rows = append(rows, []string{s.Name, yes(s.Labels), yes(s.Table), yes(s.Steps), s.Doc})
	}
	u.table(rows)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}
