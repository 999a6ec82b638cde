"""Works the plan files out again: every recipe's formulas, literally and one token at a time, in plain Python.

It shares nothing with the Go code. Derivatives are carried along as dual numbers, not written down. Run
`python plans.py`: it compares every case of ../*.plan.json and prints what differs, so that the numbers of a new
case can be taken from there.
"""

import json
import math
import pathlib
import sys

DEFAULTS = {
    "reinforce": {},
    "rloo": {},
    "grpo": dict(clip_low=0.2, clip_high=0.2, dual_clip=0, epsilon=1e-6, kl_coef=1e-3, population=0, singles=0, token_mean=0),
    "dr-grpo": dict(clip_low=0.2, clip_high=0.2, max_tokens=3000),
    "dapo": dict(clip_low=0.2, clip_high=0.28, dual_clip=0, epsilon=1e-6, max_tokens=20480, cache_share=0.2, mask_truncated=0, mean_of_all=0),
    "gspo": dict(clip_low=3e-4, clip_high=4e-4, epsilon=1e-6, token=0),
    "cispo": dict(clip_low=1, clip_high=4, epsilon=1e-6),
    "ppo": {"gamma": 1, "lambda": 0.95, "clip_low": 0.2, "clip_high": 0.2, "value_coef": 0.5, "value_clip": 0.2, "kl_coef": 0, "kl_target": 0, "kl_horizon": 10000},
    "skill-entropy": dict(weight_answer=0.7, weight_entropy=0.3, clip_low=0.2, clip_high=0.2, epsilon=1e-6, kl_coef=1e-3),
    "skill-step": dict(weight_answer=0.7, weight_label=0.3, weight_credit=0, weight_conditional=0, later=0, elements=0, wrong_label=0, outside=1,
                       clip_low=0.2, clip_high=0.2, epsilon=1e-6, kl_coef=1e-3),
}
DIALECTS = {
    ("grpo", "verl"): dict(dual_clip=3, kl_coef=0, token_mean=1, singles=1), ("grpo", "trl"): dict(epsilon=1e-4, kl_coef=0),
    ("grpo", "population"): dict(population=1), ("gspo", "token"): dict(token=1),
    ("dapo", "verl"): dict(dual_clip=10), ("dapo", "trl"): dict(epsilon=1e-4, mean_of_all=1), ("cispo", "verl"): dict(clip_low=0.2, clip_high=0.2), ("cispo", "trl"): dict(epsilon=1e-4),
    ("ppo", "verl"): {"lambda": 1, "value_clip": 0.5}, ("ppo", "trl"): dict(kl_coef=0.05, value_coef=0.1),
    ("skill-step", "answers"): dict(weight_answer=1, weight_label=0), ("skill-step", "credit"): dict(weight_answer=0, weight_label=0, weight_credit=1),
    ("skill-step", "conditional"): dict(weight_answer=0, weight_label=0, weight_conditional=1), ("skill-step", "element"): dict(elements=1),
}
UNSCORED = ("undecided", "failed", "unscored")


def standardised(x, among, by="sample", epsilon=0.0):
    mean = sum(among) / len(among)
    if max(among) == min(among):
        return 0.0
    square = sum((y - mean) ** 2 for y in among)
    if by == "none":
        return x - mean
    return (x - mean) / (math.sqrt(square / (len(among) - (by == "sample"))) + epsilon)


class Case:
    def __init__(self, recipe, case):
        self.recipe, self.batch, self.state = recipe, case["batch"], case["state"]
        given = dict(case.get("set", {}))
        self.dialect = given.pop("dialect", "")
        self.q = DEFAULTS[recipe] | DIALECTS.get((recipe, self.dialect), {}) | {k: float(v) for k, v in given.items()}
        b = self.batch
        self.n = len(b["length"])
        self.tokens = [(i, t) for i in range(self.n) for t in range(b["length"][i])]
        self.first = [sum(b["length"][:i]) for i in range(self.n)]
        self.dropped, self.keep = {}, [True] * self.n
        self.plan()

    def column(self, name, i, t):
        return self.batch[name][self.first[i] + t]

    def drop(self, i, why):
        if self.keep[i]:
            self.keep[i] = False
            self.dropped[why] = self.dropped.get(why, 0) + 1

    def group(self, i):
        return [j for j in range(self.n) if self.keep[j] and self.batch["group"][j] == self.batch["group"][i]]

    def plan(self):
        q, b = self.q, self.batch
        self.reward = [self.composed(i) for i in range(self.n)]
        for i in range(self.n):
            if self.reward[i] is None or b.get("status", [""] * self.n)[i] in UNSCORED:
                self.drop(i, "unscored")
        if self.recipe == "dapo":
            self.reward = [None if r is None else r - self.penalty(b["length"][i]) for i, r in enumerate(self.reward)]
            groups = {i: [b["correct"][j] for j in self.group(i) if b["correct"][j] is not None] for i in range(self.n)}
            for i, right in groups.items():
                if not right or min(right) == max(right):
                    self.drop(i, "uniform group")
        self.weight = {it: 1.0 for it in self.tokens}
        self.advantage = {(i, t): self.credit(i, t) if self.keep[i] else 0.0 for i, t in self.tokens}
        if self.recipe == "ppo":
            self.whiten()
        if q.get("mask_truncated"):
            for i in range(self.n):
                if b["status"][i] == "truncated":
                    self.drop(i, "truncated")
        for i, t in self.tokens:
            if not self.keep[i]:
                self.advantage[i, t], self.weight[i, t] = 0.0, 0.0

    def composed(self, i):
        if self.recipe != "skill-entropy" or "parts" not in self.batch:
            return self.batch["reward"][i]
        total = 0.0
        for part, weight in (("answer", self.q["weight_answer"]), ("entropy-rank", self.q["weight_entropy"])):
            x = self.batch["parts"][part][i]
            if weight:
                if x is None:
                    return None
                total += weight * x
        return total

    def penalty(self, length):
        cache = self.q["cache_share"] * self.q["max_tokens"]
        if length <= self.q["max_tokens"] - cache:
            return 0.0
        return 1.0 if length > self.q["max_tokens"] else (length - (self.q["max_tokens"] - cache)) / cache

    def credit(self, i, t):
        """The advantage of token t of rollout i."""
        r, group, q = self.reward, self.group(i), self.q
        if self.recipe == "reinforce":
            return r[i]
        if self.recipe == "rloo":
            others = [r[j] for j in group if j != i]
            return r[i] - sum(others) / len(others) if others else 0.0
        if self.recipe == "dr-grpo":
            return standardised(r[i], [r[j] for j in group], "none")
        if self.recipe == "ppo":
            return self.generalised(i, t)
        whole = standardised(r[i], [r[j] for j in group], "population" if q.get("population") else "sample", q["epsilon"])
        if q.get("singles") and len(group) == 1:
            return r[i]
        return self.by_step(i, t, q["outside"] * whole) if self.recipe == "skill-step" else whole

    def span(self, i, step):
        return next((s for s in self.batch["spans"] if s["rollout"] == i and s["step"] == step), None)

    def earned(self, s):
        """A step's reward with its share of what follows; None where it is not known."""
        q, total = self.q, 0.0
        for name, weight in (("answer", q["weight_answer"]), ("step-label", q["weight_label"]), ("step-credit", q["weight_credit"]), ("conditional-credit", q["weight_conditional"])):
            if weight:
                if s["reward"].get(name) is None:
                    return None
                total += weight * s["reward"][name]
        following = self.span(s["rollout"], s["step"] + 1)
        if q["later"] and following:
            after = self.earned(following)
            return None if after is None else total + q["later"] * after
        return total

    def by_step(self, i, t, outside):
        s = next((s for s in self.batch["spans"] if s["rollout"] == i and s["from"] <= t < s["to"]), None)
        if s is None:
            return outside
        step, group = s["step"], self.group(i)
        came = [self.span(j, step) for j in group if self.span(j, step)]
        kind = self.column("class", i, t) if self.q["elements"] else 0

        def against(of, spans, absent, scale=1.0):
            if of(s) is None:
                self.weight[i, t] = 0.0
                return 0.0
            return scale * standardised(of(s), [of(x) for x in spans if of(x) is not None] + [0.0] * absent, "sample", self.q["epsilon"])

        if kind == 2:
            return against(lambda x: x["reward"].get("step-label"), came, len(group) - len(came))
        if kind == 3:
            label = s["reward"].get("step-label")
            return against(lambda x: x["reward"].get("answer"), [x for x in came if x["reward"].get("step-label") == label], 0, 1.0 if label else self.q["wrong_label"])
        return against(self.earned, came, len(group) - len(came))

    def kl_coef(self):
        return self.state.get("numbers", {}).get("kl_coef", self.q["kl_coef"]) if self.q.get("kl_coef") else 0.0

    def token_kl(self, i, t):
        return self.column("logp_old", i, t) - self.column("logp_ref", i, t)

    def generalised(self, i, t):
        """A_t = sum over u of (gamma lambda)^(u-t) delta_u, forward from the token."""
        q, n, total = self.q, self.batch["length"][i], 0.0
        value = self.batch["aux"]["value"][self.first[i]:self.first[i] + n] + [0.0]
        for u in range(t, n):
            reward = self.reward[i] if u == n - 1 else 0.0
            if self.kl_coef():
                reward -= self.kl_coef() * self.token_kl(i, u)
            total += (q["gamma"] * q["lambda"]) ** (u - t) * (reward + q["gamma"] * value[u + 1] - value[u])
        return total

    def whiten(self):
        raw = self.advantage
        self.target = {(i, t): raw[i, t] + self.batch["aux"]["value"][self.first[i] + t] if self.keep[i] else 0.0 for i, t in self.tokens}
        kept = [raw[it] for it in self.tokens if self.keep[it[0]]]
        if len(kept) < 2:
            return
        mean = sum(kept) / len(kept)
        scale = math.sqrt(sum((x - mean) ** 2 for x in kept) / (len(kept) - 1) + 1e-8)
        self.advantage = {(i, t): (raw[i, t] - mean) / scale if self.keep[i] else 0.0 for i, t in self.tokens}

    def next_state(self):
        s = {"batches": self.state["batches"] + 1}
        kept = [it for it in self.tokens if self.keep[it[0]]]
        if self.kl_coef() and self.q.get("kl_target") and kept:
            off = sum(self.token_kl(*it) for it in kept) / len(kept) / self.q["kl_target"] - 1
            s["numbers"] = {"kl_coef": self.kl_coef() * (1 + max(-0.2, min(0.2, off)) * sum(self.keep) / self.q["kl_horizon"])}
        return s

    def normalisation(self):
        lengths = [n for i, n in enumerate(self.batch["length"]) if self.keep[i]]
        everything = self.q.get("mean_of_all")
        if self.recipe in ("reinforce", "rloo"):
            return {"mode": "sequence-sum", "over": "kept", "denominator": len(lengths)}
        if self.recipe == "dr-grpo":
            return {"mode": "constant", "over": "kept", "constant": self.q["max_tokens"], "denominator": len(lengths) * self.q["max_tokens"]}
        if self.recipe in ("dapo", "cispo", "ppo", "skill-step") or self.q.get("token_mean"):
            return {"mode": "token-mean", "over": "all" if everything else "kept", "denominator": len(self.tokens) if everything else sum(lengths)}
        return {"mode": "sequence-mean", "over": "kept", "denominator": sum(n > 0 for n in lengths)}

    def fields(self):
        q, listed = self.q, lambda of: [of[it] for it in self.tokens]
        bounded = "clip_low" in q
        f = {
            "advantage": listed(self.advantage), "weight": listed(self.weight), "keep": self.keep, "dropped": self.dropped, "normalisation": self.normalisation(),
            "state": self.next_state(), "clip_mode": "hard",
            "ratio": "token" if self.recipe != "gspo" else "sequence-token" if q["token"] else "sequence",
            "surrogate": {"reinforce": "log-prob", "rloo": "log-prob", "cispo": "clipped-weight"}.get(self.recipe, "clip"),
            "clip_lo": [1 - q["clip_low"] if bounded else 0.0] * len(self.tokens), "clip_hi": [1 + q["clip_high"] if bounded else None] * len(self.tokens),
            "kl": [q["kl_coef"] if self.keep[i] and self.recipe != "ppo" and "kl_coef" in q else 0.0 for i, _ in self.tokens],
            "entropy_coef": [0.0] * len(self.tokens),
        }
        if q.get("dual_clip"):
            f["clip_form"] = {"dual_clip": q["dual_clip"]}
        if self.recipe == "ppo":
            f["value_target"], f["value"] = listed(self.target), {"coef": q["value_coef"], "clip": q["value_clip"]}
        return f

    def loss(self, current):
        """The loss as a dual number whose parts are by the log-probability of each token."""
        lp = {it: Dual(x, {k: 1.0}) for k, (it, x) in enumerate(zip(self.tokens, current["logp"]))}
        norm, total = self.normalisation(), Dual(0.0)
        for k, (i, t) in enumerate(self.tokens):
            if not self.keep[i]:
                continue
            c = 1 / norm["denominator"]
            if norm["mode"] == "sequence-mean":
                c /= self.batch["length"][i]
            term = self.surrogate(i, t, lp) * (-self.weight[i, t])
            if self.q.get("kl_coef") and self.recipe != "ppo":
                d = Dual(self.column("logp_ref", i, t)) - lp[i, t]
                term = term + (d.exp() - d - Dual(1.0)) * self.q["kl_coef"]
            if self.recipe == "ppo":
                v, old, r = current["value"][k], self.batch["aux"]["value"][k], self.target[i, t]
                near = max(old - self.q["value_clip"], min(old + self.q["value_clip"], v))
                term = term + Dual(self.q["value_coef"] * max((v - r) ** 2, (near - r) ** 2) / 2)
            total = total + term * c
        return total

    def surrogate(self, i, t, lp):
        a = self.advantage[i, t]
        if self.recipe in ("reinforce", "rloo"):
            return lp[i, t] * a
        ratio = (lp[i, t] - Dual(self.column("logp_old", i, t))).exp()
        if self.recipe == "gspo":
            n = self.batch["length"][i]
            mean = Dual(0.0)
            for u in range(n):
                mean = mean + (lp[i, u] - Dual(self.column("logp_old", i, u))) * (1 / n)
            ratio = mean.exp()
            if self.q["token"]:
                ratio = (lp[i, t] - Dual(lp[i, t].x)).exp() * ratio.x
        lo, hi = 1 - self.q["clip_low"], 1 + self.q["clip_high"]
        if self.recipe == "cispo":
            return lp[i, t] * (max(lo, min(hi, ratio.x)) * a)
        clipped = Dual(lo) if ratio.x < lo else Dual(hi) if ratio.x > hi else ratio
        s = min(ratio * a, clipped * a, key=lambda d: d.x)
        if self.q.get("dual_clip") and a < 0:
            s = max(s, Dual(self.q["dual_clip"] * a), key=lambda d: d.x)
        return s


class Dual:
    """A number with its derivatives."""

    def __init__(self, x, d=None):
        self.x, self.d = x, d or {}

    def __add__(self, o):
        return Dual(self.x + o.x, {k: self.d.get(k, 0.0) + o.d.get(k, 0.0) for k in self.d | o.d})

    def __sub__(self, o):
        return self + o * -1.0

    def __mul__(self, c):
        return Dual(self.x * c, {k: c * v for k, v in self.d.items()})

    def exp(self):
        return Dual(math.exp(self.x), {k: math.exp(self.x) * v for k, v in self.d.items()})


def alike(got, want):
    if isinstance(want, dict):
        return isinstance(got, dict) and all(alike(got.get(k), v) for k, v in want.items())
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(alike, got, want))
    if isinstance(want, bool) or not isinstance(want, (int, float)):
        return got == want
    return isinstance(got, (int, float)) and abs(got - want) <= 1e-9 * max(1, abs(want))


def main():
    wrong = cases = 0
    for path in sorted(pathlib.Path(__file__).parent.parent.glob("*.plan.json")):
        file = json.loads(path.read_text())
        for case in file["cases"]:
            cases += 1
            c = Case(file["recipe"], case)
            have, want = c.fields(), dict(case["plan"])
            if "current" in case:
                loss = c.loss(case["current"])
                have |= {"loss": loss.x, "dlogp": [loss.d.get(k, 0.0) for k in range(len(c.tokens))]}
                want |= {"loss": case.get("loss"), "dlogp": case.get("dlogp")}
            for name, value in want.items():
                if not alike(have.get(name), value):
                    wrong += 1
                    print(f"{path.name}, {case['name']}: {name}\n  is   {json.dumps(value)}\n  want {json.dumps(have.get(name))}")
    print(f"{cases} cases, {wrong} fields differ")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
