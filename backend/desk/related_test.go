package desk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/source"
)

// besideUntil looks at what is known beside a document until it is as wished.
func besideUntil(t *testing.T, d *desk.Desk, hash string, holds func(desk.RelatedInfo) bool) desk.RelatedInfo {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		i := must[desk.RelatedInfo](t)(d.Related(hash))
		if holds(i) {
			return i
		}
		if time.Now().After(deadline) || i.Status == related.StatusFailed {
			t.Fatalf("it is %s: %+v", i.Status, i)
		}
	}
}

func ready(i desk.RelatedInfo) bool { return i.Status == related.StatusReady }

// documentOf returns the hash of the document whose name begins so.
func documentOf(t *testing.T, d *desk.Desk, name string) string {
	t.Helper()
	for _, x := range must[[]desk.Document](t)(d.Documents()) {
		if strings.HasPrefix(x.Name, name) {
			return x.Hash
		}
	}
	t.Fatalf("there is no document %s", name)
	return ""
}

// notes adds a document that the pretended web has something to say to.
func notes(t *testing.T, d *desk.Desk) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notes.md")
	if err := os.WriteFile(path, []byte("# Radon at home\n\nThe reference level for radon in dwellings is 300 becquerel per cubic metre.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.AddFiles([]string{path}, desk.AddWish{}); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); must[desk.Status](t)(d.Status()).Documents == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the document is not read")
		}
	}
}

// Opening a document finds by itself what is related to it; opened again it is there, and the button looks anew.
func TestRelated_OpenedAndAskedFor(t *testing.T) {
	d, s := sit(t, twoTopics(t), noEnv)
	hash := documentOf(t, d, "")
	if err := d.ChangeSetting("RABBITHOLE_ENGINE", "extractive"); err != nil {
		t.Fatal(err)
	}
	if i := must[desk.RelatedInfo](t)(d.Related(hash)); i.Status != related.StatusNone || i.Article == 0 || i.MadeAt != nil || !i.Settings.Automatic || i.Settings.AutomaticWeb {
		t.Fatalf("before: %+v", i)
	}
	if i := must[desk.RelatedInfo](t)(d.OpenRelated(hash, 1, "en")); i.Status == related.StatusNone || !i.Automatic {
		t.Fatalf("opened: %+v", i)
	}
	i := besideUntil(t, d, hash, ready)
	if !i.Fresh || i.MadeAt == nil || i.ExpiresAt == nil || i.Made != "rule" || i.Mode != related.Standard || len(i.Connections) > 0 || i.Consent != nil || i.Error != "" {
		t.Errorf("found: %+v", i)
	}
	told := await(t, s, core.EventRelated, func(c core.RelatedChanged) bool { return c.Status == related.StatusReady })
	if told.Document != hash || told.Article != i.Article {
		t.Errorf("told %+v", told)
	}
	if again := must[desk.RelatedInfo](t)(d.OpenRelated(hash, 1, "en")); again.Status != related.StatusReady || again.Run != i.Run {
		t.Errorf("opened again: %+v", again)
	}
	if anew := must[desk.RelatedInfo](t)(d.FindRelated(core.FindRelated{Document: hash, Mode: "quick", Force: true})); ready(anew) || anew.Run == i.Run || anew.Automatic || len(anew.Bullets) != len(i.Bullets) {
		t.Errorf("asked anew: %+v", anew)
	}
	anew := besideUntil(t, d, hash, ready)
	if anew.Mode != related.Quick || !anew.MadeAt.After(*i.MadeAt) {
		t.Errorf("anew: %+v", anew)
	}
	if runs := must[[]desk.Run](t)(d.Runs()); len(runs) != 0 {
		t.Errorf("the history lists %+v", runs)
	}
}

// Before anything leaves the person is shown what; after the answer the search goes on, and its page is cited.
func TestRelated_ConsentAndAPageOfTheWeb(t *testing.T) {
	d := online(t)
	notes(t, d)
	hash := documentOf(t, d, "notes")
	must[desk.RelatedInfo](t)(d.FindRelated(core.FindRelated{Document: hash, Web: "open"}))
	i := besideUntil(t, d, hash, func(i desk.RelatedInfo) bool { return i.Consent != nil })
	if c := i.Consent; len(c.Queries) == 0 || c.Text == "" || !strings.HasPrefix(c.Provider.Host, "127.0.0.1:") || len(i.Connections) > 0 || i.Doing != related.DoingWaiting {
		t.Fatalf("it asks %+v, doing %s after %d connections", c, i.Doing, len(i.Connections))
	}
	if err := d.AnswerConsent(i.Run, i.Consent.Question, flow.ConsentRun, i.Consent.Queries); err != nil {
		t.Fatal(err)
	}
	i = besideUntil(t, d, hash, ready)
	if len(i.Sources) == 0 || i.Sources[0].URL == "" || len(i.Connections) == 0 || i.Consent != nil {
		t.Errorf("found: %+v", i)
	}
}

// A search that waits for a person can be given up; nothing of it is left.
func TestRelated_Cancelled(t *testing.T) {
	d := online(t)
	notes(t, d)
	hash := documentOf(t, d, "notes")
	must[desk.RelatedInfo](t)(d.FindRelated(core.FindRelated{Document: hash, Web: "open"}))
	besideUntil(t, d, hash, func(i desk.RelatedInfo) bool { return i.Consent != nil })
	if i := must[desk.RelatedInfo](t)(d.CancelRelated(hash)); i.Status != related.StatusNone || i.Run != "" {
		t.Errorf("given up: %+v", i)
	}
}

// What the end of the program left unfinished goes on when it starts again.
func TestRelated_GoesOnAfterAStart(t *testing.T) {
	home := twoTopics(t)
	c := must[*core.Core](t)(core.Open(t.Context(), core.Config{Home: home, Env: noEnv}))
	docs := must[[]source.Document](t)(c.Documents(t.Context(), false))
	r := must[core.Related](t)(c.StartRelated(t.Context(), core.FindRelated{Document: docs[0].Hash, Engine: settings.Extractive}))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	d, _ := sit(t, home, noEnv)
	if i := besideUntil(t, d, docs[0].Hash, ready); i.Run != r.Run || !i.Fresh {
		t.Errorf("after the start: %+v", i)
	}
}
