package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"segue/grade"
	"segue/llm"
	"segue/reward"
	"segue/skill"
	"segue/switching"
	"segue/task"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// rewardFlags are the settings of reward.
type rewardFlags struct {
	bench, table, train string
	preset, estimator   string
	weights             []string
	threshold           float64
	leastDecided        float64
	seed                uint64
	embedding           embeddingFlags
	judge               judgeFlags
}

func newReward(u *ui) *cobra.Command {
	var f rewardFlags
	c := &cobra.Command{
		Use: "reward", Short: "Reward responses to tasks: JSONL in, JSONL out", Args: noArgs,
		Long: "Reads lines {\"task\", \"response\"} from standard input, where task is the id of a task of the benchmark, and prints for\n" +
			"each {\"reward\", \"answer\", \"skill\", \"status\", \"reason\", \"parts\", \"steps\"}. The default is the reward of Skill-Entropy RL:\n" +
			"0.7 of the mean step score and 0.3 of the entropy rank, ranked among the tasks of the benchmark or of --train. A\n" +
			"malformed response earns 0; what no grader could decide has the status unscored and the reward null, never 0. Every\n" +
			"part stands apart by name, and each step has its own rewards with its place in the response, in characters.\n" +
			"segue reward list shows the signals and the named rewards; docs/rewards.md has their formulas.",
		Example: "  segue reward --bench bench.jsonl --table table.json < responses.jsonl\n" +
			"  segue reward --bench bench.jsonl --reward credit < responses.jsonl\n" +
			"  segue reward --bench bench.jsonl --table table.json --weights answer=0.6,step-label=0.3,transition=0.1 < responses.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error { return u.reward(cmd.Context(), &f) },
	}
	c.Flags().StringVarP(&f.bench, "bench", "b", "", "benchmark that has the tasks")
	c.Flags().StringVar(&f.table, "table", "", "table of Skill Entropy, for rewards that need one")
	c.Flags().StringVar(&f.train, "train", "", "benchmark among whose tasks entropies are ranked (default that of --bench)")
	c.Flags().StringVar(&f.preset, "reward", "paper", "named reward")
	c.Flags().StringSliceVar(&f.weights, "weights", nil, "weights of signals in place of a named reward: answer=0.7,step-label=0.3")
	c.Flags().StringVar(&f.estimator, "estimator", string(switching.Exact), "exact, factorised or shrunk")
	c.Flags().Float64Var(&f.threshold, "threshold", reward.DefaultThreshold, "least cosine between a label and the skill that it is taken for")
	c.Flags().Float64Var(&f.leastDecided, "least-decided", 1, "share of a response's steps that must have a verdict; below 1 means are taken over those that have")
	c.Flags().Uint64Var(&f.seed, "seed", 0, "seed of the placebo's permutation")
	f.embedding.add(c.Flags())
	f.judge.add(c.Flags())
	c.AddCommand(newRewardList(u))
	return c
}

// rewarder is what answers the lines.
type rewarder struct {
	tasks       map[string]task.Task
	reader      reward.Reader
	composition *reward.Composition
}

func (u *ui) reward(ctx context.Context, f *rewardFlags) error {
	weights, err := f.check()
	if err != nil {
		return err
	}
	tasks, bad, err := u.readTasks(f.bench)
	if err != nil {
		return err
	}
	r := rewarder{tasks: make(map[string]task.Task, len(tasks))}
	for _, t := range tasks {
		r.tasks[t.ID] = t
	}
	if r.composition, err = u.composition(f, weights, tasks); err != nil {
		return err
	}
	embedder, stop, err := f.embedding.open()
	if err != nil {
		return err
	}
	defer stop()
	o := reward.LabelOptions{Threshold: f.threshold, Embedder: embedder, Model: f.embedding.model}
	if r.reader.Labels, err = reward.NewLabels(ctx, reward.Vocabulary(skill.Bank(), tasks), o); err != nil {
		return err
	}
	env, closeJudge, err := f.judge.env(ctx, defaultEndpoint())
	if err != nil {
		return err
	}
	defer closeJudge()
	r.reader.Env = env
	u.allowPrograms(&r.reader.Env, tasks)
	return errors.Join(lines(u, func(in rewardRequest) (reward.Reward, error) { return r.answer(ctx, in) }), bad)
}

// check says what is wrong with the flags, if anything, and gives the weights.
func (f *rewardFlags) check() (reward.Weights, error) {
	if f.bench == "" {
		return nil, hint(misusef("give --bench FILE"), "segue reward --help shows examples")
	}
	if f.bench == "-" || f.table == "-" || f.train == "-" {
		return nil, misusef("standard input holds the responses; give the benchmark and the table as files")
	}
	if !(f.threshold > 0 && f.threshold <= 1) { // NaN too
		return nil, misusef("--threshold must be above 0 and at most 1, not %g", f.threshold)
	}
	if !(f.leastDecided > 0 && f.leastDecided <= 1) {
		return nil, misusef("--least-decided must be above 0 and at most 1, not %g", f.leastDecided)
	}
	if len(f.weights) == 0 {
		p, err := reward.LookupPreset(f.preset)
		if err != nil {
			return nil, hint(misuse{err}, "segue reward list shows them")
		}
		return p.Weights, nil
	}
	w := reward.Weights{}
	for _, text := range f.weights {
		name, number, _ := strings.Cut(text, "=")
		x, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, misusef("--weights wants NAME=NUMBER, not %q", text)
		}
		if _, err := reward.Lookup(name); err != nil {
			return nil, hint(misuse{err}, "segue reward list shows them")
		}
		w[name] = x
	}
	return w, nil
}

// composition makes the signals, with the table and the training set where one
// of them needs it.
func (u *ui) composition(f *rewardFlags, w reward.Weights, tasks []task.Task) (*reward.Composition, error) {
	e, err := switching.ParseEstimator(f.estimator)
	if err != nil {
		return nil, misuse{err}
	}
	s := reward.Setting{Estimator: e, Seed: f.seed, LeastDecided: f.leastDecided}
	if f.table != "" {
		if s.Table, err = u.readTable(f.table); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w)) {
		if d, err := reward.Lookup(name); err == nil && d.Table && s.Table == nil {
			return nil, hint(misusef("%s needs a table of Skill Entropy: give --table FILE", name), "segue entropy estimate makes one; --reward credit needs none")
		}
	}
	if f.train != "" {
		train, bad, err := u.readTasks(f.train)
		if err != nil {
			return nil, err
		}
		if bad != nil { // a distribution of what is left would be another one
			return nil, bad
		}
		tasks = train
	}
	for _, t := range tasks {
		s.Training = append(s.Training, t.Sequence())
	}
	return reward.New(w, s)
}

// rewardRequest is one line of input.
type rewardRequest struct {
	Task     string          `json:"task"`
	Response json.RawMessage `json:"response"`
}

func (r rewarder) answer(ctx context.Context, in rewardRequest) (reward.Reward, error) {
	var text *string
	if err := json.Unmarshal(in.Response, &text); err != nil || text == nil {
		return reward.Reward{}, errors.New("the line has no response that is a text")
	}
	t, ok := r.tasks[in.Task]
	if !ok {
		return reward.Reward{}, fmt.Errorf("the benchmark has no task %q", in.Task)
	}
	return r.composition.Reward(r.reader.Read(ctx, t, *text)), nil
}

// allowPrograms gives graders the sandbox where a task needs it.
func (u *ui) allowPrograms(env *grade.Env, tasks []task.Task) {
	for _, t := range tasks {
		if !slices.ContainsFunc(t.Steps, func(s task.Step) bool { return s.Answer.Kind == task.KindCode }) {
			continue
		}
		runner, err := sandboxRunner()
		if err != nil {
			u.warn("steps that ask for programs are unscored: %v", err)
			return
		}
		env.Programs = runner
		return
	}
}

// defaultEndpoint is how a model is reached when no flag says otherwise.
func defaultEndpoint() endpointFlags {
	var f endpointFlags
	f.add(pflag.NewFlagSet("", pflag.ContinueOnError))
	return f
}

// embeddingFlags name the model that compares labels; without one the built-in
// model does, offline.
type embeddingFlags struct {
	endpoint, model, keyEnv string
}

func (f *embeddingFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.endpoint, "embedding-endpoint", "", "base URL of an OpenAI-compatible API that embeds labels (default the built-in model, offline)")
	fs.StringVar(&f.model, "embedding-model", "", "embedding model to ask")
	fs.StringVar(&f.keyEnv, "embedding-api-key-env", "OPENAI_API_KEY", "environment variable that holds the API key of the embedding endpoint")
}

func (f embeddingFlags) open() (reward.Embedder, func(), error) {
	if f.endpoint == "" && f.model == "" {
		return nil, func() {}, nil
	}
	if f.endpoint == "" || f.model == "" {
		return nil, nil, misusef("--embedding-endpoint and --embedding-model go together")
	}
	const deadline = time.Minute
	client, err := llm.Open(llm.Config{
		Retry:     llm.Policy{Tries: 3},
		Endpoints: []llm.EndpointConfig{{BaseURL: f.endpoint, APIKey: llm.Secret(os.Getenv(f.keyEnv)), Limits: llm.Deadlines{Total: deadline, Header: deadline}}},
	})
	if err != nil {
		return nil, nil, misuse{err}
	}
	return client, client.Close, nil
}
