package checkpoint

import "segue/lm/model"

// Tensor is a named array of numbers, row-major.
type Tensor struct {
	Name   string
	Shape  []int
	Values []float32 // as many as the product of Shape
}

// Tensors names the parts of buffer, which holds specs one after the other (a
// model's parameters, or low-rank adapters).
func Tensors(specs []model.Spec, buffer []float32) []Tensor {
	tensors, at := make([]Tensor, 0, len(specs)), 0
	for _, s := range specs {
		n := s.Rows * s.Cols
		tensors = append(tensors, Tensor{Name: s.Name, Shape: shapeOf(s), Values: buffer[at : at+n : at+n]})
		at += n
	}
	return tensors
}

// shapeOf is the shape under which Hugging Face stores a parameter.
func shapeOf(s model.Spec) []int {
	if s.Vector {
		return []int{s.Cols}
	}
	return []int{s.Rows, s.Cols}
}
