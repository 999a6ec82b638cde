"""Loads the programs of config.json one after another, calls the entry of each
with its argument lists and writes what it returns to descriptor 3, one JSON
line per call."""

import builtins
import json
import os
import resource
import sys
import types

builtins.exit = builtins.quit = sys.exit  # absent without the site module
sys.setrecursionlimit(20000)
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(200000)

PRELOADED = (
    "from typing import *\n"
    "import bisect, collections, functools, heapq, itertools, math, re, string\n"
    "from collections import Counter, OrderedDict, defaultdict, deque\n"
    "from functools import cache, lru_cache, reduce\n"
    "from math import inf\n"
)


def encode(value, quote=json.dumps):
    """Writes a value as JSON; sequences and sets become lists, a set sorted."""
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        value = float.__pos__(value)  # without what a subclass overrides
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError("the result is not a finite number")
        return float.__repr__(value)
    if isinstance(value, str):
        return quote(str.__str__(value))
    if isinstance(value, (set, frozenset)):
        value = sorted(value)
    if isinstance(value, (list, tuple, range, DEQUE)):
        return "[" + ",".join([encode(v) for v in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([key(k) + ":" + encode(v) for k, v in value.items()]) + "}"
    raise TypeError("a result of type " + type(value).__name__ + " cannot be compared")


def key(k):
    if isinstance(k, bool) or not isinstance(k, (str, int, float)):
        raise TypeError("a mapping key of type " + type(k).__name__ + " cannot be compared")
    return json.dumps(k if isinstance(k, str) else repr(k))


def send(nonce, body, write=os.write):
    data = (nonce + " {" + body + "}\n").encode("utf-8", "backslashreplace")
    while data:
        data = data[write(3, data):]


def describe(error):
    try:
        return json.dumps((type(error).__name__ + ": " + str(error))[:300])
    except BaseException:
        return '"an error that cannot be shown"'


PRELUDE = {}
exec(PRELOADED, PRELUDE)
COMPILED = {}


def load(program, place, name):
    """Compiles a program, or finds it compiled, and makes its empty module."""
    source = program["source"]
    code = COMPILED.get(source)
    try:
        if code is None:
            code = COMPILED[source] = compile(source, "solution.py", "exec", dont_inherit=True)
    except BaseException as error:
        send(program["nonce"], place + '"s":"compile","e":' + describe(error))
        return None, None
    module = types.ModuleType(name)
    module.__dict__.update(PRELUDE)
    sys.modules[name] = module
    return code, module


def allow(seconds):
    """Moves the limit of processor time to so many seconds from now."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = int(usage.ru_utime + usage.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (min(soft, hard), hard))


def run_calls(program, place):
    nonce, entry = program["nonce"], program["entry"]
    code, module = load(program, place, "solution")
    if code is None:
        return
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        if not isinstance(error, SystemExit) or entry not in module.__dict__:
            send(nonce, place + '"s":"load","e":' + describe(error))
            return
    function = module.__dict__.get(entry)
    solution = module.__dict__.get("Solution")
    if function is None and not hasattr(solution, entry):
        send(nonce, place + '"s":"load","e":' + json.dumps("NameError: there is no function " + entry))
        return
    for i, args in enumerate(program["calls"], program["first"]):
        try:
            allow(program["seconds"])
            call = function if function is not None else getattr(solution(), entry)
            body = '"v":' + encode(call(*args))
        except BaseException as error:
            body = '"e":' + describe(error)
        send(nonce, place + '"i":' + str(i) + "," + body)


DEQUE = __import__("collections").deque

with open("config.json", encoding="utf-8") as f:
    CONFIG = json.load(f)
PROGRAMS = CONFIG["programs"]
if PROGRAMS[0]["entry"]:
    for NUMBER, PROGRAM in enumerate(PROGRAMS):
        run_calls(PROGRAM, '"p":' + str(NUMBER) + ",")
    sys.stdout.flush()
    os._exit(0)
CODE, MAIN = load(PROGRAMS[0], "", "__main__")
if CODE is None:
    os._exit(1)
sys.argv = ["solution.py"]
exec(CODE, MAIN.__dict__)
