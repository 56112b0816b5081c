// Package gofont holds the Go fonts by Bigelow & Holmes, which everything this program typesets is set in. They know Latin, Greek
// and Cyrillic letters; it promises to embed them whole, and refuses to know who writes with them.
package gofont

import "embed"

// The fonts of the family, named as their files.
const (
	Regular = "Go-Regular"
	Bold    = "Go-Bold"
	Italic  = "Go-Italic"
	Mono    = "Go-Mono"
)

//go:embed *.ttf
var files embed.FS

// Read returns the bytes of a font as TrueType.
func Read(name string) ([]byte, error) { return files.ReadFile(name + ".ttf") }
