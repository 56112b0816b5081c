package bibliography

import (
	"bytes"
	"fmt"
	"strings"
)

var bibtexTypes = map[Type]string{
	Article: "article", Paper: "inproceedings", Book: "book", Chapter: "incollection", Report: "techreport", Thesis: "phdthesis",
	Manuscript: "unpublished",
}

// BibTeX writes works as a BibTeX database in UTF-8.
func BibTeX(works []Work) []byte {
	var b bytes.Buffer
	for i, w := range prepared(works) {
		if i > 0 {
			b.WriteByte('\n')
		}
		kind := bibtexTypes[w.Type]
		if kind == "" {
			kind = "misc"
		}
		fmt.Fprintf(&b, "@%s{%s,\n", kind, w.Key)
		for _, f := range w.bibtexFields(kind) {
			if f[1] != "" {
				fmt.Fprintf(&b, "  %s = {%s},\n", f[0], f[1])
			}
		}
		b.WriteString("}\n")
	}
	return b.Bytes()
}

// bibtexFields are the fields of an entry, their values escaped.
func (w Work) bibtexFields(kind string) [][2]string {
	title := ""
	if w.Title != "" {
		title = "{" + tex(w.Title) + "}" // inner braces keep the capitals
	}
	container, number, publisher := "booktitle", "number", "publisher"
	switch kind {
	case "article":
		container = "journal"
	case "techreport":
		container, publisher = "series", "institution"
	case "phdthesis":
		publisher = "school"
	case "misc", "unpublished":
		container, publisher = "howpublished", "organization"
	}
	fields := [][2]string{
		{"title", title}, {"author", w.bibtexAuthors()}, {"year", tex(w.Year)}, {container, tex(w.Container)}, {number, tex(w.Number)},
		{publisher, tex(w.Publisher)}, {"pages", strings.ReplaceAll(tex(w.Pages), "–", "--")}, {"doi", verbatim(w.DOI)},
		{"eprint", verbatim(w.ArXiv)}, {"eprinttype", ""}, {"url", verbatim(w.URL)}, {"urldate", tex(w.Accessed)}, {"file", verbatim(w.File)},
		{"language", tex(w.Language)}, {"note", tex(w.Note)},
	}
	if w.ArXiv != "" {
		fields[9][1] = "arxiv"
	}
	return fields
}

func (w Work) bibtexAuthors() string {
	var out []string
	for _, a := range w.Authors {
		n := parseName(a)
		if n.Literal != "" {
			out = append(out, "{"+tex(n.Literal)+"}") // not to be cut at its spaces
			continue
		}
		out = append(out, guarded(n.inverted()))
	}
	return strings.Join(out, " and ")
}

// guarded escapes a person's name; one that holds the word that separates names goes into braces.
func guarded(text string) string {
	if strings.Contains(strings.ToLower(" "+text+" "), " and ") {
		return "{" + tex(text) + "}"
	}
	return tex(text)
}

var texSpecial = strings.NewReplacer(`\`, `{\textbackslash}`, `{`, `{\textbraceleft}`, `}`, `{\textbraceright}`, `~`, `{\textasciitilde}`,
	`^`, `{\textasciicircum}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`, `\_`)

// tex escapes what LaTeX reads as commands. A brace may not stand even behind a backslash: BibTeX counts it.
func tex(text string) string { return texSpecial.Replace(text) }

var unbraced = strings.NewReplacer(`{`, `%7B`, `}`, `%7D`, `\`, `%5C`, ` `, `%20`)

// verbatim makes an address fit for a field that LaTeX reads as it stands.
func verbatim(text string) string { return unbraced.Replace(text) }
