package mathematics_test

import (
	"testing"

	"segue/grade/mathematics"
)

// FuzzGrade looks for texts that panic, that are judged differently a second
// time, or that are not equal to themselves although they can be read.
func FuzzGrade(f *testing.F) {
	for _, seed := range []string{
		"5", "x = 5", `\frac{1}{2}`, `\{1,2\}`, "[0,1)", `x \le 3`, `1 \pm \sqrt{2}`, `\begin{pmatrix}1&2\\3&4\end{pmatrix}`, "10 cm", "28%",
		`\sum_{k=1}^{n} k^2`, `\int_0^1 x\,dx`, `\lim_{x\to\infty} (1+1/x)^x`, "7:32", "12:00", `\text{odd}`, "9^{9^9}", `\mathbb{R}\setminus\{0\}`,
		`x<-1 \text{ or } x>2`, "(x,y)=(1,2)", `\frac{d}{dx} x^x`, "5 m/s", `\lfloor x \rfloor`, "1/0", `\boxed{3}`,
	} {
		f.Add(seed, "5")
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, reference, response string) {
		a := mathematics.Grade(reference, response, mathematics.Options{})
		if b := mathematics.Grade(reference, response, mathematics.Options{}); a != b {
			t.Fatalf("%q ~ %q: %v, then %v", reference, response, a, b)
		}
		if self := mathematics.Grade(reference, reference, mathematics.Options{}); self.Status == mathematics.Incorrect && self.Reason != mathematics.ReasonLimit {
			t.Fatalf("%q is not equal to itself: %v", reference, self)
		}
	})
}

func FuzzRunVector(f *testing.F) {
	f.Add([]byte(`{"id":"a","family":"math","gold":"1","answer":"1","expect":true,"options":{"check":"parse","value_type":"none"}}`))
	f.Add([]byte(`{"family":"table"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if o, err := mathematics.RunVector(line); err == nil && o.Got && o.Undecided != "" {
			t.Fatalf("%s: a verdict and none", line)
		}
	})
}
