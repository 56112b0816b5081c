package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rabbithole/backend/source"
)

// captions finds tables and figures by their captions.
func (o *outliner) captions(heads []heading) []heading {
	taken := map[int]bool{}
	for _, h := range heads {
		for i := h.first; i <= h.last; i++ {
			taken[i] = true
		}
	}
	var out []heading
	for i, l := range o.lines {
		if taken[i] || roleOf(o.regions, i) != "" {
			continue
		}
		if kind, label, title, ok := parseCaption(l.text); ok {
			_, number, _ := strings.Cut(label, " ")
			out = append(out, heading{kind: kind, number: number, label: label, title: title, rank: rankLeaf, first: i, last: i, leaf: true})
		}
	}
	return out
}

// parseCaption reads "Table 3: Title", "Tabelle 1" alone on its line, "Fig. 2. Title".
func parseCaption(s string) (kind Kind, label, title string, ok bool) {
	word, rest := cutWord(s)
	kind, name, ok := captionWord(strings.ToLower(word))
	if !ok || strings.ToLower(word[:1]) == word[:1] {
		return "", "", "", false
	}
	number, rest := cutCaptionNumber(strings.TrimSpace(strings.TrimPrefix(rest, ".")))
	if number == "" {
		return "", "", "", false
	}
	title = strings.TrimSpace(strings.TrimLeft(rest, " .:–—-|"))
	bare := !strings.ContainsRune(".:–—-|", firstRune(strings.TrimSpace(rest)))
	if title != "" && (bare && !captionLike(title) || isContentsLine(s)) {
		return "", "", "", false
	}
	return kind, name + " " + number, title, true
}

// captionLike reports whether what follows a number without punctuation is a caption and not the rest of a sentence.
func captionLike(title string) bool {
	first := firstRune(title)
	return unicode.IsUpper(first) && titleLike(title) && !strings.ContainsAny(title[len(title)-1:], ".,;") && strings.Count(title, " ") < 14
}

// captionWord knows the words for tables, figures and equations in any form of inflection, with the one labels use.
func captionWord(word string) (Kind, string, bool) {
	switch word {
	case "table", "tables":
		return KindTable, "Table", true
	case "tabelle", "tabellen", "tab":
		return KindTable, "Tabelle", true
	case "figure", "figures", "fig", "figs":
		return KindFigure, "Figure", true
	case "abbildung", "abbildungen", "abb":
		return KindFigure, "Abbildung", true
	case "equation", "equations", "eq", "eqs":
		return KindEquation, "Equation", true
	case "gleichung", "gleichungen":
		return KindEquation, "Gleichung", true
	}
	return "", "", false
}

// cutCaptionNumber splits "3", "3a", "B.2", "IV" off the front of s. A point that ends the number stays.
func cutCaptionNumber(s string) (number, rest string) {
	number, rest = cutAnnexNumber(s)
	if number != "" && strings.HasPrefix(s[len(number):], ".") {
		rest = s[len(number):]
	}
	return number, rest
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// recitals finds the numbered recitals of an act: between "Whereas" and the first article, each number following the last.
func (o *outliner) recitals(heads []heading) []heading {
	from, to := -1, len(o.lines)
	for _, h := range heads {
		if h.rank <= rankArticle && h.number != "" {
			to = min(to, h.first)
		}
	}
	for i := 0; i < to && from < 0; i++ {
		text := strings.ToLower(o.lines[i].text)
		if strings.HasPrefix(text, "whereas:") || text == "whereas" || strings.Contains(text, "erwägung nachstehender gründe") {
			from = i + 1
		}
	}
	if from < 0 {
		return nil
	}
	var out []heading
	for i := from; i < to; i++ {
		l := o.lines[i]
		n, ok := leadingParenthesis(l.text)
		if !ok || n != len(out)+1 || o.body > 0 && l.size < o.body*0.95 {
			continue
		}
		number := itoa(n)
		out = append(out, heading{kind: KindRecital, number: number, label: "Recital " + number, rank: rankRecital, first: i, last: i})
	}
	return out
}

// leadingParenthesis reads the number of a line that begins "(12) ".
func leadingParenthesis(s string) (int, bool) {
	rest, ok := strings.CutPrefix(s, "(")
	if !ok {
		return 0, false
	}
	digits, rest := cutDigits(rest)
	if digits == "" || !strings.HasPrefix(rest, ")") {
		return 0, false
	}
	n, _ := splitNumber(digits)
	return n, true
}

// bibliographyTitle reports whether a heading is that of a reference list.
func bibliographyTitle(s string) bool {
	return oneOf(strings.ToLower(strings.Trim(s, " :.")), "references", "normative references", "informative references", "bibliography", "works cited", "literature", "further reading",
		"references and notes", "references cited", "cited literature", "literature cited", "list of references", "cited works",
		"literatur", "literaturverzeichnis", "literaturhinweise", "literaturangaben", "quellen- und literaturverzeichnis", "schrifttum", "quellen", "quellenverzeichnis", "referenzen", "参考文献", "参考資料")
}

// bibliography finds the labelled entries of the reference lists: "[12] ...", "[HTTP] ...".
func (o *outliner) bibliography(heads []heading) []heading {
	var out []heading
	for k, h := range heads {
		if o.role(h) != source.Bibliography || h.leaf {
			continue
		}
		end := len(o.lines)
		for _, next := range heads[k+1:] {
			if !next.leaf {
				end = next.first
				break
			}
		}
		out = append(out, o.entries(h.last+1, end)...)
	}
	return out
}

// cutLabel splits the label of a bibliography entry off the front of s: "[HTTP] ..." gives "HTTP".
func cutLabel(s string) (label, rest string, ok bool) {
	inner, found := strings.CutPrefix(s, "[")
	if !found {
		return "", s, false
	}
	label, rest, found = strings.Cut(inner, "]")
	if !found || !isLabel(label) {
		return "", s, false
	}
	return label, strings.TrimSpace(rest), true
}

// isLabel reports whether s can be the label of a bibliography entry.
func isLabel(s string) bool {
	if s == "" || len(s) > 30 || s != strings.TrimSpace(s) || strings.Count(s, " ") > 2 {
		return false
	}
	ok := false
	for _, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			ok = true
		case !strings.ContainsRune(" -+./&':,_", r):
			return false
		}
	}
	return ok
}
