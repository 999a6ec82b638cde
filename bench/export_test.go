package bench

import "segue/task"

// UnitSeed is tested from outside: servers tell units apart by it.
func UnitSeed(seed int64, model, taskID string, mode task.Mode, step, sample int) int64 {
	return unitSeed(seed, unitKey{model, taskID, mode, step, sample})
}
