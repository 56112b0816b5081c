package report

import (
	"fmt"
	"strings"

	"rabbithole/backend/report/typeset"
)

// PDF renders r as a PDF. The fonts (TrueType, may be nil) are asked in order for letters that are not Latin, Greek or Cyrillic; letters that none
// of them has are marked, named on the last page, and returned as warnings in the report's language.
func PDF(r Report, links Links, fonts func() ([][]byte, error)) ([]byte, []string, error) {
	w := wordsFor(r.Language)
	data, missing, err := typeset.PDF(Compose(r, links), typeset.Options{Fonts: fonts, Notice: w.unshownText})
	if err != nil {
		return nil, nil, fmt.Errorf("render report %s as PDF: %w", r.Run, err)
	}
	if len(missing) > 0 {
		return data, []string{w.unshownText(missing)}, nil
	}
	return data, nil, nil
}

// unshownText says which letters a PDF could not show.
func (w words) unshownText(missing []typeset.Missing) string {
	var parts []string
	for _, m := range missing {
		script := strings.ReplaceAll(m.Script, "_", " ")
		if script == "Common" {
			script = w.symbols
		}
		parts = append(parts, fmt.Sprintf(w.lettersOf, w.grouped(m.Letters), script, m.Example))
	}
	return fmt.Sprintf(w.unshown, strings.Join(parts, ", "))
}
