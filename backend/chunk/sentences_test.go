package chunk

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, lang, text string
		want             []string
	}{
		{"plain", "en", "One is here. Two is there! Is three?", []string{"One is here.", "Two is there!", "Is three?"}},
		{"english abbreviations", "en", "See Sec. 3 and Fig. 2, e.g. This one, by Dr. Smith et al. It ends.", []string{"See Sec. 3 and Fig. 2, e.g. This one, by Dr. Smith et al. It ends."}},
		{"german abbreviations", "de", "Nach § 5 Abs. 1 Nr. 2 z. B. Radon. Dies gilt u. a. Nicht.", []string{"Nach § 5 Abs. 1 Nr. 2 z. B. Radon.", "Dies gilt u. a. Nicht."}},
		{"german dates and ordinals", "de", "Am 3. Oktober galt die 5. Auflage. Neu ist sie.", []string{"Am 3. Oktober galt die 5. Auflage.", "Neu ist sie."}},
		{"german number ends", "de", "Es gilt Absatz 2. Die Frist endet 2020. Der Rest folgt.", []string{"Es gilt Absatz 2.", "Die Frist endet 2020.", "Der Rest folgt."}},
		{"a year that begins a line", "en", "Prices fell by 16%, from fiscal\n2008. This was due to rain.", []string{"Prices fell by 16%, from fiscal\n2008.", "This was due to rain."}},
		{"english number ends", "en", "It rose to 12. Prices fell.", []string{"It rose to 12.", "Prices fell."}},
		{"decimals and addresses", "en", "Pi is 3.14 at www.example.org today. Yes.", []string{"Pi is 3.14 at www.example.org today.", "Yes."}},
		{"items", "de", "Es gilt für\n1. Keller,\n2. Räume und\na) Gärten.", []string{"Es gilt für", "1. Keller,", "2. Räume und", "a) Gärten."}},
		{"a mark with its entry", "de", "Wer\n1a. Keller baut,\n2. (weggefallen)", []string{"Wer", "1a. Keller baut,", "2. (weggefallen)"}},
		{"bullets", "en", "The fund pays for\n● repairs of pipes\n◦ new roofs\n\uf0b7 fees\n\uf0a7 travel", []string{"The fund pays for", "● repairs of pipes", "◦ new roofs", "\uf0b7 fees", "\uf0a7 travel"}},
		{"lines of one sentence", "en", "This goes\non here.\n\nA new\nparagraph", []string{"This goes\non here.", "A new\nparagraph"}},
		{"quotes", "de", "„Er kam.“ Dann ging er (wohl.) Ende", []string{"„Er kam.“", "Dann ging er (wohl.)", "Ende"}},
		{"marks of footnotes", "en", "It is dark.² So is that, see Sec.³ 4 of it.", []string{"It is dark.²", "So is that, see Sec.³ 4 of it."}},
		{"a file's name", "en", "It is kept in /var/log/lamp.conf. In the U.S. Navy e.g. Lamps differ.", []string{"It is kept in /var/log/lamp.conf.", "In the U.S. Navy e.g. Lamps differ."}},
		{"a point that is a word", "en", "Type . /etc/profile to read it . Then the file \".\" Is read.", []string{"Type . /etc/profile to read it .", "Then the file \".\" Is read."}},
		{"dots that lead to a page", "en", "Lamps . . . . . . 12", []string{"Lamps . . . . . . 12"}},
		{"how courts cite", "en", "It stands in 29 Del. C. § 5805 and in Fed. R. Civ. P. 12. See Bankr. § 3. The Fund. A rule.", []string{"It stands in 29 Del. C. § 5805 and in Fed. R. Civ. P. 12.", "See Bankr. § 3.", "The Fund.", "A rule."}},
		{"chinese", "zh", "氡是一种气体。它来自地面！真的吗？是的", []string{"氡是一种气体。", "它来自地面！", "真的吗？", "是的"}},
		{"japanese", "ja", "「はい。」と言った。終わり", []string{"「はい。」", "と言った。", "終わり"}},
		{"empty", "en", " \n ", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, r := range Sentences(c.text, c.lang) {
				got = append(got, c.text[r[0]:r[1]])
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestSentences_LoseNothingOfGarbage(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	parts := []string{".", "。", "!", " ", "\n", "\n\n", "1.", "(1)", "a)", "Abs", "É", "\xff", "\xe3\x80", "z. B.", "Die", "die", "12", "\"", ")", "-", "…"}
	for range 3000 {
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		text, last := b.String(), 0
		for _, s := range Sentences(text, []string{"de", "en", ""}[r.IntN(3)]) {
			if s[0] < last || s[1] <= s[0] || strings.TrimSpace(text[last:s[0]]) != "" {
				t.Fatalf("%q: range %v after %d", text, s, last)
			}
			last = s[1]
		}
		if strings.TrimSpace(text[last:]) != "" {
			t.Fatalf("%q: lost %q", text, text[last:])
		}
	}
}

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		text     string
		from, to int
	}{
		{"", 0, 0}, {"the radon in cellars", 4, 5}, {"Strahlenschutzverantwortlicher", 5, 8}, {"氡是一种气体", 6, 6}, {"1234567", 3, 3}, {"a, b.", 4, 4}, {"Title ......... 12", 3, 4},
	} {
		if got := Tokens(c.text); got < c.from || got > c.to {
			t.Errorf("%q: %d, want %d to %d", c.text, got, c.from, c.to)
		}
	}
}

func FuzzSentences(f *testing.F) {
	f.Add("Abs. 1 gilt. 。 (1) x", "de")
	f.Fuzz(func(t *testing.T, text, lang string) {
		for _, s := range Sentences(text, lang) {
			if utf8.ValidString(text) && !utf8.ValidString(text[s[0]:s[1]]) {
				t.Fatalf("%q cut inside a character at %v", text, s)
			}
		}
	})
}
