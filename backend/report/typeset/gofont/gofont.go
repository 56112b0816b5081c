// Package gofont names the Go fonts by Bigelow & Holmes, which everything this program typesets is set in. They know Latin, Greek
// and Cyrillic letters; it promises to hand them out whole, and refuses to know who writes with them.
package gofont

import (
	"fmt"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
)

// The fonts of the family.
const (
	Regular = "Go-Regular"
	Bold    = "Go-Bold"
	Italic  = "Go-Italic"
	Mono    = "Go-Mono"
)

// Read returns the bytes of a font as TrueType.
func Read(name string) ([]byte, error) {
	switch name {
	case Regular:
		return goregular.TTF, nil
	case Bold:
		return gobold.TTF, nil
	case Italic:
		return goitalic.TTF, nil
	case Mono:
		return gomono.TTF, nil
	}
	return nil, fmt.Errorf("no font %q in the family", name)
}
