package outline

import (
	"strconv"
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
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
		if kind, label, title, ok := ParseCaption(l.Text); ok {
			_, number, _ := strings.Cut(label, " ")
			out = append(out, heading{Kind: kind, Number: number, label: label, title: title, Rank: numbering.RankLeaf, first: i, last: i, leaf: true})
		}
	}
	return out
}

// ParseCaption reads "Table 3: Title", "Tabelle 1" alone on its line, "Fig. 2. Title".
func ParseCaption(s string) (kind refs.Kind, label, title string, ok bool) {
	word, rest := numbering.CutWord(s)
	kind, name, ok := numbering.CaptionWord(strings.ToLower(word))
	if !ok || strings.ToLower(word[:1]) == word[:1] {
		return "", "", "", false
	}
	number, rest := cutCaptionNumber(strings.TrimSpace(strings.TrimPrefix(rest, ".")))
	if number == "" {
		return "", "", "", false
	}
	title = strings.TrimSpace(strings.TrimLeft(rest, " .:–—-|"))
	bare := !strings.ContainsRune(".:–—-|", numbering.FirstRune(strings.TrimSpace(rest)))
	if title != "" && (bare && !captionLike(title) || isContentsLine(s)) {
		return "", "", "", false
	}
	return kind, name + " " + number, title, true
}

// captionLike reports whether what follows a number without punctuation is a caption and not the rest of a sentence.
func captionLike(title string) bool {
	first := numbering.FirstRune(title)
	return unicode.IsUpper(first) && titleLike(title) && !strings.ContainsAny(title[len(title)-1:], ".,;") && strings.Count(title, " ") < 14
}

// cutCaptionNumber splits "3", "3a", "B.2", "IV" off the front of s. A point that ends the number stays.
func cutCaptionNumber(s string) (number, rest string) {
	number, rest = numbering.CutAnnexNumber(s)
	if number != "" && strings.HasPrefix(s[len(number):], ".") {
		rest = s[len(number):]
	}
	return number, rest
}

// recitals finds the numbered recitals of an act: between "Whereas" and the first article, each number following the last.
func (o *outliner) recitals(heads []heading) []heading {
	from, to := -1, len(o.lines)
	for _, h := range heads {
		if h.Rank <= numbering.RankArticle && h.Number != "" {
			to = min(to, h.first)
		}
	}
	for i := 0; i < to && from < 0; i++ {
		text := strings.ToLower(o.lines[i].Text)
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
		n, ok := leadingParenthesis(l.Text)
		if !ok || n != len(out)+1 || o.body > 0 && l.Size < o.body*0.95 {
			continue
		}
		number := strconv.Itoa(n)
		out = append(out, heading{Kind: refs.KindRecital, Number: number, label: "Recital " + number, Rank: numbering.RankRecital, first: i, last: i})
	}
	return out
}

// leadingParenthesis reads the number of a line that begins "(12) ".
func leadingParenthesis(s string) (int, bool) {
	rest, ok := strings.CutPrefix(s, "(")
	if !ok {
		return 0, false
	}
	digits, rest := numbering.CutDigits(rest)
	if digits == "" || !strings.HasPrefix(rest, ")") {
		return 0, false
	}
	n, _ := numbering.SplitNumber(digits)
	return n, true
}

// bibliographyTitle reports whether a heading is that of a reference list.
func bibliographyTitle(s string) bool {
	return numbering.OneOf(strings.ToLower(strings.Trim(s, " :.")), "references", "normative references", "informative references", "bibliography", "works cited", "literature", "further reading",
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
	if !found || !naming.IsLabel(label) {
		return "", s, false
	}
	return label, strings.TrimSpace(rest), true
}
