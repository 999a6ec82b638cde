package importer

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go"
)

const (
	maxFooter  = 64 << 20 // bytes of a Parquet file's index
	maxColumns = 4096
	maxChunk   = 8 << 30 // bytes of one column of one row group, unpacked
	rowsAtOnce = 16
)

// readParquet reads the rows of a Parquet file as records, by the schema that
// the file states.
func readParquet(r io.ReaderAt, size int64, emit func(rawRecord) error) error {
	f, err := openParquet(r, size)
	if err != nil {
		return fmt.Errorf("open the Parquet file: %w", err)
	}
	if f.NumRows() > MaxRecords {
		return fmt.Errorf("the file has %d rows, more than %d", f.NumRows(), MaxRecords)
	}
	for i, group := range f.RowGroups() {
		if err := readRowGroup(f.Root(), group, emit); err != nil {
			var own emitError
			if errors.As(err, &own) {
				return own.error
			}
			return fmt.Errorf("read row group %d: %w", i+1, err)
		}
	}
	return nil
}

// emitError is an error of emit, apart from those of the file.
type emitError struct{ error }

// openParquet checks the index before the library allocates what it asks for.
// The library panics on some broken files; such a panic is an error here.
func openParquet(r io.ReaderAt, size int64) (f *parquet.File, err error) {
	defer recovered(&err)
	var tail [8]byte
	if size < 12 {
		return nil, fmt.Errorf("it has %d bytes, too few for one", size)
	}
	if _, err := r.ReadAt(tail[:], size-8); err != nil {
		return nil, err
	}
	if footer := int64(binary.LittleEndian.Uint32(tail[:4])); footer > min(size-12, maxFooter) {
		return nil, fmt.Errorf("its index has %d bytes, which do not fit", footer)
	}
	f, err = parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.FileReadMode(parquet.ReadModeSync))
	if err != nil {
		return nil, err
	}
	rows, columns := int64(0), len(f.Schema().Columns())
	if columns > maxColumns {
		return nil, fmt.Errorf("it has %d columns, more than %d", columns, maxColumns)
	}
	for i, group := range f.Metadata().RowGroups {
		if group.NumRows < 0 || len(group.Columns) != columns {
			return nil, fmt.Errorf("row group %d is broken", i+1)
		}
		rows += group.NumRows
		for _, c := range group.Columns {
			if n := c.MetaData.TotalUncompressedSize; n < 0 || n > maxChunk {
				return nil, fmt.Errorf("a column of row group %d has %d bytes, more than %d", i+1, n, maxChunk)
			}
		}
	}
	if rows != f.NumRows() {
		return nil, fmt.Errorf("its row groups have %d rows, but it states %d", rows, f.NumRows())
	}
	return f, nil
}

func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the file is broken: %v", p)
	}
}

func readRowGroup(root *parquet.Column, group parquet.RowGroup, emit func(rawRecord) error) (err error) {
	defer recovered(&err)
	rows := group.Rows()
	defer rows.Close()
	buffer := make([]parquet.Row, rowsAtOnce)
	for left := group.NumRows(); left > 0; {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			if err := guarded(emit, rowRecord(root, row)); err != nil {
				return err
			}
		}
		left -= int64(n)
		switch {
		case err != nil && err != io.EOF:
			return err
		case err == io.EOF && left > 0, n == 0:
			return fmt.Errorf("%d rows are missing", left)
		}
	}
	return nil
}

// guarded marks the errors of emit, so that they are not taken for the file's.
func guarded(emit func(rawRecord) error, r rawRecord) error {
	if err := emit(r); err != nil {
		return emitError{err}
	}
	return nil
}

// rowRecord writes a row as a JSON object.
func rowRecord(root *parquet.Column, row parquet.Row) rawRecord {
	size := 0
	columns := make([][]parquet.Value, 0, 16)
	for _, v := range row {
		c := v.Column()
		if c < 0 || c >= maxColumns {
			return rawRecord{err: fmt.Errorf("the row has a value in column %d", c)}
		}
		for len(columns) <= c {
			columns = append(columns, nil)
		}
		columns[c] = append(columns[c], v)
		if k := v.Kind(); k == parquet.ByteArray || k == parquet.FixedLenByteArray {
			size += len(v.ByteArray())
		}
		size += 8
	}
	if size > MaxRecord {
		return rawRecord{err: fmt.Errorf("the row has %d bytes, more than %d", size, MaxRecord)}
	}
	value, err := assembleGroup(root, columns)
	if err != nil {
		return rawRecord{err: err}
	}
	data, err := json.Marshal(value)
	return rawRecord{data: data, err: err}
}

// scalar is a leaf's value as JSON data.
func scalar(v parquet.Value) (any, error) {
	switch v.Kind() {
	case parquet.Boolean:
		return v.Boolean(), nil
	case parquet.Int32:
		return v.Int32(), nil
	case parquet.Int64:
		return v.Int64(), nil
	case parquet.Float:
		return finite(float64(v.Float()))
	case parquet.Double:
		return finite(v.Double())
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return string(v.ByteArray()), nil
	}
	return v.String(), nil
}

func finite(x float64) (any, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, fmt.Errorf("it holds %v, which is no number that can be kept", x)
	}
	return x, nil
}
