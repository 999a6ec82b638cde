package study

import "segue/train"

// What order the tasks come in, or how often.
func init() {
	Register(Arm{Name: "weakest", Doc: "answer, and more tasks where a skill is weakest (STAT)", Uses: UsesAnswers,
		Configure: func(c *train.RLConfig) {
			rewarded("answer")(c)
			c.Curriculum = "weakest"
		}})
	Register(Arm{Name: "levels", Doc: "element, tasks of low Skill Entropy first", Uses: UsesLabels,
		Configure: func(c *train.RLConfig) {
			stepwise("step", "element")(c)
			c.Curriculum = "levels"
		}})
}
