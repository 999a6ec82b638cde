#!/usr/bin/env python3
"""Writes lm/chat/testdata/golden.json: what jinja2, set up as in Hugging Face's
transformers, makes of the templates, conversations and snippets beside it, and
of random expressions. Needs jinja2 (3.1); run it after changing any of them:

    python3 scripts/chat_reference.py
"""

import copy
import datetime
import json
import pathlib
import random

import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

FOLDER = pathlib.Path(__file__).parent.parent / "lm" / "chat" / "testdata"
NOW = datetime.datetime(2026, 3, 7, 9, 5, 3, tzinfo=datetime.timezone.utc)


class Generation(jinja2.ext.Extension):
    """The tag with which transformers marks the assistant's text."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("_body"), [], [], body).set_lineno(line)

    def _body(self, caller):
        return caller()


def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def environment():
    env = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols])
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = NOW.strftime
    return env


def render(env, source, variables):
    """The text, or null where the template fails."""
    try:
        return env.from_string(source).render(**copy.deepcopy(variables))
    except Exception:  # whatever it is, the template failed
        return None


def expressions(rng, count):
    """Random expressions over the variables of the snippets."""
    atoms = ["1", "0", "-3", "2.5", "'a'", "'Ab c'", '"x-y"', "''", "true", "false", "none", "nothing", "n", "text", "items", "d", "d.a", "d['b']", "items[0]", "items[-1]",
             "[]", "[1, 'b']", "(1, 2)", "{'k': 1}", "text[1:3]", "items[::-1]", "items[1:]", "text[::-2]", "items[:-1]", "words", "messages", "messages[0].role"]
    filters = ["length", "upper", "lower", "trim", "string", "tojson", "list", "first", "last", "join(', ')", "default('z')", "default('z', true)", "int", "float", "reverse|list",
               "sort", "unique|list", "sum", "min", "max", "abs", "title", "capitalize", "items|list", "replace('a', 'Q')", "map('string')|list", "select|list", "reject|list",
               "map('upper')|join", "round(1)", "select('string')|list", "indent(2)", "escape", "count", "selectattr('role', 'equalto', 'user')|list", "map(attribute='role')|list"]
    tests = ["defined", "undefined", "none", "string", "number", "integer", "float", "mapping", "sequence", "iterable", "true", "false", "boolean", "odd", "even", "eq 1", "in items", "callable", "divisibleby 2", "sameas true", "upper", "lower"]
    methods = ["startswith('A')", "endswith('c')", "strip('ac')", "split()", "split('b')", "upper()", "replace('b', '')", "find('b')", "title()", "splitlines()", "rsplit('b', 1)", "isdigit()", "items()|list", "get('a')", "keys()|list", "values()|list", "index('b')", "count('a')"]
    binary = ["+", "-", "*", "/", "//", "%", "~", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or"]

    def make(depth):
        kind = rng.random()
        if depth == 0 or kind < 0.2:
            return rng.choice(atoms)
        if kind < 0.45:
            return f"{make(depth - 1)} {rng.choice(binary)} {make(depth - 1)}"
        if kind < 0.6:
            return f"({make(depth - 1)})|{rng.choice(filters)}"
        if kind < 0.72:
            return f"({make(depth - 1)}) is {rng.choice(['', 'not '])}{rng.choice(tests)}"
        if kind < 0.84:
            return f"({make(depth - 1)}).{rng.choice(methods)}"
        if kind < 0.92:
            return f"({make(depth - 1)} if {make(depth - 1)} else {make(depth - 1)})"
        return f"not {make(depth - 1)}"

    return ["{{ " + make(3) + " }}" for _ in range(count)]


def conversations(env, golden):
    for path in sorted((FOLDER / "templates").glob("*.jinja")):
        source = path.read_text(encoding="utf-8")
        for name, c in json.loads((FOLDER / "conversations.json").read_text(encoding="utf-8")).items():
            variables = {"messages": c["messages"], "tools": c.get("tools"), "documents": None, "add_generation_prompt": c["add_generation_prompt"],
                         "bos_token": "<bos>", "eos_token": "<eos>", **c.get("extra", {})}
            golden.append({"template": path.name, "conversation": name, "text": render(env, source, variables)})


def main():
    env, golden = environment(), {"conversations": [], "snippets": []}
    conversations(env, golden["conversations"])
    snippets = json.loads((FOLDER / "snippets.json").read_text(encoding="utf-8"))
    failures = 0
    for n, source in enumerate(snippets["sources"] + expressions(random.Random(7), 3000)):
        text = render(env, source, snippets["variables"])
        failures += text is None
        if text is None and n >= len(snippets["sources"]) and failures > 300:
            continue
        if text is None or " object at 0x" not in text and "<built-in" not in text and "<bound" not in text:
            golden["snippets"].append({"source": source, "text": text})
    rows = {key: ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value) for key, value in golden.items()}
    text = "{\n" + ",\n".join(f' "{key}": [\n{value}\n ]' for key, value in rows.items()) + "\n}\n"
    (FOLDER / "golden.json").write_text(text, encoding="utf-8")
    failed = sum(row["text"] is None for value in golden.values() for row in value)
    print(f"{len(golden['conversations'])} conversations, {len(golden['snippets'])} snippets, {failed} of them fail")


if __name__ == "__main__":
    main()
