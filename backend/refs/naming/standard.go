package naming

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs/numbering"
)

// Standard reads the number of a standard at token i: "ISO 9001:2015", "DIN EN ISO 13485", "IEC 60601-1:2005", "IEEE 802.11", "ITU-T X.509",
// "NIST SP 800-53". The edition belongs to it.
func (s *Stream) Standard(i int) (name string, next int, ok bool) {
	k, body := i, false
	for k < i+9 {
		t := s.Tok(k)
		switch {
		case t.Kind == Word && standardBody(t.Text):
			body = true
			k++
		case body && t.Kind == Word && standardSeries(t.Text):
			if k++; s.Is(k, ".") {
				k++
			}
		case body && t.Text == "/" && (standardBody(s.Tok(k+1).Text) || standardSeries(s.Tok(k+1).Text)):
			k++
		default:
			if !body {
				return "", i, false
			}
			if next = s.standardNumber(k); next == 0 {
				return "", i, false
			}
			next = s.standardEdition(next)
			return s.Slice(i, next), next, true
		}
	}
	return "", i, false
}

// standardBody knows the abbreviations of the bodies that number their standards.
func standardBody(w string) bool {
	return numbering.OneOf(w, "ISO", "IEC", "DIN", "EN", "VDE", "VDI", "IEEE", "ASTM", "ANSI", "ASME", "ASHRAE", "NIST", "FIPS", "ETSI", "ITU-T", "ITU-R", "CEN", "CENELEC", "CISPR",
		"ÖNORM", "SIA", "BS", "NF", "UNI", "UNE", "JIS", "GOST", "OIML", "DVGW", "VDMA", "TRGS", "TRBS", "ASR", "BCP", "STD", "ECMA")
}

// standardSeries knows what stands between a body and a number.
func standardSeries(w string) bool {
	return numbering.OneOf(w, "TR", "TS", "PAS", "SP", "PUB", "Std", "STD", "Standard", "Norm", "Guide", "IR", "Rec", "CWA", "HD")
}

// standardNumber reads "9001", "60601-1", "802.11", "X.509", "E2029-11", "800-53" at token i and returns the token after it, 0 for none.
func (s *Stream) standardNumber(i int) int {
	t := s.Tok(i)
	switch {
	case t.Kind == Numeral && len(t.Text) > 1 && !s.Dated(i):
		if i++; standardSeries(s.Tok(i-2).Text) || s.Is(i-2, "EN") { // EN 303 645
			if numbering.DigitsLen(t.Text) == 3 && len(s.Tok(i).Text) == 3 && numbering.DigitsLen(s.Tok(i).Text) == 3 {
				i++
			}
		}
	case t.Kind == Word && len(t.Text) < 9 && t.Text == strings.ToUpper(t.Text) && numbering.CountIf(t.Text, unicode.IsDigit) > 1: // E2029-11, Z39.48, and not the paper of size A4
		i++
	case t.Kind == Word && len(t.Text) == 1 && s.Is(i+1, ".") && s.Tok(i+2).Kind == Numeral: // X.509
		i += 3
	default:
		return 0
	}
	for (s.Hyphen(i) || s.Is(i, ".")) && s.Tok(i+1).Kind == Numeral && s.Tok(i).At == s.Tok(i-1).End() && s.Tok(i+1).At == s.Tok(i).End() {
		i += 2
	}
	return i
}

// standardEdition skips ":2015", ":2005-07", "+A1:2013" right behind a number.
func (s *Stream) standardEdition(i int) int {
	for s.Tok(i).At == s.Tok(i-1).End() {
		switch {
		case s.Is(i, ":") && s.Tok(i+1).Kind == Numeral && len(s.Tok(i+1).Text) == 4:
			if i += 2; s.Hyphen(i) && numbering.DigitsLen(s.Tok(i+1).Text) == 2 && s.Tok(i).At == s.Tok(i-1).End() {
				i += 2
			}
		case s.Is(i, "+") && s.Tok(i+1).Kind == Word && isAmendment(s.Tok(i+1).Text):
			i += 2
		default:
			return i
		}
	}
	return i
}

// isAmendment reports whether a word is the number of an amendment: "A1", "AC", "AMD2".
func isAmendment(w string) bool {
	letters := strings.TrimRight(w, "0123456789")
	return letters == "A" || letters == "AC" || letters == "AMD" || letters == "Amd"
}

// standardKey returns the key of the standard that a name begins with: the body it comes from and its number, without the edition. "DIN EN
// ISO 9001:2015" and "ISO 9001" have one key, and so have "ISO/IEC 27001" and "ISO 27001".
func standardKey(s *Stream, i int) (string, bool) {
	_, next, ok := s.Standard(i)
	if !ok {
		return "", false
	}
	body, number := "", ""
	for k := i; k < next && !s.Is(k, ":") && !s.Is(k, "+"); k++ {
		switch t := s.Tok(k); {
		case number == "" && standardBody(t.Text):
			if body != "ISO" || t.Text != "IEC" {
				body = t.Text
			}
		case number == "" && standardSeries(t.Text), t.Kind == Sign && !s.Is(k, "."):
		default:
			number += "-" + strings.ToLower(t.Text)
		}
	}
	return "standard:" + strings.ToLower(body) + number, true
}
