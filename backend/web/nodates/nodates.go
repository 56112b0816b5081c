// Package htmldate stands in for github.com/markusmobius/go-htmldate (go.mod replaces it), which go-trafilatura imports to date pages.
// Rabbithole dates them itself (about.go) and asks trafilatura for no date. The real package compiles thousands of regular expressions whenever a
// program starts, and so in every PDF worker, too: 0.3 s and 80 MB for nothing.
package htmldate

import (
	"errors"
	"time"

	"golang.org/x/net/html"
)

// Options are those that trafilatura sets.
type Options struct {
	UseOriginalDate     bool
	SkipExtensiveSearch bool
	URL                 string
}

// Result is what trafilatura reads of a date.
type Result struct {
	DateTime time.Time
	HasTime  bool
}

// IsZero reports whether there is no date.
func (r Result) IsZero() bool { return r.DateTime.IsZero() }

// FromDocument finds no date.
func FromDocument(*html.Node, Options) (Result, error) {
	return Result{}, errors.New("dates are not looked for")
}
