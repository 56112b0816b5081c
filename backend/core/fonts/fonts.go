// Package fonts finds fonts for the characters of Chinese, Japanese and Korean that a PDF embeds.
//
// Those the program was built with come first, then those of the operating system. What cannot be read is passed over.
package fonts

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/report/typeset"
)

// Wide returns fonts for CJK: those the program was built with, else those of the system.
func Wide() ([][]byte, error) {
	built, err := typeset.WideFonts()
	if err != nil || len(built) > 0 {
		return built, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = string(filepath.Separator)
	}
	return systemFonts([]string{
		"/usr/share/fonts", "/usr/local/share/fonts", filepath.Join(home, ".local/share/fonts"), filepath.Join(home, ".fonts"), // Linux
		"/System/Library/Fonts/Supplemental", "/Library/Fonts", filepath.Join(home, "Library/Fonts"), // macOS
		filepath.Join(os.Getenv("WINDIR"), "Fonts"), filepath.Join(os.Getenv("LOCALAPPDATA"), `Microsoft\Windows\Fonts`), // Windows
	}), nil
}

// wideFontFile is what fonts with many CJK characters are called, as TrueType files of one font each: collections cannot be embedded.
var wideFontFile = regexp.MustCompile(`(?i)^(?:NotoSans(?:CJK)?-?(?:SC|TC|HK|JP|KR)|SourceHanSans|DroidSansFallback|wqy-|Arial Unicode|simhei|simkai|malgun|ipag|ipaexg|NanumGothic|HanaMin).*\.ttf$`)

const (
	mostFonts    = 3
	mostFontSize = 40 << 20
)

// systemFonts reads the first fonts for CJK in folders and below. What cannot be read is passed over: a font more or less.
func systemFonts(folders []string) [][]byte {
	var out [][]byte
	for _, folder := range folders {
		if !filepath.IsAbs(folder) {
			continue
		}
		var found []string
		filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() && wideFontFile.MatchString(entry.Name()) {
				found = append(found, path)
			}
			return nil
		})
		slices.SortFunc(found, func(a, b string) int { return strings.Compare(rank(a), rank(b)) })
		for _, path := range found {
			if info, err := os.Stat(path); err != nil || info.Size() > mostFontSize || len(out) == mostFonts {
				continue
			}
			if data, err := os.ReadFile(path); err == nil {
				out = append(out, data)
			}
		}
	}
	return out
}

// rank puts the regular weight of a family first.
func rank(path string) string {
	if strings.Contains(strings.ToLower(filepath.Base(path)), "regular") {
		return "0" + path
	}
	return "1" + path
}
