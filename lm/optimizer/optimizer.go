// Package optimizer turns gradients into steps: AdamW over one flat buffer,
// clipping by the global norm, and schedules of the learning rate.
package optimizer
