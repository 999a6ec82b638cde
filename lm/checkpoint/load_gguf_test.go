package checkpoint_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"segue/lm/checkpoint"
	"segue/lm/kernel"
)

// TestLoadReadsGGUF compares GGUF files with the folders of the same models:
// the rows of llama's queries and keys are back in their order, heads are tied,
// Llama 3's positions are stretched.
func TestLoadReadsGGUF(t *testing.T) {
	for _, name := range []string{"llama", "llama3", "qwen2", "qwen3"} {
		t.Run(name, func(t *testing.T) {
			want, got := load(t, filepath.Join("testdata", name)), load(t, filepath.Join("testdata", name+".gguf"))
			want.Config.Extra = nil
			if d := cmp.Diff(want.Config, got.Config); d != "" {
				t.Errorf("another config: %s", d)
			}
			for _, spec := range want.Config.Specs() {
				if !slices.Equal(want.Parameters.Of(want.Parameters.Values, spec.Name), got.Parameters.Of(got.Parameters.Values, spec.Name)) {
					t.Errorf("%s differs", spec.Name)
				}
				if _, ok := got.Quantised(spec.Name); ok {
					t.Errorf("%s is quantised", spec.Name)
				}
			}
			if got.Tokenizer.Vocabulary() != 260 || got.Tokenizer.Config().End != "<|end|>" || !strings.Contains(got.Tokenizer.Config().ChatTemplate, "messages") {
				t.Errorf("tokeniser of %d tokens, %+v", got.Tokenizer.Vocabulary(), got.Tokenizer.Config())
			}
			if ids := got.Tokenizer.Encode("he he", true); !slices.Equal(ids, []int32{258, 259}) {
				t.Errorf("the text is %v", ids)
			}
		})
	}
}

// TestQuantisedBlocksKeepTheOrderOfRows dequantises the blocks that are handed
// out, and compares with the parameters and with the unquantised model.
func TestQuantisedBlocksKeepTheOrderOfRows(t *testing.T) {
	exact := load(t, "testdata/llama")
	for file, step := range map[string]float64{"llama-q8_0.gguf": 1.0 / 127, "llama-q4_1.gguf": 1.0 / 15} {
		l := load(t, filepath.Join("testdata", file))
		for _, spec := range l.Config.Specs() {
			values, want := l.Parameters.Of(l.Parameters.Values, spec.Name), exact.Parameters.Of(exact.Parameters.Values, spec.Name)
			b, ok := l.Quantised(spec.Name)
			if ok == spec.Vector {
				t.Errorf("%s %s: quantised is %v", file, spec.Name, ok)
			}
			for i := range values {
				if d := math.Abs(float64(values[i] - want[i])); d > step*1.5 { // the numbers lie within ±1.5 or so
					t.Fatalf("%s %s: number %d is %v, the exact one %v", file, spec.Name, i, values[i], want[i])
				}
			}
			if !ok {
				continue
			}
			again := make([]float32, spec.Rows*spec.Cols)
			if err := kernel.Dequantise(b.Format, again, b.Data); err != nil {
				t.Fatal(err)
			}
			if b.Rows != spec.Rows || b.Cols != spec.Cols || !slices.Equal(again, values) {
				t.Errorf("%s %s: the blocks hold other numbers than the parameters", file, spec.Name)
			}
		}
	}
}

// TestLoadNamesWhatIsWrongInGGUF changes names and numbers within a file, whose
// lengths stay.
func TestLoadNamesWhatIsWrongInGGUF(t *testing.T) {
	number := func(x uint32) string { return string(binary.LittleEndian.AppendUint32(nil, x)) }
	setting := func(name string, x uint32) string { return name + number(4) + number(x) } // 4: an unsigned number
	architecture := func(name string) string {
		return "architecture" + number(8) + number(uint32(len(name))) + number(0) + name // 8: a text
	}
	replace := func(from, to string) func(*testing.T, []byte) []byte {
		return func(t *testing.T, data []byte) []byte {
			if !bytes.Contains(data, []byte(from)) || len(from) != len(to) {
				t.Fatalf("the file does not hold %q, or %q is of another length", from, to)
			}
			return bytes.ReplaceAll(data, []byte(from), []byte(to))
		}
	}
	for name, c := range map[string]struct {
		file   string
		damage func(*testing.T, []byte) []byte
		says   []string
	}{
		"another architecture": {"llama", replace(architecture("llama"), architecture("gpt-2")), []string{`"gpt-2"`}},
		"a missing tensor":     {"llama", replace("blk.0.ffn_up.weight", "blk.0.ffn_op.weight"), []string{"mlp.up_proj.weight", "missing", "[64 32]"}},
		"a superfluous tensor": {"qwen3", replace("blk.0.attn_q_norm.weight", "blk.9.attn_q_norm.weight"), []string{"q_norm.weight"}},
		"another width":        {"llama", replace(setting("feed_forward_length", 64), setting("feed_forward_length", 65)), []string{"mlp.gate_proj.weight", "[64 32]", "[65 32]"}},
		"a giant":              {"llama", replace(setting("block_count", 1), setting("block_count", 1<<30)), []string{"num_hidden_layers"}},
		"no width":             {"llama", replace("embedding_length", "embedding_lengtx"), []string{"llama.embedding_length"}},
		"no embedding":         {"llama", replace("token_embd.weight", "token_embx.weight"), []string{"token_embd.weight", "missing"}},
		"unknown positions":    {"llama3", replace("rope_freqs.weight", "rope_frexs.weight"), []string{"rope_frexs.weight", "not part"}},
		"NaN":                  {"llama", func(_ *testing.T, b []byte) []byte { b[len(b)-999], b[len(b)-1000] = 0x7e, 0x7e; return b }, []string{"NaN", "tensor model.layers.0."}},
		"cut short":            {"llama", func(_ *testing.T, b []byte) []byte { return b[:len(b)-1000] }, []string{"cut short"}},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", c.file+".gguf"))
			must(t, err)
			path := filepath.Join(t.TempDir(), "model.gguf")
			must(t, os.WriteFile(path, c.damage(t, data), 0o644))
			_, err = checkpoint.Load(path)
			if err == nil {
				t.Fatal("it is opened")
			}
			for _, s := range append(c.says, path) {
				if !strings.Contains(err.Error(), s) {
					t.Errorf("%q does not say %q", err, s)
				}
			}
		})
	}
}
