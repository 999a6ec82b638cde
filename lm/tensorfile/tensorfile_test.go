package tensorfile_test

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/x448/float16"

	"segue/lm/tensorfile"
)

func TestMap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("12345678"), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := tensorfile.Map(path, 8)
	if err != nil {
		t.Fatal(err)
	}
	if string(m.Bytes) != "12345678" {
		t.Errorf("the mapping holds %q", m.Bytes)
	}
	for range 2 {
		if err := m.Close(); err != nil || m.Bytes != nil {
			t.Errorf("closed with %v and %d bytes", err, len(m.Bytes))
		}
	}
}

func TestMapRefuses(t *testing.T) {
	dir := t.TempDir()
	short, empty := filepath.Join(dir, "short"), filepath.Join(dir, "empty")
	for path, text := range map[string]string{short: "1234567", empty: ""} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		path, want string
		header     int
	}{
		{short, "7 bytes, too few", 8}, {empty, "0 bytes, too few", 0}, {dir, "not a plain file", 0},
		{"/dev/null", "not a plain file", 0}, {filepath.Join(dir, "none"), "no such file", 0},
	} {
		if _, err := tensorfile.Map(c.path, c.header); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.path) {
			t.Errorf("%s: %v, want %q and the path", c.path, err, c.want)
		}
	}
}

// Every number of half precision, in more than one chunk, against independent
// conversions.
func TestFloat32s(t *testing.T) {
	const n = 1 << 16
	var halves, words []byte
	for x := range uint32(n) {
		halves = binary.LittleEndian.AppendUint16(halves, uint16(x))
		words = binary.LittleEndian.AppendUint32(words, x*0x10001)
	}
	for kind, c := range map[string]struct {
		data []byte
		want func(x uint32) float32
	}{
		"F32":  {words, func(x uint32) float32 { return math.Float32frombits(x * 0x10001) }},
		"F16":  {halves, func(x uint32) float32 { return float16.Frombits(uint16(x)).Float32() }},
		"BF16": {halves, func(x uint32) float32 { return math.Float32frombits(x << 16) }},
	} {
		got := make([]float32, n)
		if err := tensorfile.Float32s(got, kind, c.data); err != nil {
			t.Fatal(err)
		}
		for x := range uint32(n) {
			if want := c.want(x); got[x] != want && (got[x] == got[x] || want == want) || math.Signbit(float64(got[x])) != math.Signbit(float64(want)) {
				t.Fatalf("%s: number %#x is %v, want %v", kind, x, got[x], want)
			}
		}
	}
}

func TestFloat32sRefuses(t *testing.T) {
	for _, c := range []struct {
		kind, want string
		bytes, n   int
	}{
		{"F32", "not 3 numbers", 11, 3}, {"F16", "not 3 numbers", 8, 3}, {"BF16", "not 0 numbers", 2, 0},
		{"I64", "holds I64", 8, 1}, {"", "Segue reads", 0, 0},
	} {
		if err := tensorfile.Float32s(make([]float32, c.n), c.kind, make([]byte, c.bytes)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %d bytes: %v, want %q", c.kind, c.bytes, err, c.want)
		}
	}
}
