package mathematics_test

import (
	"testing"

	"segue/grade/mathematics"
)

// TestGradeFormsOfAnswers holds pairs as problem collections and models write them.
func TestGradeFormsOfAnswers(t *testing.T) {
	check(t, mathematics.Options{}, []pair{
		{`x=\frac{\pi}{4}+k\pi, k\in\mathbb{Z}`, `x=k\pi+\frac{\pi}{4}, k\in\mathbb{Z}`, yes},
		{`y=C_1e^{x}+C_2e^{-x}`, `y = C_2 e^{-x} + C_1 e^x`, yes},
		{`\langle 1,2,3\rangle`, `(1,2,3)`, yes},
		{`x\in\mathbb{R}`, `(-\infty,\infty)`, yes},
		{`\mathbb{R}`, `(-\infty,\infty)`, yes},
		{`\mathbb{R}`, "all real numbers", yes},
		{`\emptyset`, `\text{no solution}`, yes},
		{`\text{no solution}`, `\text{No solutions}`, yes},
		{`\text{True}`, "true", yes},
		{"10!", "3628800", yes}, {"2^{10}", "1024", yes}, {`\sqrt{50}`, `5\sqrt2`, yes}, {`2e^{i\pi/3}`, `1+i\sqrt3`, yes},
		{`\frac12(a+b)`, `\frac{a+b}{2}`, yes}, {"e^{2x}", "(e^x)^2", yes}, {`\tan^{-1}(1)`, `\frac{\pi}{4}`, yes},
		{`\cos 2x`, `1-2\sin^2 x`, yes}, {`\cos 2x`, `2\cos^2 x + 1`, no}, {`\ln|x|+C`, `C+\ln|x|`, yes},
		{`\frac{\sqrt{6}+\sqrt{2}}{4}`, `\cos 15^\circ`, yes}, {`\frac{\sqrt{6}-\sqrt{2}}{4}`, `\cos 15^\circ`, no},
		{`\sqrt{2+\sqrt{3}}`, `\frac{\sqrt{6}+\sqrt{2}}{2}`, yes}, {`\sqrt[3]{2}`, "2^{1/3}", yes}, {`\frac{1}{\sqrt{3}-1}`, `\frac{\sqrt3+1}{2}`, yes},
		{`\frac{a^2-b^2}{a-b}`, "a+b", yes}, {`\frac{1}{x}-\frac{1}{x+1}`, `\frac{1}{x(x+1)}`, yes}, {`x^{-1}`, `\frac1x`, yes},
		{"(x+1)(x-2)(x+3)", "x^3+2x^2-5x-6", yes}, {"(x+1)(x-2)(x+3)", "x^3+2x^2-5x+6", no},
		{"3, -3", `\pm 3`, yes}, {`\frac{-1\pm\sqrt5}{2}`, `\frac{\sqrt5-1}{2}, \frac{-1-\sqrt{5}}{2}`, yes},
		{"$18.90", "18.90", yes}, {`\$18.90`, "18.9", yes}, {"18.90", `\$18.90`, yes}, {"1,000,000", "10^6", yes},
		{`0.\overline{3}`, `\frac13`, yes}, {`0.1\overline{6}`, `\frac16`, yes}, {`\frac{22}{7}`, `\pi`, no}, {"0.3333", `\frac13`, no},
		{"-1", `\boxed{-1}`, yes}, {"3/4", "0.75", yes}, {"75%", "3/4", yes}, {`\frac{3}{4}`, `\frac{6}{8}`, yes},
		{"11:7", `\frac{11}{7}`, yes}, {"(-3, 5)", "(-3,5)", yes}, {"(2, \\frac{\\pi}{3})", "(2,\\pi/3)", yes}, {"(2,3)", `\left(2,3\right)`, yes},
		{"A", "The answer is (A).", yes}, {"A", "The answer is (B).", no},
		{`2n\pi`, `2\pi n`, yes}, {"6.02e23", `6.02 \times 10^{23}`, yes}, {"1.5e-3", "0.0015", yes}, {"1e3", "1000", yes},
		{"y=-\\frac{1}{2}x+3", "x+2y=6", yes}, {"y=-\\frac{1}{2}x+3", "x+2y-6=0", yes}, {"x+2y=6", "y=3-\\frac{x}{2}", yes}, {"x+2y=6", "y=3-x", no},
		{"(x-1)^2+(y+2)^2=9", "x^2-2x+y^2+4y-4=0", yes}, {"(x-1)^2+(y+2)^2=9", "x^2-2x+y^2+4y+4=0", no},
		{`\frac{x^2}{9}+\frac{y^2}{4}=1`, "4x^2+9y^2=36", yes}, {"r = 2\\cos\\theta", "2\\cos\\theta", yes},
		{"k > -1", `(-1, \infty)`, yes}, {`(-\infty, -1) \cup (-1, \infty)`, `x \neq -1`, yes}, {`[-1, \infty)`, `x \geq -1`, yes}, {`x \geq -1`, `[-1, +\infty)`, yes},
		{`a<-2 \text{ or } a>2`, `|a|>2`, yes}, {"-3<x<3", "|x|<3", yes}, {`|x-1| \le 2`, "[-1,3]", yes}, {`|x-1| \le 2`, "[-1,2]", no},
		{`n \equiv 3 \pmod 7`, `n \equiv 3 \pmod{7}`, yes}, {`n \equiv 3 \pmod 7`, `n \equiv 4 \pmod 7`, no},
		{`\frac{dy}{dx} = 2x`, `\frac{dy}{dx} = 2 x`, yes}, {"f'(x)=2x", "2x", yes}, {`\log_3 9`, "2", yes}, {`\log_{10} 1000`, "3", yes},
		{`4\pi\text{ cm}^2`, `4\pi`, yes}, {`4\pi\text{ cm}^2`, `4\pi \text{ square centimeters}`, yes}, {"60 mph", `60 \text{ miles per hour}`, yes},
		{"2 m", "200 cm", yes}, {"5 kg", "5 g", no}, {`9.8 \text{ m/s}^2`, `9.8 \frac{\text{m}}{\text{s}^2}`, yes}, {"3 hours", "180 minutes", yes},
		{"90", "90 degrees", yes}, {`\frac{\pi}{3}`, `60^\circ`, yes}, {`45^\circ`, `45`, yes}, {`\begin{pmatrix} 1 \\ 2 \end{pmatrix}`, `\begin{bmatrix} 1 \\ 2 \end{bmatrix}`, yes},
		{`\{(1,2),(3,4)\}`, "(3,4), (1,2)", yes}, {`\{1,2\}`, "1 and 2", yes}, {"x=1 and y=2", "y = 2, x = 1", yes}, {`x=1\text{ or }x=2`, "x=1,2", yes},
		{"f(x) = 2x+1 and f(x) = 3x", "f(x)=3x, f(x)=2x+1", yes}, {"a=1, b=2, c=3", "(a,b,c)=(1,2,3)", yes}, {"(a,b,c)=(1,2,3)", "(1,3,2)", no},
		{`\frac{n!}{k!(n-k)!}`, `\binom{n}{k}`, yes}, {`\binom{n}{k}`, `\binom{n}{n-k}`, yes}, {`\binom{n}{2}`, `\frac{n(n+1)}{2}`, no}, {"2^n-1", `\sum_{k=0}^{n-1} 2^k`, yes},
		{"n^2", `\sum_{k=1}^{n} (2k-1)`, yes}, {`\lfloor \frac{n}{2} \rfloor`, `\lceil \frac{n-1}{2} \rceil`, yes}, {`\lfloor \frac{n}{2} \rfloor`, `\frac{n}{2}`, no},
		{`i`, "-i", no}, {`\overline{z}`, "z", no}, {`|3+4i|`, "5", yes}, {`(1+i)^2`, "2i", yes}, {`\frac{1+i}{1-i}`, "i", yes},
	})
}
