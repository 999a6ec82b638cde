package policy

import (
	"fmt"

	"segue/lm/attention"
	"segue/lm/decoder"
	"segue/rl"
)

// Sequences are the token ids of a batch's rollouts. Rollouts of one prompt
// that stand next to each other share its keys and values.
type Sequences struct {
	Prompts   [][]int32
	Of        []int // prompt of each rollout
	Responses [][]int32
}

// Select returns the given rollouts in the given order.
func (s Sequences) Select(rollouts []int) Sequences {
	out := Sequences{Prompts: s.Prompts}
	for _, i := range rollouts {
		out.Of, out.Responses = append(out.Of, s.Of[i]), append(out.Responses, s.Responses[i])
	}
	return out
}

// validate says which rollout cannot be passed: the first token of a response
// needs a prompt that it is predicted from.
func (s Sequences) validate() error {
	if len(s.Of) != len(s.Responses) {
		return fmt.Errorf("policy: prompts are named for %d of %d rollouts", len(s.Of), len(s.Responses))
	}
	for i, prompt := range s.Of {
		if prompt < 0 || prompt >= len(s.Prompts) {
			return fmt.Errorf("policy: rollout %d is of prompt %d, there are %d", i, prompt, len(s.Prompts))
		}
		if len(s.Prompts[prompt]) == 0 {
			return fmt.Errorf("policy: the prompt of rollout %d is empty", i)
		}
	}
	return nil
}

// fits says where the rollouts are not those of a batch.
func (s Sequences) fits(b *rl.Batch) error {
	if len(s.Responses) != b.Rollouts() {
		return fmt.Errorf("policy: the tokens of %d rollouts for a batch of %d", len(s.Responses), b.Rollouts())
	}
	for i, response := range s.Responses {
		if len(response) != b.Length[i] {
			return fmt.Errorf("policy: rollout %d has %d tokens, in the batch %d", i, len(response), b.Length[i])
		}
	}
	return s.validate()
}

// pack is what one pass takes: the rollouts [from, to) and their tokens
// [first, last), counted over the batch. A target is a token of a response.
type pack struct {
	batch       decoder.Batch
	targets     []decoder.Target
	from, to    int
	first, last int
}

// packs cuts the rollouts, in order, into passes of at most budget tokens.
func (s Sequences) packs(budget int) []pack {
	var all []pack
	prompt, parent := -1, -1 // of the pack under way: its last prompt, and that one's segment
	for i, response := range s.Responses {
		size := max(len(response)-1, 0)
		if len(all) == 0 || len(all[len(all)-1].batch.Tokens)+size+s.opening(i, prompt) > budget && all[len(all)-1].to > all[len(all)-1].from {
			next := pack{from: i, to: i}
			if len(all) > 0 {
				next.first = all[len(all)-1].last
			}
			next.last = next.first
			all, prompt = append(all, next), -1
		}
		p := &all[len(all)-1]
		p.to = i + 1
		if len(response) == 0 {
			continue
		}
		if s.Of[i] != prompt {
			prompt = s.Of[i]
			parent = p.add(s.Prompts[prompt], -1)
		}
		p.respond(response, parent)
	}
	return all
}

// opening is the number of prompt tokens that rollout i adds after rollouts of
// the given prompt.
func (s Sequences) opening(i, prompt int) int {
	if s.Of[i] == prompt {
		return 0
	}
	return len(s.Prompts[s.Of[i]])
}

func (p *pack) add(tokens []int32, parent int) (segment int) {
	from := len(p.batch.Tokens)
	p.batch.Tokens = append(p.batch.Tokens, tokens...)
	p.batch.Segments = append(p.batch.Segments, attention.Segment{From: from, To: from + len(tokens), Prefix: parent})
	return len(p.batch.Segments) - 1
}

// respond adds a response to the prompt of a segment. Its last token is
// predicted but never read.
func (p *pack) respond(response []int32, parent int) {
	row := p.batch.Segments[parent].To - 1
	if len(response) > 1 {
		p.add(response[:len(response)-1], parent)
	}
	next := len(p.batch.Tokens) - len(response) + 1
	for t, id := range response {
		p.targets = append(p.targets, decoder.Target{Row: int32(row), Token: id})
		row = next + t
	}
	p.last += len(response)
}

// rollouts lists the rollouts of the pack.
func (p *pack) rollouts() []int {
	all := make([]int, 0, p.to-p.from)
	for i := p.from; i < p.to; i++ {
		all = append(all, i)
	}
	return all
}
