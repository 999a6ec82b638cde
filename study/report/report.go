// Package report says what a study found, as one self-contained page and as
// tables for a terminal: the gap of the starts, what came of each arm, which
// differences have an interval without 0 in it and which have not.
package report
