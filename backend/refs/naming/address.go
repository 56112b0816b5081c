package naming

import (
	"strings"
	"unicode/utf8"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/numbering"
)

// URLs finds web addresses, DOIs and arXiv numbers in a flow's text.
func URLs(text string) []Address {
	var out []Address
	for _, scheme := range []struct {
		prefix string
		kind   refs.Kind
		uri    string // what to put in front of the text to make it a URI
	}{{"https://", refs.KindURL, ""}, {"http://", refs.KindURL, ""}, {"www.", refs.KindURL, "https://"}, {"10.", refs.KindDOI, "https://doi.org/"}, {"arXiv:", refs.KindURL, "https://arxiv.org/abs/"}} {
		for from := 0; ; {
			i := strings.Index(text[from:], scheme.prefix)
			if i < 0 {
				break
			}
			start := from + i
			end := start + max(addressLen(text[start:]), len(scheme.prefix))
			if scheme.prefix == "arXiv:" && end < len(text) && text[end] == ' ' && end == start+len(scheme.prefix) { // "arXiv: 2001.00001"
				end += 1 + addressLen(text[end+1:])
			}
			from = start + len(scheme.prefix)
			a := Address{start, end, scheme.kind, scheme.uri + strings.TrimSpace(strings.TrimPrefix(text[start:end], "arXiv:"))}
			if scheme.kind == refs.KindDOI {
				a.Start = doiStart(text, start)
			}
			if wordBefore(text, a.Start) || !plausibleAddress(text[start:end], scheme.prefix) || Overlaps(out, a) {
				continue
			}
			out = append(out, a)
		}
	}
	return out
}

// Address is a reference that leaves the library by its nature.
type Address struct {
	Start, End int // bytes of the flow
	Kind       refs.Kind
	URI        string
}

// Overlaps reports whether an address shares bytes with one of a list.
func Overlaps(list []Address, a Address) bool {
	for _, b := range list {
		if a.Start < b.End && b.Start < a.End {
			return true
		}
	}
	return false
}

// addressLen returns how far an address reaches: to white space or a bracket, without the punctuation of the sentence.
func addressLen(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool {
		return r <= ' ' || strings.ContainsRune("<>\"“”„«»|{}\\^`", r) || r > 0x2fff
	})
	if end < 0 {
		end = len(s)
	}
	for end > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:end])
		open := r == ')' && strings.Count(s[:end], "(") >= strings.Count(s[:end], ")") || r == ']' && strings.Contains(s[:end], "[")
		if open || !strings.ContainsRune(".,;:!?)]'’", r) {
			break
		}
		end -= size
	}
	return end
}

// doiStart includes "doi:" or "https://doi.org/" in front of a DOI.
func doiStart(text string, at int) int {
	before := strings.ToLower(text[max(0, at-20):at])
	if i := strings.LastIndex(before, "doi"); i >= 0 && strings.Trim(before[i+3:], " :./orgOR") == "" {
		return at - (len(before) - i)
	}
	return at
}

func wordBefore(text string, at int) bool {
	return at > 0 && numbering.IsWordByte(text[at-1:]) && text[at-1] < 0x80 || at > 0 && text[at-1] == '.'
}

// plausibleAddress rejects bare prefixes and numbers that only look like a DOI.
func plausibleAddress(s, prefix string) bool {
	if len(s) <= len(prefix) {
		return false
	}
	rest := s[len(prefix):min(len(s), len(prefix)+200)]
	if prefix == "10." {
		n := numbering.DigitsLen(rest)
		return n >= 4 && n <= 9 && len(rest) > n+1 && rest[n] == '/'
	}
	if prefix == "arXiv:" {
		return numbering.DigitsLen(strings.TrimSpace(rest)) >= 4
	}
	return strings.Contains(rest, ".") || strings.HasPrefix(rest, "localhost")
}
