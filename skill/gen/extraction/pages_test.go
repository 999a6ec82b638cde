package extraction_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"segue/task"
)

// bracketed writes texts as the answer of a list is written.
func bracketed(texts []string) string { return task.List(task.Strings(texts)...).Text() }

// elements calls f for every element of a page in document order.
func elements(n *html.Node, f func(n *html.Node)) {
	if n.Type == html.ElementNode {
		f(n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		elements(c, f)
	}
}

func hasClass(n *html.Node, class string) bool {
	classes, _ := attribute(n, "class")
	return slices.Contains(strings.Fields(classes), class)
}

// before is the element before a node, nil where there is none.
func before(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; {
		n = n.PrevSibling
	}
	return n
}

var selectorPart = regexp.MustCompile(`^(\w+)(?:\.(\w+))?(?::nth-child\((\d+)\))?$`)

// selected says whether a node matches a selector, read from right to left.
func selected(n *html.Node, parts []string) bool {
	part := selectorPart.FindStringSubmatch(parts[len(parts)-1])
	if n == nil || n.Type != html.ElementNode || n.Data != part[1] || part[2] != "" && !hasClass(n, part[2]) {
		return false
	}
	if part[3] != "" {
		k := 1
		for s := before(n); s != nil; s = before(s) {
			k++
		}
		if fmt.Sprint(k) != part[3] {
			return false
		}
	}
	if parts = parts[:len(parts)-1]; len(parts) == 0 {
		return true
	}
	switch last := parts[len(parts)-1]; last {
	case ">":
		return selected(n.Parent, parts[:len(parts)-1])
	case "+":
		return selected(before(n), parts[:len(parts)-1])
	}
	for up := n.Parent; up != nil; up = up.Parent {
		if selected(up, parts) {
			return true
		}
	}
	return false
}

func TestSelectorsOnThePage(t *testing.T) {
	each(t, "selector-evaluation", 100, func(q string, it task.Item) string {
		parts := strings.Fields(find(t, "selector `([^`]+)`|Evaluate `([^`]+)`|rule `([^`{]+?) \\{", q))
		var got []string
		elements(parse(t, q), func(n *html.Node) {
			if selected(n, parts) {
				got = append(got, strings.TrimSpace(text(n)))
			}
		})
		return bracketed(got)
	})
}

func TestAttributesOnThePage(t *testing.T) {
	each(t, "attribute-harvesting", 100, func(q string, it task.Item) string {
		class := find(t, `the class (\w+)|with (\w+) among|of class (\w+)\?`, q)
		var got []string
		elements(parse(t, q), func(n *html.Node) {
			id, ok := attribute(n, "data-id")
			_, old := attribute(n, "data-old")
			if ok && hasClass(n, class) && (!strings.Contains(q, "all a elements") || n.Data == "a") &&
				(!strings.Contains(q, "inside main") || n.Parent.Data == "main") && !(strings.Contains(q, "without an attribute") && old) {
				got = append(got, id)
			}
		})
		return bracketed(got)
	})
}

func TestVisibleWordsOfThePage(t *testing.T) {
	each(t, "hidden-and-visible-text-split", 100, func(q string, it task.Item) string {
		var got []string
		var see func(n *html.Node)
		see = func(n *html.Node) {
			style, _ := attribute(n, "style")
			if _, hidden := attribute(n, "hidden"); hidden || style != "" || hasClass(n, "gone") || slices.Contains([]string{"script", "style", "template", "head"}, n.Data) {
				return
			}
			if n.Type == html.TextNode {
				got = append(got, strings.Fields(n.Data)...)
			}
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				see(c)
			}
		}
		see(parse(t, q))
		return bracketed(got)
	})
}

func TestDecodedTextOfThePage(t *testing.T) {
	each(t, "entity-and-whitespace-decoding", 100, func(q string, it task.Item) string {
		return strings.Join(strings.Fields(text(parse(t, q))), " ")
	})
}

// TestLinksOfThePage resolves links by the steps of RFC 3986, section 5.2.
func TestLinksOfThePage(t *testing.T) {
	resolve := func(base, ref string) string {
		m := regexp.MustCompile(`^(https://[^/]+)([^?#]*)`).FindStringSubmatch(base)
		switch {
		case strings.HasPrefix(ref, "//"):
			return "https:" + ref
		case strings.HasPrefix(ref, "#"), strings.HasPrefix(ref, "?"):
			return m[1] + m[2] + ref
		}
		path, query, _ := strings.Cut(ref, "?")
		if !strings.HasPrefix(path, "/") {
			path = m[2][:strings.LastIndexByte(m[2], '/')+1] + path
		}
		var out []string
		steps := strings.Split(path, "/")
		for i, s := range steps {
			switch {
			case s == ".." && len(out) > 1:
				out = out[:len(out)-1]
			case s != ".." && s != ".":
				out = append(out, s)
			}
			if i == len(steps)-1 && (s == ".." || s == ".") {
				out = append(out, "")
			}
		}
		if query != "" {
			query = "?" + query
		}
		return m[1] + strings.Join(out, "/") + query
	}
	each(t, "link-resolution", 100, func(q string, it task.Item) string {
		base := find(t, `(https://\S+\.html)`, q)
		root := parse(t, q)
		walk(root, "base", func(n *html.Node) {
			href, _ := attribute(n, "href")
			base = resolve(base, href)
		})
		var got []string
		walk(root, "a", func(n *html.Node) {
			href, _ := attribute(n, "href")
			got = append(got, resolve(base, href))
		})
		return bracketed(got)
	})
}

func TestPayloadOfTheForm(t *testing.T) {
	each(t, "form-default-payload", 100, func(q string, it task.Item) string {
		var got []string
		elements(parse(t, q), func(n *html.Node) {
			name, named := attribute(n, "name")
			for up := n; up != nil; up = up.Parent {
				if _, off := attribute(up, "disabled"); off {
					return
				}
			}
			value, _ := attribute(n, "value")
			kind, _ := attribute(n, "type")
			_, checked := attribute(n, "checked")
			switch {
			case !named || kind == "checkbox" && !checked || n.Data == "button" && value != "save":
				return
			case n.Data == "textarea":
				value = text(n)
			case n.Data == "select":
				walk(n, "option", func(o *html.Node) {
					v, _ := attribute(o, "value")
					if _, chosen := attribute(o, "selected"); chosen || value == "" {
						value = v
					}
				})
			}
			got = append(got, name+"="+value)
		})
		return bracketed(got)
	})
}

func TestHeadingsOfTheParagraph(t *testing.T) {
	each(t, "breadcrumb-and-heading-hierarchy", 100, func(q string, it task.Item) string {
		note := find(t, `mentions the (\w+) stand|paragraph about the (\w+):|the word "(\w+)"`, q)
		var path, levels, got []string
		elements(parse(t, q), func(n *html.Node) {
			if len(n.Data) == 2 && n.Data[0] == 'h' && n.Data != "hr" {
				for len(levels) > 0 && levels[len(levels)-1] >= n.Data {
					levels, path = levels[:len(levels)-1], path[:len(path)-1]
				}
				levels, path = append(levels, n.Data), append(path, text(n))
			}
			if n.Data == "p" && text(n) == "See the "+note+"." {
				got = slices.Clone(path)
			}
		})
		return bracketed(got)
	})
}
