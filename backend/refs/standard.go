package refs

import (
	"strings"
	"unicode"
)

// standard reads the number of a standard at token i: "ISO 9001:2015", "DIN EN ISO 13485", "IEC 60601-1:2005", "IEEE 802.11", "ITU-T X.509",
// "NIST SP 800-53". The edition belongs to it.
func (s *Stream) standard(i int) (name string, next int, ok bool) {
	k, body := i, false
	for k < i+9 {
		t := s.tok(k)
		switch {
		case t.kind == word && standardBody(t.text):
			body = true
			k++
		case body && t.kind == word && standardSeries(t.text):
			if k++; s.is(k, ".") {
				k++
			}
		case body && t.text == "/" && (standardBody(s.tok(k+1).text) || standardSeries(s.tok(k+1).text)):
			k++
		default:
			if !body {
				return "", i, false
			}
			if next = s.standardNumber(k); next == 0 {
				return "", i, false
			}
			next = s.standardEdition(next)
			return s.slice(i, next), next, true
		}
	}
	return "", i, false
}

// standardBody knows the abbreviations of the bodies that number their standards.
func standardBody(w string) bool {
	return oneOf(w, "ISO", "IEC", "DIN", "EN", "VDE", "VDI", "IEEE", "ASTM", "ANSI", "ASME", "ASHRAE", "NIST", "FIPS", "ETSI", "ITU-T", "ITU-R", "CEN", "CENELEC", "CISPR",
		"ÖNORM", "SIA", "BS", "NF", "UNI", "UNE", "JIS", "GOST", "OIML", "DVGW", "VDMA", "TRGS", "TRBS", "ASR", "BCP", "STD", "ECMA")
}

// standardSeries knows what stands between a body and a number.
func standardSeries(w string) bool {
	return oneOf(w, "TR", "TS", "PAS", "SP", "PUB", "Std", "STD", "Standard", "Norm", "Guide", "IR", "Rec", "CWA", "HD")
}

// standardNumber reads "9001", "60601-1", "802.11", "X.509", "E2029-11", "800-53" at token i and returns the token after it, 0 for none.
func (s *Stream) standardNumber(i int) int {
	t := s.tok(i)
	switch {
	case t.kind == numeral && len(t.text) > 1 && !s.dated(i):
		if i++; standardSeries(s.tok(i-2).text) || s.is(i-2, "EN") { // EN 303 645
			if digitsLen(t.text) == 3 && len(s.tok(i).text) == 3 && digitsLen(s.tok(i).text) == 3 {
				i++
			}
		}
	case t.kind == word && len(t.text) < 9 && t.text == strings.ToUpper(t.text) && countIf(t.text, unicode.IsDigit) > 1: // E2029-11, Z39.48, and not the paper of size A4
		i++
	case t.kind == word && len(t.text) == 1 && s.is(i+1, ".") && s.tok(i+2).kind == numeral: // X.509
		i += 3
	default:
		return 0
	}
	for (s.hyphen(i) || s.is(i, ".")) && s.tok(i+1).kind == numeral && s.tok(i).at == s.tok(i-1).end() && s.tok(i+1).at == s.tok(i).end() {
		i += 2
	}
	return i
}

// standardEdition skips ":2015", ":2005-07", "+A1:2013" right behind a number.
func (s *Stream) standardEdition(i int) int {
	for s.tok(i).at == s.tok(i-1).end() {
		switch {
		case s.is(i, ":") && s.tok(i+1).kind == numeral && len(s.tok(i+1).text) == 4:
			if i += 2; s.hyphen(i) && digitsLen(s.tok(i+1).text) == 2 && s.tok(i).at == s.tok(i-1).end() {
				i += 2
			}
		case s.is(i, "+") && s.tok(i+1).kind == word && isAmendment(s.tok(i+1).text):
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

func (s *Stream) hyphen(i int) bool {
	return s.is(i, "-") || s.is(i, "\u2010") || s.is(i, "\u2011") || s.is(i, "–")
}

// standardKey returns the key of the standard that a name begins with: the body it comes from and its number, without the edition. "DIN EN
// ISO 9001:2015" and "ISO 9001" have one key, and so have "ISO/IEC 27001" and "ISO 27001".
func standardKey(s *Stream, i int) (string, bool) {
	_, next, ok := s.standard(i)
	if !ok {
		return "", false
	}
	body, number := "", ""
	for k := i; k < next && !s.is(k, ":") && !s.is(k, "+"); k++ {
		switch t := s.tok(k); {
		case number == "" && standardBody(t.text):
			if body != "ISO" || t.text != "IEC" {
				body = t.text
			}
		case number == "" && standardSeries(t.text), t.kind == sign && !s.is(k, "."):
		default:
			number += "-" + strings.ToLower(t.text)
		}
	}
	return "standard:" + strings.ToLower(body) + number, true
}
