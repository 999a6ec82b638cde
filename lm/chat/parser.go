package chat

import (
	"errors"
	"fmt"
	"slices"
)

// parser builds the tree of a template from its tokens, following the grammar
// of Jinja 3.
type parser struct {
	tokens []token
	at     int
	depth  int
	loops  int // loops around the place
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.kind != endOfFile {
		p.at++
	}
	return t
}

// is reports whether the next token is one of the operators or names.
func (p *parser) is(k kind, texts ...string) bool {
	return p.peek().kind == k && slices.Contains(texts, p.peek().text)
}

// take moves over the next token if it is one of the operators or names.
func (p *parser) take(k kind, texts ...string) bool {
	if p.is(k, texts...) {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(k kind, text string) error {
	if t := p.peek(); t.kind != k || text != "" && t.text != text {
		return fmt.Errorf("%s stands where %s is expected", t.describe(), token{kind: k, text: text}.describe())
	}
	p.at++
	return nil
}

func (t token) describe() string {
	switch t.kind {
	case textToken:
		return "text"
	case printBegin:
		return "{{"
	case printEnd:
		return "}}"
	case blockBegin:
		return "{%"
	case blockEnd:
		return "%}"
	case endOfFile:
		return "the end of the template"
	case name:
		if t.text == "" {
			return "a name"
		}
	}
	return fmt.Sprintf("%q", t.text)
}

// deeper counts nesting; the caller defers what it returns.
func (p *parser) deeper() (func(), error) {
	if p.depth++; p.depth > maxNesting {
		return func() { p.depth-- }, fmt.Errorf("nested more than %d deep", maxNesting)
	}
	return func() { p.depth-- }, nil
}

// maxNesting bounds how deep a template's tags and brackets may be nested.
const maxNesting = 100

// statements reads up to one of the closing tags, whose name it leaves to be
// read; without any, to the end.
func (p *parser) statements(closing ...string) (block, error) {
	back, err := p.deeper()
	defer back()
	if err != nil {
		return nil, err
	}
	var body block
	for {
		t := p.next()
		switch t.kind {
		case textToken:
			body = append(body, textStatement(t.text))
		case printBegin:
			x, err := p.tuple(true)
			if err == nil {
				err = p.expect(printEnd, "")
			}
			if err != nil {
				return nil, err
			}
			body = append(body, &printStatement{x, t.line})
		case blockBegin:
			if p.peek().kind == name && slices.Contains(closing, p.peek().text) {
				return body, nil
			}
			line := p.peek().line
			s, err := p.statement()
			if err != nil {
				return nil, err
			}
			body = append(body, &located{s, line})
		default:
			if len(closing) == 0 {
				return body, nil
			}
			return nil, fmt.Errorf("the template ends where {%% %s %%} is expected", closing[0])
		}
	}
}

// finish moves over the name of a closing tag and the end of the tag.
func (p *parser) finish() error {
	p.next()
	return p.expect(blockEnd, "")
}

// body reads the rest of a tag, the statements up to a closing tag, and that.
func (p *parser) body(closing string) (block, error) {
	if err := p.expect(blockEnd, ""); err != nil {
		return nil, err
	}
	body, err := p.statements(closing)
	if err != nil {
		return nil, err
	}
	return body, p.finish()
}

// statement reads one tag and what belongs to it.
func (p *parser) statement() (statement, error) {
	t := p.next()
	if t.kind != name {
		return nil, fmt.Errorf("%s stands where the name of a tag is expected", t.describe())
	}
	switch t.text {
	case "for":
		return p.forStatement()
	case "if":
		return p.ifStatement()
	case "set":
		return p.setStatement()
	case "macro":
		return p.macroStatement()
	case "with":
		return p.withStatement()
	case "filter":
		call, err := p.filterCall(&content{})
		if err != nil {
			return nil, err
		}
		body, err := p.body("endfilter")
		return &filterStatement{call, body}, err
	case "generation": // marks what the model wrote; it prints as it stands
		return p.body("endgeneration")
	case "break", "continue":
		if p.loops == 0 {
			return nil, fmt.Errorf("{%% %s %%} stands outside of a loop", t.text)
		}
		return jump(t.text), p.expect(blockEnd, "")
	}
	return nil, fmt.Errorf("the tag {%% %s %%} is not known here (known: for, if, set, macro, with, filter, raw, generation, break, continue)", t.text)
}

func (p *parser) forStatement() (statement, error) {
	f := &forStatement{}
	var err error
	if f.target, err = p.target(false); err != nil {
		return nil, err
	}
	if err := p.expect(name, "in"); err != nil {
		return nil, err
	}
	if f.over, err = p.tuple(false); err != nil {
		return nil, err
	}
	if p.take(name, "if") {
		if f.only, err = p.expression(); err != nil {
			return nil, err
		}
	}
	if p.is(name, "recursive") {
		return nil, errors.New("recursive loops are not known here")
	}
	if err := p.expect(blockEnd, ""); err != nil {
		return nil, err
	}
	p.loops++
	f.body, err = p.statements("endfor", "else")
	p.loops--
	if err != nil {
		return nil, err
	}
	if p.peek().text == "else" {
		p.next()
		f.otherwise, err = p.body("endfor")
		return f, err
	}
	return f, p.finish()
}

func (p *parser) ifStatement() (statement, error) {
	s := &ifStatement{}
	for {
		condition, err := p.tuple(false)
		if err != nil {
			return nil, err
		}
		if err := p.expect(blockEnd, ""); err != nil {
			return nil, err
		}
		body, err := p.statements("elif", "else", "endif")
		if err != nil {
			return nil, err
		}
		s.conditions, s.bodies = append(s.conditions, condition), append(s.bodies, body)
		switch p.peek().text {
		case "elif":
			p.next()
		case "else":
			p.next()
			s.otherwise, err = p.body("endif")
			return s, err
		default:
			return s, p.finish()
		}
	}
}

func (p *parser) setStatement() (statement, error) {
	target, err := p.target(true)
	if err != nil {
		return nil, err
	}
	if p.take(operator, "=") {
		value, err := p.tuple(true)
		if err != nil {
			return nil, err
		}
		return &setStatement{target, value}, p.expect(blockEnd, "")
	}
	s := &captureStatement{target: target, value: &content{}}
	if p.is(operator, "|") {
		if s.value, err = p.filters(s.value); err != nil {
			return nil, err
		}
	}
	s.body, err = p.body("endset")
	return s, err
}

func (p *parser) macroStatement() (statement, error) {
	m := &macroStatement{name: p.peek().text}
	if err := p.expect(name, ""); err != nil {
		return nil, err
	}
	if err := p.expect(operator, "("); err != nil {
		return nil, err
	}
	for !p.take(operator, ")") {
		if len(m.parameters) > 0 {
			if err := p.expect(operator, ","); err != nil {
				return nil, err
			}
		}
		parameter := parameter{name: p.peek().text}
		if err := p.expect(name, ""); err != nil {
			return nil, err
		}
		if p.take(operator, "=") {
			var err error
			if parameter.value, err = p.expression(); err != nil {
				return nil, err
			}
		}
		m.parameters = append(m.parameters, parameter)
	}
	loops := p.loops
	p.loops = 0
	var err error
	m.body, err = p.body("endmacro")
	p.loops = loops
	return m, err
}

func (p *parser) withStatement() (statement, error) {
	w := &withStatement{}
	for p.peek().kind != blockEnd {
		if len(w.targets) > 0 {
			if err := p.expect(operator, ","); err != nil {
				return nil, err
			}
		}
		target, err := p.target(false)
		if err == nil {
			err = p.expect(operator, "=")
		}
		if err != nil {
			return nil, err
		}
		value, err := p.expression()
		if err != nil {
			return nil, err
		}
		w.targets, w.values = append(w.targets, target), append(w.values, value)
	}
	var err error
	w.body, err = p.body("endwith")
	return w, err
}

// target reads what is assigned to: a name, an attribute of a namespace where
// allowed, or several names.
func (p *parser) target(attributes bool) (target, error) {
	var t target
	bracket := p.take(operator, "(")
	for {
		n := p.peek()
		if err := p.expect(name, ""); err != nil {
			return t, err
		}
		if slices.Contains([]string{"true", "false", "none", "True", "False", "None"}, n.text) {
			return t, fmt.Errorf("%s cannot be assigned to", n.text)
		}
		item := targetName{name: n.text}
		if attributes && p.take(operator, ".") {
			item.attribute = p.peek().text
			if err := p.expect(name, ""); err != nil {
				return t, err
			}
		}
		t.names = append(t.names, item)
		if !p.take(operator, ",") {
			break
		}
		t.unpack = true
		if p.peek().kind != name || p.is(name, "in") {
			break
		}
	}
	if bracket {
		return t, p.expect(operator, ")")
	}
	return t, nil
}
