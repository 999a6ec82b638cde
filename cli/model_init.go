package cli

import (
	"bufio"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"segue/lm/chat"
	"segue/lm/checkpoint"
	"segue/lm/model"
	"segue/lm/tokenizer"

	"github.com/spf13/cobra"
)

// initFlags are the settings of model init.
type initFlags struct {
	size, vocabulary, corpus, out string
	tokens                        int
	seed                          uint64
	precision                     string
}

func newModelInit(u *ui) *cobra.Command {
	var f initFlags
	c := &cobra.Command{
		Use: "init", Short: "Make a small model with fresh weights and a vocabulary of its own", Args: noArgs,
		Long: "Writes a folder that Segue and Hugging Face transformers load: random weights, config and tokeniser. Vocabularies:\n" +
			"bytes (256 and the tags of responses), characters and words of a corpus, or bpe trained on it. Without --corpus the\n" +
			"corpus is a sample of the skill bank: questions and reference answers.",
		Example: "  segue model init --size nano --out model\n  segue model init --size tiny --vocabulary bpe --tokens 4096 --corpus texts.txt --out model",
		RunE:    func(cmd *cobra.Command, args []string) error { return u.modelInit(f) },
	}
	fs := c.Flags()
	fs.StringVar(&f.size, "size", "nano", "model size: "+strings.Join(model.Presets(), ", "))
	fs.StringVar(&f.vocabulary, "vocabulary", "bpe", "vocabulary: bytes, characters, words or bpe")
	fs.IntVar(&f.tokens, "tokens", 2048, "tokens of a words or bpe vocabulary")
	fs.StringVar(&f.corpus, "corpus", "", "text file to make the vocabulary from; default a sample of the bank")
	fs.StringVar(&f.precision, "precision", string(checkpoint.Full), fmt.Sprintf("weights on disk: %s or %s", checkpoint.Full, checkpoint.Half))
	fs.Uint64Var(&f.seed, "seed", 0, "seed of the weights; the same seed gives the same model")
	fs.StringVarP(&f.out, "out", "o", "", "folder to write")
	return c
}

func (u *ui) modelInit(f initFlags) error {
	if f.out == "" {
		return hint(misusef("no folder is given"), "add --out DIR")
	}
	tokens, err := u.makeVocabulary(f)
	if err != nil {
		return err
	}
	config := tokens.Config()
	config.ChatTemplate = chat.ChatML // so that transformers write conversations as Segue does
	tokens = tokens.WithConfig(config)
	c, err := model.Preset(f.size, tokens.Vocabulary())
	if err != nil {
		return misuse{err}
	}
	for _, id := range []struct {
		name string
		set  func(int32)
	}{
		{config.Begin, func(id int32) { c.BeginToken = &id }},
		{config.Pad, func(id int32) { c.PadToken = &id }},
		{config.End, func(id int32) { c.EndTokens = []int32{id} }},
	} {
		if n, ok := tokens.ID(id.name); ok && id.name != "" {
			id.set(n)
		}
	}
	p, err := model.NewParameters(c)
	if err != nil {
		return err
	}
	p.Initialise(rand.New(rand.NewPCG(f.seed, 0x5e90e)))
	m := checkpoint.Model{Parameters: p, Tokenizer: tokens}
	if err := checkpoint.SaveModel(f.out, m, checkpoint.SaveOptions{Precision: checkpoint.Precision(f.precision)}); err != nil {
		return err
	}
	made := map[string]any{"out": f.out, "size": f.size, "parameters": c.Size(), "vocabulary": c.Vocabulary}
	return u.value(made, func() {
		u.printf("%s: %s model, %d parameters, vocabulary of %d tokens\n", f.out, f.size, c.Size(), c.Vocabulary)
	})
}

func (u *ui) makeVocabulary(f initFlags) (*tokenizer.Pipeline, error) {
	if f.vocabulary == "bytes" {
		return tokenizer.NewBytes()
	}
	corpus, failed := u.corpus(f.corpus)
	var tokens *tokenizer.Pipeline
	var err error
	switch f.vocabulary {
	case "characters":
		tokens, err = tokenizer.NewCharacters(corpus)
	case "words":
		tokens, err = tokenizer.NewWords(corpus, f.tokens)
	case "bpe":
		tokens, err = tokenizer.Train(corpus, tokenizer.TrainOptions{Size: f.tokens})
	default:
		return nil, misusef("--vocabulary %q is none of bytes, characters, words, bpe", f.vocabulary)
	}
	if *failed != nil {
		return nil, *failed
	}
	return tokens, err
}

// bankSample is how many items of each skill make the default corpus.
const bankSample = 40

// corpus yields the lines of a file, or the texts of a sample of the bank. What
// went wrong is in *failed once the sequence has ended.
func (u *ui) corpus(path string) (texts iter.Seq[string], failed *error) {
	failed = new(error)
	if path == "" {
		return func(yield func(string) bool) {
			items, err := sampleItems(nil, bankSample, 0, "1-5", "train")
			if *failed = err; err != nil {
				return
			}
			for _, it := range items {
				if !yield(it.Question) || !yield(it.Reference) {
					return
				}
			}
		}, failed
	}
	return func(yield func(string) bool) {
		in, err := u.openInput(path)
		if *failed = err; err != nil {
			return
		}
		defer in.Close()
		lines := bufio.NewReaderSize(in, 1<<16)
		for {
			part, err := lines.ReadString('\n') // a line may be long, the file is the user's own
			if part != "" && !yield(part) {
				return
			}
			if err != nil {
				return
			}
		}
	}, failed
}
