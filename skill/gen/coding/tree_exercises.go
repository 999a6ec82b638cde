package coding

import (
	"math/rand/v2"
	"slices"
	"strings"

	"segue/skill/gen"
	"segue/task"
)

func init() {
	const area = "data structures"
	gen.Register("coding/trie-prefix-lookup", area, "Trie prefix lookup", "Write a store of words that answers questions about prefixes.", triePrefix)
	gen.Register("coding/tree-rebuild-from-traversals", area, "Tree rebuild from traversals",
		"Write a function that restores a binary tree from two traversals and reads it in another way.", treeRebuild)
}

const (
	trieIdea   = "A tree of letters keeps at each node what is asked there, so a call walks down one node a letter."
	triePython = `def solve(calls):
    root, out = {"n": 0}, []
    for kind, text in calls:
        if kind == "add":
            node = root
            node["n"] += 1
            for c in text:
                node = node.setdefault(c, {"n": 0})
                node["n"] += 1
`
)

var trieExercises = []exercise{
	{"calls", "calls is a list of pairs of texts: [\"add\", w] adds the word w, again if it is there already, and [\"ask\", p] asks for a prefix p", "the list of the answers to the asking calls: the number of added words (each addition counts) that begin with p", `def solve(calls):
    count, out = {}, []
    for kind, text in calls:
        if kind == "ask":
            out.append(count.get(text, 0))
        else:
            for i in range(len(text) + 1):
                count[text[:i]] = count.get(text[:i], 0) + 1
    return out`, 0, 0, trieCalls("abc", false), prefixed(func(with []string) any { return len(with) }), "Each addition raises the counters of all prefixes of the word, so an answer is looked up at once."},
	{"calls", "calls is a list of pairs of texts: [\"add\", w] adds the word w and [\"ask\", p] asks for a prefix p", "the list of the answers to the asking calls: the number of different added words that begin with p", `def solve(calls):
    words, count, out = set(), {}, []
    for kind, text in calls:
        if kind == "ask":
            out.append(count.get(text, 0))
        elif text not in words:
            words.add(text)
            for i in range(len(text) + 1):
                count[text[:i]] = count.get(text[:i], 0) + 1
    return out`, 0, 0, trieCalls("ab", false), prefixed(func(with []string) any { return len(slices.Compact(with)) }), "Only the first addition of a word raises the counters of its prefixes."},
	{"calls", "calls is a list of pairs of texts: [\"add\", w] adds the word w, again if it is there already, [\"erase\", p] removes all words that begin with p, and [\"ask\", p] asks for a prefix p", "the list of the answers to the asking calls: the number of words in the store (each addition counts) that begin with p", triePrefixErase, 0, 0, trieCalls("abc", true), prefixed(func(with []string) any { return len(with) }),
		trieIdea + " Erasing subtracts the count of the branch along its path and cuts it off."},
	{"calls", "calls is a list of pairs of texts: [\"add\", w] adds the word w, [\"erase\", p] removes all words that begin with p, and [\"ask\", p] asks for a prefix p", "the list of the answers to the asking calls: the alphabetically first word in the store that begins with p, or an empty text if there is none", `def solve(calls):
    words, out = set(), []
    for kind, text in calls:
        if kind == "add":
            words.add(text)
        elif kind == "erase":
            words = {w for w in words if not w.startswith(text)}
        else:
            out.append(min((w for w in words if w.startswith(text)), default=""))
    return out`, 0, 0, trieCalls("abc", true), prefixed(func(with []string) any {
		if len(with) == 0 {
			return ""
		}
		return with[0]
	}), "A set of words with a look at all of them would do; in a tree of letters the answer is found by going on to the least letter until a word ends."},
}

const triePrefixErase = triePython + `        else:
            path, node = [root], root
            for c in text:
                node = node.get(c)
                if node is None:
                    break
                path.append(node)
            if kind == "ask":
                out.append(node["n"] if node else 0)
            elif node:
                n = node["n"]
                for p in path:
                    p["n"] -= n
                del path[-2][text[-1]]
    return out`

func trieCalls(letters string, erase bool) func(r *rand.Rand, size int) []any {
	return func(r *rand.Rand, size int) []any {
		calls := [][]string{}
		for range size + size/2 {
			word := drawFrom(r, letters, gen.Between(r, 1, 3))
			kind := gen.Pick(r, []string{"add", "add", "ask", "erase"})
			if kind == "erase" && (!erase || r.IntN(2) == 0) {
				kind = "add"
			}
			if kind != "add" {
				word = word[:min(2, len(word))]
			}
			calls = append(calls, []string{kind, word})
		}
		return []any{calls}
	}
}

// prefixed answers the calls with a plain list of words.
func prefixed(ask func(with []string) any) func(a []any, _ int) any {
	return func(a []any, _ int) any {
		out, words := []any{}, []string{}
		for _, c := range a[0].([][]string) {
			with := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, c[1]) })
			switch c[0] {
			case "add":
				words = append(words, c[1])
			case "ask":
				slices.Sort(with)
				out = append(out, ask(with))
			default:
				words = slices.DeleteFunc(words, func(w string) bool { return strings.HasPrefix(w, c[1]) })
			}
		}
		return out
	}
}

// triePrefix asks for a store of words. Difficulty adds repeated words, erasing
// by prefix and the least word.
func triePrefix(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, trieExercises))
}

// tree is a binary tree of different labels; nil is empty.
type tree struct {
	label       int
	left, right *tree
}

func (t *tree) walk(pre, in, post func(label int)) {
	if t == nil {
		return
	}
	pre(t.label)
	t.left.walk(pre, in, post)
	in(t.label)
	t.right.walk(pre, in, post)
	post(t.label)
}

// traversals are the labels in preorder, inorder and postorder.
func (t *tree) traversals() (pre, in, post []int) {
	pre, in, post = []int{}, []int{}, []int{}
	t.walk(func(x int) { pre = append(pre, x) }, func(x int) { in = append(in, x) }, func(x int) { post = append(post, x) })
	return pre, in, post
}

func drawTree(r *rand.Rand, names []int) *tree {
	if len(names) == 0 {
		return nil
	}
	cut := r.IntN(len(names))
	return &tree{names[0], drawTree(r, names[1:1+cut]), drawTree(r, names[1+cut:])}
}

func (t *tree) levels() (out [][]int) {
	for row := []*tree{t}; len(row) > 0; {
		var level []int
		var next []*tree
		for _, n := range row {
			if n != nil {
				level = append(level, n.label)
				next = append(next, n.left, n.right)
			}
		}
		if row = next; level != nil {
			out = append(out, level)
		}
	}
	return out
}

// rebuilt restores the tree from preorder and inorder.
func rebuilt(pre, in []int) *tree {
	if len(pre) == 0 {
		return nil
	}
	i := slices.Index(in, pre[0])
	return &tree{pre[0], rebuilt(pre[1:1+i], in[:i]), rebuilt(pre[1+i:], in[i+1:])}
}

// fromPost restores the tree from postorder and inorder.
func fromPost(post, in []int) *tree {
	if len(post) == 0 {
		return nil
	}
	last := len(post) - 1
	i := slices.Index(in, post[last])
	return &tree{post[last], fromPost(post[:i], in[:i]), fromPost(post[i:last], in[i+1:])}
}

func someTree(r *rand.Rand, size int) *tree { return drawTree(r, r.Perm(90)[:size]) }

func preAndIn(r *rand.Rand, size int) []any {
	pre, in, _ := someTree(r, size).traversals()
	return []any{pre, in}
}

func postAndIn(r *rand.Rand, size int) []any {
	_, in, post := someTree(r, size).traversals()
	return []any{post, in}
}

const splitIdea = "The root stands at the end of one traversal and splits the inorder traversal into the two subtrees, which are restored in the same way."

var treeExercises = []exercise{
	{"pre, inorder", "pre and inorder are the preorder and the inorder traversal of one binary tree with different labels", "the list of its labels in postorder", `def solve(pre, inorder):
    if not pre:
        return []
    i = inorder.index(pre[0])
    return solve(pre[1:i + 1], inorder[:i]) + solve(pre[i + 1:], inorder[i + 1:]) + [pre[0]]`, 0, 0, preAndIn, func(a []any, _ int) any {
		_, _, post := rebuilt(a[0].([]int), a[1].([]int)).traversals()
		return post
	}, splitIdea},
	{"post, inorder", "post and inorder are the postorder and the inorder traversal of one binary tree with different labels", "the list of the labels on each level from the root down, each level from left to right", `def solve(post, inorder):
    levels = []

    def build(post, inorder, depth):
        if not post:
            return
        if depth == len(levels):
            levels.append([])
        levels[depth].append(post[-1])
        i = inorder.index(post[-1])
        build(post[:i], inorder[:i], depth + 1)
        build(post[i:-1], inorder[i + 1:], depth + 1)

    build(post, inorder, 0)
    return levels`, 0, 0, postAndIn, func(a []any, _ int) any {
		return append([][]int{}, fromPost(a[0].([]int), a[1].([]int)).levels()...)
	}, splitIdea},
	{"pre", "pre is the preorder traversal of a binary search tree with different labels (smaller ones on the left)", "the number of labels on its longest way from the root down (0 for an empty tree)", `def solve(pre):
    if not pre:
        return 0
    left = [x for x in pre if x < pre[0]]
    right = [x for x in pre if x > pre[0]]
    return 1 + max(solve(left), solve(right))`, 0, 0, func(r *rand.Rand, size int) []any {
		return []any{append([]int{}, insertAll(r.Perm(90)[:size]).preorder()...)}
	}, func(a []any, _ int) any { return len(insertAll(a[0].([]int)).levels()) }, "The labels below the root that are smaller form the left subtree, in preorder again, the others the right one."},
	{"pre, inorder", "pre and inorder are the preorder and the inorder traversal of one binary tree with different labels", "the list of the labels that are visible from the right, one for each level from the root down: the last label of each level", `def solve(pre, inorder):
    view = {}

    def build(pre, inorder, depth):
        if pre:
            view[depth] = pre[0]
            i = inorder.index(pre[0])
            build(pre[1:i + 1], inorder[:i], depth + 1)
            build(pre[i + 1:], inorder[i + 1:], depth + 1)

    build(pre, inorder, 0)
    return [view[d] for d in range(len(view))]`, 0, 0, preAndIn, func(a []any, _ int) any {
		out := []int{}
		for _, level := range rebuilt(a[0].([]int), a[1].([]int)).levels() {
			out = append(out, level[len(level)-1])
		}
		return out
	}, splitIdea + " On each level the label written last is the rightmost."},
	{"post, inorder", "post and inorder are the postorder and the inorder traversal of one binary tree with different labels", "the largest sum of the labels on a way from the root down to a leaf, reduced modulo k (0 for an empty tree)", `def solve(post, inorder):
    def best(post, inorder):
        i = inorder.index(post[-1])
        parts = [(post[:i], inorder[:i]), (post[i:-1], inorder[i + 1:])]
        return post[-1] + max([best(p, q) for p, q in parts if p], default=0)

    return best(post, inorder) % K if post else 0`, 101, 199, postAndIn, func(a []any, k int) any {
		return fromPost(a[0].([]int), a[1].([]int)).heaviest() % k
	}, splitIdea + " A node adds its label to the better of its subtrees."},
}

// insertAll is the search tree of labels inserted in turn.
func insertAll(labels []int) (root *tree) {
	for _, x := range labels {
		at := &root
		for *at != nil {
			if x < (*at).label {
				at = &(*at).left
			} else {
				at = &(*at).right
			}
		}
		*at = &tree{label: x}
	}
	return root
}

func (t *tree) preorder() []int {
	pre, _, _ := t.traversals()
	return pre
}

// heaviest is the largest sum on a way to a leaf; labels are not negative.
func (t *tree) heaviest() int {
	if t == nil {
		return 0
	}
	return t.label + max(t.left.heaviest(), t.right.heaviest())
}

// treeRebuild asks for a tree restored from traversals. Difficulty moves from
// another traversal to levels, search trees, views and sums.
func treeRebuild(r *rand.Rand, d gen.Difficulty) task.Item {
	return writing(r, chosen(r, d, treeExercises))
}
