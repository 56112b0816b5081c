package reason

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"rabbithole/backend/source"
)

var (
	// amount matches a sum of money, or a figure with thousands set apart: "$ 6,297", "1.204.300".
	amount = regexp.MustCompile(`[$€£¥] ?\d|\b\d{1,3}(?:[.,]\d{3})+\b`)
	// scaled matches the words that say what such figures count: "6.3 million", "in Tsd. EUR".
	scaled = regexp.MustCompile(`(?i)\b(?:thousands?|(?:m|b|tr)illions?|Tausend|Millionen|Milliarden|Mio|Mrd|Tsd|TEUR|[km]€)\b`)
	// scale matches the line of a table, or its title, that says it for all of the table.
	scale = regexp.MustCompile(`(?i)\(?(?:[\pL.$€£]+ ){0,3}\bin (?:[\pL.$€£]+ )?(?:thousands|millions|billions|Tausend|Millionen|Mio\.?|Mrd\.?|Tsd\.?)\b[^\n()]{0,60}\)?|\bTEUR\b|\bT€`)
)

// scaleBefore returns the words in which the nearest table before a passage, in its section, says what its figures count: "(in thousands)". It is "" where the
// passage has no such figures or says so itself. What goes on behind a table often counts as the table does, and nobody who reads it alone can know.
func (s *Shelf) scaleBefore(ctx context.Context, p source.Passage) (string, error) {
	if p.ID == "" || p.Section == "" || !amount.MatchString(p.Text) || scaled.MatchString(p.Text) {
		return "", nil
	}
	others, err := s.Library.SectionPassages(ctx, p.Document, p.Section)
	if err != nil {
		return "", err
	}
	for _, o := range slices.Backward(others) {
		if back := p.Ordinal - o.Ordinal; back > 0 && back <= farthestLead {
			if found := scale.FindString(o.Text); found != "" {
				return strings.Trim(found, "() "), nil
			}
		}
	}
	return "", nil
}
