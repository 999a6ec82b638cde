package safetensors_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"segue/lm/safetensors"
)

// file is a safetensors file of a header and a body.
func file(header string, body []byte) []byte {
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(out, header...), body...)
}

func write(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func floats(values ...float32) []byte {
	var out []byte
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}

func TestReadsEveryFloat(t *testing.T) {
	body := append(floats(1, -2.5), 0x00, 0x3c, 0x00, 0xc0, 0x80, 0x3f, 0x20, 0xc0) // f16 1, -2; bf16 1, -2.5
	path := write(t, t.TempDir(), "x.safetensors", file(`{"__metadata__":{"format":"pt"},
		"b":{"dtype":"BF16","shape":[2],"data_offsets":[12,16]},"a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},
		"h":{"dtype":"F16","shape":[1,2],"data_offsets":[8,12]},"e":{"dtype":"F32","shape":[0,7],"data_offsets":[8,8]}}   `, body))
	f, err := safetensors.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Metadata["format"] != "pt" || len(f.Tensors()) != 4 {
		t.Fatalf("metadata %v, %d tensors", f.Metadata, len(f.Tensors()))
	}
	for name, want := range map[string][2]float32{"a": {1, -2.5}, "h": {1, -2}, "b": {1, -2.5}} {
		tensor, ok := f.Tensor(name)
		var got [2]float32
		if err := tensor.Float32s(got[:]); err != nil || !ok || got != want {
			t.Errorf("%s holds %v, want %v: %v", name, got, want, err)
		}
		if err := tensor.Float32s(make([]float32, 3)); err == nil {
			t.Errorf("%s filled room for 3 numbers", name)
		}
	}
}

func TestRefusesLyingHeaders(t *testing.T) {
	tensor := func(dtype, shape, offsets string) string {
		return `{"t":{"dtype":"` + dtype + `","shape":` + shape + `,"data_offsets":` + offsets + `}}`
	}
	eight := make([]byte, 8)
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"empty file":         {nil, "too few"},
		"header past end":    {binary.LittleEndian.AppendUint64(nil, 50), "claims 50 bytes"},
		"giant header":       {append(binary.LittleEndian.AppendUint64(nil, math.MaxUint64), eight...), "claims"},
		"no object":          {file(`[]`, nil), "begin with {"},
		"broken JSON":        {file(`{"t":`, nil), "read the header"},
		"two objects":        {file(`{}{}`, nil), "follows"},
		"short tensor":       {file(tensor("F32", "[3]", "[0,8]"), eight), "does not fit"},
		"long tensor":        {file(tensor("F32", "[1]", "[0,8]"), eight), "needs 4 bytes"},
		"overflowing shape":  {file(tensor("F32", "[4294967296,4294967296,4]", "[0,8]"), eight), "does not fit"},
		"past the end":       {file(tensor("F32", "[4]", "[0,16]"), eight), "claims the bytes"},
		"backwards":          {file(tensor("F32", "[0]", "[8,0]"), eight), "claims the bytes"},
		"negative":           {file(tensor("F32", "[-1]", "[0,8]"), eight), "tensor \"t\""},
		"unknown type":       {file(tensor("F128", "[1]", "[0,8]"), eight), "unknown type"},
		"many dimensions":    {file(tensor("F32", "[1,1,1,1,1,1,1,1,2]", "[0,8]"), eight), "9 dimensions"},
		"trailing bytes":     {file(tensor("F32", "[1]", "[0,4]"), eight), "cover 4 bytes"},
		"hole at the start":  {file(tensor("F32", "[1]", "[4,8]"), eight), "leave a hole"},
		"duplicate":          {file(`{"t":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"t":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`, eight), "twice"},
		"overlap":            {file(`{"t":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"u":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`, eight), "overlap"},
		"metadata not texts": {file(`{"__metadata__":{"a":1}}`, nil), "__metadata__"},
	} {
		path := write(t, t.TempDir(), "x.safetensors", c.data)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := safetensors.Open(path)
		runtime.ReadMemStats(&after)
		if err == nil {
			f.Close()
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1<<20 {
			t.Errorf("%s: %d bytes were allocated for a file of %d", name, allocated, len(c.data))
		}
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "x.safetensors") {
			t.Errorf("%s: error %v, want one that names the file and says %q", name, err, c.says)
		}
	}
	if _, err := safetensors.Open(t.TempDir()); err == nil {
		t.Error("a folder was opened as a file")
	}
}

func TestSharded(t *testing.T) {
	one := func(name string) []byte {
		return file(fmt.Sprintf(`{%q:{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, name), floats(7))
	}
	dir := t.TempDir()
	write(t, dir, "1.safetensors", one("a"))
	write(t, dir, "2.safetensors", one("b"))
	index := func(text string) error {
		write(t, dir, safetensors.IndexName, []byte(text))
		s, err := safetensors.OpenSharded(dir)
		if err != nil {
			return err
		}
		defer s.Close()
		if names := s.Names(); len(names) != 2 || names[0] != "a" {
			t.Errorf("names %v", names)
		}
		if b, ok := s.Tensor("b"); !ok || !strings.HasSuffix(b.File, "2.safetensors") {
			t.Errorf("b is in %q", b.File)
		}
		return nil
	}
	if err := index(`{"weight_map":{"a":"1.safetensors","b":"2.safetensors"}}`); err != nil {
		t.Error(err)
	}
	for text, says := range map[string]string{
		`{"weight_map":{"a":"1.safetensors","b":"1.safetensors"}}`: "is not in 1.safetensors",
		`{"weight_map":{"a":"../1.safetensors"}}`:                  "not a file of the folder",
		`{"weight_map":{"a":"3.safetensors"}}`:                     "no such file",
		`{"weight_map":{}}`:                                        "names no tensor",
		`[`:                                                        "index",
	} {
		if err := index(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("index %s: error %v, want one that says %q", text, err, says)
		}
	}
	single := t.TempDir()
	write(t, single, safetensors.SingleName, one("a"))
	s, err := safetensors.OpenSharded(single)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

func FuzzOpen(f *testing.F) {
	f.Add(file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"__metadata__":{"k":"v"}}`, floats(1)))
	f.Add(file(`{"a":{"dtype":"F16","shape":[0,3],"data_offsets":[0,0]}}`, nil))
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255})
	path := filepath.Join(f.TempDir(), "fuzz.safetensors")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := safetensors.Open(path)
		if err != nil {
			return
		}
		defer file.Close()
		total := 0
		for _, tensor := range file.Tensors() {
			total += len(tensor.Bytes)
			if n := tensor.Elements(); n <= len(data) {
				if err := tensor.Float32s(make([]float32, n)); err != nil && strings.HasPrefix(tensor.Type, "F32") {
					t.Errorf("%s: %v", tensor.Name, err)
				}
			} else if n > 0 {
				t.Errorf("%s has %d elements in a file of %d bytes", tensor.Name, n, len(data))
			}
		}
		if total > len(data) {
			t.Errorf("tensors of %d bytes in a file of %d", total, len(data))
		}
	})
}
