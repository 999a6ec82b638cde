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
	const area = "structured data navigation"
	gen.Register("information_extraction/yaml-anchors-and-types", area, "YAML anchors and types",
		"Give the resolved settings of a YAML document with anchors, merges and typed scalars.", yamlAnchors)
	gen.Register("information_extraction/xml-namespace-lookup", area, "XML namespace lookup", "Give the text of the element with a name in a namespace.", xmlNamespace)
	gen.Register("information_extraction/ini-and-env-override", area, "INI and env override",
		"Give the setting in effect after several layers of configuration.", layeredSettings)
}

// yamlScalars write a value in YAML 1.2: what stands in the source and what it
// means; %d is a number, which stands in decimal or in another base.
func yamlScalar(r *rand.Rand, d gen.Difficulty) (source string, value any) {
	n := gen.Between(r, 8, 240)
	switch r.IntN(gen.Of(d, 2, 3, 4, 5, 6)) {
	case 0:
		return fmt.Sprint(n), n
	case 1:
		word := gen.Pick(r, lexicon.Nouns())
		return word, word
	case 2:
		return fmt.Sprintf("%d  # was %d", n, n+gen.Between(r, 1, 9)), n
	case 3:
		return fmt.Sprintf("0x%X", n), n
	case 4:
		return fmt.Sprintf("0o%o", n), n
	}
	word := gen.Pick(r, lexicon.Nouns())
	return fmt.Sprintf("'%s: #%d'", word, n), fmt.Sprintf("%s: #%d", word, n)
}

// yamlAnchors asks for the settings of one service. Difficulty adds keys, a
// second block to merge, scalars in other bases and quotes, and a block that is
// itself merged from another.
func yamlAnchors(r *rand.Rand, d gen.Difficulty) task.Item {
	keys := gen.Sample(r, lexicon.Nouns(), 12)
	names := gen.Sample(r, lexicon.Animals(), 6)
	var lines []string
	blocks := map[string]map[string]any{}
	block := func(name, indent string, merge []string, from, n int) {
		settings := map[string]any{}
		for i := len(merge) - 1; i >= 0; i-- { // the first merged wins
			for key, value := range blocks[merge[i]] {
				settings[key] = value
			}
		}
		switch len(merge) {
		case 1:
			lines = append(lines, indent+"<<: *"+merge[0])
		case 2:
			lines = append(lines, fmt.Sprintf("%s<<: [*%s, *%s]", indent, merge[0], merge[1]))
		}
		for i := range n {
			source, value := yamlScalar(r, d)
			key := keys[(from+i)%7]
			settings[key] = value
			lines = append(lines, fmt.Sprintf("%s%s: %s", indent, key, source))
		}
		blocks[name] = settings
	}
	lines = append(lines, "base: &"+names[0])
	block(names[0], "  ", nil, 0, gen.Of(d, 3, 4, 4, 4, 5))
	other := names[:1]
	if d >= 3 {
		lines = append(lines, "extra: &"+names[1])
		merge := []string(nil)
		if d >= 5 {
			merge = names[:1]
		}
		block(names[1], "  ", merge, 3, 3)
		other = []string{names[1], names[0]}
		if r.IntN(2) == 0 {
			other = []string{names[0], names[1]}
		}
	}
	lines = append(lines, "services:")
	services := names[2:gen.Of(d, 4, 4, 5, 5, 6)]
	for i, name := range services {
		lines = append(lines, "  "+name+":")
		merge := other
		if i%2 == 1 {
			merge = names[:1]
		}
		block(name, "    ", merge, gen.Between(r, 0, 6), gen.Of(d, 1, 2, 2, 2, 3))
	}
	asked := services[0]
	if r.IntN(3) == 0 {
		asked = gen.Pick(r, services)
	}
	question, _ := gen.Ask(r, []string{
		"{data}\n\nWhat are all settings of the service {service}, with merges resolved? Own keys win over merged ones, and of several merged blocks the first named wins. Answer with a JSON object (numbers in decimal).",
		"A program loads this YAML (version 1.2 scalars, merge keys as usual: own keys first, then merged mappings in the order named). Which object does it get for services.{service}? Write JSON, numbers in base ten.\n\n{data}",
		"Expand the anchors and merge keys for {service} and give its effective configuration as JSON. A key of its own beats any merged one; earlier merged mappings beat later ones; write numbers as decimals.\n\n{data}",
	}, gen.Fixed("data", fence("yaml", strings.Join(lines, "\n"))), gen.Fixed("service", asked))
	answer := jsonAnswer(blocks[asked])
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The service takes over what its merged blocks define and replaces some of it by keys of its own. That makes %d settings.", len(blocks[asked])), answer)}
}

// xmlNamespace asks for a text. Difficulty adds records and namespaces, prefixes
// that differ from those of the question, a default namespace, and a prefix that
// is declared anew inside.
func xmlNamespace(r *rand.Rand, d gen.Difficulty) task.Item {
	w := gen.Sample(r, lexicon.Nouns(), 60)
	spaces := []string{"urn:" + w[0] + ":stock", "urn:" + w[1] + ":sales", "urn:" + w[2] + ":press"}[:gen.Of(d, 2, 2, 3, 3, 3)]
	prefixes := gen.Sample(r, []string{"a", "b", "k", "x", "s", "p"}, 3)
	local := gen.Pick(r, []string{"title", "label", "name"})
	root := "<" + prefixes[0] + ":catalog"
	for i, space := range spaces {
		if d >= 3 && i == 2 {
			root += fmt.Sprintf(" xmlns=%q", space)
		} else {
			root += fmt.Sprintf(" xmlns:%s=%q", prefixes[i], space)
		}
	}
	lines := []string{root + ">"}
	n := gen.Of(d, 3, 4, 4, 5, 6)
	ids := spread(r, 101, 989, n)
	at, ns, text := r.IntN(n), r.IntN(len(spaces)), ""
	for i := range n {
		in := make([]string, len(spaces)) // prefix with colon of each namespace in this entry
		for k := range spaces {
			in[k] = prefixes[k] + ":"
			if d >= 3 && k == 2 {
				in[k] = ""
			}
		}
		open := fmt.Sprintf("  <%s:entry id=\"%d\">", prefixes[0], ids[i])
		if d >= 4 && (i+at)%2 == 0 { // two prefixes change places
			open = fmt.Sprintf("  <%s:entry xmlns:%s=%q xmlns:%s=%q id=\"%d\">", prefixes[1], prefixes[0], spaces[1], prefixes[1], spaces[0], ids[i])
			in[0], in[1] = in[1], in[0]
		}
		lines = append(lines, open)
		for j, k := range r.Perm(len(spaces)) {
			value := w[3+i*3+j]
			if i == at && k == ns {
				text = value
			}
			lines = append(lines, fmt.Sprintf("    <%s%s>%s</%s%s>", in[k], local, value, in[k], local))
		}
		lines = append(lines, fmt.Sprintf("  </%sentry>", in[0]))
	}
	lines = append(lines, "</"+prefixes[0]+":catalog>")
	question, _ := gen.Ask(r, []string{
		"{data}\n\nIn the entry with id {id}, what is the text of the element {local} in the namespace {space}?",
		"Prefixes mean nothing by themselves; the namespace counts. Read the content of the {local} that belongs to {space}, in entry {id}.\n\n{data}",
		"A reader with namespace support looks for {{space}}{local} below the entry numbered {id}. Which word does it find?\n\n{data}",
	}, gen.Fixed("data", fence("xml", strings.Join(lines, "\n"))), gen.Fixed("id", ids[at]), gen.Fixed("local", local), gen.Fixed("space", spaces[ns]))
	answer := task.String(text)
	return task.Item{Question: question, Answer: answer,
		Reference: gen.Reference(fmt.Sprintf("The declarations in force in that entry are looked up for %s; the %s with that namespace says %s.", spaces[ns], local, text), answer)}
}

// layeredSettings asks for the value in effect. Difficulty adds layers (defaults,
// a site file, environment variables, command line), keys of the same name in
// other sections, comments and repeated keys.
func layeredSettings(r *rand.Rand, d gen.Difficulty) task.Item {
	sections, keys := gen.Sample(r, lexicon.Nouns(), gen.Of(d, 2, 2, 3, 3, 4)), gen.Sample(r, []string{"port", "timeout", "retries", "workers", "level", "cache"}, gen.Of(d, 3, 3, 4, 5, 5))
	section, key := gen.Pick(r, sections), gen.Pick(r, keys)
	var layers []string
	effective, source := "", ""
	values := spread(r, 10, 989, 120)
	next := func() string { values = values[1:]; return fmt.Sprint(values[0]) }
	file := func(title string, share int) {
		lines := []string{}
		for _, s := range sections {
			lines = append(lines, "["+s+"]")
			for _, k := range keys {
				if r.IntN(4) >= share && !(title == "defaults.ini" && s == section && k == key) {
					continue
				}
				for range 1 + min(1, r.IntN(4)/3*int(d)/3) { // a repeated key: the last counts
					line := k + " = " + next()
					if d >= 3 && r.IntN(4) == 0 {
						lines = append(lines, "; "+k+" = "+next())
					}
					lines = append(lines, line)
					if s == section && k == key {
						effective, source = strings.TrimPrefix(line, k+" = "), title
					}
				}
			}
		}
		layers = append(layers, title+":\n"+fence("ini", strings.Join(lines, "\n")))
	}
	file("defaults.ini", 4)
	file("site.ini", 2)
	order := "site.ini overrides defaults.ini"
	if d >= 2 {
		var lines []string
		for _, s := range sections {
			for _, k := range keys {
				if r.IntN(3) == 0 {
					v := next()
					lines = append(lines, fmt.Sprintf("APP_%s_%s=%s", strings.ToUpper(s), strings.ToUpper(k), v))
					if s == section && k == key {
						effective, source = v, "the environment"
					}
				}
			}
		}
		lines = append(lines, "LANG=C")
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		layers = append(layers, "Environment:\n"+fence("text", strings.Join(lines, "\n")))
		order += ", environment variables APP_SECTION_KEY override both"
	}
	if d >= 4 {
		options := ""
		for _, s := range sections {
			if k := gen.Pick(r, keys); r.IntN(2) == 0 {
				v := next()
				options += fmt.Sprintf(" --%s.%s=%s", s, k, v)
				if s == section && k == key {
					effective, source = v, "the command line"
				}
			}
		}
		layers = append(layers, "Command line:\n"+fence("text", "app"+options+" --verbose"))
		order += ", and the command line overrides everything"
	}
	question, _ := gen.Ask(r, []string{
		"{layers}\n\nThe rule is: {order}; of a key that a file repeats in a section, the last counts. Which value is in effect for {key} in section {section}?",
		"An operator wants to know with which {section}.{key} the program really runs. {order}; lines that start with ; are comments, and a later line of a file beats an earlier one. State the value.\n\n{layers}",
		"Resolve the setting {key} of [{section}] over all layers ({order}; the last of repeated lines wins within a file).\n\n{layers}",
	}, gen.Fixed("layers", strings.Join(layers, "\n\n")), gen.Fixed("order", order), gen.Fixed("key", key), gen.Fixed("section", section))
	answer := task.String(effective)
	return task.Item{Question: question, Answer: answer, Reference: gen.Reference(fmt.Sprintf("The strongest layer that sets it is %s, with the value %s.", source, effective), answer)}
}
