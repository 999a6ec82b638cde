package safetensors

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// sizes are the bytes of one element; types below a byte are not known here.
var sizes = map[string]int{
	"BOOL": 1, "U8": 1, "I8": 1, "F8_E5M2": 1, "F8_E4M3": 1, "F8_E8M0": 1, "I16": 2, "U16": 2, "F16": 2, "BF16": 2,
	"I32": 4, "U32": 4, "F32": 4, "F64": 8, "I64": 8, "U64": 8, "C64": 8,
}

// metadataName is the entry of the header that is not a tensor.
const metadataName = "__metadata__"

// entry is one tensor in the header.
type entry struct {
	Type    string   `json:"dtype"`
	Shape   []uint64 `json:"shape"`
	Offsets []uint64 `json:"data_offsets"`
}

// place is a tensor that still lacks its bytes, and where they are.
type place struct {
	Tensor
	from, to uint64
}

// parseHeader reads a header over so many bytes of numbers. The tensors come in
// the order of their bytes, which they cover without overlap or hole.
func parseHeader(header []byte, body int) ([]place, map[string]string, error) {
	if len(header) == 0 || header[0] != '{' {
		return nil, nil, errors.New("the header does not begin with {")
	}
	entries, metadata, err := decodeEntries(header)
	if err != nil {
		return nil, nil, err
	}
	var places []place
	for name, e := range entries {
		t, err := e.place(name, body)
		if err != nil {
			return nil, nil, err
		}
		places = append(places, t)
	}
	slices.SortFunc(places, func(a, b place) int { // an empty tensor comes before what starts at the same byte
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.Name, b.Name))
	})
	at := uint64(0)
	for _, t := range places {
		if t.from != at {
			return nil, nil, fmt.Errorf("tensor %.80q starts at byte %d, but the tensors before it end at %d: they overlap or leave a hole", t.Name, t.from, at)
		}
		at = t.to
	}
	if at != uint64(body) {
		return nil, nil, fmt.Errorf("the tensors cover %d bytes, the file has %d", at, body)
	}
	return places, metadata, nil
}

// decodeEntries reads the header's object, refusing a name that comes twice:
// encoding/json alone would keep the last.
func decodeEntries(header []byte) (map[string]entry, map[string]string, error) {
	decoder := json.NewDecoder(bytes.NewReader(header))
	if _, err := decoder.Token(); err != nil {
		return nil, nil, fmt.Errorf("read the header: %w", err)
	}
	entries := map[string]entry{}
	var metadata map[string]string
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, nil, fmt.Errorf("read the header: %w", err)
		}
		name, _ := token.(string)
		if name == metadataName {
			if metadata != nil {
				return nil, nil, errors.New("the header has __metadata__ twice")
			}
			if err := decoder.Decode(&metadata); err != nil {
				return nil, nil, fmt.Errorf("read the header's __metadata__: %w", err)
			}
			continue
		}
		var e entry
		if err := decoder.Decode(&e); err != nil {
			return nil, nil, fmt.Errorf("read the header's tensor %.80q: %w", name, err)
		}
		if _, twice := entries[name]; twice {
			return nil, nil, fmt.Errorf("the header has the tensor %.80q twice", name)
		}
		if entries[name] = e; len(entries) > maxTensors {
			return nil, nil, fmt.Errorf("the header has over %d tensors", maxTensors)
		}
	}
	if _, err := decoder.Token(); err != nil {
		return nil, nil, fmt.Errorf("read the header: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, nil, errors.New("something follows the header's object")
	}
	return entries, metadata, nil
}

// place checks one entry against the bytes there are.
func (e entry) place(name string, body int) (place, error) {
	size, ok := sizes[e.Type]
	switch {
	case !ok:
		return place{}, fmt.Errorf("tensor %.80q has the unknown type %.20q", name, e.Type)
	case len(e.Shape) > maxRank:
		return place{}, fmt.Errorf("tensor %.80q has %d dimensions, at most %d are read", name, len(e.Shape), maxRank)
	case len(e.Offsets) != 2 || e.Offsets[0] > e.Offsets[1] || e.Offsets[1] > uint64(body):
		return place{}, fmt.Errorf("tensor %.80q claims the bytes %v of %d", name, e.Offsets, body)
	}
	p := place{Tensor: Tensor{Name: name, Type: e.Type}, from: e.Offsets[0], to: e.Offsets[1]}
	span, bytes := p.to-p.from, uint64(size)
	if slices.Contains(e.Shape, 0) {
		bytes = 0
	}
	for _, d := range e.Shape {
		if d > maxDimension || bytes > 0 && bytes > span/d {
			return place{}, fmt.Errorf("tensor %.80q of shape %v does not fit into its %d bytes", name, e.Shape, span)
		}
		bytes *= d
		p.Shape = append(p.Shape, int(d))
	}
	if bytes != span {
		return place{}, fmt.Errorf("tensor %.80q of shape %v needs %d bytes and claims %d", name, e.Shape, bytes, span)
	}
	return p, nil
}
