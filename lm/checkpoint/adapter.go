package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
)

// Adapter is a set of low-rank adapters (Hu et al., arXiv 2106.09685) in the
// form that PEFT loads: y = x·Wᵀ + Alpha/Rank·(x·Aᵀ)·Bᵀ.
type Adapter struct {
	Rank    int
	Alpha   float64
	Targets []string // products that have adapters, such as "q_proj"
	Base    string   // path or name of the model that they are trained beside
	Tensors []Tensor // named as PEFT names them
}

// adapterConfig is PEFT's adapter_config.json.
type adapterConfig struct {
	Type    string   `json:"peft_type"`
	Task    string   `json:"task_type"`
	Base    string   `json:"base_model_name_or_path"`
	Rank    int      `json:"r"`
	Alpha   float64  `json:"lora_alpha"`
	Targets []string `json:"target_modules"`
	Dropout float64  `json:"lora_dropout"`
	Bias    string   `json:"bias"`
	DoRA    bool     `json:"use_dora"`
	Stable  bool     `json:"use_rslora"`
}

const (
	adapterConfigName  = "adapter_config.json"
	adapterWeightsName = "adapter_model.safetensors"
	maxConfig          = 16 << 20 // bytes of a config, an index or sampling defaults
)

// SaveAdapter writes a into the folder dir. The folder appears when all of it
// is on the disk, and replaces an older one.
func SaveAdapter(dir string, a Adapter) error {
	err := writeFolder(dir, func(f *folder) error {
		if err := f.write(adapterWeightsName, func(w io.Writer) error { return writeTensors(w, a.Tensors, Full) }); err != nil {
			return err
		}
		return f.writeJSON(adapterConfigName, a.config())
	})
	if err != nil {
		return fmt.Errorf("save adapter %s: %w", dir, err)
	}
	return nil
}

// WriteConfig writes only adapter_config.json into dir: what makes the group
// "adapter_model" of a training checkpoint one that PEFT loads.
func (a Adapter) WriteConfig(dir string) error { return writeJSON(dir, adapterConfigName, a.config()) }

func (a Adapter) config() adapterConfig {
	return adapterConfig{Type: "LORA", Task: "CAUSAL_LM", Base: a.Base, Rank: a.Rank, Alpha: a.Alpha, Targets: a.Targets, Bias: "none"}
}

// ReadAdapterConfig reads adapter_config.json in dir; the tensors are left
// out, because their shapes follow from the model (see ReadTensors).
func ReadAdapterConfig(dir string) (Adapter, error) {
	path := filepath.Join(dir, adapterConfigName)
	data, err := readSmall(path, maxConfig)
	if err != nil {
		return Adapter{}, fmt.Errorf("read adapter: %w", err)
	}
	var c adapterConfig
	if err := json.Unmarshal(data, &c); err != nil {
		return Adapter{}, fmt.Errorf("read adapter %s: %w", path, err)
	}
	switch {
	case c.Type != "LORA":
		err = fmt.Errorf("peft_type is %q, only LORA is supported", c.Type)
	case c.DoRA || c.Stable || c.Bias != "" && c.Bias != "none":
		err = errors.New("DoRA, rank-stabilised scaling and trained biases are not supported")
	case c.Rank < 1:
		err = fmt.Errorf("r is %d, want at least 1", c.Rank)
	case math.IsNaN(c.Alpha) || c.Alpha == 0:
		err = errors.New("lora_alpha is missing or zero")
	}
	if err != nil {
		return Adapter{}, fmt.Errorf("read adapter %s: %w", path, err)
	}
	return Adapter{Rank: c.Rank, Alpha: c.Alpha, Targets: c.Targets, Base: c.Base}, nil
}
