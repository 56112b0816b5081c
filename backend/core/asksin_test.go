package core

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/answer"
)

// Invented rules of a lighthouse, in German, English and Chinese.
var (
	germanRules = `# Leuchtturmordnung

## § 1 Notfall

Ein Notfall liegt vor, wenn das Feuer des Leuchtturms erlischt. Im Notfall läutet der Wärter die Glocke und ruft die Hafenmeisterei. Notfälle werden im Wachbuch vermerkt.

## § 2 Dosisgrenzwert

Der Dosisgrenzwert für die Augenlinse des Wärters beträgt 20 Millisievert im Jahr. Für die Hand und den Fuß beträgt der Dosisgrenzwert 500 Millisievert im Jahr.

## § 3 Gift

Gift gegen Ratten steht in einem verschlossenen Schrank. Wer Gift auslegt, hängt eine Warnung an die Tür. Das Gift darf nur eine unterwiesene Person auslegen.

## § 4 Hand

Eine verletzte Hand ist zu verbinden. Die Hand ist danach zu schonen. Jede Hand wird vor dem Dienst gewaschen.
`
	englishRules = `# Rules of the Lighthouse

## 1 Emergency

An emergency is declared when the fire of the lighthouse goes out. In an emergency the keeper rings the bell and calls the harbour office.

## 2 Visitors

No person may climb the stairs alone. Every person signs the book. A person under twelve years holds the rail with one hand. A person who is ill waits below.

## 3 Exposure

The exposure limit of the keeper is reviewed every year. Personal visits are free. Radon in the cellar is measured in winter, as in Los Robles.
`
	chineseRules = `# 灯塔规则

## 1 紧急情况

灯塔的火熄灭时，看守人必须敲钟并通知港务局。紧急情况记录在值班日志中。工作场所的氡参考水平是每立方米三百贝克勒尔。
`
)

// shelved is a library of these texts.
func shelved(t *testing.T, texts ...string) *Core {
	t.Helper()
	folder := t.TempDir()
	c, err := Open(t.Context(), Config{Home: filepath.Join(folder, "library"), Env: func(name string) string {
		if name == "RABBITHOLE_TESSERACT" {
			return "none"
		}
		return ""
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	for i, text := range texts {
		path := filepath.Join(folder, string(rune('a'+i))+".md")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Add(t.Context(), []string{path}, AddOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestAsksIn_AShortQuestionIsInTheLanguageThatSaysIt(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	both, german, english := shelved(t, germanRules, englishRules, chineseRules), shelved(t, germanRules), shelved(t, englishRules)
	for _, x := range []struct {
		library        *Core
		question, want string
	}{
		{both, "Notfall", "de"}, {both, "notfall?", "de"}, {both, "Notfälle", "de"}, {both, "Dosisgrenzwert Augenlinse", "de"}, {both, "Augenlinsendosisgrenzwert", "de"},
		{both, "Gift", "de"}, {both, "Hand", "de"}, {both, "Person", "en"}, {both, "emergency", "en"}, {both, "Emergencies", "en"}, {both, "exposure limit", "en"},
		{both, "Radon", "en"}, {both, "Glocke in Gefahr", "de"}, {both, "§ 3 Gift", "de"},
		{both, "Was ist ein emergency?", "de"}, {both, "What is a Notfall?", "en"}, {both, "Wie hoch ist der exposure limit für den keeper im Jahr?", "de"},
		{both, "Who may lay out Gift against Ratten in a lighthouse?", "en"},
		{both, "氡", "zh"}, {both, "工作场所的氡参考水平是多少？", "zh"}, {both, "紧急情况", "zh"},
		{both, "Quokka", "en"}, {both, "§ 17", "en"}, {both, "Los Robles", "en"},
		{german, "Notfall", "de"}, {german, "Person", "de"}, {german, "Radon", "de"}, {german, "Quokka", "de"}, {german, "emergency of the keeper", "en"},
		{english, "Notfall", "en"}, {english, "Wer läutet?", "de"}, {english, "Radon", "en"},
	} {
		got, err := x.library.asksIn(t.Context(), x.question, nil, nil, "")
		if err != nil || got != x.want {
			t.Errorf("%q is taken for %q, want %q, %v", x.question, got, x.want, err)
		}
	}
	for question, want := range map[string]string{"Radon?": "de", "And in winter?": "en", "Quokka": "de", "氡": "zh"} {
		if got, err := both.asksIn(t.Context(), question, nil, nil, "de"); err != nil || got != want {
			t.Errorf("%q after a German question is taken for %q, want %q, %v", question, got, want, err)
		}
	}
	if got, err := both.asksIn(t.Context(), "Gift", nil, []string{"b.md"}, ""); err != nil || got != "en" {
		t.Errorf("asked of the English document alone, %q, %v", got, err)
	}
	if got, err := both.asksIn(t.Context(), "Gift", []string{"nowhere"}, nil, ""); err != nil || got != "en" {
		t.Errorf("asked where nothing is, %q, %v", got, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := both.asksIn(ended, "Gift", nil, nil, ""); err == nil {
		t.Error("the end of the program is no failure")
	}
}

func TestStart_EveryFlowReadsAShortQuestionInItsLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	c := shelved(t, germanRules, englishRules)
	for question, want := range map[string]string{"Notfall": "de", "emergency": "en"} {
		run, m := asked(t, c, Ask{Question: question})
		s, err := c.AnswerState(t.Context(), run.ID)
		words := map[string]string{"de": "erlischt", "en": "goes out"}[want]
		if err != nil || s.Language != want || !strings.Contains(m.Answer, words) {
			t.Errorf("ask %q: %q, %v\n%s", question, s.Language, err, m.Answer)
		}
		next, _ := asked(t, c, Ask{Question: "Radon?", Follows: run.ID})
		if s, err := c.AnswerState(t.Context(), next.ID); err != nil || s.Language != want {
			t.Errorf("Radon? after %q: %q, %v", question, s.Language, err)
		}
		begun, err := c.StartResearch(t.Context(), Begin{Question: question, Engine: settings.Extractive, Unattended: true})
		if err != nil {
			t.Fatal(err)
		}
		if s, err := c.State(t.Context(), begun.ID, 0); err != nil || s.Language != want {
			t.Errorf("research %q: %q, %v", question, s.Language, err)
		}
		if begun, err = c.StartExplore(t.Context(), Explore{Question: question, Engine: settings.Extractive}); err != nil {
			t.Fatal(err)
		}
		if s, err := c.ExploreState(t.Context(), begun.ID); err != nil || s.Language != want {
			t.Errorf("explore %q: %q, %v", question, s.Language, err)
		}
	}
	if _, err := c.StartAnswer(t.Context(), Ask{Question: "Gift", Profile: answer.Chat, Collections: []string{"nowhere"}, Engine: settings.Extractive}); fault.KindOf(err) != fault.Usage {
		t.Errorf("a collection that is not there: %v", err)
	}
}
