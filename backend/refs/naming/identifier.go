package naming

import (
	"strings"

	"rabbithole/backend/refs/numbering"
)

// Identifier returns what a work is known by everywhere, taken from its address: "doi:10.1000/182", "arXiv:2001.08361" without the version,
// "RFC 9999"; "" for other addresses.
func Identifier(uri string) string {
	lower := strings.ToLower(uri)
	if last := lower[strings.LastIndexByte(lower, '/')+1:]; strings.HasPrefix(last, "rfc") && numbering.DigitsLen(last[3:]) == len(last)-3 && len(last) > 5 {
		return "RFC " + last[3:] // whoever serves it
	}
	if i := strings.Index(lower, "doi.org/10."); i >= 0 {
		return "doi:" + lower[i+len("doi.org/"):]
	}
	for _, path := range []string{"arxiv.org/abs/", "arxiv.org/pdf/", "arxiv.org/html/"} {
		if i := strings.Index(lower, path); i >= 0 {
			return "arXiv:" + arxivNumber(lower[i+len(path):])
		}
	}
	return ""
}

// arxivNumber cuts the version and what follows off an arXiv number: "2001.08361" of "2001.08361v2.pdf".
func arxivNumber(s string) string {
	s = strings.TrimSuffix(s, ".pdf")
	if i := strings.LastIndexByte(s, 'v'); i > 0 && numbering.DigitsLen(s[i+1:]) == len(s)-i-1 {
		s = s[:i]
	}
	return s
}

// Identifiers returns the identifiers in a text, in order.
func Identifiers(text string) []string {
	var out []string
	for _, a := range URLs(text) {
		if id := Identifier(a.URI); id != "" {
			out = append(out, id)
		}
	}
	return out
}

// isIdentifier reports whether a name is a DOI or an arXiv number as identifier writes them.
func isIdentifier(name string) bool {
	return strings.HasPrefix(name, "doi:10.") || strings.HasPrefix(name, "arXiv:")
}
