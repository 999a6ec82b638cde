// Package all names the generators that a build contains: importing it fills
// the bank.
package all

import (
	_ "segue/skill/gen/coding"
	_ "segue/skill/gen/creative"
	_ "segue/skill/gen/extraction"
	_ "segue/skill/gen/instruction"
	_ "segue/skill/gen/logic"
	_ "segue/skill/gen/math"
	_ "segue/skill/gen/planning"
	_ "segue/skill/gen/retrieval"
	_ "segue/skill/gen/science"
)
