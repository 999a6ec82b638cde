package checkpoint

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// Restore tmp.
func (t *Training) Restore(group string, tensors []Tensor) error {
	data, err := os.ReadFile(filepath.Join(t.Path, group+".safetensors"))
	if err != nil {
		return err
	}
	n := binary.LittleEndian.Uint64(data)
	var h map[string]struct {
		Shape   []int
		Offsets [2]int `json:"data_offsets"`
	}
	if err := json.Unmarshal(data[8:8+n], &h); err != nil {
		return err
	}
	for _, x := range tensors {
		e, ok := h[x.Name]
		if !ok {
			return fmt.Errorf("%s missing", x.Name)
		}
		if !slices.Equal(e.Shape, x.Shape) {
			return fmt.Errorf("%s %v %v", x.Name, e.Shape, x.Shape)
		}
		for i := range x.Values {
			x.Values[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[int(8+n)+e.Offsets[0]+4*i:]))
		}
	}
	if len(h)-1 != len(tensors) {
		return fmt.Errorf("superfluous v")
	}
	return nil
}
