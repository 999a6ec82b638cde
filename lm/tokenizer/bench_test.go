package tokenizer_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"segue/lm/tokenizer"
)

// english returns the repository's own prose, about a megabyte by repetition.
func english(b *testing.B) string {
	b.Helper()
	var text strings.Builder
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(files) == 0 {
		b.Fatal("no documents: ", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		text.Write(data)
	}
	return strings.Repeat(text.String(), 1+(1<<20)/text.Len())
}

func BenchmarkEncode(b *testing.B) {
	text := english(b)
	for _, dialect := range []string{"smollm", "qwen2"} {
		p, err := tokenizer.Train(slices.Values([]string{text}), tokenizer.TrainOptions{Size: 4000, Dialect: dialect})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(dialect, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p.Encode(text, true)
			}
		})
		b.Run(dialect+"-one-word", func(b *testing.B) {
			long := strings.Repeat("a", 1<<20)
			b.SetBytes(int64(len(long)))
			for b.Loop() {
				p.Encode(long, true)
			}
		})
	}
}

func BenchmarkTrain(b *testing.B) {
	text := english(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := tokenizer.Train(slices.Values([]string{text}), tokenizer.TrainOptions{Size: 4000}); err != nil {
			b.Fatal(err)
		}
	}
}
