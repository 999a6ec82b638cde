// Package lm is the native engine seen from outside: a model opened from a
// file or folder, with its tokeniser and chat template, that completes texts
// and conversations. The parts below it are kernels, passes, tokenisers,
// files and batched sampling.
package lm
