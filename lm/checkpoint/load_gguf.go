package checkpoint

import "errors"

func openGGUF(path string) (*Loaded, source, error) {
	return nil, nil, errors.New("GGUF files are not read yet")
}
