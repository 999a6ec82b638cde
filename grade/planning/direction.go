package planning

// step is a direction on a grid of rows and columns.
type step struct {
	letter string
	dr, dc int
}

var directions = []step{{"U", -1, 0}, {"D", 1, 0}, {"L", 0, -1}, {"R", 0, 1}}

var directionWords = map[string]int{"u": 0, "up": 0, "north": 0, "d": 1, "down": 1, "south": 1,
	"l": 2, "left": 2, "west": 2, "r": 3, "right": 3, "east": 3}

// readDirections reads "UURD", "U, U, R, D" or one word a step; other words are
// ignored.
func readDirections(plan string) []step {
	var out []step
	for _, s := range Steps(plan) {
		for _, t := range newLexicon().tokens(s) {
			if t.kind != word {
				continue
			}
			if d, ok := directionWords[t.text]; ok {
				out = append(out, directions[d])
				continue
			}
			out = append(out, letterRun(t.text)...)
		}
	}
	return out
}

// letterRun reads a word of direction letters only.
func letterRun(text string) []step {
	var out []step
	for _, r := range text {
		d, ok := directionWords[string(r)]
		if !ok {
			return nil
		}
		out = append(out, directions[d])
	}
	return out
}
