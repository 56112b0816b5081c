package core_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/askable"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/pdf/pdftest"
)

// TestMayAsk_SaysWhyNot asks what a person types or pastes in the first minutes.
func TestMayAsk_SaysWhyNot(t *testing.T) {
	c := open(t, t.TempDir(), noEnv)
	page := strings.Repeat("The keeper lights the lantern at dusk. When it is dark, a second lantern is lit. ", 10) + "The keeper goes home."
	seite := strings.Repeat("Der Wärter zündet die Laterne in der Dämmerung an. Wenn es dunkel ist, wird eine zweite angezündet. ", 10)
	for question, want := range map[string]error{
		"": askable.ErrBlank, "???": askable.ErrBlank, "what": askable.ErrVague, "Was?": askable.ErrVague,
		"hello": askable.ErrGreeting, "Hallo!": askable.ErrGreeting, "Good morning, how are you?": askable.ErrGreeting, "Danke": askable.ErrGreeting,
		strings.Repeat("why ", 3000): askable.ErrLong, page: askable.ErrPasted, seite: askable.ErrPasted,
		"radon": nil, "hello world program": nil, "Which lantern is lit": nil, page + " Who pays for it?": nil, "Summarise: " + page: nil,
		strings.Repeat("articles on lanterns of harbours, and on what their keepers wrote of storms; ", 8): nil,
	} {
		err := c.MayAsk(question)
		if !errors.Is(err, want) {
			t.Errorf("%.60q: %v, want %v", question, err, want)
		}
		if want != nil && (fault.KindOf(err) != fault.Usage || fault.Hint(err) == "") {
			t.Errorf("%.60q: kind %s, hint %q", question, fault.KindOf(err), fault.Hint(err))
		}
	}
	if err := c.MayAsk("Hallo!"); !strings.Contains(err.Error()+fault.Hint(err), "Dokumenten") || strings.Contains(err.Error()+fault.Hint(err), "documents") {
		t.Errorf("a German greeting is answered %v, %s", err, fault.Hint(err))
	}
}

// TestNothingToRead_SaysWhy asks a library that is empty, one of one broken PDF, and one of scans alone.
func TestNothingToRead_SaysWhy(t *testing.T) {
	scans := pdftest.Doc{Title: "scan", Pages: []pdftest.Page{{Scan: true}, {Scan: true}}}.Bytes()
	for name, k := range map[string]struct {
		file []byte
		want error
		cure string
	}{
		"nothing":    {nil, askable.ErrEmpty, "rabbithole add FOLDER"},
		"broken.pdf": {[]byte("%PDF-1.7 not really"), askable.ErrUnread, "broken.pdf: "},
		"scan.pdf":   {scans, askable.ErrUnread, "install tesseract"},
	} {
		c := open(t, t.TempDir(), noEnv)
		if _, err := c.StartAnswer(t.Context(), core.Ask{Question: "hello"}); k.file == nil && !errors.Is(err, k.want) { // examples would have nothing to suggest
			t.Errorf("%s: a greeting is answered %v", name, err)
		}
		if k.file != nil {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, k.file, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Add(t.Context(), []string{path}, core.AddOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		_, asked := c.StartAnswer(t.Context(), core.Ask{Question: "Why radon?", Engine: settings.Extractive})
		_, researched := c.StartResearch(t.Context(), core.Begin{Question: "Why radon?", Engine: settings.Extractive})
		_, explored := c.StartExplore(t.Context(), core.Explore{Question: "Why radon?", Engine: settings.Extractive})
		_, discovered := c.StartDiscover(t.Context(), core.Discover{Query: "radon", Engine: settings.Extractive})
		for _, err := range []error{asked, researched, explored, discovered, c.Searchable(t.Context())} {
			if !errors.Is(err, k.want) || !strings.Contains(fault.Hint(err), k.cure) {
				t.Errorf("%s: %v, %q", name, err, fault.Hint(err))
			}
		}
	}
}
