package core_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
)

// What was found is served until it expires; force looks anew, and lets go of the run before.
func TestRelated_IsKeptUntilItExpires(t *testing.T) {
	c := accompany(t, library(t), noEnv)
	hash := hashOf(t, c.Core, memo)
	wish := core.FindRelated{Document: hash, Mode: related.Quick, Engine: settings.Extractive}
	first := found(t, c.Core, wish)
	if life := first.Expires.Sub(first.MadeAt); life != 7*24*time.Hour {
		t.Errorf("it is fresh for %s", life)
	}
	c.pass(6 * 24 * time.Hour)
	again, err := c.StartRelated(t.Context(), wish)
	if err != nil || again.Run != first.Run || again.Status != related.StatusReady || !again.Fresh {
		t.Errorf("after six days: %+v, %v", again, err)
	}
	wish.Force = true
	forced := found(t, c.Core, wish)
	if forced.Run == first.Run || !forced.MadeAt.After(first.MadeAt) {
		t.Errorf("forced: run %s at %s", forced.Run, forced.MadeAt)
	}
	if _, err := c.Run(t.Context(), first.Run); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the run before: %v", err)
	}
	wish.Force = false
	c.pass(7 * 24 * time.Hour)
	if old, err := c.RelatedTo(t.Context(), hash); err != nil || old.Fresh || len(old.Bullets) == 0 {
		t.Errorf("expired: fresh %t with %d bullets, %v", old.Fresh, len(old.Bullets), err)
	}
	if third := found(t, c.Core, wish); third.Run == forced.Run {
		t.Error("what had expired was served")
	}
}

func TestRelated_BesideNewsItIsFreshForADay(t *testing.T) {
	home := t.TempDir()
	c := accompany(t, home, noEnv)
	folder := t.TempDir()
	for name, text := range map[string]string{
		"release.md": "# Pressemitteilung\n\nDer Referenzwert für Radon in Aufenthaltsräumen beträgt 300 Becquerel je Kubikmeter.\n",
		"guide.md":   "# Leitfaden\n\nDer Referenzwert für Radon in Aufenthaltsräumen beträgt 300 Becquerel je Kubikmeter. Gemessen wird über zwölf Monate.\n",
	} {
		if err := os.WriteFile(folder+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Add(t.Context(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]time.Duration{"release.md": 24 * time.Hour, "guide.md": 7 * 24 * time.Hour} {
		r := found(t, c.Core, core.FindRelated{Document: hashOf(t, c.Core, name), Engine: settings.Extractive})
		if life := r.Expires.Sub(r.MadeAt); r.Status != related.StatusReady || life != want {
			t.Errorf("beside %s it is %s for %s, want %s", name, r.Status, life, want)
		}
	}
}

// What an automatic search may do is in the settings: nothing, the library, or the web too.
func TestRelated_AutomaticLooksOnlyWhenNothingIsFresh(t *testing.T) {
	c := accompany(t, library(t), noEnv)
	hash := hashOf(t, c.Core, memo)
	wish := core.FindRelated{Document: hash, Automatic: true, Engine: settings.Extractive, Web: core.WebOpen, Consented: true}
	if err := c.ChangeSetting(t.Context(), "RELATED_AUTOMATIC", "false"); err != nil {
		t.Fatal(err)
	}
	if r, err := c.StartRelated(t.Context(), wish); err != nil || r.Status != related.StatusNone {
		t.Fatalf("switched off: %s, %v", r.Status, err)
	}
	if err := c.ChangeSetting(t.Context(), "RELATED_AUTOMATIC", ""); err != nil {
		t.Fatal(err)
	}
	r := found(t, c.Core, wish)
	holds(t, c.Core, r)
	if !r.Automatic || r.Mode != related.Standard {
		t.Errorf("%+v", r)
	}
	if s, err := c.RelatedState(t.Context(), r.Run); err != nil || s.Allow != "library" || !s.Automatic {
		t.Errorf("it was allowed %q, %v", s.Allow, err)
	}
	if web, _ := core.WebOf(mustRun(t, c.Core, r.Run)); web != core.WebOff {
		t.Errorf("an automatic search may use the web: %q", web)
	}
	if again, err := c.StartRelated(t.Context(), wish); err != nil || again.Run != r.Run || again.Status != related.StatusReady {
		t.Errorf("opened again: %+v, %v", again, err)
	}
}

// Five searches within ten minutes are enough for one client; what is fresh costs nothing.
func TestRelated_CountsWhatAClientBegins(t *testing.T) {
	c, hash := smallCompany(t)
	wish := core.FindRelated{Document: hash, Mode: related.Quick, Engine: settings.Extractive, Force: true, Client: "127.0.0.1"}
	for range 5 {
		found(t, c.Core, wish)
		c.pass(time.Minute)
	}
	_, err := c.StartRelated(t.Context(), wish)
	var many core.TooMany
	if fault.KindOf(err) != fault.Unavailable || !errors.As(err, &many) || many.After <= 0 || many.After > 5*time.Minute+time.Second {
		t.Fatalf("the sixth: %v, after %s", err, many.After)
	}
	fresh, other := wish, wish
	fresh.Force, other.Client = false, "10.0.0.7"
	if r, err := c.StartRelated(t.Context(), fresh); err != nil || r.Status != related.StatusReady {
		t.Errorf("what is fresh: %s, %v", r.Status, err)
	}
	found(t, c.Core, other)
	c.pass(many.After)
	found(t, c.Core, wish)
}
