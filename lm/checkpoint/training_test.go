package checkpoint_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segue/lm/checkpoint"
)

// state is a training's state whose content follows from its step.
func state(step int64, size int) checkpoint.State {
	values := make([]float32, size)
	for i := range values {
		values[i] = float32(step) + float32(i)/float32(size)
	}
	random := rand.NewPCG(uint64(step), 7)
	bits, err := random.MarshalBinary()
	if err != nil {
		panic(err)
	}
	position, err := json.Marshal(step * 10)
	if err != nil {
		panic(err)
	}
	return checkpoint.State{
		Step: step,
		Tensors: map[string][]checkpoint.Tensor{
			"model":     {{Name: "a", Shape: []int{2, size / 2}, Values: values}},
			"optimizer": {{Name: "m", Shape: []int{size}, Values: values}, {Name: "v", Shape: []int{size}, Values: values}},
		},
		Random:   map[string][]byte{"data": bits},
		Metadata: map[string]json.RawMessage{"position": position},
		Beside: func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "note.txt"), []byte("beside"), 0o644)
		},
	}
}

func save(t *testing.T, dir string, step int64, keep int) string {
	t.Helper()
	path, err := checkpoint.SaveTraining(dir, state(step, 1000), keep)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// same fails unless found is what state(step, size) was saved as.
func same(t *testing.T, found *checkpoint.Training, step int64, size int) {
	t.Helper()
	if found == nil {
		t.Fatalf("no checkpoint, want that of step %d", step)
	}
	want := state(step, size)
	if found.Step != step || !cmp.Equal(found.Random, want.Random) || !cmp.Equal(found.Metadata, want.Metadata) {
		t.Fatalf("found %+v, want step %d, %v, %s", found, step, want.Random, want.Metadata)
	}
	for group, tensors := range want.Tensors {
		got := make([]checkpoint.Tensor, len(tensors))
		for i, x := range tensors {
			got[i] = checkpoint.Tensor{Name: x.Name, Shape: x.Shape, Values: make([]float32, size)}
		}
		if err := found.Restore(group, got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tensors, got); d != "" {
			t.Fatalf("%s of step %d: %s", group, step, d)
		}
	}
	note, err := os.ReadFile(filepath.Join(found.Path, "note.txt"))
	if err != nil || string(note) != "beside" {
		t.Fatalf("the file beside says %q, %v", note, err)
	}
}

func latest(t *testing.T, dir string) (*checkpoint.Training, []string) {
	t.Helper()
	var warnings []string
	found, err := checkpoint.LatestTraining(dir, func(err error) { warnings = append(warnings, err.Error()) })
	if err != nil {
		t.Fatal(err)
	}
	return found, warnings
}

func TestTrainingComesBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "checkpoints")
	if found, _ := latest(t, dir); found != nil {
		t.Fatalf("found %+v where nothing was saved", found)
	}
	for _, step := range []int64{0, 42, 123456789} {
		path := save(t, dir, step, 0)
		found, warnings := latest(t, dir)
		same(t, found, step, 1000)
		if len(warnings) > 0 || found.Path != path {
			t.Errorf("%s: warnings %q, path %s", path, warnings, found.Path)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "step-00000042")); err != nil {
		t.Error(err)
	}
}

func TestRandomStateGoesOn(t *testing.T) {
	dir := t.TempDir()
	random := rand.NewPCG(1, 2)
	random.Uint64()
	bits, err := random.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := checkpoint.SaveTraining(dir, checkpoint.State{Step: 1, Random: map[string][]byte{"x": bits}}, 1); err != nil {
		t.Fatal(err)
	}
	found, _ := latest(t, dir)
	var again rand.PCG
	if err := again.UnmarshalBinary(found.Random["x"]); err != nil {
		t.Fatal(err)
	}
	if a, b := random.Uint64(), again.Uint64(); a != b {
		t.Errorf("the restored source gives %d, want %d", b, a)
	}
}

func TestOldCheckpointsGo(t *testing.T) {
	dir := t.TempDir()
	for _, leftover := range []string{".writing-step-00000009-x", ".removing-step-00000001"} {
		if err := os.MkdirAll(filepath.Join(dir, leftover, "deep"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "mine"), 0o755); err != nil {
		t.Fatal(err)
	}
	for step := range int64(5) {
		save(t, dir, step, 2)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"mine", "step-00000003", "step-00000004"}; !slices.Equal(names, want) {
		t.Errorf("left are %v, want %v", names, want)
	}
}

// TestDamagedCheckpointsArePassedOver damages the newest checkpoint in every
// way a disk or a user may.
func TestDamagedCheckpointsArePassedOver(t *testing.T) {
	change := func(name string, f func([]byte) []byte) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			file := filepath.Join(path, name)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, f(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(name string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.Remove(filepath.Join(path, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	half := func(b []byte) []byte { return b[:len(b)/2] }
	flip := func(b []byte) []byte { b[len(b)-3] ^= 1; return b }
	for name, c := range map[string]struct {
		damage func(*testing.T, string)
		says   string
	}{
		"tensors cut short":      {change("model.safetensors", half), "model.safetensors has"},
		"one bit of the numbers": {change("optimizer.safetensors", flip), "SHA-256"},
		"tensors gone":           {remove("model.safetensors"), "model.safetensors"},
		"manifest gone":          {remove("manifest.json"), "manifest.json"},
		"manifest cut short":     {change("manifest.json", half), "manifest.json"},
		"manifest of the future": {change("manifest.json", func(b []byte) []byte { return []byte(strings.Replace(string(b), `"version": 1`, `"version": 2`, 1)) }), "version 2"},
		"another step's":         {change("manifest.json", func(b []byte) []byte { return []byte(strings.Replace(string(b), `"step": 2`, `"step": 3`, 1)) }), "step-00000003"},
		"a path that leads out":  {change("manifest.json", func(b []byte) []byte { return []byte(strings.Replace(string(b), `note.txt`, `../note.txt`, 1)) }), "names the file"},
		"a folder for a file": {func(t *testing.T, path string) {
			remove("note.txt")(t, path)
			if err := os.Mkdir(filepath.Join(path, "note.txt"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, "not a plain file"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			save(t, dir, 1, 0)
			c.damage(t, save(t, dir, 2, 0))
			found, warnings := latest(t, dir)
			same(t, found, 1, 1000)
			if len(warnings) != 1 || !strings.Contains(warnings[0], c.says) || !strings.Contains(warnings[0], "step-00000002") {
				t.Errorf("warnings %q, want one about %q", warnings, c.says)
			}
			// The damaged one is written anew when the training comes there again.
			save(t, dir, 2, 0)
			found, _ = latest(t, dir)
			same(t, found, 2, 1000)
		})
	}
}

func TestOnlyDamagedCheckpointsAreAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.Remove(filepath.Join(save(t, dir, 3, 0), "manifest.json")); err != nil {
		t.Fatal(err)
	}
	if found, err := checkpoint.LatestTraining(dir, nil); err == nil || !strings.Contains(err.Error(), "step-00000003") {
		t.Errorf("found %+v, %v", found, err)
	}
}

func TestSaveTrainingRefuses(t *testing.T) {
	dir := t.TempDir()
	save(t, dir, 1, 0)
	tensor := checkpoint.Tensor{Name: "x", Shape: []int{3}, Values: make([]float32, 2)}
	for says, s := range map[string]checkpoint.State{
		"exists":     state(1, 10),
		"negative":   {Step: -1},
		"a group":    {Step: 2, Tensors: map[string][]checkpoint.Tensor{"../x": nil}},
		"tensor x":   {Step: 2, Tensors: map[string][]checkpoint.Tensor{"m": {tensor}}},
		"no tokens!": {Step: 2, Beside: func(string) error { return os.ErrInvalid }},
	} {
		if says == "no tokens!" {
			says = os.ErrInvalid.Error()
		}
		if _, err := checkpoint.SaveTraining(dir, s, 1); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want an error with %q, got %v", says, err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("failed saves leave %v", entries)
	}
	found, _ := latest(t, dir)
	same(t, found, 1, 1000)
}

func TestRestoreNamesWhatDoesNotFit(t *testing.T) {
	dir := t.TempDir()
	save(t, dir, 1, 0)
	found, _ := latest(t, dir)
	tensor := func(name string, shape ...int) checkpoint.Tensor {
		n := 1
		for _, d := range shape {
			n *= d
		}
		return checkpoint.Tensor{Name: name, Shape: shape, Values: make([]float32, n)}
	}
	for _, c := range []struct {
		group   string
		tensors []checkpoint.Tensor
		says    []string
	}{
		{"adapters", nil, []string{"adapters.safetensors"}},
		{"model", []checkpoint.Tensor{tensor("a", 1000)}, []string{"a", "[2 500]", "[1000]"}},
		{"model", []checkpoint.Tensor{tensor("b", 2, 500)}, []string{"b", "missing"}},
		{"optimizer", []checkpoint.Tensor{tensor("m", 1000)}, []string{"v", "model.safetensors"}[:1]},
	} {
		err := found.Restore(c.group, c.tensors)
		if err == nil {
			t.Errorf("%s is restored into %v", c.group, c.tensors)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%v does not say %q", err, s)
			}
		}
	}
}

// TestTensorFileIsSafetensors takes a file apart by the published description
// of the format.
func TestTensorFileIsSafetensors(t *testing.T) {
	dir := t.TempDir()
	path := save(t, dir, 5, 0)
	data, err := os.ReadFile(filepath.Join(path, "optimizer.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	n := binary.LittleEndian.Uint64(data)
	var header map[string]struct {
		Type    string `json:"dtype"`
		Shape   []int
		Offsets [2]int `json:"data_offsets"`
	}
	if err := json.Unmarshal(data[8:8+n], &header); err != nil {
		t.Fatal(err)
	}
	body := data[8+n:]
	v := header["v"]
	if v.Type != "F32" || !slices.Equal(v.Shape, []int{1000}) || v.Offsets != [2]int{4000, 8000} || len(body) != 8000 || n%8 != 0 {
		t.Fatalf("header %+v of %d bytes, body of %d", header, n, len(body))
	}
	if x := math.Float32frombits(binary.LittleEndian.Uint32(body[v.Offsets[0]+4*999:])); x != state(5, 1000).Tensors["optimizer"][1].Values[999] {
		t.Errorf("the last number is %v", x)
	}
}
