package tensorfile

import (
	"encoding/binary"
	"fmt"

	"segue/lm/kernel"
)

// chunk is how many numbers of half precision are converted at a time.
const chunk = 1 << 14

// Float32s converts little-endian numbers of the type F32, F16 or BF16 into dst,
// which must have room for exactly all of them.
func Float32s(dst []float32, kind string, data []byte) error {
	size := 2
	var convert func([]float32, []uint16)
	switch kind {
	case "F32":
		size = 4
	case "F16":
		convert = kernel.Default().FromFloat16
	case "BF16":
		convert = kernel.Default().FromBFloat16
	default:
		return fmt.Errorf("it holds %s, Segue reads F32, F16 and BF16", kind)
	}
	if len(data) != size*len(dst) {
		return fmt.Errorf("%d bytes of %s are not %d numbers", len(data), kind, len(dst))
	}
	if kind == "F32" {
		_, err := binary.Decode(data, binary.LittleEndian, dst)
		return err
	}
	half := make([]uint16, min(chunk, len(dst)))
	for at := 0; at < len(dst); at += chunk {
		n := min(chunk, len(dst)-at)
		if _, err := binary.Decode(data[2*at:2*(at+n)], binary.LittleEndian, half[:n]); err != nil {
			return err
		}
		convert(dst[at:at+n], half[:n])
	}
	return nil
}
