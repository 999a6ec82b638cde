package extraction

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"segue/skill/gen"
	"segue/skill/gen/lexicon"
	"segue/task"
)

func init() {
	const area = "HTML extraction"
	gen.Register("information_extraction/element-text-by-structure", area, "Element text by structure",
		"Give the text of the element at a described place in the nesting of a page.", elementByStructure)
	gen.Register("information_extraction/attribute-harvesting", area, "Attribute harvesting",
		"List the values of an attribute on the elements that match a description.", attributeHarvest)
	gen.Register("information_extraction/nested-list-outline", area, "Nested list outline", "Give the outline number or the path of an item of nested lists.", listOutline)
	gen.Register("information_extraction/definition-list-pairing", area, "Definition list pairing",
		"List the descriptions of a term where terms may share descriptions.", definitionList)
	gen.Register("information_extraction/microdata-extraction", area, "Microdata extraction", "Read the properties of an item marked up with microdata.", microdata)
	gen.Register("information_extraction/breadcrumb-and-heading-hierarchy", area, "Breadcrumb and heading hierarchy",
		"Give the headings that govern a paragraph, from the top down.", headingPath)
	gen.Register("information_extraction/selector-evaluation", area, "Selector evaluation", "Evaluate a CSS selector on a page.", selectorEvaluation)
}

var (
	boxClasses = []string{"note", "lead", "aside", "hint", "main"}
	ordinalsTo = []string{"first", "second", "third", "fourth", "fifth"}
)

// elementByStructure asks for a text told by its place. Difficulty adds levels
// of nesting and siblings of other kinds that do not count.
func elementByStructure(r *rand.Rand, d gen.Difficulty) task.Item {
	texts, next := gen.Sample(r, lexicon.Nouns(), 90), 0
	word := func() string { next++; return texts[next-1] }
	width := gen.Of(d, 3, 3, 3, 3, 4)
	body := el("body", nil)
	var path string
	var target *element
	want, wantItem, wantBlock := r.IntN(width), r.IntN(2), r.IntN(2)
	for i := range width {
		section := el("section", nil)
		for k := range gen.Of(d, 1, 1, 2, 2, 2) {
			holder := section
			if d >= 3 {
				holder = el("div", []string{"class", boxClasses[(i+k)%5]})
				section.add(holder)
			}
			for m := range gen.Of(d, 3, 3, 2, 3, 3) {
				tag := "p"
				if d >= 2 && (m+k)%3 == 1 {
					tag = "h3"
				}
				holder.add(leaf(tag, word()))
			}
			list := el("ul", nil, leaf("li", word()), leaf("li", word()))
			if d >= 4 {
				list.children[1] = el("li", nil, words(word()), el("ol", nil, leaf("li", word()), leaf("li", word())))
			}
			holder.add(list)
			if i == want && k == min(wantBlock, gen.Of(d, 0, 0, 1, 1, 1)) {
				target, path = list.children[wantItem], fmt.Sprintf("the %s li of the ul", ordinalsTo[wantItem])
				if d < 2 && r.IntN(2) == 0 {
					target, path = holder.children[1], "the second p"
				}
				if d >= 4 {
					target, path = list.children[1].children[1].children[wantItem], fmt.Sprintf("the %s li of the ol inside the ul", ordinalsTo[wantItem])
				}
				if d >= 3 {
					path += fmt.Sprintf(" in the %s div", ordinalsTo[k])
				}
				path += fmt.Sprintf(" of the %s section", ordinalsTo[i])
			}
		}
		body.add(section)
	}
	question, _ := gen.Ask(r, []string{
		"{page}\n\nWhat is the text of {path}?",
		"A scraper is told to fetch the text of {path}. Which word does it bring back from this page?\n\n{page}",
		"Counting children of the same name from one in the order of the source, find {path} and write down the word in it.\n\n{page}",
	}, gen.Fixed("page", body.page()), gen.Fixed("path", path))
	answer := task.String(target.content())
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Going down from the outside, %s is reached; it holds the word %s.", path, target.content()), answer)}
}

// attributeHarvest asks for attribute values in document order. Difficulty adds
// elements and conditions: a tag, a class among several, an ancestor, the lack
// of another attribute.
func attributeHarvest(r *rand.Rand, d gen.Difficulty) task.Item {
	nav, main := el("nav", nil), el("main", nil)
	codes := spread(r, 1001, 9899, 40)
	class := gen.Pick(r, boxClasses)
	var got []string
	for i := range gen.Of(d, 7, 9, 12, 15, 18) {
		tag := gen.Pick(r, []string{"a", "img", "a"})
		classes := gen.Sample(r, boxClasses, gen.Of(d, 1, 2, 2, 2, 2))
		holder := gen.Pick(r, []*element{nav, main, main})
		if i == 0 {
			tag, classes[0], holder = "a", class, main
		}
		if len(classes) > 1 && classes[0] == classes[1] {
			classes = classes[:1]
		}
		e := el(tag, []string{"class", strings.Join(classes, " "), "data-id", fmt.Sprint(codes[i])})
		old := d >= 5 && i > 0 && r.IntN(3) == 0
		if old {
			e.attributes = append(e.attributes, attribute{"data-old", "true"})
		}
		if tag == "a" {
			e.add(words(gen.Pick(r, lexicon.Nouns())))
		} else {
			e.attributes = append(e.attributes, attribute{"alt", gen.Pick(r, lexicon.Nouns())})
		}
		holder.add(e)
	}
	root := el("body", nil, nav, main)
	for _, holder := range root.children {
		for _, e := range holder.children {
			if strings.Contains(" "+e.attr("class")+" ", " "+class+" ") && (d < 3 || e.tag == "a") && (d < 4 || holder == main) && !e.has("data-old") {
				got = append(got, e.attr("data-id"))
			}
		}
	}
	what := gen.Of(d, "all elements", "all elements", "all a elements", "all a elements inside main", "all a elements inside main without an attribute data-old")
	question, _ := gen.Ask(r, []string{
		"{page}\n\nCollect the values of data-id on {what} that have the class {class} (alone or among others). List them in document order, in square brackets.",
		"From the source below, harvest data-id of {what} with {class} among their classes. Keep the order of the page; answer with a bracketed list of numbers.\n\n{page}",
		"Which data-id values carry {what} of class {class}? An element may have several classes. Write a list in square brackets, top to bottom.\n\n{page}",
	}, gen.Fixed("page", root.page()), gen.Fixed("what", what), gen.Fixed("class", class))
	answer := task.List(task.Strings(got)...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Going through the page from the top, %d elements match: %s.", len(got), gen.Enumerated(got)), answer)}
}

// outline grows a nested list and notes the path and number of every item.
type outline struct {
	r            *rand.Rand
	texts        []string
	paths        [][]string
	numbers      []string
	width, depth int
}

func (o *outline) grow(path []string, number string) *element {
	list := el(gen.Pick(o.r, []string{"ul", "ol"}), nil)
	for i := range gen.Between(o.r, 2, o.width) {
		text := o.texts[len(o.paths)%len(o.texts)]
		here, n := append(append([]string{}, path...), text), fmt.Sprintf("%s%d", number, i+1)
		o.paths, o.numbers = append(o.paths, here), append(o.numbers, n)
		item := el("li", nil, words(text))
		if len(here) < o.depth && (o.r.IntN(3) > 0 || i == 0) {
			item.add(o.grow(here, n+"."))
		}
		list.add(item)
	}
	return list
}

// listOutline asks for the outline number of an item or the item of a number,
// and at even draws for its path. Difficulty is the depth and width of the lists.
func listOutline(r *rand.Rand, d gen.Difficulty) task.Item {
	o := outline{r: r, texts: gen.Sample(r, lexicon.Topics(), 60), width: gen.Of(d, 3, 3, 3, 4, 4), depth: gen.Of(d, 2, 3, 3, 3, 4)}
	page := o.grow(nil, "").page()
	least, at := gen.Of(d, 2, 2, 3, 3, 3), 0
	for _, i := range r.Perm(len(o.paths)) {
		if at = i; len(o.paths[i]) >= least {
			break
		}
	}
	path, number := o.paths[at], o.numbers[at]
	if r.IntN(2) == 0 {
		question, _ := gen.Ask(r, []string{
			"{page}\n\nNumber the items of these lists like chapters (1, 1.1, 1.2, 2, …), whatever kind of list they are in. Which number does the item \"{item}\" get?",
			"If every level of the nested lists below is counted from 1 and the levels are joined with dots, what is the outline number of \"{item}\"?\n\n{page}",
			"An editor turns this markup into numbered headings such as 2.3.1. Give the number that stands before \"{item}\".\n\n{page}",
		}, gen.Fixed("page", page), gen.Fixed("item", path[len(path)-1]))
		answer := task.Answer{Kind: task.KindString, Value: number, Exact: true}
		return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("The way down to the item is %s; counting on each level gives %s.", strings.Join(path, " > "), number), answer)}
	}
	question, _ := gen.Ask(r, []string{
		"{page}\n\nGive the path from the outermost list to the item \"{item}\": the texts of all items on the way, the item itself last, as a list in square brackets.",
		"Under which items does \"{item}\" stand in these nested lists? Write the chain from the top level down to the item itself as a bracketed list.\n\n{page}",
		"Breadcrumbs for \"{item}\" are needed. Take its ancestors in the markup below, outermost first, end with the item, and answer with a list in square brackets.\n\n{page}",
	}, gen.Fixed("page", page), gen.Fixed("item", path[len(path)-1]))
	answer := task.List(task.Strings(path)...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("Each list is nested in the item above it. The chain is "+strings.Join(path, " > ")+".", answer)}
}

// definitionList asks for the descriptions of a term. Difficulty adds terms,
// several descriptions, terms that share them, and a term that returns later.
func definitionList(r *rand.Rand, d gen.Difficulty) task.Item {
	terms, texts := gen.Sample(r, lexicon.Tools(), gen.Of(d, 5, 6, 7, 9, 11)), gen.Sample(r, lexicon.Nouns(), 60)
	of := map[string][]string{}
	list, next := el("dl", nil), 0
	group := func(names []string, n int) {
		for _, name := range names {
			list.add(leaf("dt", name))
		}
		for range n {
			list.add(leaf("dd", texts[next]))
			for _, name := range names {
				of[name] = append(of[name], texts[next])
			}
			next++
		}
	}
	for i := 0; i < len(terms); i++ {
		names := terms[i : i+1]
		if d >= 3 && i%3 == 1 && i+1 < len(terms) {
			names = terms[i : i+2]
			i++
		}
		group(names, gen.Between(r, gen.Of(d, 1, 1, 1, 2, 2), gen.Of(d, 2, 2, 3, 3, 4)))
	}
	asked := gen.Pick(r, terms)
	if d >= 4 {
		group([]string{asked}, 1)
		group([]string{other(r, terms, asked)}, 1)
	}
	question, _ := gen.Ask(r, []string{
		"{page}\n\nWhich descriptions belong to the term {term}? Several terms in a row share the descriptions that follow. List them in order, in square brackets.",
		"In a dl, every dd describes all dt elements of the group directly before it. List, top to bottom and in square brackets, every dd text that describes {term}.\n\n{page}",
		"Gather all that this glossary says about {term}, in the order of the page. (A run of dt elements is described by the run of dd elements after it.) Answer with a bracketed list.\n\n{page}",
	}, gen.Fixed("page", list.page()), gen.Fixed("term", asked))
	answer := task.List(task.Strings(of[asked])...)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("Wherever %s is among the terms of a group, the group's descriptions count: %s.", asked, gen.Enumerated(of[asked])), answer)}
}

// microdata asks for the properties of one item. Difficulty adds properties,
// values that stand in attributes, a nested item and further items of the page.
func microdata(r *rand.Rand, d gen.Difficulty) task.Item {
	fields := map[string]task.Answer{}
	var working []string
	event := func(counts bool) *element {
		e := el("div", []string{"itemscope", "", "itemtype", "https://schema.example/Event"})
		put := func(name, value string, child *element) {
			child.attributes = append([]attribute{{"itemprop", name}}, child.attributes...)
			e.add(child)
			if counts {
				fields[name] = task.String(value)
				working = append(working, name+" is "+value)
			}
		}
		name, town := gen.Pick(r, lexicon.Events()), gen.Pick(r, lexicon.Cities())
		put("name", name, leaf("h2", name))
		put("town", town, leaf("span", town))
		seats := fmt.Sprint(gen.Between(r, 20, 900))
		put("seats", seats, leaf("b", seats))
		if d >= 2 {
			date := fmt.Sprintf("2033-%02d-%02d", gen.Between(r, 1, 12), gen.Between(r, 1, 28))
			put("start", date, leaf("time", "next "+gen.Pick(r, lexicon.Weekdays()), "datetime", date))
		}
		if d >= 3 {
			code := fmt.Sprintf("EV-%d", gen.Between(r, 1000, 9999))
			put("code", code, el("meta", []string{"content", code}))
			e.add(leaf("span", "from "+gen.Pick(r, lexicon.Cities())))
		}
		if d >= 4 {
			host := el("p", []string{"itemprop", "host", "itemscope", ""}, leaf("i", gen.Pick(r, lexicon.Companies()), "itemprop", "name"), leaf("i", gen.Pick(r, lexicon.Cities()), "itemprop", "town"))
			e.add(host)
		}
		return e
	}
	body, n := el("body", nil), gen.Of(d, 2, 2, 2, 3, 3)
	at := r.IntN(n)
	for i := range n {
		body.add(event(i == at))
	}
	rule := "The value is the datetime of a time element, the content of a meta element, else the text."
	if d >= 4 {
		rule += " Leave out the property host and whatever belongs to the item nested in it."
	}
	question, _ := gen.Ask(r, []string{
		"{page}\n\nRead the properties (itemprop) of the {nth} item with the itemtype Event. {rule} Answer with a JSON object from property to value.",
		"What would a microdata reader report for event number {n} of this page? {rule} Give a JSON object, names of properties as keys.\n\n{page}",
		"Turn the {nth} div with itemscope into a JSON record of its itemprop names and values. {rule}\n\n{page}",
	}, gen.Fixed("page", body.page()), gen.Fixed("nth", ordinalsTo[at]), gen.Fixed("n", at+1), gen.Fixed("rule", rule))
	answer := task.Answer{Kind: task.KindMapping, Fields: fields}
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("In that item, "+strings.Join(working, ", ")+".", answer)}
}

// headingPath asks for the headings above a paragraph. Difficulty adds sections
// and levels; from 3 on levels may be skipped, from 5 on headings stand in
// boxes that do not matter.
func headingPath(r *rand.Rand, d gen.Difficulty) task.Item {
	titles, notes := gen.Sample(r, lexicon.Topics(), 24), gen.Sample(r, lexicon.Nouns(), 24)
	body := el("body", nil)
	var open [7]string
	var paths [][]string
	level := 1
	for i := range gen.Of(d, 5, 7, 9, 12, 15) {
		if i > 0 {
			deepest := gen.Of(d, 3, 3, 4, 4, 5)
			step := 1
			if d >= 3 && r.IntN(4) == 0 {
				step = 2
			}
			level = gen.Between(r, 2, min(level+step, deepest))
		}
		open[level] = titles[i]
		clear(open[level+1:])
		heading := leaf(fmt.Sprintf("h%d", level), titles[i])
		if d >= 5 && r.IntN(3) == 0 {
			heading = el("div", []string{"class", "bar"}, heading)
		}
		body.add(heading, leaf("p", "See the "+notes[i]+"."))
		var path []string
		for _, title := range open {
			if title != "" {
				path = append(path, title)
			}
		}
		paths = append(paths, path)
	}
	at := gen.Between(r, 1, len(paths)-1)
	for i := range paths { // a deep one tells more
		if len(paths[i]) > len(paths[at]) && r.IntN(2) == 0 {
			at = i
		}
	}
	question, _ := gen.Ask(r, []string{
		"{page}\n\nUnder which headings does the paragraph that mentions the {note} stand? List them from h1 down, in square brackets.",
		"Give the heading path of the paragraph about the {note}: a heading governs what follows until one of the same or a higher level. Outermost first, as a bracketed list.\n\n{page}",
		"A reader lands on the paragraph with the word \"{note}\". Which chapter, section and so on is this? Write the chain of governing headings, the highest level first, as a list in square brackets.\n\n{page}",
	}, gen.Fixed("page", body.page()), gen.Fixed("note", notes[at]))
	answer := task.List(task.Strings(paths[at])...)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference("Going up from the paragraph and taking a heading whenever its level is higher than the last one taken gives "+strings.Join(paths[at], " > ")+".", answer)}
}
