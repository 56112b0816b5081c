package resolve

import (
	"regexp"
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// ParseWork reads an entry of a reference list. It knows the common orders of authors, year and title; what it cannot tell apart stays in
// Entry.
func ParseWork(entry string) refs.Work {
	entry = numbering.Fold(entry)
	w := refs.Work{Type: refs.WorkOther, Entry: entry, Year: strings.TrimRight(naming.EntryYear(entry), "abcdefgh")}
	rest := takeAddresses(&w, entry)
	takeNumber(&w, rest)
	if id := naming.Identifier(w.Address()); w.Number == "" && strings.HasPrefix(id, "RFC") {
		w.Number = id
	}
	authors, title, tail := splitEntry(rest)
	w.Authors, w.Title = splitAuthors(authors), trimWork(title)
	if w.Number != "" {
		w.Title = strings.TrimLeft(strings.TrimPrefix(w.Title, w.Number), " ,.:–-")
		if _, edition := naming.CutEdition(w.Number); numbering.IsYear(edition) {
			w.Year = edition
		}
	}
	takeContainer(&w, tail)
	w.Type = typeOf(w, strings.ToLower(rest))
	return w
}

// takeAddresses takes DOI, arXiv number and URL, and returns the entry up to the first of them.
func takeAddresses(w *refs.Work, entry string) string {
	cut := len(entry)
	for _, a := range naming.URLs(entry) {
		cut = min(cut, a.Start)
		switch id := naming.Identifier(a.URI); {
		case a.Kind == refs.KindDOI:
			w.DOI = strings.ToLower(strings.TrimPrefix(a.URI, "https://doi.org/"))
		case strings.HasPrefix(id, "doi:"):
			w.DOI = strings.TrimPrefix(id, "doi:")
		case strings.HasPrefix(id, "arXiv:"):
			w.ArXiv = strings.TrimPrefix(id, "arXiv:")
		case w.URL == "":
			w.URL = a.URI
		}
	}
	return strings.TrimRight(entry[:cut], " <(,")
}

// takeNumber takes the number of a standard, an RFC or an act.
func takeNumber(w *refs.Work, text string) {
	s := naming.NewStream(text)
	for i := range s.Tokens {
		if name, _, ok := s.Publication(i); ok && (w.Number == "" || strings.HasPrefix(name, "RFC")) {
			w.Number = name
		}
	}
}

// quotedTitle finds a title in quotation marks, initialAtEnd a first letter in front of a point.
var (
	quotedTitle  = regexp.MustCompile(`["“„«]([^"”“»]{6,}?)[,.]?["”“»]`)
	yearBehind   = regexp.MustCompile(`\((?:1[789]|20)\d\d[a-h]?[^)]{0,20}\)`)
	initialAtEnd = regexp.MustCompile(`(?:^|[\s.-])\p{Lu}$`)
	nameAhead    = regexp.MustCompile(`^\p{Lu}[\p{L}'’-]+(?:,|(?: and| &| und) \p{Lu}| et al|\.)`)
	pagesOf      = regexp.MustCompile(`(\d+)\s?[-–]\s?(\d+)`)
)

// splitEntry cuts an entry without addresses into authors, title and what follows.
func splitEntry(s string) (authors, title, tail string) {
	if m := quotedTitle.FindStringSubmatchIndex(s); m != nil {
		return s[:m[0]], s[m[2]:m[3]], s[m[1]:]
	}
	if m := yearBehind.FindStringIndex(s); m != nil && m[0] < len(s)*2/3 {
		title, tail = cutSentence(strings.TrimLeft(s[m[1]:], " .,:"))
		return s[:m[0]], title, tail
	}
	for from := 0; ; {
		i := strings.Index(s[from:], ". ")
		if i < 0 {
			return "", s, ""
		}
		at := from + i
		from = at + 2
		after := s[from:]
		if initialAtEnd.MatchString(s[:at]) && nameAhead.MatchString(after) || strings.HasSuffix(s[:at], " al") && len(after) == 0 {
			continue
		}
		if year := after[:min(4, len(after))]; numbering.IsYear(year) { // "Jane Smith. 2019. Title."
			after = strings.TrimLeft(after[4:], "abcdefgh., ")
		}
		title, tail = cutSentence(after)
		return s[:at], title, tail
	}
}

// cutSentence splits s behind its first sentence; a point behind a first letter or a number ends none.
func cutSentence(s string) (first, rest string) {
	for from := 0; ; {
		i := strings.IndexAny(s[from:], ".?!")
		if i < 0 {
			return s, ""
		}
		at := from + i
		from = at + 1
		if from >= len(s) || s[from] == ' ' && !initialAtEnd.MatchString(s[:at]) && !strings.HasSuffix(s[:at], " vs") {
			return s[:at], strings.TrimSpace(s[from:])
		}
	}
}

// splitAuthors cuts the authors of an entry apart: "Smith, J., Doe, A. and B. Roe".
func splitAuthors(s string) []string {
	for _, drop := range []string{"(Eds.)", "(Ed.)", "(Hrsg.)", "Eds.", "Ed.", "et al.", "et al", "u. a."} {
		s = strings.ReplaceAll(s, drop, "")
	}
	for _, joint := range []string{" and ", " & ", " und ", ";"} {
		s = strings.ReplaceAll(s, joint, ", ")
	}
	var out []string
	for _, part := range strings.Split(s, ",") {
		part = strings.TrimSpace(part)
		switch letters := strings.TrimFunc(part, func(r rune) bool { return !unicode.IsLetter(r) }); {
		case letters == "" || len(out) > 30:
		case len(out) > 0 && naming.Initials(strings.ReplaceAll(part, " ", "")) && !strings.Contains(out[len(out)-1], ","):
			out[len(out)-1] += ", " + part
		default:
			if i := strings.LastIndexByte(part, ' '); i > 0 && naming.Initials(part[i+1:]) && !naming.Initials(part[:i]) { // "Smith J"
				part = part[:i] + "," + part[i:]
			}
			out = append(out, strings.TrimRight(part, " :"))
		}
	}
	return out
}

// takeContainer reads the journal or proceedings, and the pages, behind a title.
func takeContainer(w *refs.Work, tail string) {
	tail = strings.TrimLeft(tail, " ,.")
	for _, in := range []string{"In: ", "In ", "in: "} {
		tail = strings.TrimPrefix(tail, in)
	}
	name := tail
	if i := strings.IndexFunc(tail, func(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune(",;:(", r) }); i >= 0 {
		name = tail[:i]
		if m := pagesOf.FindStringSubmatch(tail[i:]); m != nil && len(m[0]) < 12 {
			w.Pages = m[1] + "-" + m[2]
		}
	}
	if name = trimWork(strings.TrimSuffix(strings.TrimSpace(name), "vol.")); numbering.Letters(name) > 3 && w.Number == "" {
		w.Container = name
	}
}

func trimWork(s string) string { return strings.Trim(s, " \"“”„«»,;:.") }

// typeOf judges the type by what is known and by the words of the entry, in lower case.
func typeOf(w refs.Work, text string) refs.WorkType {
	has := func(words ...string) bool {
		for _, word := range words {
			if strings.Contains(text, word) {
				return true
			}
		}
		return false
	}
	switch {
	case w.Number != "" && naming.ActKind(strings.ToLower(numbering.FirstWords(w.Number, 1))) != "":
		return refs.WorkLaw
	case w.Number != "":
		return refs.WorkStandard
	case has("thesis", "dissertation", "habilitation"):
		return refs.WorkThesis
	case w.ArXiv != "" || has("proceedings", "proc. ", "conference", "workshop", "tagungsband", "arxiv"):
		return refs.WorkPaper
	case has("technical report", "tech. rep", "bericht", "working paper"):
		return refs.WorkReport
	case has(" press", "verlag", "springer", "isbn", "edition", "auflage", "wiley", "elsevier"):
		return refs.WorkBook
	case w.Container != "" && (w.Pages != "" || w.DOI != "" || w.Year != ""):
		return refs.WorkArticle
	case w.URL != "" && w.DOI == "":
		return refs.WorkPage
	}
	return refs.WorkOther
}
