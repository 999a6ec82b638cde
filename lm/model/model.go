// Package model describes decoder-only transformers of the Llama, SmolLM2,
// Qwen2.5 and Qwen3 shape: their configuration as Hugging Face's config.json
// states it, their parameters in one stretch of memory, and small presets.
// It holds no passes: training is in lm/decoder, sampling in lm/generation.
package model
