package train

import (
	"errors"
	"path/filepath"

	"segue/lm/checkpoint"
	"segue/lm/decoder"
	"segue/lm/kernel"
	"segue/lm/model"
)

// export writes the trained model to a run directory: the parameters p, with
// the adapters merged into them and by themselves if there are any.
func export(dir string, loaded *checkpoint.Loaded, p *model.Parameters, a *decoder.Adapters, base, precision string) error {
	if a != nil {
		err := checkpoint.SaveAdapter(filepath.Join(dir, adapterName), adapterOf(a, base))
		if err == nil {
			err = a.Merge(kernel.Default(), p)
		}
		if err != nil {
			return err
		}
	}
	err := checkpoint.SaveModel(filepath.Join(dir, modelName), checkpoint.Model{Parameters: p, Tokenizer: loaded.Tokenizer, Generation: loaded.Generation},
		checkpoint.SaveOptions{Precision: checkpoint.Precision(precision), Replace: true})
	if err != nil {
		return errors.Join(errors.New("the training is done, but its model could not be written"), err)
	}
	return nil
}

func adapterOf(a *decoder.Adapters, base string) checkpoint.Adapter {
	return checkpoint.Adapter{Rank: a.Rank, Alpha: a.Alpha, Targets: a.Targets, Base: base, Tensors: checkpoint.Tensors(a.Specs, a.Values)}
}

// beside makes a checkpoint's folder a model, or adapters, that other programs open.
func beside(loaded *checkpoint.Loaded, a *decoder.Adapters, base string) func(folder string) error {
	return func(folder string) error {
		if a != nil {
			return adapterOf(a, base).WriteConfig(folder)
		}
		return checkpoint.Model{Parameters: loaded.Parameters, Tokenizer: loaded.Tokenizer, Generation: loaded.Generation}.
			WriteMaterial(folder, checkpoint.Full)
	}
}
