package bibliography

import (
	"bytes"
	"fmt"
	"strings"
)

var risTypes = map[Type]string{
	Article: "JOUR", Paper: "CPAPER", Book: "BOOK", Chapter: "CHAP", Report: "RPRT", Thesis: "THES", Standard: "STAND", Law: "STAT",
	Page: "ELEC", Manuscript: "UNPB",
}

// RIS writes works as RIS records in UTF-8, lines ended by CR LF as its description asks.
func RIS(works []Work) []byte {
	var b bytes.Buffer
	for _, w := range prepared(works) {
		kind := risTypes[w.Type]
		if kind == "" {
			kind = "GEN"
		}
		line := func(tag, value string) {
			if value != "" {
				fmt.Fprintf(&b, "%s  - %s\r\n", tag, value)
			}
		}
		line("TY", kind)
		line("ID", w.Key)
		line("TI", w.Title)
		for _, a := range w.Authors {
			line("AU", parseName(a).inverted())
		}
		line("PY", w.Year)
		line("T2", w.Container)
		line("M1", w.Number)
		line("PB", w.Publisher)
		first, last, ranged := strings.Cut(strings.ReplaceAll(w.Pages, "–", "-"), "-")
		line("SP", first)
		if ranged {
			line("EP", strings.Trim(last, "-"))
		}
		line("DO", w.DOI)
		line("UR", w.address())
		line("Y2", strings.ReplaceAll(w.Accessed, "-", "/"))
		line("L1", w.File)
		line("LA", w.Language)
		line("N1", w.Note)
		b.WriteString("ER  - \r\n\r\n")
	}
	return b.Bytes()
}

// address is where the work can be read: its URL, else that of its preprint.
func (w Work) address() string {
	if w.URL == "" && w.ArXiv != "" {
		return "https://arxiv.org/abs/" + w.ArXiv
	}
	return w.URL
}
