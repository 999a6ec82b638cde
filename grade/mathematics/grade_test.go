package mathematics_test

import (
	"testing"

	"segue/grade/expr"
	"segue/grade/mathematics"
)

// pair is a reference, a response and the status they deserve.
type pair struct{ reference, response, want string }

func check(t *testing.T, o mathematics.Options, pairs []pair) {
	t.Helper()
	for _, p := range pairs {
		if r := mathematics.Grade(p.reference, p.response, o); r.Status != p.want {
			t.Errorf("%q ~ %q: %s (%s), want %s", p.reference, p.response, r.Status, r.Reason, p.want)
		}
	}
}

const (
	yes = mathematics.Correct
	no  = mathematics.Incorrect
	un  = mathematics.Undecided
)

func TestGradeStrictly(t *testing.T) {
	check(t, mathematics.Options{}, []pair{
		{"5", "x = 5", yes}, {"x = 5", "5", yes}, {"x=5", "y=5", no}, {"5", "5 = x", yes}, {"5", "x+y=5", no},
		{"5", "2+3=5", yes}, {"5", "2+2=5", no}, {"x = 1/3", `x = \frac{1}{3} \approx 0.33`, yes},
		{`1-\frac{1}{e}`, `1+\frac{1}{\mathrm{e}}`, no}, {"(1,2)", `\{1,2\}`, no}, {"(1,2)", "(2,1)", no}, {"(1,2)", "[1,2]", no},
		{"12:00", "1:00", no}, {"12:00", "12:00", yes}, {"10^{-7}", `2\cdot 10^{-7}`, no}, {`\frac{1}{2004!}`, `\frac{1}{2006!}`, no},
		{"50", `50\%`, no}, {`28\%`, "0.28", yes}, {"1/3", "0.333333", no}, {`\pi`, "3.14159265", no},
		{"x - 2y + 1 = 0", "2x - 4y + 2 = 0", yes}, {"x - 2y + 1 = 0", "x + 2y + 1 = 0", no}, {"y = 2x + 1", "2x - y + 1 = 0", yes},
		{"y = 2x+1", "2x+1", yes}, {"2x+1", "y=2x+1", yes}, {"x^2=4", "x = 2", no}, {"x^2 = 4", `x = \pm 2`, yes}, {"x^2+y^2=1", "2x^2+2y^2=2", yes},
		{`\pm 2`, "2, -2", yes}, {`\pm 2`, "2", no}, {`\{-2,2\}`, `x=2 \text{ or } x=-2`, yes}, {`x = 1 \pm \sqrt{2}`, `1+\sqrt{2}, 1-\sqrt{2}`, yes},
		{"1,2,3", "3,2,1", yes}, {"1,1,2", "1,2,2", no}, {`\{1,1,2\}`, `\{1,2\}`, yes}, {"1,2", "1,2,3", no},
		{"x=1,y=2", "y=2,x=1", yes}, {"x=1,y=2", "x=2,y=1", no}, {"x=1,y=2", "1,2", yes}, {"x=1,y=2", "2,1", no}, {"x=1, y=2", "(x,y)=(1,2)", yes},
		{"(x,y)=(1,2)", "(1,2)", yes}, {"(x,y)=(1,2)", "x=1,y=2", yes}, {"(1,2)", "x=1,y=2", yes}, {"(3,4),(1,2)", "(1,2),(3,4)", yes}, {"(1,2),(3,4)", "(2,1),(3,4)", no},
		{"[0,1)", "[0,1]", no}, {"[0,2]", `[0,1]\cup[1,2]`, yes}, {"(0,2)", `(0,1)\cup(1,2)`, no}, {`(-\infty,3]`, `x \le 3`, yes}, {`(-\infty,3]`, `x \ge 3`, no},
		{"x>3", "3<x", yes}, {"x>3", `(3,\infty)`, yes}, {"x>3", `[3,\infty)`, no}, {"-2<x<5", "(-2,5)", yes}, {"-2<x<5", "x>-2 and x<5", yes},
		{"x<-1 or x>2", `(-\infty,-1)\cup(2,\infty)`, yes}, {`x \in (-\infty,-1)\cup(2,\infty)`, "x<-1 or x>2", yes}, {`x \ne 3`, `(-\infty,3)\cup(3,\infty)`, yes},
		{`\mathbb{R}\setminus\{0\}`, `x \neq 0`, yes}, {"(-2,2)", "x^2<4", yes}, {"-x > -1", "x < 1", yes}, {"2x > 6", "x > 3", yes}, {"x<y", "y>x", yes}, {"x<y", "x>y", no},
		{`x \geq 5`, `x \leq 5`, no}, {"x > 5", `x \ge 5`, no}, {`\emptyset`, `\{\}`, yes}, {`\emptyset`, `\{0\}`, no},
		{`\frac{7}{2}`, `3\frac{1}{2}`, yes}, {"3.5", "3 1/2", yes}, {`-\frac{7}{3}`, `-2\frac13`, yes}, {"1,234", "1234", yes}, {"1234", "1,234", yes}, {"12345", "1,23,45", no},
		{"10 cm", "100 mm", yes}, {"10 cm", "10 m", no}, {"5 m/s", "18 km/h", yes}, {"10 cm", "10", yes}, {"10", `10\text{ cm}`, yes}, {"3 kg", "3000 g", yes}, {"2 hours", "120 minutes", yes},
		{"90^\\circ", "90", yes}, {"90^\\circ", `\frac{\pi}{2}`, yes}, {`\frac{\pi}{2}`, "90^\\circ", yes}, {"30^\\circ", "60^\\circ", no}, {`25 \text{ m}^2`, `25 m^2`, yes}, {"25 m^2", "25 m", no},
		{`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, `\begin{bmatrix}1&2\\3&4\end{bmatrix}`, yes}, {`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, `\begin{pmatrix}1&3\\2&4\end{pmatrix}`, no},
		{`\begin{pmatrix}6&8\end{pmatrix}`, `2\begin{pmatrix}3&4\end{pmatrix}`, yes}, {`\begin{pmatrix}1\\2\end{pmatrix}`, "(1,2)", yes},
		{"7:32", `S_1:S_2=7:32`, yes}, {"7:32", "14:64", yes}, {"7:32", "32:7", no}, {"1:2", `\frac12`, yes},
		{`\text{Evelyn}`, "Evelyn", yes}, {`\text{Evelyn}`, "Carla", no}, {`\text{(C)}`, "C", yes}, {`\text{C}`, "D", no}, {"yes", "Yes", yes}, {"odd", "even", no},
		{"204_5", "204_5", yes}, {"204_5", "204_6", no}, {"204_5", "204_{5}", yes}, {`\binom{10}{3}`, "120", yes}, {"5!", "120", yes}, {"10^{100}", "10^{100}+1", no},
		{`\sum_{k=1}^{n} k`, `\frac{n(n+1)}{2}`, yes}, {`\int_0^1 x^2\,dx`, `\frac13`, yes}, {`\frac{d}{dx} x^3`, "3x^2", yes}, {`\lim_{x\to 0}\frac{\sin x}{x}`, "1", yes},
		{`\frac{1}{2}\ln 4`, `\ln 2`, yes}, {`\log_2 8`, "3", yes}, {`\sqrt[3]{-8}`, "-2", yes}, {"e^{i\\pi}", "-1", yes}, {`\cos 60^\circ`, `\frac12`, yes}, {`\sin^2 x+\cos^2 x`, "1", yes},
		{"f(x)=x^2+1", "x^2+1", yes}, {"f(x)=x^2+1", "f(t)=t^2+1", no}, {"x^2-1", "(x-1)(x+1)", yes}, {"2x+3y", "3y+2x", yes}, {"2x+3y", "3x+2y", no},
		{"3x^2 + C", "3x^2 + C", yes}, {`\frac{x^3}{3}+C`, `C+\frac13 x^3`, yes}, {"42", `The final answer is \boxed{42}. I hope it is correct.`, yes}, {"17", `\boxed{42} in 17 steps`, no},
		{"7", `First \boxed{3}, then \boxed{7}`, yes}, {"5", "", no}, {"5", `\boxed{}`, no}, {"5", "5 or 6", no}, {"", "5", un}, {"5", `\frac{1}{0}`, no}, {`\frac{1}{0}`, "5", un}, {"5", `\tan 90^\circ`, no}, {"5", "\\sin(10^{100})", un}, {"5", `\boxed{\frac{1}{}}`, no},
		{`\infty`, `+\infty`, yes}, {`\infty`, `-\infty`, no}, {"i", `\sqrt{-1}`, yes}, {"1+2i", "2i+1", yes}, {"6.02\\times 10^{23}", "6.02e23", yes}, {"AB=4", "4", yes},
		{`0 \le x < 5`, "[0,5)", yes}, {`0 \le x < 5`, `0 \leq x \leq 5`, no}, {"-5", "−5", yes}, {"5", "−5", no}, {`a_n = 2n+1`, "2n+1", yes}, {"x=y", "y=x", yes},
		{`\{x \mid x > 2\}`, `(2,\infty)`, yes}, {"k=1,2,3", `k \in \{1,2,3\}`, yes}, {"n=2,3,4", "n=1,2,3", no}, {`\frac{\sqrt{2}}{2}`, `\frac{1}{\sqrt2}`, yes}, {"2", `\frac{1+\sqrt5}{2}`, no},
		{`$\frac{2}{3}$`, "So the probability is 2/3.", yes}, {"A", `\boxed{A}`, yes}, {"A", `\textbf{(A)}`, yes}, {"0.5", ".5", yes}, {"1/2", "0.50", yes}, {"3", "3.0", yes}, {"3", "3.01", no},
		{"12 and 13", "12, 13", yes}, {`2\pi r`, `2r\pi`, yes}, {"x", "X", no}, {`\theta`, `\Theta`, no}, {"(a,b)", "(a,b)", yes}, {"[a,b]", "[a,b]", yes}, {"[a,b]", "[a,b)", no},
	})
}

func TestGradeWithTolerance(t *testing.T) {
	places := mathematics.Options{Compare: expr.Options{Tolerance: expr.Tolerance{Places: 6}}}
	check(t, places, []pair{
		{"1/3", "0.333333", yes}, {"1/3", "0.333", no}, {`\pi`, "3.14159265", yes}, {`\pi`, "3.14", no}, {`10^{-7}`, "0.0000002", no},
		{`\sqrt2`, `\sqrt{2.0000001}`, yes}, {"99999999999", "100000000000", no}, {"1e-20", "2e-20", no},
		{`\frac{1}{2004!}`, `\frac{1}{2006!}`, no},
	})
	check(t, mathematics.Options{Compare: expr.Options{Tolerance: expr.Tolerance{Relative: 1e-3}}}, []pair{
		{"9.81", "9.80", no}, {"9.81", "9.815", yes}, {"6.022e23", `6.02\times 10^{23}`, yes}, {"1000", "1000.5", yes}, {"1000", "1001", no},
	})
}

func TestGradePolicies(t *testing.T) {
	compare := func(o expr.Options) mathematics.Options { return mathematics.Options{Compare: o} }
	check(t, compare(expr.Options{Units: expr.UnitsRequire}), []pair{{"3 kg", "3", no}, {"3 kg", "3000 g", yes}, {"3", "3", yes}})
	check(t, compare(expr.Options{Units: expr.UnitsIgnore}), []pair{{"10", "10 cm", yes}, {"10 m", "10 cm", yes}})
	check(t, compare(expr.Options{PercentAsNumber: true}), []pair{{"50", `50\%`, yes}, {"50", `51\%`, no}, {`50\%`, "0.5", yes}})
	check(t, compare(expr.Options{OneWayInequality: true}), []pair{{"[-2,7]", `-2 \le x \le 7`, no}, {`-2 \le x \le 7`, "[-2,7]", yes}})
	check(t, compare(expr.Options{RenameVariables: true}), []pair{{"f(x)=x^2", "f(t)=t^2", yes}, {"x+y", "a+b", yes}, {"x+2y", "y+2x", yes}})
	check(t, compare(expr.Options{Ordered: true}), []pair{{"1,2,3", "3,2,1", no}, {"1,2,3", "1,2,3", yes}})
	check(t, compare(expr.Options{Distinct: true}), []pair{{"1,1,2", "1,2", yes}})
}

func TestGradeSurvivesOddTexts(t *testing.T) {
	for _, odd := range []string{`\frac1e99`, `\binom1e99{n}{k}`, "((((", "\x00", "\xff\xfe", `\begin{pmatrix}`, `\sum`, `^`, `_`, `\boxed`, `\int_0^1`} {
		if r := mathematics.Grade("5", odd, mathematics.Options{}); r.Status == yes {
			t.Errorf("%q is taken for 5: %s", odd, r.Reason)
		}
		mathematics.Grade(odd, odd, mathematics.Options{Whole: true})
	}
}
