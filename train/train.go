// Package train holds the training loops of the native engine: supervised
// fine-tuning over packed examples, and reinforcement learning by the rewards
// that responses to tasks earn, both with evaluation on held-out data, metrics
// and checkpoints. A run directory that exists is resumed, to the same bits as
// a run that was never interrupted; what decides those bits and has changed is
// refused by name.
package train
