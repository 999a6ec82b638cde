// Package checkpoint keeps models and trainings in files: it opens Hugging
// Face folders and GGUF files, saves models that Hugging Face transformers
// load, and saves the state of a training so that a kill or a full disk at any
// moment loses nothing that was saved before.
//
// Files are read as hostile: what does not fit the model's config is refused
// with the names of the file and the tensor.
package checkpoint
