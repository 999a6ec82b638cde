package extraction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

// compound is a part of a selector: a tag or a class, perhaps as n-th child of
// its parent, and the combinator before it (' ', '>' or '+').
type compound struct {
	combinator byte
	tag, class string
	nth        int // 0 for any
}

func (c compound) String() string {
	text := c.tag
	if c.class != "" {
		text += "." + c.class
	}
	if c.nth > 0 {
		text += fmt.Sprintf(":nth-child(%d)", c.nth)
	}
	return text
}

// selector is compounds from left to right.
type selector []compound

func (s selector) String() string {
	text := s[0].String()
	for _, c := range s[1:] {
		if c.combinator == ' ' {
			text += " " + c.String()
		} else {
			text += fmt.Sprintf(" %c %s", c.combinator, c)
		}
	}
	return text
}

// place is where an element stands: its ancestors, outermost first, with the
// element last, and its position among the element children of each.
type place struct {
	chain []*element
	index []int
}

// places lists the places of all elements, in document order.
func places(e *element, above place, index int) []place {
	here := place{append(slices.Clone(above.chain), e), append(slices.Clone(above.index), index)}
	out := []place{here}
	n := 0
	for _, c := range e.children {
		if c.tag != "" {
			out = append(out, places(c, here, n)...)
			n++
		}
	}
	return out
}

// fits says whether the element at a depth of the chain is one that a compound names.
func (c compound) fits(p place, depth int) bool {
	e := p.chain[depth]
	return (c.tag == "" || e.tag == c.tag) && (c.nth == 0 || p.index[depth] == c.nth-1 && depth > 0) &&
		(c.class == "" || slices.Contains(strings.Fields(e.attr("class")), c.class))
}

// matches says whether the selector names the element at a depth of a place.
func (s selector) matches(p place, depth int) bool {
	last := s[len(s)-1]
	if depth < 0 || !last.fits(p, depth) {
		return false
	}
	if len(s) == 1 {
		return true
	}
	rest := s[:len(s)-1]
	switch last.combinator {
	case '>':
		return rest.matches(p, depth-1)
	case '+':
		if p.index[depth] == 0 || depth == 0 {
			return false
		}
		var siblings []*element
		for _, e := range p.chain[depth-1].children {
			if e.tag != "" {
				siblings = append(siblings, e)
			}
		}
		before := place{append(slices.Clone(p.chain[:depth]), siblings[p.index[depth]-1]), append(slices.Clone(p.index[:depth]), p.index[depth]-1)}
		return rest.matches(before, depth)
	}
	for up := depth - 1; up >= 0; up-- {
		if rest.matches(p, up) {
			return true
		}
	}
	return false
}

// selectorPage draws a page of nested boxes; the words are all different.
func selectorPage(r *rand.Rand, d gen.Difficulty) *element {
	texts := gen.Sample(r, lexicon.Nouns(), 40)
	class := func() []string {
		if r.IntN(3) == 0 {
			return nil
		}
		return []string{"class", strings.Join(gen.Sample(r, boxClasses[:3], gen.Between(r, 1, 2)), " ")}
	}
	next := 0
	body := el("body", nil)
	for range gen.Of(d, 3, 3, 4, 4, 5) {
		box := el(gen.Pick(r, []string{"div", "section"}), class())
		for range gen.Between(r, 2, 3) {
			e := el(gen.Pick(r, []string{"p", "span", "div"}), class())
			if e.tag == "div" {
				e.add(el("p", class(), words(texts[next])), el("span", class(), words(texts[next+1])))
				next += 2
			} else {
				e.add(words(texts[next]))
				next++
			}
			box.add(e)
		}
		body.add(box)
	}
	return body
}

// selectorEvaluation asks for the texts that a selector matches. Difficulty adds
// elements and parts: a tag with a class, descendant and child combinators,
// the next-sibling combinator and :nth-child.
func selectorEvaluation(r *rand.Rand, d gen.Difficulty) task.Item {
	body := selectorPage(r, d)
	all := places(body, place{}, 0)
	var leaves []place
	for _, p := range all {
		if e := p.chain[len(p.chain)-1]; len(e.children) == 1 && e.children[0].tag == "" {
			leaves = append(leaves, p)
		}
	}
	s := selectorFor(r, d, gen.Pick(r, leaves))
	var got []string
	for _, p := range leaves {
		if s.matches(p, len(p.chain)-1) {
			got = append(got, p.chain[len(p.chain)-1].content())
		}
	}
	question, _ := gen.Ask(r, []string{
		"{page}\n\nWhich words are the texts of the elements that the CSS selector `{selector}` matches? List them in document order, in square brackets.",
		"Evaluate `{selector}` as CSS does on this page and write the contents of the matched elements, from top to bottom, as a bracketed list.\n\n{page}",
		"A style sheet has the rule `{selector} { color: red }`. Name the words that turn red below, in order, as a list in square brackets.\n\n{page}",
	}, gen.Fixed("page", body.page()), gen.Fixed("selector", s))
	answer := task.List(task.Strings(got)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Of the elements with a text, these meet every part of %s: %s.", s, gen.Enumerated(got)), answer)}
}

// selectorFor makes a selector that matches the element at a place, which holds
// a text itself, as all elements of its tag do.
func selectorFor(r *rand.Rand, d gen.Difficulty, p place) selector {
	depth := len(p.chain) - 1
	name := func(at int, combinator byte) compound {
		e := p.chain[at]
		c := compound{combinator: combinator, tag: e.tag}
		if classes := strings.Fields(e.attr("class")); len(classes) > 0 && (d >= 2 || r.IntN(2) == 0) {
			c.class = gen.Pick(r, classes)
		}
		return c
	}
	last := name(depth, ' ')
	if d >= 4 && (p.index[depth] == 0 || r.IntN(2) == 0) {
		last.nth = p.index[depth] + 1
	}
	s := selector{last}
	if d >= 2 {
		up := gen.Between(r, 1, depth-1)
		s[0].combinator = ' '
		if up == depth-1 && d >= 3 {
			s[0].combinator = '>'
		}
		s = append(selector{name(up, ' ')}, s...)
	}
	if d >= 5 && last.nth == 0 { // the sibling before it instead
		parent := p.chain[depth-1]
		before := parent.children[p.index[depth]-1]
		s = selector{name(depth-1, ' '), {combinator: '>', tag: before.tag}, {combinator: '+', tag: last.tag}}
	}
	return s
}
