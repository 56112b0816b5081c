// Package bibliography writes lists of works as BibTeX, RIS and CSL-JSON, for reference managers and word processors.
//
// It promises entries with stable, unique keys, in the order given, that no text of a document can break out of. It refuses to
// guess: what is not known is left out, and a name that may be an institution's is not cut into family and given name.
package bibliography

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"rabbithole/backend/report/plain"
)

// Type is the kind of a work.
type Type string

// The types of works. The zero value is a Document.
const (
	Document   Type = "document" // anything else
	Article    Type = "article"  // in a journal
	Paper      Type = "paper"    // in conference proceedings, or a preprint
	Book       Type = "book"
	Chapter    Type = "chapter"
	Report     Type = "report"
	Thesis     Type = "thesis"
	Standard   Type = "standard" // RFC, ISO, DIN, ...
	Law        Type = "law"
	Page       Type = "page" // on the web
	Manuscript Type = "manuscript"
)

// Work is something that can be cited. All fields may be empty.
type Work struct {
	Type      Type     `json:"type,omitempty"`
	Key       string   `json:"key,omitempty"` // wished for; made of author, year and title when empty
	Title     string   `json:"title,omitempty"`
	Authors   []string `json:"authors,omitempty"` // "Family, Given", or a name as it stands
	Year      string   `json:"year,omitempty"`
	Container string   `json:"container,omitempty"` // journal, book or series it appeared in
	DOI       string   `json:"doi,omitempty"`       // "10.1000/182"
	ArXiv     string   `json:"arxiv,omitempty"`     // "2001.08361"
	URL       string   `json:"url,omitempty"`
	Accessed  string   `json:"accessed,omitempty"` // day on which the URL was read: "2026-03-09"
	Number    string   `json:"number,omitempty"`   // of a report or a standard
	Publisher string   `json:"publisher,omitempty"`
	Pages     string   `json:"pages,omitempty"` // in its container: "3-17"
	Language  string   `json:"language,omitempty"`
	File      string   `json:"file,omitempty"` // address or path of a copy
	Note      string   `json:"note,omitempty"`
}

// cleaned returns w fit to print, its identifiers without the addresses people write in front of them.
func (w Work) cleaned() Work {
	for _, field := range []*string{&w.Title, &w.Year, &w.Container, &w.DOI, &w.ArXiv, &w.URL, &w.Accessed, &w.Number, &w.Publisher, &w.Pages,
		&w.Language, &w.File, &w.Note} {
		*field = plain.Line(*field)
	}
	w.DOI = bareDOI.ReplaceAllString(w.DOI, "")
	w.ArXiv = bareArXiv.ReplaceAllString(w.ArXiv, "")
	authors := w.Authors
	w.Authors = nil
	for _, a := range authors {
		if a = strings.Trim(plain.Line(a), ",; "); a != "" {
			w.Authors = append(w.Authors, a)
		}
	}
	return w
}

var (
	digits    = regexp.MustCompile(`^\d{4}$`)
	bareDOI   = regexp.MustCompile(`(?i)^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)`)
	bareArXiv = regexp.MustCompile(`(?i)^(?:https?://arxiv\.org/(?:abs|pdf)/|arxiv:\s*)`)
)

// prepared returns the works cleaned, each with its own key.
func prepared(works []Work) []Work {
	out := make([]Work, len(works))
	taken := map[string]bool{}
	for i, w := range works {
		w = w.cleaned()
		w.Key = unique(w.key(), taken)
		out[i] = w
	}
	return out
}

// key is the key a work asks for: its own, else "family2020word".
func (w Work) key() string {
	if k := keyPart(w.Key); k != "" {
		return k
	}
	family := ""
	if len(w.Authors) > 0 {
		n := parseName(w.Authors[0])
		family = firstWord(n.Family + n.Literal)
	}
	if k := family + digits.FindString(w.Year) + firstWord(w.Title); k != "" {
		return k
	}
	return "work"
}

// unique adds b, c, ... and then numbers to a key that is taken. Keys that differ in case alone count as one: BibTeX reads them so.
func unique(key string, taken map[string]bool) string {
	try := key
	for n := 1; taken[strings.ToLower(try)]; n++ {
		if try = key + strconv.Itoa(n+1); n < 26 {
			try = key + string(rune('a'+n))
		}
	}
	taken[strings.ToLower(try)] = true
	return try
}

// firstWord is the first word of text that tells something, as it may stand in a key.
func firstWord(text string) string {
	first := ""
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) &&
			!unicode.Is(unicode.Mn, r)
	}) {
		part := strings.ToLower(keyPart(word))
		if len(part) > 3 {
			return part
		}
		if first == "" {
			first = part
		}
	}
	return first
}

// spelled are letters that do not come apart into a Latin letter and a mark.
var spelled = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss", "ø", "o", "Ø", "O", "æ", "ae",
	"Æ", "Ae", "œ", "oe", "ł", "l", "Ł", "L", "đ", "d", "þ", "th")

// keyPart is what of text may stand in a key of every format: ASCII letters and digits, and - _ : within.
func keyPart(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_:", r)) {
			return r
		}
		return -1
	}, norm.NFD.String(spelled.Replace(norm.NFC.String(text))))
	return strings.Trim(text, "-_:")
}
