package extraction

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "HTML extraction"
	gen.Register("information_extraction/link-resolution", area, "Link resolution", "Resolve the relative links of a page against its address or base.", linkResolution)
	gen.Register("information_extraction/form-default-payload", area, "Form default payload",
		"List the name-value pairs that a form sends when nothing is changed.", formPayload)
	gen.Register("information_extraction/hidden-and-visible-text-split", area, "Hidden and visible text split", "List the texts of a page that a reader sees.", visibleText)
	gen.Register("information_extraction/entity-and-whitespace-decoding", area, "Entity and whitespace decoding",
		"Write the text of an element as a browser shows it.", entityDecoding)
	gen.Register("information_extraction/malformed-markup-recovery", area, "Malformed markup recovery",
		"Read the contents of elements whose end tags are missing, by stated rules.", malformedMarkup)
}

// linkForms write relative links from easy to hard; each takes two words.
var linkForms = []string{"%s/%s.html", "/%s/%s", "../%s/%s.html", "./%s?sort=%s", "#%s-%s", "//cdn.%s.example/%s.js", "?%s=%s", "../../%s/%s", "%s/../%s", "/./%s/../%s.pdf"}

// linkResolution asks for absolute addresses. Difficulty adds links and forms,
// and from 3 on a base element that replaces the page's own address.
func linkResolution(r *rand.Rand, d gen.Difficulty) task.Item {
	w := gen.Sample(r, lexicon.Nouns(), 24)
	page := fmt.Sprintf("https://www.%s.example/%s/%s/%s.html", w[0], w[1], w[2], w[3])
	head, base := el("head", nil, leaf("title", lexicon.Capital(w[4]))), page
	if d >= 3 {
		href := gen.Pick(r, []string{"/" + w[5] + "/" + w[6] + "/", "../" + w[5] + "/" + w[6] + ".html"})
		head.add(el("base", []string{"href", href}))
		base = resolved(page, href)
	}
	body := el("body", nil)
	var got []string
	for i := range gen.Of(d, 3, 3, 4, 5, 6) {
		href := fmt.Sprintf(gen.Pick(r, linkForms[:gen.Of(d, 4, 6, 8, 10, 10)]), w[8+2*i], w[9+2*i])
		body.add(leaf("a", w[20+i%4], "href", href))
		got = append(got, resolved(base, href))
	}
	question, _ := gen.Ask(r, []string{
		"The page {address} has this source:\n\n{page}\n\nTo which absolute addresses do its links (a elements) lead? List them in order, in square brackets.",
		"A crawler fetched {address} and found the markup below. Write the href of every a element as an absolute URL, top to bottom, in a bracketed list.\n\n{page}",
		"{page}\n\nThis is what the server sends for {address}. Resolve each link as a browser would, without changing anything but making it absolute, and give the list in square brackets.",
	}, gen.Fixed("address", page), gen.Fixed("page", el("html", nil, head, body).page()))
	answer := task.List(task.Strings(got)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Links are resolved against %s. A path starting with / replaces the whole path, .. goes up a folder, ? and # keep the path, // keeps the scheme only.", base), answer)}
}

// resolved is a reference made absolute; both are well-formed by construction.
func resolved(base, href string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ""
	}
	u, err := b.Parse(href)
	if err != nil {
		return ""
	}
	return u.String()
}

// formPayload asks for the pairs a form sends. Difficulty adds controls and
// rules: unchecked boxes, disabled controls, controls without a name, a select
// without a chosen option, a disabled fieldset, the button that is pressed.
func formPayload(r *rand.Rand, d gen.Difficulty) task.Item {
	field := gen.Sample(r, lexicon.Nouns(), 16)
	form := el("form", []string{"action", "/" + field[15], "method", "get"})
	var pairs []string
	send := func(sent bool, name, value string) {
		if sent {
			pairs = append(pairs, name+"="+value)
		}
	}
	for i := range gen.Of(d, 5, 6, 8, 10, 12) {
		name, value, off := field[i], gen.Pick(r, lexicon.Colours()), d >= 2 && i > 0 && r.IntN(5) == 0
		holder := form
		fieldsetOff := d >= 4 && i%4 == 3
		if fieldsetOff {
			holder = el("fieldset", []string{"disabled", ""})
			form.add(holder)
		}
		var control *element
		sent := !off && !fieldsetOff
		switch i % 4 {
		case 0:
			control = el("input", []string{"type", gen.Pick(r, []string{"text", "hidden", "number"}), "name", name, "value", value})
			if control.attr("type") == "number" {
				value = fmt.Sprint(gen.Between(r, 2, 98))
				control.attributes[2].value = value
			}
			if d >= 3 && i > 0 && r.IntN(3) == 0 {
				control.attributes[1].name = "id" // no name, so it is never sent
				sent = false
			}
		case 1:
			control = el("input", []string{"type", "checkbox", "name", name, "value", value})
			if checked := r.IntN(2) == 0; checked {
				control.attributes = append(control.attributes, attribute{"checked", ""})
			} else {
				sent = false
			}
		case 2:
			options := gen.Sample(r, lexicon.Colours(), 3)
			control, value = el("select", []string{"name", name}), options[0]
			chosen := r.IntN(4) // 3: none, so the first counts
			for k, o := range options {
				option := leaf("option", lexicon.Capital(o), "value", o)
				if k == chosen {
					option.attributes, value = append(option.attributes, attribute{"selected", ""}), o
				}
				control.add(option)
			}
		case 3:
			control = el("textarea", []string{"name", name}, words(value))
		}
		if off {
			control.attributes = append(control.attributes, attribute{"disabled", ""})
		}
		holder.add(control)
		send(sent, name, value)
	}
	if d >= 3 {
		form.add(leaf("button", "Go", "name", "action", "value", "go"), leaf("button", "Save", "name", "action", "value", "save"))
		pairs = append(pairs, "action=save")
	} else {
		form.add(leaf("button", "Save"))
	}
	question, _ := gen.Ask(r, []string{
		"{page}\n\nNobody touches the form and Save is clicked. Which pairs are sent? List them as name=value in the order of the form, in square brackets.",
		"Write down the data set of this form, as it stands, when it is submitted with the button Save: a bracketed list of name=value pairs in document order, by the rules of HTML.\n\n{page}",
		"Which name=value pairs does a browser put into the query when a visitor presses Save at once? Keep their order and answer with a list in square brackets.\n\n{page}",
	}, gen.Fixed("page", form.page()))
	answer := task.List(task.Strings(pairs)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Sent are controls with a name that are not disabled, boxes only if checked, and a select's chosen or first option. That leaves %s.", gen.Enumerated(pairs)), answer)}
}

// visibleText asks for the words that are shown. Difficulty adds parts and ways
// of hiding: attributes, comments and scripts, styles by class, an ancestor.
func visibleText(r *rand.Rand, d gen.Difficulty) task.Item {
	texts := gen.Sample(r, lexicon.Nouns(), 40)
	body := el("body", nil)
	var shown []string
	holder, open := body, true
	for i := range gen.Of(d, 6, 8, 10, 13, 16) {
		if i%4 == 0 {
			hidden := d >= 3 && i > 0 && r.IntN(3) == 0
			holder, open = el("div", nil), !hidden
			if hidden {
				holder.attributes = []attribute{{"hidden", ""}}
			}
			body.add(holder)
		}
		kind := 0
		if i > 0 && r.IntN(2) == 0 {
			kind = 1 + r.IntN(gen.Of(d, 2, 3, 4, 5, 6))
		}
		tag := gen.Pick(r, []string{"p", "span", "b"})
		switch kind {
		case 0:
			holder.add(leaf(tag, texts[i]))
			if open {
				shown = append(shown, texts[i])
			}
		case 1:
			holder.add(leaf(tag, texts[i], "hidden", ""))
		case 2:
			holder.add(leaf(tag, texts[i], "style", "display:none"))
		case 3:
			holder.add(leaf("script", "var a = \""+texts[i]+"\";"))
		case 4:
			holder.add(leaf(tag, texts[i], "class", "gone"))
		case 5:
			holder.add(leaf("template", texts[i]))
		case 6: // greyed out but to be seen
			holder.add(leaf(tag, texts[i], "class", "faint"))
			if open {
				shown = append(shown, texts[i])
			}
		}
	}
	head := el("head", nil, leaf("title", lexicon.Capital(texts[39])))
	if d >= 3 {
		head.add(leaf("style", ".gone { display: none } .faint { opacity: 0.6 }"))
	}
	question, _ := gen.Ask(r, []string{
		"{page}\n\nWhich words does a visitor see in the body of this page? List them from top to bottom, in square brackets.",
		"Some parts of this source are never displayed. Drop them (and the title) and list the words that remain, in document order, in square brackets.\n\n{page}",
		"Split off what is hidden by attribute, style or kind of element. What is left of the body as visible text? Give its words in order as a bracketed list.\n\n{page}",
	}, gen.Fixed("page", el("html", nil, head, body).page()))
	answer := task.List(task.Strings(shown)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Everything that is hidden itself or inside of something hidden falls away. %d words stay: %s.", len(shown), gen.Enumerated(shown)), answer)}
}

// entities are characters and how sources write them.
var entities = []struct{ shown, written string }{
	{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"é", "&eacute;"}, {"ü", "&#252;"}, {"ñ", "&#xF1;"}, {"©", "&copy;"}, {"½", "&frac12;"}, {"€", "&#8364;"}, {"&lt;", "&amp;lt;"}, {"&amp;", "&amp;amp;"}, {"&#65;", "&amp;#65;"},
}

// entityDecoding asks for a text as shown. Difficulty adds words and kinds of
// entities, from named over numeric ones to ampersands that are escaped twice.
func entityDecoding(r *rand.Rand, d gen.Difficulty) task.Item {
	source, shown := "", []string{}
	for _, word := range gen.Sample(r, lexicon.Nouns(), gen.Of(d, 5, 6, 7, 9, 11)) {
		written := word
		if r.IntN(5) < 3 || len(shown) == 0 {
			e := gen.Pick(r, entities[:gen.Of(d, 4, 6, 9, 11, 12)])
			cut := r.IntN(len(word) + 1)
			written = word[:cut] + e.written + word[cut:]
			word = word[:cut] + e.shown + word[cut:]
		}
		if d >= 2 && r.IntN(4) == 0 {
			written = "<" + "em" + ">" + written + "</em>"
		}
		source += gen.Pick(r, []string{" ", "  ", "\n    "}) + written
		shown = append(shown, word)
	}
	if d >= 3 {
		source = strings.Replace(source, shown[len(shown)-1], "<!-- "+gen.Pick(r, lexicon.Nouns())+" -->"+shown[len(shown)-1], 1)
	}
	text := strings.Join(shown, " ")
	question, _ := gen.Ask(r, []string{
		"{page}\n\nWrite the text of this paragraph exactly as a browser displays it: entities decoded once, runs of blanks and line ends as one blank, none at the ends.",
		"What does the reader of this markup see? Give the line character by character, with single blanks between the words and none around them.\n\n{page}",
		"Convert the paragraph to plain text: drop tags and comments, decode each entity (once only), collapse white space to single blanks and trim.\n\n{page}",
	}, gen.Fixed("page", fence("html", "<p>"+source+"\n</p>")))
	answer := task.Answer{Kind: task.KindString, Value: text, Exact: true}
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Tags and comments show nothing, each entity stands for one character, and what comes out of an entity is not decoded again. That gives %d words.", len(shown)), answer)}
}

// malformedMarkup asks for the texts of list items whose end tags are missing.
// Difficulty adds items, inline tags that are never closed, nested lists and
// stray end tags.
func malformedMarkup(r *rand.Rand, d gen.Difficulty) task.Item {
	w := gen.Sample(r, lexicon.Nouns(), 60)
	source, next := "<ul>\n", 0
	var items []string
	word := func() string { next++; return w[next-1] }
	for i := range gen.Of(d, 4, 5, 6, 7, 9) {
		first, second := word(), word()
		item, line := first+" "+second, "<li>"+first+" "+second
		switch k := r.IntN(gen.Of(d, 2, 3, 4, 5, 5)); {
		case k == 1:
			line = "<li>" + first + " <b>" + second
		case k == 2:
			line = "<li>" + first + "</i> " + second
		case k == 3:
			line = "<li><em>" + first + "</em> " + second + "</p>"
		case k == 4 && i > 0: // an inner list belongs to the item and is no part of its text
			line += "\n  <ul>\n  <li>" + word() + "\n  <li>" + word() + "\n  </ul>"
			third := word()
			line, item = line+"\n  "+third, item+" "+third
		}
		if r.IntN(4) == 0 {
			line += "</li>"
		}
		source, items = source+line+"\n", append(items, item)
	}
	inner := ""
	if d >= 4 {
		inner = "; a ul inside of an item with its own items is no part of that item's text, but words after its end tag are"
	}
	question, _ := gen.Ask(r, []string{
		"{page}\n\nRead this broken list by these rules: an li ends where the next li of the same list or the list's end begins, inline tags and stray end tags do not matter{inner}. List the texts of the items of the outer list in order, in square brackets.",
		"End tags are missing or wrong in this source. Take it that a new li closes the one before it in the same list, and ignore all tags but ul and li{inner}. What are the texts of the outer list's items? Answer with a bracketed list, top first.\n\n{page}",
		"Repair the markup in your head (li elements close when a sibling starts or their list ends; any other tag counts for nothing{inner}) and write the items of the outermost list, with single blanks between words, as a list in square brackets.\n\n{page}",
	}, gen.Fixed("page", fence("html", source+"</ul>")), gen.Fixed("inner", inner))
	answer := task.List(task.Strings(items)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Cutting at each li of the outer list gives %d items: %s.", len(items), gen.Enumerated(items)), answer)}
}
