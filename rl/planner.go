package rl

import (
	"cmp"
	"fmt"
	"slices"
)

// Planner is a recipe with its quantities settled, ready to plan.
type Planner struct {
	Recipe Recipe
	Values Values
	stages []Stage
}

// Planner settles the quantities of a recipe: settings by name, and "dialect".
func (r Recipe) Planner(settings map[string]string) (*Planner, error) {
	v, err := r.Values(settings)
	if err != nil {
		return nil, err
	}
	stages := r.Stages(v)
	if err := checkOrder(stages); err != nil {
		return nil, fmt.Errorf("recipe %s: %w", r.Name, err)
	}
	return &Planner{Recipe: r, Values: v, stages: stages}, nil
}

// Stages returns the stages in their order.
func (p *Planner) Stages() []Stage { return slices.Clone(p.stages) }

// Needs lists the columns that a batch must have for its plan and for the loss.
func (p *Planner) Needs() []Column {
	return p.batchColumns(func(s Stage) []Column { return slices.Concat(s.Reads, s.ForLoss) })
}

// PlanNeeds lists the columns without which no plan can be made. Those of Needs
// that are not among them may come later, for the loss.
func (p *Planner) PlanNeeds() []Column {
	return p.batchColumns(func(s Stage) []Column { return s.Reads })
}

func (p *Planner) batchColumns(of func(Stage) []Column) []Column {
	needs := []Column{Length}
	for _, s := range p.stages {
		for _, c := range of(s) {
			if c.ofBatch() && !slices.Contains(needs, c) {
				needs = append(needs, c)
			}
		}
	}
	slices.Sort(needs)
	return needs
}

// Pays lists the rewards that the recipe weighs by name, with their weights, those
// of weight 0 too. None means that it takes any reward as it is. A batch that lacks
// one can be planned, but not as the recipe is meant: a span without it is unscored,
// and a rollout's reward is taken for composed already.
func (p *Planner) Pays() []WeightedPart {
	var parts []WeightedPart
	for _, s := range p.stages {
		parts = append(parts, s.Pays...)
	}
	slices.SortFunc(parts, func(x, y WeightedPart) int { return cmp.Compare(x.Name, y.Name) })
	return slices.Compact(parts)
}

// ActsOn lists the kinds of the stages, in their order.
func (p *Planner) ActsOn() []Kind {
	var kinds []Kind
	for _, s := range p.stages {
		if !slices.Contains(kinds, s.Kind) {
			kinds = append(kinds, s.Kind)
		}
	}
	return kinds
}

// Hooks says what the recipe wants from the loop around it.
func (p *Planner) Hooks() Hooks {
	if p.Recipe.Hooks == nil {
		return Hooks{}
	}
	return p.Recipe.Hooks(p.Values)
}

// Plan makes the plan of a batch of rollouts: the first phase. The state is
// that of the plan before, zero at the start; it is not changed.
func (p *Planner) Plan(b *Batch, s State) (*Plan, error) {
	if err := b.Validate(); err != nil {
		return nil, fmt.Errorf("recipe %s: %w", p.Recipe.Name, err)
	}
	if err := s.Validate(p.Recipe.Name); err != nil {
		return nil, fmt.Errorf("recipe %s: %w", p.Recipe.Name, err)
	}
	for _, c := range p.PlanNeeds() {
		if !b.Has(c) {
			return nil, fmt.Errorf("recipe %s needs the column %s, which the batch does not have", p.Recipe.Name, c)
		}
	}
	d := &Draft{Batch: b, Offsets: b.Offsets(), Plan: &Plan{Recipe: p.Recipe.Name, Keep: make([]bool, b.Rollouts()), State: s.Clone()}}
	for i := range d.Plan.Keep {
		d.Plan.Keep[i] = true
	}
	d.Plan.State.Recipe = p.Recipe.Name
	d.Plan.State.Batches++
	if err := p.apply(d, OnRollouts); err != nil {
		return nil, err
	}
	d.Plan.Normalisation = d.Plan.Normalisation.Of(b, d.Plan)
	return d.Plan, nil
}

// UpdatesPlan says whether the recipe has a second phase.
func (p *Planner) UpdatesPlan() bool {
	return slices.ContainsFunc(p.stages, func(s Stage) bool { return s.Phase == OnUpdate })
}

// Update is the second phase: the plan for one update on b, which is the batch
// of plan, or a part of it with its part of the plan. The plan handed in is not
// changed, and its denominator stays; the state of the plan that is returned is to
// stand in that of the next update, and at last in that of the next batch. A recipe
// without a second phase returns the plan as it is.
func (p *Planner) Update(plan *Plan, b *Batch, now Current) (*Plan, error) {
	if !p.UpdatesPlan() {
		return plan, nil
	}
	if err := plan.Validate(b); err != nil {
		return nil, fmt.Errorf("recipe %s: %w", p.Recipe.Name, err)
	}
	if err := now.validate(b.Tokens()); err != nil {
		return nil, fmt.Errorf("recipe %s: %w", p.Recipe.Name, err)
	}
	d := &Draft{Batch: b, Offsets: b.Offsets(), Plan: plan.clone(), Current: now}
	if err := p.apply(d, OnUpdate); err != nil {
		return nil, err
	}
	return d.Plan, nil
}

// apply runs the stages of a phase and then takes dropped rollouts out.
func (p *Planner) apply(d *Draft, phase Phase) error {
	for _, s := range p.stages {
		if s.Phase != phase {
			continue
		}
		if err := s.Apply(d); err != nil {
			return fmt.Errorf("recipe %s, stage %s: %w", p.Recipe.Name, s.Name, err)
		}
	}
	d.seal()
	if err := d.Plan.State.Validate(p.Recipe.Name); err != nil {
		return fmt.Errorf("recipe %s: %w", p.Recipe.Name, err)
	}
	return nil
}

// seal makes the tokens of dropped rollouts weigh nothing, for engines that
// look at columns alone.
func (d *Draft) seal() {
	weight := d.column(&d.Plan.Weight, 1)
	for i, keep := range d.Plan.Keep {
		if keep {
			continue
		}
		from, to := d.Offsets[i], d.Offsets[i+1]
		clear(weight[from:to])
		for _, c := range [][]float64{d.Plan.Advantage, d.Plan.KLCoef, d.Plan.EntropyCoef, d.Plan.ValueTarget} {
			if c != nil {
				clear(c[from:to])
			}
		}
	}
}

// clone copies a plan so that its columns can be written.
func (p *Plan) clone() *Plan {
	c := *p
	for _, column := range p.tokenColumns() {
		*column.of(&c) = slices.Clone(*column.of(p))
	}
	c.Keep = slices.Clone(p.Keep)
	c.State = p.State.Clone()
	if p.Dropped != nil {
		c.Dropped = map[string]int{}
		for why, n := range p.Dropped {
			c.Dropped[why] = n
		}
	}
	return &c
}
