package gguf_test

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"segue/lm/gguf"
)

// builder writes GGUF bytes, honest or not.
type builder struct{ bytes []byte }

func (b *builder) u32(v uint32) *builder {
	b.bytes = binary.LittleEndian.AppendUint32(b.bytes, v)
	return b
}

func (b *builder) u64(v uint64) *builder {
	b.bytes = binary.LittleEndian.AppendUint64(b.bytes, v)
	return b
}

func (b *builder) text(s string) *builder {
	b.u64(uint64(len(s)))
	b.bytes = append(b.bytes, s...)
	return b
}

func (b *builder) raw(p ...byte) *builder {
	b.bytes = append(b.bytes, p...)
	return b
}

func header(tensors, keys uint64) *builder {
	b := &builder{bytes: []byte("GGUF")}
	return b.u32(3).u64(tensors).u64(keys)
}

// tensor describes one.
func (b *builder) tensor(name string, kind uint32, offset uint64, dims ...uint64) *builder {
	b.text(name).u32(uint32(len(dims)))
	for _, d := range dims {
		b.u64(d)
	}
	return b.u32(kind).u64(offset)
}

// body pads to the alignment and appends n bytes.
func (b *builder) body(n int) *builder {
	for len(b.bytes)%32 != 0 {
		b.raw(0)
	}
	return b.raw(make([]byte, n)...)
}

func open(t *testing.T, b *builder) (*gguf.File, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.gguf")
	if err := os.WriteFile(path, b.bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := gguf.Open(path)
	if err == nil {
		t.Cleanup(func() { f.Close() })
	}
	return f, err
}

func TestReadsMetadataAndTensors(t *testing.T) {
	b := header(3, 8)
	b.text("general.architecture").u32(8).text("llama")
	b.text("count").u32(4).u32(7)
	b.text("below").u32(5).u32(math.MaxUint32)
	b.text("rate").u32(6).u32(math.Float32bits(0.5))
	b.text("on").u32(7).raw(1)
	b.text("tokens").u32(9).u32(8).u64(2).text("a").text("b")
	b.text("types").u32(9).u32(5).u64(2).u32(1).u32(math.MaxUint32)
	b.text("scores").u32(9).u32(6).u64(1).u32(math.Float32bits(2))
	b.tensor("plain", 0, 0, 3, 2).tensor("half", 1, 32, 2).tensor("blocks", 8, 64, 32, 1)
	b.body(64 + 34)
	start := len(b.bytes) - 98
	binary.LittleEndian.PutUint32(b.bytes[start+4*5:], math.Float32bits(6))
	copy(b.bytes[start+32:], []byte{0x00, 0x3c, 0x00, 0xc0})
	copy(b.bytes[start+64:], []byte{0x00, 0x3c, 0xff}) // scale 1, first weight -1
	f, err := open(t, b)
	if err != nil {
		t.Fatal(err)
	}
	m := f.Metadata
	arch, _ := m.Text("general.architecture")
	count, _ := m.Uint("count")
	rate, _ := m.Float("rate")
	on, _ := m.Bool("on")
	tokens, _ := m.Texts("tokens")
	types, _ := m.Ints("types")
	scores, _ := m.Floats("scores")
	if arch != "llama" || count != 7 || rate != 0.5 || !on || len(tokens) != 2 || tokens[1] != "b" || types[1] != -1 || scores[0] != 2 {
		t.Error("metadata", arch, count, rate, on, tokens, types, scores)
	}
	if _, ok := m.Uint("below"); ok {
		t.Error("-1 was read as a whole number that is not negative")
	}
	if _, ok := m.Text("count"); ok {
		t.Error("a number was read as a text")
	}
	plain, _ := f.Tensor("plain")
	numbers := make([]float32, 6)
	if err := plain.Float32s(numbers); err != nil || numbers[5] != 6 || plain.Shape[0] != 2 || plain.Shape[1] != 3 {
		t.Errorf("plain %v of shape %v: %v", numbers, plain.Shape, err)
	}
	halves, _ := f.Tensor("half")
	if err := halves.Float32s(numbers[:2]); err != nil || numbers[0] != 1 || numbers[1] != -2 {
		t.Errorf("half %v: %v", numbers[:2], err)
	}
	blocks, _ := f.Tensor("blocks")
	weights := make([]float32, 32)
	if err := blocks.Float32s(weights); err != nil || weights[0] != -1 || weights[1] != 0 {
		t.Errorf("blocks %v: %v", weights[:2], err)
	}
	if format, raw, ok := blocks.Blocks(); !ok || format != "Q8_0" || len(raw) != 34 {
		t.Errorf("blocks %s of %d bytes", format, len(raw))
	}
}

func TestRefusesLies(t *testing.T) {
	long := strings.Repeat("x", 1<<17)
	nested := header(0, 1).text("k").u32(9)
	for range 9 {
		nested.u32(9).u64(1)
	}
	for name, c := range map[string]struct {
		b    *builder
		says string
	}{
		"empty":                {&builder{}, "too few"},
		"other magic":          {(&builder{}).raw([]byte("GGML")...).body(32), "begins with"},
		"version 1":            {(&builder{}).raw([]byte("GGUF")...).u32(1).body(32), "version 1"},
		"big-endian":           {(&builder{}).raw([]byte("GGUF")...).raw(0, 0, 0, 3).body(32), "version"},
		"giant counts":         {header(math.MaxUint64, math.MaxUint64), "more than any model"},
		"keys past the end":    {header(0, 5).text("a").u32(4).u32(1), "longer than the file"},
		"unknown kind":         {header(0, 1).text("k").u32(99).body(8), "unknown kind 99"},
		"giant text":           {header(0, 1).text("k").u32(8).u64(math.MaxUint64), "longer than the file"},
		"giant name":           {header(0, 1).text(long).u32(4).u32(1), "a name of"},
		"giant array":          {header(0, 1).text("k").u32(9).u32(4).u64(1 << 60), "claims"},
		"array of nothing":     {header(0, 1).text("k").u32(9).u32(77).u64(1), "unknown kind 77"},
		"nested arrays":        {nested.body(8), "nested"},
		"key twice":            {header(0, 2).text("k").u32(4).u32(1).text("k").u32(4).u32(1), "twice"},
		"alignment 0":          {header(1, 1).text("general.alignment").u32(4).u32(0).tensor("t", 0, 0, 1).body(4), "alignment"},
		"giant alignment":      {header(1, 1).text("general.alignment").u32(4).u32(1<<31).tensor("t", 0, 0, 1).body(4), "alignment"},
		"many dimensions":      {header(1, 0).tensor("t", 0, 0, 1, 1, 1, 1, 1).body(4), "5 dimensions"},
		"zero dimension":       {header(1, 0).tensor("t", 0, 0, 0).body(4), "dimension of 0"},
		"overflowing":          {header(1, 0).tensor("t", 0, 0, 1<<31-1, 1<<31-1, 1<<31-1).body(4), "dimension"},
		"unread type":          {header(1, 0).tensor("t", 10, 0, 256).body(84), "Q2_K"},
		"nameless type":        {header(1, 0).tensor("t", 4000, 0, 256).body(84), "number 4000"},
		"ragged rows":          {header(1, 0).tensor("t", 8, 0, 33).body(68), "blocks of 32"},
		"cut short":            {header(1, 0).tensor("t", 0, 0, 100).body(399), "cut short"},
		"offset past the end":  {header(1, 0).tensor("t", 0, 1<<62, 1).body(4), "cut short"},
		"unaligned offset":     {header(1, 0).tensor("t", 0, 4, 1).body(8), "alignment"},
		"tensor twice":         {header(2, 0).tensor("t", 0, 0, 1).tensor("t", 0, 32, 1).body(36), "twice"},
		"overlapping":          {header(2, 0).tensor("t", 0, 0, 16).tensor("u", 0, 32, 1).body(64), "overlap"},
		"description past end": {header(3, 0).tensor("t", 0, 0, 1), "tensor 1 of 3"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := open(t, c.b)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 4<<20 {
			t.Errorf("%s: %d bytes were allocated for a file of %d", name, allocated, len(c.b.bytes))
		}
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "m.gguf") {
			t.Errorf("%s: error %v, want one that names the file and says %q", name, err, c.says)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(header(1, 1).text("k").u32(9).u32(8).u64(1).text("v").tensor("t", 3, 0, 32, 1).body(20).bytes)
	f.Add(header(2, 1).text("general.alignment").u32(4).u32(64).tensor("t", 0, 0, 1).tensor("u", 14, 64, 256).body(64 + 210).bytes)
	f.Add(header(0, 2).text("a").u32(9).u32(9).u64(1).u32(4).u64(1).u32(5).text("b").u32(7).raw(1).bytes)
	path := filepath.Join(f.TempDir(), "fuzz.gguf")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := gguf.Open(path)
		if err != nil {
			return
		}
		defer file.Close()
		for range file.Metadata.All() {
		}
		total := 0
		for _, tensor := range file.Tensors() {
			total += len(tensor.Bytes)
			n := tensor.Elements()
			if n > 16*len(data) { // no format has less than half a byte a weight
				t.Fatalf("%s has %d elements in a file of %d bytes", tensor.Name, n, len(data))
			}
			if err := tensor.Float32s(make([]float32, n)); err != nil {
				t.Error(err)
			}
		}
		if total > len(data) {
			t.Errorf("tensors of %d bytes in a file of %d", total, len(data))
		}
	})
}
