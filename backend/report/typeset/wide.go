package typeset

import (
	"embed"
	"io/fs"
	"strings"
)

// wideFonts is filled by build/fonts.sh before the program is built; without it the folder holds a text that says so.
//
//go:embed wide
var wideFonts embed.FS

// WideFonts returns the fonts for CJK that the program was built with, none when it was built without.
func WideFonts() ([][]byte, error) {
	var out [][]byte
	err := fs.WalkDir(wideFonts, "wide", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".ttf") {
			return err
		}
		data, err := wideFonts.ReadFile(path)
		out = append(out, data)
		return err
	})
	return out, err
}
