package llm

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Price is what a model's tokens cost, in US dollars per million.
type Price struct {
	Input  float64
	Output float64   // thoughts included
	Date   time.Time // when the source stated it
	Source string
}

// Of is the cost of a response in US dollars.
func (p Price) Of(prompt, completion int) float64 {
	return (p.Input*float64(prompt) + p.Output*float64(completion)) / 1e6
}

// Prices maps a model's name to its price. The name "*" stands for any other.
type Prices map[string]Price

//go:embed prices.tsv
var embeddedPrices string

// DefaultPrices is the built-in table: examples to start from, dated and with
// their source. Prices change; ReadPrices overrides them.
func DefaultPrices() Prices {
	p, err := parsePrices(strings.NewReader(embeddedPrices))
	if err != nil {
		panic("llm: built-in price table: " + err.Error()) // covered by a test
	}
	return p
}

// ReadPrices is the built-in table overridden by a file of the same form: one
// model a line, tab-separated name, input price, output price, date, source.
func ReadPrices(path string) (Prices, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open price table: %w", err)
	}
	defer f.Close()
	own, err := parsePrices(f)
	if err != nil {
		return nil, fmt.Errorf("read price table %s: %w", path, err)
	}
	prices := DefaultPrices()
	maps.Copy(prices, own)
	return prices, nil
}

// parsePrices reads a table of at most a megabyte; lines of # are comments.
func parsePrices(r io.Reader) (Prices, error) {
	prices := Prices{}
	lines := bufio.NewScanner(io.LimitReader(r, 1<<20))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 5 || cells[0] == "" {
			return nil, fmt.Errorf("line %d: want 5 tab-separated cells (model, input, output, date, source), got %d", n, len(cells))
		}
		in, err1 := strconv.ParseFloat(cells[1], 64)
		out, err2 := strconv.ParseFloat(cells[2], 64)
		if err1 != nil || err2 != nil || !(in >= 0 && out >= 0) || math.IsInf(in+out, 0) {
			return nil, fmt.Errorf("line %d: prices of %q must be numbers of at least 0, in dollars per million tokens", n, cells[0])
		}
		date, err := time.Parse(time.DateOnly, cells[3])
		if err != nil {
			return nil, fmt.Errorf("line %d: date %q of %q is not of the form 2026-01-31", n, cells[3], cells[0])
		}
		if _, twice := prices[cells[0]]; twice {
			return nil, fmt.Errorf("line %d: model %q is listed twice", n, cells[0])
		}
		prices[cells[0]] = Price{Input: in, Output: out, Date: date, Source: cells[4]}
	}
	return prices, lines.Err()
}

// For finds the price of a model: its own line, that of the model it is a
// dated snapshot of (gpt-4o-2024-08-06 of gpt-4o), or the line of "*".
func (p Prices) For(model string) (Price, bool) {
	if price, ok := p[model]; ok {
		return price, true
	}
	for _, layout := range []string{"-2006-01-02", "-20060102"} {
		if cut := len(model) - len(layout); cut > 0 {
			if _, err := time.Parse(layout, model[cut:]); err == nil {
				if price, ok := p[model[:cut]]; ok {
					return price, true
				}
			}
		}
	}
	price, ok := p["*"]
	return price, ok
}

// Models lists the names in the table, sorted.
func (p Prices) Models() []string { return slices.Sorted(maps.Keys(p)) }
