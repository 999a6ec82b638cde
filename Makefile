# make            lists the targets
# make demo       trains a tiny model and compares ways to mend its switching, no download of any model or data
# make test       sets up what the tests need and runs them

.DEFAULT_GOAL := help
GO ?= go
FUZZ_TIME ?= 30s
export CGO_ENABLED ?= 0

.PHONY: generate bench-lm bench-rl lm-reference help build setup demo test race lint fmt fuzz golden skills-check vectors bench real-model real-model-rl reproduce reproduce-more recipe-comparison size

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | sort | expand -t 16

build: ## build bin/segue, one static binary
	$(GO) build -trimpath -o bin/segue ./cmd/segue

setup:
	@sh scripts/setup.sh

demo: setup build ## train a tiny model, compare ways to mend its switching, write demo/report.html
	bin/segue demo --out demo

test: setup lint ## format, vet, staticcheck and all unit tests
	$(GO) test ./...

race: setup ## unit tests under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race ./...

lint: ## gofmt, go vet, staticcheck
	@bad=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$bad" ]; then echo "gofmt would change:"; echo "$$bad"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

fmt: ## format the tree
	gofmt -w $$(git ls-files '*.go')

fuzz: ## run every fuzz target for FUZZ_TIME each
	@sh scripts/fuzz.sh $(FUZZ_TIME)

golden: ## rewrite golden files; review the diff
	$(GO) test ./bench/report ./cli ./task ./rl/recipes ./study/report ./train/rollout ./skill/catalogue -update

skills-check: build setup ## prove every skill over 500 seeds at five difficulties
	bin/segue skills check --n 500

vectors: build ## agreement with published test vectors in $$SEGUE_VECTORS or ../shared/vectors
	bin/segue grade vectors $${SEGUE_VECTORS:-../shared/vectors}/*.jsonl

bench: build setup ## print the figures of docs/benchmarks.md
	@sh scripts/bench.sh

real-model: build setup ## run 60 tasks on SmolLM2-135M-Instruct served by llama.cpp
	@sh scripts/real-model.sh

reproduce: build ## make the main study of docs/reproduction.md (goes on when run again)
	@sh scripts/reproduce.sh

reproduce-more: build ## make its other studies: every arm, retention, model sizes
	@sh scripts/reproduce.sh more

recipe-comparison: build ## train every recipe with three seeds beside grpo, write docs/comparison.md (an hour or two, goes on when run again)
	@sh scripts/recipe-comparison.sh

real-model-rl: build setup ## train SmolLM2-135M-Instruct by SFT and Skill-Entropy RL (hours; SMALL=1: minutes)
	@sh scripts/real-model-rl.sh

bench-lm: build ## time the native engine beside OpenBLAS, PyTorch, Hugging Face and llama.cpp
	@sh scripts/bench-lm.sh

bench-rl: build ## time a step of reinforcement learning beside TRL's GRPOTrainer
	@sh scripts/bench-rl.sh

lm-reference: build ## compare the native engine with PyTorch, transformers, tokenizers and llama.cpp
	@sh scripts/lm-reference.sh

generate: ## write the assembly kernels anew
	$(GO) generate ./lm/kernel

size: ## lines by package and the longest files and functions
	@sh scripts/size.sh
