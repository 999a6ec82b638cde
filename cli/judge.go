package cli

import (
	"context"
	"fmt"

	"segue/grade"
	"segue/grade/rubric"
	"segue/llm"

	"github.com/spf13/pflag"
)

// judgeFlags name the model that decides rubrics. It is a setting of its own:
// a model is never silently its own judge.
type judgeFlags struct {
	model, endpoint, keyEnv string
}

func (f *judgeFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.model, "judge", "", "model that decides rubrics; without one such steps are undecided")
	fs.StringVar(&f.endpoint, "judge-endpoint", "", "base URL of the judge (default that of --endpoint)")
	fs.StringVar(&f.keyEnv, "judge-api-key-env", "OPENAI_API_KEY", "environment variable that holds the judge's API key")
}

// env is what graders need, with the judge where one is named.
func (f judgeFlags) env(ctx context.Context, models endpointFlags) (grade.Env, func(), error) {
	if f.model == "" {
		return grade.Env{}, func() {}, nil
	}
	shared, own, err := models.addresses()
	switch {
	case err != nil:
		return grade.Env{}, nil, err
	case f.endpoint != "":
		models.endpoints = []string{f.endpoint}
	case len(own[f.model]) > 0:
		models.endpoints = own[f.model]
	case len(shared) > 0:
		models.endpoints = shared
	default:
		return grade.Env{}, nil, hint(misusef("no endpoint is given for the judge %s", f.model), "add --judge-endpoint URL")
	}
	models.models, models.keyEnv = []string{f.model}, f.keyEnv
	client, err := models.open(ctx, 0, 0)
	if err != nil {
		return grade.Env{}, nil, fmt.Errorf("set up the judge: %w", err)
	}
	return grade.Env{Judge: endpointJudge{f.model, client}}, client.Close, nil
}

// endpointJudge asks a model; it decides at temperature 0.
type endpointJudge struct {
	model   string
	sampler llm.Sampler
}

// Name is the model's name.
func (j endpointJudge) Name() string {
	return fmt.Sprintf("%s (prompt %d)", j.model, rubric.PromptVersion)
}

// judgeTokens bounds a verdict: a sentence and a quotation for each criterion.
const judgeTokens = 4096

// Reply asks the judge.
func (j endpointJudge) Reply(ctx context.Context, prompt string, attempt int) (string, error) {
	temperature, seed := 0.0, int64(attempt)
	r, err := j.sampler.Sample(ctx, llm.Request{
		Model: j.model, Messages: []llm.Message{{Role: llm.User, Content: prompt}},
		Temperature: &temperature, Seed: &seed, MaxTokens: judgeTokens, Index: attempt,
	})
	return r.Text, err
}
