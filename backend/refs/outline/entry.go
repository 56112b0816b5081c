package outline

import (
	"strings"
	"unicode"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// entries finds the entries of the reference list in lines [from, to): by their labels in brackets, by their numbers, or else by the
// authors they begin with.
func (o *outliner) entries(from, to int) []heading {
	for _, begins := range []func(int, int) map[int]entryStart{o.labelledEntries, o.numberedEntries, o.authorEntries} {
		if starts := begins(from, to); len(starts) > 0 {
			return o.cutEntries(from, to, starts)
		}
	}
	return nil
}

// entryStart is how an entry begins: its label, and what follows it on its first line.
type entryStart struct{ label, shown, rest string }

// longestEntry is how many bytes of an entry are kept: more is text that follows the list.
const longestEntry = 1000

// cutEntries makes a leaf of every entry.
func (o *outliner) cutEntries(from, to int, starts map[int]entryStart) []heading {
	var out []heading
	for i := from; i < to; i++ {
		if s, ok := starts[i]; ok {
			out = append(out, heading{Kind: refs.KindBibliography, Number: s.label, label: s.shown, title: s.rest, Rank: numbering.RankLeaf, first: i, last: i, leaf: true})
			continue
		}
		if n := len(out); n > 0 && len(out[n-1].title) < longestEntry {
			out[n-1].title = join(out[n-1].title, o.lines[i].Text)
			out[n-1].last = i
		}
	}
	return out
}

// join puts two lines of an entry together; an address broken at its slash or hyphen has no space.
func join(a, b string) string {
	word := a[strings.LastIndexByte(a, ' ')+1:]
	if strings.Contains(word, "://") && (strings.HasSuffix(word, "/") || strings.HasSuffix(word, "-") || strings.HasSuffix(word, ".")) {
		return a + numbering.Fold(b)
	}
	return numbering.Fold(a + " " + b)
}

func (o *outliner) labelledEntries(from, to int) map[int]entryStart {
	starts := map[int]entryStart{}
	for i := from; i < to; i++ {
		if label, rest, ok := cutLabel(o.lines[i].Text); ok {
			starts[i] = entryStart{label, "[" + label + "]", rest}
		}
	}
	return starts
}

// numberedEntries finds "1. Smith J ...", "2. ...", or "(1) ...": every number follows the last.
func (o *outliner) numberedEntries(from, to int) map[int]entryStart {
	starts := map[int]entryStart{}
	for i := from; i < to; i++ {
		text := strings.TrimPrefix(o.lines[i].Text, "(")
		digits, rest := numbering.CutDigits(text)
		if n, _ := numbering.SplitNumber(digits); n != len(starts)+1 || len(rest) < 2 || !strings.ContainsAny(rest[:1], ".) ") {
			continue
		}
		rest = strings.TrimSpace(rest[1:])
		if first := numbering.FirstRune(rest); unicode.IsUpper(first) || strings.ContainsRune("\"“„«'‘", first) {
			starts[i] = entryStart{digits, "[" + digits + "]", rest}
		}
	}
	if len(starts) < 2 {
		return nil
	}
	return starts
}

// authorEntries finds entries without labels: each begins with an author, where the one before has ended, and names a year. Its label is
// what the text cites it by, "Smith 2019".
func (o *outliner) authorEntries(from, to int) map[int]entryStart {
	var begins []int
	for i := from; i < to; i++ {
		if beginsEntry(o.lines[i].Text) && (i == from || o.endsEntry(i-1, i)) {
			begins = append(begins, i)
		}
	}
	starts := map[int]entryStart{}
	for k, i := range begins {
		end := to
		if k+1 < len(begins) {
			end = begins[k+1]
		}
		whole := ""
		for j := i; j < end && len(whole) < longestEntry; j++ {
			whole += " " + o.lines[j].Text
		}
		if year := naming.EntryYear(whole); year != "" {
			label := surname(o.lines[i].Text) + " " + year
			starts[i] = entryStart{label, label, o.lines[i].Text}
		}
	}
	if len(starts) < 2 || len(starts)*3 < len(begins)*2 {
		return nil
	}
	return starts
}

// endsEntry reports whether line i can be the last of an entry, before line next: it closes with a point, a number or an address, or the
// next begins further left.
func (o *outliner) endsEntry(i, next int) bool {
	a, b := o.lines[i], o.lines[next]
	if a.Page == b.Page && a.X > b.X+4 && b.X > 0 {
		return true
	}
	last := a.Text[strings.LastIndexByte(a.Text, ' ')+1:]
	return strings.HasSuffix(last, ".") && len(last) > 2 || strings.HasSuffix(last, ">") || strings.Contains(last, "/") || numbering.DigitsLen(last) == len(last)
}

// beginsEntry reports whether a line begins with an author: "Smith, J.", "Smith J,", "J. Smith", "Smith, Jane", "Umweltamt (2009)".
func beginsEntry(s string) bool {
	s = s[:numbering.Clip(s, 80)]
	words := strings.Fields(s)
	if len(words) < 2 || !unicode.IsUpper(numbering.FirstRune(s)) {
		return false
	}
	if naming.Initials(words[0]) {
		return unicode.IsUpper(numbering.FirstRune(words[1]))
	}
	if i := strings.IndexByte(s, ','); i > 1 && strings.Count(s[:i], " ") < 3 && unicode.IsUpper(numbering.FirstRune(strings.TrimSpace(s[i+1:]))) {
		return true
	}
	if naming.Initials(strings.TrimRight(words[1], ",.")) && len(words[1]) < 5 {
		return true
	}
	open := strings.IndexByte(s, '(')
	return open > 2 && numbering.IsYear(strings.TrimRight(s[open+1:min(len(s), open+6)], "abcd)")) || strings.Contains(s, " and ") && strings.Contains(s, ". ")
}

// surname returns the first author's family name in front of an entry.
func surname(s string) string {
	for _, w := range strings.Fields(s) {
		w = strings.Trim(w, ",.;:()")
		if !naming.Initials(w) && w != "" {
			return w
		}
	}
	return ""
}
