package importer

import (
	"fmt"

	"github.com/parquet-go/parquet-go"
)

// Rows of Parquet stand taken apart into columns, where a value's repetition
// level says at which list it begins a new element and its definition level how
// far down its path is set. The functions here put one row together again, as
// in the record assembly of Dremel (Melnik et al. 2010), by cutting the columns
// below a node at the beginnings of its elements.

// assemble is the value of a column: nil where it is not set, a list where it
// repeats.
func assemble(c *parquet.Column, columns [][]parquet.Value) (any, error) {
	first, err := firstValue(c, columns)
	if err != nil {
		return nil, err
	}
	level := c.MaxDefinitionLevel()
	switch {
	case c.Repeated():
		if first.DefinitionLevel() < level {
			return []any{}, nil
		}
		return elements(c, columns)
	case c.Optional() && first.DefinitionLevel() < level:
		return nil, nil
	}
	return content(c, columns)
}

// content is the value of a column that is set.
func content(c *parquet.Column, columns [][]parquet.Value) (any, error) {
	if !c.Leaf() {
		group, err := assembleGroup(c, columns)
		if err != nil {
			return nil, err
		}
		return plainGroup(c, group), nil
	}
	values := columns[c.Index()]
	if len(values) != 1 {
		return nil, fmt.Errorf("column %s has %d values where one stands", c.Name(), len(values))
	}
	value, err := scalar(values[0])
	if err != nil {
		return nil, fmt.Errorf("column %s: %w", c.Name(), err)
	}
	return value, nil
}

func assembleGroup(c *parquet.Column, columns [][]parquet.Value) (map[string]any, error) {
	group := map[string]any{}
	for _, child := range c.Columns() {
		value, err := assemble(child, columns)
		if err != nil {
			return nil, err
		}
		group[child.Name()] = value
	}
	return group, nil
}

// elements cuts the columns below a repeated node at its repetition level.
func elements(c *parquet.Column, columns [][]parquet.Value) ([]any, error) {
	level := c.MaxRepetitionLevel()
	var parts [][][]parquet.Value // by element, by column
	for _, leaf := range leaves(c, nil) {
		n := -1
		for i, v := range columns[leaf] {
			if i == 0 || v.RepetitionLevel() <= level {
				n++
			}
			if n == len(parts) {
				parts = append(parts, make([][]parquet.Value, len(columns)))
			}
			parts[n][leaf] = append(parts[n][leaf], v)
		}
	}
	list := make([]any, len(parts))
	for i, part := range parts {
		var err error
		if list[i], err = content(c, part); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// leaves lists the indices of the leaf columns below a node.
func leaves(c *parquet.Column, found []int) []int {
	if c.Leaf() {
		return append(found, c.Index())
	}
	for _, child := range c.Columns() {
		found = leaves(child, found)
	}
	return found
}

// firstValue is the first value below a node, which tells how far it is set.
func firstValue(c *parquet.Column, columns [][]parquet.Value) (parquet.Value, error) {
	for _, leaf := range leaves(c, nil) {
		if leaf < len(columns) && len(columns[leaf]) > 0 {
			return columns[leaf][0], nil
		}
	}
	return parquet.Value{}, fmt.Errorf("column %s has no value in the row", c.Name())
}

// plainGroup looks through the groups that stand for lists and maps:
// {"list": [{"element": x}]} is [x], {"key_value": [{"key": k, "value": v}]} is {k: v}.
func plainGroup(c *parquet.Column, group map[string]any) any {
	children := c.Columns()
	if len(children) != 1 || !children[0].Repeated() {
		return group
	}
	inner := children[0]
	list, ok := group[inner.Name()].([]any)
	if !ok {
		return group
	}
	fields := inner.Columns()
	switch {
	case (inner.Name() == "key_value" || inner.Name() == "map") && len(fields) == 2:
		return mapOf(list, fields[0].Name(), fields[1].Name())
	case inner.Name() != "list" && inner.Name() != "bag" && inner.Name() != "array":
		return group
	case len(fields) != 1:
		return list
	}
	for i, element := range list {
		if m, ok := element.(map[string]any); ok {
			list[i] = m[fields[0].Name()]
		}
	}
	return list
}

func mapOf(list []any, key, value string) map[string]any {
	out := map[string]any{}
	for _, entry := range list {
		if m, ok := entry.(map[string]any); ok {
			out[fmt.Sprint(m[key])] = m[value]
		}
	}
	return out
}
