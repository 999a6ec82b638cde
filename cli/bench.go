package cli

import (
	"github.com/spf13/cobra"
)

func newBench(u *ui) *cobra.Command {
	return group("bench", "Build, import, run, report and compare benchmarks",
		"  segue bench build --tasks 300 --seed 1 --out bench.jsonl\n  segue bench run --bench bench.jsonl --endpoint http://127.0.0.1:8000/v1 --model m --run run\n  segue bench report --run run --html report.html",
		newBenchBuild(u), newBenchCue(u), newBenchImport(u), newBenchRun(u), newBenchGrade(u), newBenchReport(u), newBenchCompare(u), newBenchDemo(u))
}
