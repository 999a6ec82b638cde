package expr

// Outcome is what a comparison found.
type Outcome string

// The three outcomes. Undecided is never to be read as a difference.
const (
	Same      Outcome = "equal"
	Different Outcome = "different"
	Undecided Outcome = "undecided"
)

// Verdict is an outcome and, for people, why.
type Verdict struct {
	Outcome Outcome
	// Reason names the rule that decided, or what stood in the way:
	// "budget", "undefined value", "unsupported operation".
	Reason string
}

// Reasons of an undecided verdict.
const (
	ReasonBudget      = "budget"                // the steps are spent, or a number is out of bounds
	ReasonUndefined   = "undefined value"       // a side has no value, such as 1/0
	ReasonUnsupported = "unsupported operation" // a side holds an operation without a rule
	ReasonPrecision   = "precision"             // equal as far as can be seen
)

// DefaultSteps is the budget of one comparison when Options name none. A step
// is about one operation on numbers of machine size; a comparison that spends
// them all takes some tens of milliseconds.
const DefaultSteps = 50_000

// Limits on single numbers; past them a value is handled by its prime powers,
// by evaluation, or not at all.
const (
	maxIntegerBits  = 4096   // integers written out
	maxScaledBits   = 16_384 // integers inside one comparison
	maxExponent     = 10_000 // powers of sums
	maxFactorial    = 10_000
	maxSumTerms     = 10_000
	maxPolynomial   = 1_500 // terms of one polynomial
	maxRecursion    = 200
	maxSamplePoints = 14
)

// UnitPolicy says what becomes of units of measurement.
type UnitPolicy string

// The unit policies.
const (
	// UnitsConvert compares quantities in base units; a bare number beside a
	// quantity is read as being in the quantity's unit.
	UnitsConvert UnitPolicy = ""
	// UnitsIgnore drops units.
	UnitsIgnore UnitPolicy = "ignore"
	// UnitsRequire converts, and refuses a bare number beside a quantity.
	UnitsRequire UnitPolicy = "require"
)

// Tolerance says when two numbers count as equal although their exact values
// differ. It applies only where at least one side was written as a decimal,
// never between two exact values. The zero Tolerance is exact.
type Tolerance struct {
	// Relative is |a−b| over the larger magnitude; Absolute is |a−b|.
	Relative, Absolute float64
	// Places rounds both sides to so many decimals (0: no rounding). Values that
	// agree only because both round to nothing are still told apart.
	Places int
	// Always applies the tolerance to exact values too.
	Always bool
}

func (t Tolerance) zero() bool { return t.Relative == 0 && t.Absolute == 0 && t.Places == 0 }

// Options of a comparison. The zero Options are strict: decimals are exact
// rationals and both directions of inequality and interval are equal.
type Options struct {
	// Steps bounds the work; 0 means DefaultSteps.
	Steps     int
	Tolerance Tolerance
	Units     UnitPolicy
	// OneWayInequality refuses an inequality as answer to a reference that is a
	// set, so that the question's inequality echoed back earns nothing.
	OneWayInequality bool
	// RenameVariables lets the answer use other names for its variables.
	RenameVariables bool
	// PercentAsNumber reads 50 % as 50 beside a plain 50, as some scorers do.
	PercentAsNumber bool
	// Ordered compares lists in the order written; Distinct compares them as sets.
	Ordered, Distinct bool
}

// Compare decides whether two trees stand for the same value, relation or
// collection. The first is the reference, the second the answer; the verdict
// differs by order only where Options.OneWayInequality is set. It does the same
// work for the same input on every machine and stops when the budget is spent.
func Compare(reference, answer *Node, o Options) Verdict {
	if reference == nil || answer == nil {
		return Verdict{Undecided, "no expression"}
	}
	if !wellFormed(reference) || !wellFormed(answer) {
		return Verdict{Undecided, "malformed or oversized expression"}
	}
	d := newDecider(o)
	v := d.compare(reference, answer)
	if v.Outcome == Undecided && v.Reason == "" {
		v.Reason = ReasonBudget
	}
	return v
}
