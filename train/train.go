// Package train holds the training loops of the native engine: supervised
// fine-tuning over packed examples, with evaluation on held-out ones, metrics
// and checkpoints. A run directory that exists is resumed, to the same bits as
// a run that was never interrupted.
package train
