package refs

import (
	"strings"
	"unicode/utf8"

	"rabbithole/backend/source"
)

// urls finds web addresses, DOIs and arXiv numbers in a flow's text.
func urls(text string) []address {
	var out []address
	for _, scheme := range []struct {
		prefix string
		kind   Kind
		uri    string // what to put in front of the text to make it a URI
	}{{"https://", KindURL, ""}, {"http://", KindURL, ""}, {"www.", KindURL, "https://"}, {"10.", KindDOI, "https://doi.org/"}, {"arXiv:", KindURL, "https://arxiv.org/abs/"}} {
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
			a := address{start, end, scheme.kind, scheme.uri + strings.TrimSpace(strings.TrimPrefix(text[start:end], "arXiv:"))}
			if scheme.kind == KindDOI {
				a.start = doiStart(text, start)
			}
			if wordBefore(text, a.start) || !plausibleAddress(text[start:end], scheme.prefix) || overlaps(out, a) {
				continue
			}
			out = append(out, a)
		}
	}
	return out
}

// address is a reference that leaves the library by its nature.
type address struct {
	start, end int // bytes of the flow
	kind       Kind
	uri        string
}

func overlaps(list []address, a address) bool {
	for _, b := range list {
		if a.start < b.end && b.start < a.end {
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
	return at > 0 && isWordByte(text[at-1:]) && text[at-1] < 0x80 || at > 0 && text[at-1] == '.'
}

// plausibleAddress rejects bare prefixes and numbers that only look like a DOI.
func plausibleAddress(s, prefix string) bool {
	if len(s) <= len(prefix) {
		return false
	}
	rest := s[len(prefix):min(len(s), len(prefix)+200)]
	if prefix == "10." {
		n := digitsLen(rest)
		return n >= 4 && n <= 9 && len(rest) > n+1 && rest[n] == '/'
	}
	if prefix == "arXiv:" {
		return digitsLen(strings.TrimSpace(rest)) >= 4
	}
	return strings.Contains(rest, ".") || strings.HasPrefix(rest, "localhost")
}

// linkMentions makes references of the link annotations that no reference in the text stands for; those of tables of contents are none.
func linkMentions(p source.Page, taken []Mention, silent []stretch) []Mention {
	var out []Mention
	for _, l := range p.Links {
		if l.End <= l.Start || l.Start < 0 || l.End > len(p.Text) || l.URI == "" && l.Page == 0 {
			continue
		}
		text := fold(p.Text[l.Start:l.End])
		if letters(text) == 0 && l.URI == "" || inSpans(silent, p.Number, l.Start) || standsIn(taken, p.Number, l) {
			continue
		}
		m := Mention{Page: p.Number, Start: l.Start, End: l.End, Text: text, Kind: KindURL, Pointers: []Pointer{{Kind: KindURL, Label: text, URI: l.URI}}}
		if l.URI == "" {
			m.Kind = KindSection
			m.Pointers[0] = Pointer{Kind: KindSection, Label: text, URI: "#page=" + itoa(l.Page)}
		}
		out = append(out, m)
	}
	return out
}

func standsIn(taken []Mention, page int, l source.Link) bool {
	for _, m := range taken {
		if m.Page == page && m.Start < l.End && l.Start < m.End {
			return true
		}
	}
	return false
}
