package main

import (
	"os"
	"path/filepath"
	"testing"
)

func env(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

func TestState_IsThereAfterARestart(t *testing.T) {
	home := t.TempDir()
	first := readState(home, env(nil))
	if k := first.read(); k.Width != firstWidth || k.Height != firstHeight || k.Placed || k.Maximised {
		t.Errorf("first start: %+v", k)
	}
	first.change(func(k *kept) { k.Width, k.Height, k.X, k.Y, k.Placed, k.Maximised = 1000, 700, 33, 44, true, true })
	if k := readState(home, env(nil)).read(); k.Width != 1000 || k.Height != 700 || k.X != 33 || k.Y != 44 || !k.Placed || !k.Maximised {
		t.Errorf("second start: %+v", k)
	}
}

func TestState_BrokenOrTinyIsAFirstStart(t *testing.T) {
	for _, text := range []string{"", "{", `{"width":-4,"height":9}`, `{"width":"wide"}`, `{"width":3,"height":900,"placed":true}`} {
		home := t.TempDir()
		if err := os.WriteFile(filepath.Join(home, "window.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if k := readState(home, env(nil)).read(); k.Width != firstWidth || k.Height != firstHeight || k.Placed {
			t.Errorf("%q: %+v", text, k)
		}
	}
}

func TestState_LanguageOfTheWindow(t *testing.T) {
	cases := []struct {
		locale, chosen, want string
	}{
		{"de_AT.UTF-8", "", "Beenden"}, {"en_GB.UTF-8", "", "Quit"}, {"", "", "Quit"}, {"C", "de", "Beenden"}, {"de_DE", "en", "Quit"},
	}
	for _, c := range cases {
		s := readState(t.TempDir(), env(map[string]string{"LANG": c.locale}))
		changed := s.adopt("language", c.chosen)
		if got := s.say(quit); got != c.want {
			t.Errorf("locale %q, chosen %q: %q, want %q", c.locale, c.chosen, got, c.want)
		}
		if other := c.chosen != "" && c.chosen != german(c.locale); changed != other {
			t.Errorf("locale %q, chosen %q: the menu changes: %v", c.locale, c.chosen, changed)
		}
	}
}

func TestState_PartialLocaleWins(t *testing.T) {
	if got := localeLanguage(env(map[string]string{"LC_ALL": "de_DE.UTF-8", "LANG": "en_US.UTF-8"})); got != "de" {
		t.Errorf("LC_ALL is German, got %q", got)
	}
}
