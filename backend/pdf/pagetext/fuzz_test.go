package pagetext

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzClean takes any characters and puts them where seed says, as broken files do: nothing panics, what is stored is valid UTF-8
// without anything invisible, and every letter of it leads back to the character it came from.
func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"", "  § 62 x \r\n y", "Strahlen\uFFFEschutz ist gut\r\nso", "Mess-\nund Prüfstelle", "\uFFFE", "-\n\uFFFE\n-\r", "u¨ber Ga¨rten",
		strings.Repeat("a\n", 40), "a\u00AD\n\u00ADb", "\u00A0\u2028\uFEFF\x02\x00", "漢字\uFFFE仮名", "\U0001F600-\n\U0001F600", "\xff\xfe",
		"日\r\n本\r\n国\r\n民\r\nは\r\n︑\r\n「", "'(6&5,37,21",
	} {
		f.Add(s, uint64(1))
	}
	f.Fuzz(func(t *testing.T, s string, seed uint64) {
		raw := FromRunes([]rune(s))
		texts := []Text{raw}
		boxes := scattered(len(raw), seed)
		texts = append(texts, PlaceAccents(raw, boxes))
		if MaybeShattered(raw) || seed%2 == 0 {
			Shattered(raw, boxes)
			texts = append(texts, Reassemble(raw, boxes))
		}
		Upright(raw, func(t Text) []Box { return scattered(len(t), seed) })
		columns, left := Columns(raw, boxes)
		if len(columns) != len(left) {
			t.Fatalf("%d boxes of %d characters", len(left), len(columns))
		}
		Meaningless(raw, seed%3 == 0)
		texts = append(texts, columns, Reassemble(columns, left))
		for _, in := range texts {
			checkCleaned(t, raw, Clean(in))
		}
		for _, share := range []float64{ControlShare(raw), StopShare(s)} {
			if share < 0 || share > 1 {
				t.Errorf("a share of %g", share)
			}
		}
		for _, line := range []string{Tidy(s), Title(s), Date(s)} {
			if strings.ContainsAny(line, "\r\n\x00") {
				t.Errorf("%q is not one line", line)
			}
		}
	})
}

// scattered returns n boxes in the order of a linear congruence, some of them empty or turned inside out.
func scattered(n int, seed uint64) []Box {
	boxes := make([]Box, n)
	next := func(most uint64) float64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return float64((seed >> 33) % most)
	}
	for i := range boxes {
		x, y := next(600), 10*next(80)
		boxes[i] = Box{x, y, x + next(12) - 2, y + next(14) - 2}
	}
	return boxes
}

func checkCleaned(t *testing.T, raw, text Text) {
	t.Helper()
	s, offs := text.String(), text.Offsets()
	if !utf8.ValidString(s) {
		t.Errorf("%q is not UTF-8", s)
	}
	if len(offs) != len(text)+1 || offs[len(text)] != len(s) {
		t.Fatalf("the offsets end at %d, the text at %d", offs[len(offs)-1], len(s))
	}
	if strings.TrimSpace(s) != s || strings.Contains(s, " \n") || strings.Contains(s, "\n\n\n") {
		t.Errorf("%q is not trimmed", s)
	}
	letters := 0
	for i, g := range text {
		if r, _ := utf8.DecodeRuneInString(s[offs[i]:]); r != g.R {
			t.Fatalf("character %d stands at %d, where %q is", i, offs[i], r)
		}
		if g.R != '\n' && g.R != '\t' && unicode.IsControl(g.R) || zeroWidth(g.R) {
			t.Errorf("%q holds %U", s, g.R)
		}
		if g.At < -1 || int(g.At) >= len(raw) {
			t.Fatalf("character %d comes from %d of %d", i, g.At, len(raw))
		}
		if unicode.IsLetter(g.R) {
			if letters++; g.At < 0 {
				t.Errorf("letter %d of %q comes from nowhere", i, s)
			}
		}
	}
	if got := len(text.Between(0, len(s))); got < letters {
		t.Errorf("%d of %d letters lead back", got, letters)
	}
}
