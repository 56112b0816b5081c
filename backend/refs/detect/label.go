package detect

import (
	"cmp"
	"strings"

	"rabbithole/backend/refs"
	"rabbithole/backend/refs/naming"
	"rabbithole/backend/refs/numbering"
)

// labelRef reads a label of the reference list, "[12]", "[HTTP]", "[3, 5-7]", and the section named behind it: "[URI], Section 3.2".
func (s *scanner) labelRef(i int) (found, bool) {
	label, next, ok := s.label(i)
	if !ok {
		return s.labelList(i)
	}
	at := next
	if s.Is(at, ",") {
		at++
	}
	if f, ok := s.numbered(at); ok && !f.named && !f.self {
		f.qualify("[" + label + "]")
		f.first, f.named = i, true
		return f, true
	}
	return s.labels(i, next, label), true
}

func (s *scanner) labels(first, last int, labels ...string) found {
	f := found{kind: refs.KindBibliography, first: first, last: last, named: true}
	for _, l := range labels {
		f.pointers = append(f.pointers, refs.Pointer{Kind: refs.KindBibliography, Number: l, Label: "[" + l + "]"})
	}
	return f
}

// label reads one label in brackets at token i. Where the document has a labelled reference list, only its labels count.
func (s *scanner) label(i int) (label string, next int, ok bool) {
	label, next, ok = s.bracketed(i)
	if own := cmp.Or(s.entries[label], s.entries[naming.LabelKey(label)]); own != "" {
		return own, next, ok
	}
	return label, next, ok && s.known(label)
}

// bracketed reads what may be a label in brackets at token i.
func (s *scanner) bracketed(i int) (label string, next int, ok bool) {
	if !s.Is(i, "[") {
		return "", i, false
	}
	from := s.Tok(i).End()
	end := strings.IndexByte(s.Text[from:min(len(s.Text), from+32)], ']')
	if end < 0 {
		return "", i, false
	}
	label = strings.ReplaceAll(strings.ReplaceAll(s.Text[from:from+end], "\u2010", "-"), "/ ", "/") // broken at a line end
	return label, s.SkipTo(i, from+end+1), naming.IsLabel(label)
}

// tag reads a label behind a reference, "Section 10.1 of [COLD]". One that no entry of the list has names another document all the same.
func (s *scanner) tag(i int) (label string, next int, ok bool) {
	if label, next, ok = s.label(i); ok {
		return label, next, true
	}
	label, next, ok = s.bracketed(i)
	return label, next, ok && !strings.Contains(label, " ") && label != strings.ToLower(label)
}

func (s *scanner) known(label string) bool {
	if len(s.entries) > 0 {
		return s.entries[label] != ""
	}
	if numbering.DigitsLen(label) == len(label) {
		return len(label) <= 3
	}
	return label == strings.ToUpper(label) && strings.ContainsAny(label, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && len(label) > 2
}

// labelList reads "[3, 5-7]".
func (s *scanner) labelList(i int) (found, bool) {
	var labels []string
	for k := i + 1; k < i+40; k += 2 {
		n := s.Tok(k)
		if n.Kind != naming.Numeral || !s.known(n.Text) {
			return found{}, false
		}
		if before := s.Tok(k - 1).Text; before == "-" || before == "–" {
			labels = append(labels, numbering.Expand(labels[len(labels)-1], n.Text)...)
		}
		labels = append(labels, n.Text)
		switch s.Tok(k + 1).Text {
		case "]":
			return s.labels(i, k+2, labels...), true
		case ",", "-", "–", ";":
		default:
			return found{}, false
		}
	}
	return found{}, false
}
