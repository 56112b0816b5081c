package chunk

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	pagelayout "rabbithole/backend/refs/layout"
	sectioning "rabbithole/backend/refs/outline"
	"rabbithole/backend/source"
)

// FuzzSplit cuts any text, its pages divided by form feeds, into passages: every passage stands where its spans say, in order, on
// rune boundaries and within the size; no line of the running text is lost; and the sentences of a passage lie in it.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{
		"", "\f\f", "1 Scope\nThis text is short.\f2 Terms\na) first\nb) second", "§ 1 Titel\n(1) Satz eins. Satz zwei.\n(2) Satz drei.",
		"Year 2019 2020\nSales 1 2\nCosts 3 4\nTax 5 6\nNet 7 8\nand so on.", "漢字仮名交じり文。次の文。\f" + strings.Repeat("漢字", 400),
		strings.Repeat("word ", 700), strings.Repeat("x", 5000), "| a | b |\n| 1 | 2 |\n| 3 | 4 |", "\xff\xfe\n\x00", "Contents\n1 A . . . . 3\n2 B . . . . 9\f1 A",
	} {
		f.Add(s, 0, 0)
	}
	f.Add("One. Two. Three.", 4, 9)
	f.Fuzz(func(t *testing.T, s string, most, least int) {
		s = strings.ToValidUTF8(s, "\uFFFD") // page text is: the extractors promise it
		var pages []source.Page
		for i, text := range strings.Split(s, "\f") {
			pages = append(pages, source.Page{Number: i + 1, Text: text})
		}
		opt := Options{Max: most % 2000, Min: least % 2000}
		sections := sectioning.Sections(source.Document{Hash: "d"}, source.Meta{Pages: len(pages)}, pages)
		passages := Split("d", pages, sections, opt)
		for i, p := range passages {
			checkPassage(t, p, i, pages)
			if o := opt.withDefaults(); p.Role != source.Table && o.Max >= 70 && p.Tokens > o.Max+o.Min+len(p.Spans) { // below, one long word may be more
				t.Errorf("%d tokens where %d are allowed: %q", p.Tokens, o.Max, p.Text)
			}
		}
		checkNothingLost(t, pages, passages)
	})
}

func checkPassage(t *testing.T, p source.Passage, at int, pages []source.Page) {
	t.Helper()
	if p.Ordinal != at || p.ID == "" || strings.TrimSpace(p.Text) == "" || !utf8.ValidString(p.Text) {
		t.Errorf("passage %d: %+v", at, p)
	}
	var parts []string
	for _, s := range p.Spans {
		if s.Page < 1 || s.Page > len(pages) || s.Start < 0 || s.End > len(pages[s.Page-1].Text) || s.Start >= s.End {
			t.Fatalf("passage %d: span %+v is not on its page", at, s)
		}
		parts = append(parts, pages[s.Page-1].Text[s.Start:s.End])
	}
	if strings.Join(parts, "\n") != p.Text {
		t.Errorf("passage %d is %q, its spans hold %q", at, p.Text, parts)
	}
	for _, lang := range []string{"de", "en"} {
		checkSentences(t, p.Text, lang)
	}
}

// checkSentences checks that sentences follow one another, stand on rune boundaries and hold every letter.
func checkSentences(t *testing.T, text, lang string) {
	t.Helper()
	end := 0
	var between strings.Builder
	for _, s := range Sentences(text, lang) {
		if s[0] < end || s[1] <= s[0] || s[1] > len(text) || !utf8.ValidString(text[s[0]:s[1]]) {
			t.Fatalf("sentence %v of %q", s, text)
		}
		between.WriteString(text[end:s[0]])
		end = s[1]
	}
	between.WriteString(text[end:])
	if rest := strings.TrimSpace(between.String()); rest != "" {
		t.Errorf("%q of %q stands in no sentence", rest, text)
	}
}

// checkNothingLost checks that every letter of the running text stands in a passage.
func checkNothingLost(t *testing.T, pages []source.Page, passages []source.Passage) {
	t.Helper()
	covered := map[int][]bool{}
	for _, p := range pages {
		covered[p.Number] = make([]bool, len(p.Text))
	}
	for _, p := range passages {
		for _, s := range p.Spans {
			for i := s.Start; i < s.End; i++ {
				covered[s.Page][i] = true
			}
		}
	}
	for _, l := range pagelayout.BodyLines(pages) {
		for i, r := range l.Text {
			if !unicode.IsSpace(r) && !covered[l.Page][l.Start+i] {
				t.Errorf("%q of page %d stands in no passage", l.Text, l.Page)
				break
			}
		}
	}
}

func FuzzClip(f *testing.F) {
	f.Add("äöü", 3)
	f.Fuzz(func(t *testing.T, text string, n int) {
		if n < 0 || n > 1<<16 {
			return
		}
		if got := Clip(text, n); len(got) > n+len("…") || utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("Clip(%q, %d) = %q", text, n, got)
		}
	})
}
