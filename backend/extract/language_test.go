package extract_test

import (
	"strings"
	"testing"
	"time"

	"rabbithole/backend/ask"
)

func TestLanguage_OfAQuestion(t *testing.T) {
	cases := []struct{ text, want string }{
		{"What is the limit?", "en"},
		{"Who registers a hive?", "en"},
		{"Wer prüft?", "de"},
		{"Grenzwert für Radon", "de"},
		{"Dürfen Kinder rein?", "de"},
		{"Wie hoch ist der Grenzwert?", "de"},
		{"WELCHE FRIST GILT?", "de"},
		{"Radon", "en"},
		{"ISO 9001", "en"},
		{"§ 62 Abs. 1", "en"},
		{"", "en"},
		{" \n\t", "en"},
		{"42?!", "en"},
		{"🐝", "en"},
		{"Was bedeutet “data controller”?", "de"},
		{"Was bedeutet Exposition?", "de"},
		{"Was the limit changed?", "en"},
		{"What does “Rechtsverordnung” mean in the Act?", "en"},
		{"Which rules does the Gesetz über Laternen set for a boat?", "en"},
		{"Welche Regeln setzt der Lantern Act für ein Boot?", "de"},
		{"工作场所的氡参考水平是多少？", "zh"},
		{"氡", "zh"},
		{"職場のラドンの参考レベルはいくつですか？", "ja"},
		{"직장의 라돈 기준은 무엇입니까?", "ko"},
		{"什么是GDPR？", "zh"},
		{"What does 氡 mean?", "en"},
		{"Quelle est la limite de luminosité des lanternes sur les bateaux et qui doit la vérifier ?", "fr"},
		{"¿Cuál es el límite de brillo de las linternas en los barcos y quién debe comprobarlo cada año?", "es"},
		{"Какова предельная яркость фонаря на лодке и кто её проверяет?", "ru"},
	}
	for _, c := range cases {
		if got := ask.Language(c.text); got != c.want {
			t.Errorf("%q is taken for %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLanguage_LongTextsAreQuick(t *testing.T) {
	for want, sentence := range map[string]string{"en": "The limit of the lantern is high. ", "de": "Der Grenzwert der Laterne ist hoch. ", "zh": "工作场所的氡参考水平是多少？"} {
		began := time.Now()
		if got := ask.Language(strings.Repeat(sentence, 50000/len([]rune(sentence)))); got != want {
			t.Errorf("50,000 characters of %s are taken for %s", want, got)
		}
		if d := time.Since(began); d > 2*time.Second {
			t.Errorf("50,000 characters of %s took %s", want, d)
		}
	}
}

func TestLanguageName_ForPrompts(t *testing.T) {
	for code, want := range map[string]string{"de": "German", "en": "English", "zh": "Mandarin", "ja": "Japanese", "fr": "French", "xx": "English", "": "English"} {
		if got := ask.LanguageName(code); got != want {
			t.Errorf("%q is called %q, want %q", code, got, want)
		}
	}
}
