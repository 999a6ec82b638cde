package extraction

import (
	"html"
	"strings"
)

// element is an element of a page, or a text where its tag is empty.
type element struct {
	tag, text  string
	attributes []attribute
	children   []*element
}

type attribute struct{ name, value string } // an empty value is written as a bare name

// el makes an element; attributes come as names and values in turn.
func el(tag string, attributes []string, children ...*element) *element {
	e := &element{tag: tag, children: children}
	for i := 0; i+1 < len(attributes); i += 2 {
		e.attributes = append(e.attributes, attribute{attributes[i], attributes[i+1]})
	}
	return e
}

// words is a text in a page.
func words(text string) *element { return &element{text: text} }

// leaf is an element that holds a text.
func leaf(tag, text string, attributes ...string) *element { return el(tag, attributes, words(text)) }

// attr is the value of an attribute, "" where there is none.
func (e *element) attr(name string) string {
	for _, a := range e.attributes {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// has says whether an attribute is set, to a value or bare.
func (e *element) has(name string) bool {
	for _, a := range e.attributes {
		if a.name == name {
			return true
		}
	}
	return false
}

// add appends children and returns the element.
func (e *element) add(children ...*element) *element {
	e.children = append(e.children, children...)
	return e
}

// content is all text below an element.
func (e *element) content() string {
	out := e.text
	for _, c := range e.children {
		out += c.content()
	}
	return out
}

// page writes the element as an indented page in a fence.
func (e *element) page() string {
	var b strings.Builder
	e.write(&b, "")
	return fence("html", b.String())
}

// voids are the elements without content or end tag.
var voids = map[string]bool{"img": true, "input": true, "meta": true, "link": true, "base": true, "br": true}

func (e *element) write(b *strings.Builder, indent string) {
	b.WriteString(indent)
	if e.tag == "" {
		b.WriteString(html.EscapeString(e.text) + "\n")
		return
	}
	b.WriteString("<" + e.tag)
	for _, a := range e.attributes {
		b.WriteString(" " + a.name)
		if a.value != "" {
			b.WriteString(`="` + html.EscapeString(a.value) + `"`)
		}
	}
	b.WriteString(">")
	switch {
	case voids[e.tag]:
	case len(e.children) == 1 && e.children[0].tag == "":
		b.WriteString(html.EscapeString(e.children[0].text) + "</" + e.tag + ">")
	default:
		b.WriteString("\n")
		for _, c := range e.children {
			c.write(b, indent+"  ")
		}
		b.WriteString(indent + "</" + e.tag + ">")
	}
	b.WriteString("\n")
}
