package pagetext

import (
	"strings"
	"testing"
)

func TestMeaningless_Texts(t *testing.T) {
	const english = "Radon is a gas that comes from the ground and seeps into cellars through cracks; the level at the " +
		"workplace is measured for a year."
	shifted := strings.Map(func(r rune) rune {
		if r > ' ' && r != '+' {
			return r - 29
		}
		return r
	}, english)
	for _, c := range []struct {
		name, text string
		mapped     bool
		want       bool
	}{
		{"English", english, true, false},
		{"English of a font that is not sure", english, false, false},
		{"German", "Strahlenschutzbeauftragte sind schriftlich zu bestellen; Aufgaben und Befugnisse sind anzugeben.", true, false},
		{"Polish of a font that is not sure", "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.", false, false},
		{"Czech of a font that is not sure", "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti.", false, false},
		{"Japanese of a font that is not sure", "日本国民は、正当に選挙された国会における代表者を通じて行動し", false, false},
		{"Greek of a font that is not sure", "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι", false, false},
		{"figures of a font that is not sure", "12.5% (3.1%) $ 1,204.50 - 7.8% (9.9%)", false, false},
		{"nuclides", strings.Repeat("Np-232 A 3 E+2 1 E+7 Am-244m A 5 E+2 ", 10), true, false},
		{"a program", strings.Repeat(`for (i = 0; i < n; i++) { if (p[i] != '\0') { fn(&p[i]); } } /* next */ `, 5), true, false},
		{"leaders", "Introduction . . . . . . . . . . . . 1 Scope . . . . . . . . . . 2 Terms .......... 3", true, false},
		{"numbers of glyphs", shifted + " " + shifted, true, true},
		{"formulas", strings.Repeat("x = y + 2 ∫ f(x) · a² ≤ |b| ", 10), true, false},
		{"numbers of a few glyphs", "'(6&5,37,21", false, true},
		{"too few to say", "'(6&", false, false},
		{"a legacy font of an Indian script", strings.Repeat("ã½ãá Ìãã ¼Òã½ã Êã¶ãñâ ", 6), true, true},
		{"numbers beyond ASCII", "ĨƚŚĞ ŝƌĞĐƚŽƌ͛Ɛ ŝƌƌĞǀŽĐĂďůĞ ĚĞĨĞƌƌĂů ĞůĞĐŽŶ ŝƐ ƌĞĐĞŝǀĞĚ", false, true},
		{"numbers in many scripts", "ᧂᥱᦎᦫⴰჯԱբגקϭϰཀཁ", false, true},
		{"characters for private use", strings.Repeat("\uF0B7\uF041\uF042 x", 20), true, true},
	} {
		if got := Meaningless(FromRunes([]rune(c.text)), c.mapped); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
