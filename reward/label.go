package reward

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"segue/skill"
	"segue/task"
)

// DefaultThreshold is the cosine below which a label names no skill (arXiv 2608.05139).
const DefaultThreshold = 0.5

// How says by which comparison a label was mapped to a skill.
type How string

// The comparisons, tried in this order.
const (
	Exact      How = "exact"      // the label as the bank writes it
	Normalised How = "normalised" // the label, the id or a name that only one skill has, but for case, blanks and punctuation
	Nearest    How = "nearest"    // the label of the largest cosine, at or above the threshold
	None       How = "none"       // no skill is near enough
	Failed     How = "failed"     // the embedding endpoint failed, so nothing can be said
)

// Match is the skill that a label names.
type Match struct {
	Skill string // id, "" unless How is exact, normalised or nearest
	How   How
	// Similarity is the cosine to the nearest skill; 1 for exact and normalised.
	Similarity float64
	Reason     string // why it failed
}

// Known says whether the label names a skill.
func (m Match) Known() bool { return m.Skill != "" }

// Labels maps the labels of responses to skills. It may be used from several
// goroutines.
type Labels struct {
	skills     []skill.Skill
	exact      map[string]string
	normalised map[string]string
	threshold  float64
	offline    *ngrams
	online     *embedding

	mu   sync.Mutex
	seen map[string]Match
}

// maxSeen bounds the memory of labels already mapped, maxLabel the bytes of a
// label that are read.
const (
	maxSeen  = 1 << 16
	maxLabel = 500
)

// LabelOptions say how near a label must be to a skill and who measures it.
type LabelOptions struct {
	// Threshold is the least cosine (0 for DefaultThreshold).
	Threshold float64
	// Embedder measures in place of the built-in model; Model is what it is asked for.
	Embedder Embedder
	Model    string
}

// NewLabels indexes the labels of skills. With an Embedder it embeds them all.
func NewLabels(ctx context.Context, skills []skill.Skill, o LabelOptions) (*Labels, error) {
	if len(skills) == 0 {
		return nil, fmt.Errorf("index labels: there is no skill to map to")
	}
	if o.Threshold == 0 {
		o.Threshold = DefaultThreshold
	}
	if !(o.Threshold > 0 && o.Threshold <= 1) { // NaN too
		return nil, fmt.Errorf("index labels: the threshold must be above 0 and at most 1, not %g", o.Threshold)
	}
	l := &Labels{skills: slices.Clone(skills), exact: map[string]string{}, normalised: map[string]string{}, threshold: o.Threshold, seen: map[string]Match{}}
	slices.SortFunc(l.skills, func(a, b skill.Skill) int { return strings.Compare(a.ID, b.ID) })
	texts, err := l.index()
	if err != nil {
		return nil, err
	}
	if o.Embedder == nil {
		l.offline = newNgrams(texts)
		return l, nil
	}
	written := make([]string, len(l.skills))
	for i, s := range l.skills {
		written[i] = s.Label
	}
	l.online, err = newEmbedding(ctx, o.Embedder, o.Model, written)
	return l, err
}

// index fills the maps and returns the normalised labels.
func (l *Labels) index() ([]string, error) {
	texts := make([]string, len(l.skills))
	names := map[string][]string{}
	for i, s := range l.skills {
		texts[i] = skill.NormalLabel(s.Label)
		l.exact[s.Label] = s.ID
		for _, text := range []string{texts[i], skill.NormalLabel(s.ID)} {
			if other, taken := l.normalised[text]; taken && other != s.ID {
				return nil, fmt.Errorf("index labels: %s and %s cannot be told apart by %q", other, s.ID, text)
			}
			l.normalised[text] = s.ID
		}
		names[skill.NormalLabel(s.Name)] = append(names[skill.NormalLabel(s.Name)], s.ID)
	}
	for name, ids := range names {
		if _, taken := l.normalised[name]; !taken && len(ids) == 1 && name != "" {
			l.normalised[name] = ids[0]
		}
	}
	return texts, nil
}

// Vocabulary is the bank with the skills that only the tasks name, such as
// those of imported data; their labels are made from their ids.
func Vocabulary(bank []skill.Skill, tasks []task.Task) []skill.Skill {
	all := slices.Clone(bank)
	known := map[string]bool{"": true}
	for _, s := range bank {
		known[s.ID] = true
	}
	for _, t := range tasks {
		for _, s := range t.Steps {
			if known[s.Skill] {
				continue
			}
			known[s.Skill] = true
			_, slug, _ := strings.Cut(s.Skill, "/")
			name := strings.ReplaceAll(slug, "-", " ")
			if name != "" {
				name = strings.ToUpper(name[:1]) + name[1:]
			}
			d := skill.DomainOf(s.Skill)
			all = append(all, skill.Skill{ID: s.Skill, Domain: d, Name: name, Label: d.Title() + ", " + name})
		}
	}
	return all
}

// Has says whether the skill is one that labels are mapped to.
func (l *Labels) Has(id string) bool {
	_, ok := slices.BinarySearchFunc(l.skills, id, func(s skill.Skill, id string) int { return strings.Compare(s.ID, id) })
	return ok
}

// Label is how a skill's label is written, "" for an unknown skill.
func (l *Labels) Label(id string) string {
	if i, ok := slices.BinarySearchFunc(l.skills, id, func(s skill.Skill, id string) int { return strings.Compare(s.ID, id) }); ok {
		return l.skills[i].Label
	}
	return ""
}

// Map finds the skill of each label; an endpoint is asked once for all that
// need it.
func (l *Labels) Map(ctx context.Context, labels []string) []Match {
	out := make([]Match, len(labels))
	var distant []int
	for i, label := range labels {
		if m, ok := l.byText(label); ok {
			out[i] = m
		} else {
			distant = append(distant, i)
		}
	}
	if len(distant) == 0 {
		return out
	}
	if l.online == nil {
		for _, i := range distant {
			at, cosine := l.offline.nearest(skill.NormalLabel(clip(labels[i])))
			out[i] = l.remember(labels[i], at, cosine)
		}
		return out
	}
	texts := make([]string, len(distant))
	for k, i := range distant {
		texts[k] = clip(labels[i])
	}
	found, err := l.online.nearest(ctx, texts)
	for k, i := range distant {
		if err != nil {
			out[i] = Match{How: Failed, Reason: fmt.Sprintf("the label could not be embedded: %v", err)}
			continue
		}
		out[i] = l.remember(labels[i], found[k].label, found[k].cosine)
	}
	return out
}

// byText maps what needs no embedding, and what was mapped before.
func (l *Labels) byText(label string) (Match, bool) {
	if id, ok := l.exact[label]; ok {
		return Match{Skill: id, How: Exact, Similarity: 1}, true
	}
	text := skill.NormalLabel(clip(label))
	if id, ok := l.normalised[text]; ok {
		return Match{Skill: id, How: Normalised, Similarity: 1}, true
	}
	if text == "" {
		return Match{How: None}, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	m, ok := l.seen[label]
	return m, ok
}

// remember makes the match of a nearest skill and keeps it.
func (l *Labels) remember(label string, at int, cosine float64) Match {
	m := Match{How: None, Similarity: cosine}
	if at >= 0 && cosine >= l.threshold {
		m.Skill, m.How = l.skills[at].ID, Nearest
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.seen) < maxSeen && len(label) <= maxLabel {
		l.seen[strings.Clone(label)] = m
	}
	return m
}

// clip bounds a label that may be any text.
func clip(label string) string {
	if len(label) <= maxLabel {
		return label
	}
	return strings.ToValidUTF8(label[:maxLabel], "")
}
