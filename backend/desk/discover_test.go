package desk_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
	"rabbithole/kb"
)

// discoveredUntil looks at a discovery until it is as wished.
func discoveredUntil(t *testing.T, d *desk.Desk, run string, holds func(desk.Discovery) bool) desk.Discovery {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		v, err := d.Discovered(run)
		if err != nil {
			t.Fatal(err)
		}
		if holds(v) {
			return v
		}
		if time.Now().After(deadline) || v.Run.Status == graph.Failed {
			t.Fatalf("the run is %s (%s): %+v", v.Run.Status, v.Run.Error, v)
		}
	}
}

func discovered(t *testing.T, d *desk.Desk, w core.Discover) desk.Discovery {
	t.Helper()
	w.Engine = "extractive"
	run, err := d.StartDiscover(w)
	if err != nil {
		t.Fatal(err)
	}
	return discoveredUntil(t, d, run.ID, func(v desk.Discovery) bool { return v.Run.Status == graph.Finished })
}

// radonLibrary is the home of a library with the sample documents.
func radonLibrary(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	c := must[*core.Core](t)(core.Open(t.Context(), core.Config{Home: home, Env: noEnv}))
	defer c.Close()
	if _, err := c.Add(t.Context(), []string{samples(t)}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	return home
}

// From a query over a card to research, as the screen sees it.
func TestDiscover_FromAQueryOverACardToResearch(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	d, _ := open(t, radonLibrary(t))
	first := discovered(t, d, core.Discover{Query: kb.Question})
	if n := len(first.Cards); n < discover.FewestCards || n > discover.MostCards || first.Phase != discover.PhaseDone || first.Made != flow.ByRule || first.Source != "home" {
		t.Errorf("%d cards in phase %s made by %s from %s", n, first.Phase, first.Made, first.Source)
	}
	if !first.Proved || !strings.Contains(first.Summary, "[1") || len(first.Citations) == 0 || first.Map != first.Run.ID || len(first.Trail)+len(first.Children) != 0 {
		t.Errorf("summary %q with %d citations, map %s, trail %+v", first.Summary, len(first.Citations), first.Map, first.Trail)
	}
	for _, p := range first.Cards[0].Places { // a card opens its page
		if opened, err := d.OpenDocument(p.Document); err != nil || p.Page < 1 || p.Page > len(opened.Pages) {
			t.Errorf("place %+v opens %d pages, %v", p, len(opened.Pages), err)
		}
	}
	second := discovered(t, d, core.Discover{From: first.Run.ID, Card: first.Cards[1].ID})
	if second.Query != first.Cards[1].Title || len(second.Trail) != 1 || second.Map != first.Run.ID || second.Source != "card" {
		t.Errorf("went into %q: %q, trail %+v", first.Cards[1].Title, second.Query, second.Trail)
	}
	if again, err := d.Discovered(first.Run.ID); err != nil || len(again.Children) != 1 || again.Children[0].Card != first.Cards[1].ID {
		t.Errorf("children %+v, %v", again.Children, err)
	}
	runs, err := d.Runs()
	if err != nil || slices.ContainsFunc(runs, func(r desk.Run) bool { return r.Parent != "" }) {
		t.Errorf("the history lists a part of a run: %+v, %v", runs, err)
	}
	research, err := d.StartResearch(core.Begin{Question: second.Cards[0].Title, From: second.Run.ID, Engine: "extractive", Depth: "quick"})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := d.Snapshot(research.ID); err != nil || s.State.Earlier == nil || !slices.Equal(s.State.Earlier.Trail, []string{kb.Question, second.Query}) {
		t.Errorf("the research knows of %+v, %v", s.State.Earlier, err)
	}
	if err := d.DeleteTrail(second.Run.ID); err != nil {
		t.Fatal(err)
	}
	if list, err := d.Trails(); err != nil || len(list) != 0 {
		t.Errorf("trails %+v, %v", list, err)
	}
}

// What its sub-run asks is asked by the discovery, and answered by either name; what left is told and its log leads to the discovery.
func TestDiscover_ConsentOfItsResearch(t *testing.T) {
	for _, name := range []string{"run", "inquiry"} {
		d := online(t)
		waiting := func() desk.Discovery {
			t.Helper()
			run, err := d.StartDiscover(core.Discover{Query: "What is the reference level for radon in dwellings?", Web: "open", Engine: "extractive"})
			if err != nil {
				t.Fatal(err)
			}
			return discoveredUntil(t, d, run.ID, func(v desk.Discovery) bool { return v.Consent != nil && v.Run.Status == graph.Waiting && !v.Run.Live })
		}
		v := waiting()
		if len(v.Consent.Queries) == 0 || len(v.Connections) != 0 || v.Web != "open" {
			t.Fatalf("consent %+v after %d connections", v.Consent, len(v.Connections))
		}
		to := map[string]string{"run": v.Run.ID, "inquiry": v.Inquiry}[name]
		if err := d.AnswerConsent(to, v.Consent.Question, flow.ConsentRun, v.Consent.Queries); err != nil {
			t.Fatal(err)
		}
		v = discoveredUntil(t, d, v.Run.ID, func(v desk.Discovery) bool { return v.Run.Status == graph.Finished })
		if !strings.Contains(v.Summary, "300 becquerel") || len(v.Connections) < 2 || v.Consent != nil {
			t.Errorf("%s: summary %q after %d connections", name, v.Summary, len(v.Connections))
		}
		log, err := d.Connections()
		i := slices.IndexFunc(log, func(c desk.Connection) bool { return c.Purpose == "page" })
		if err != nil || i < 0 || log[i].For == nil || log[i].For.Run != v.Run.ID || log[i].For.Flow != discover.Name {
			t.Errorf("%s: the log does not lead to the discovery: %+v, %v", name, log, err)
		}
		if err := d.DeleteTrail(waiting().Run.ID); err != nil { // one that waits is not at work
			t.Error(err)
		}
	}
}

// A picture without a path comes along as a data URL; what is none is refused, and nothing of it is kept.
func TestDiscover_APicture(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	d, _ := open(t, radonLibrary(t))
	var dot bytes.Buffer
	if err := png.Encode(&dot, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	url := "data:image/png;base64," + base64.StdEncoding.EncodeToString(dot.Bytes())
	v := discovered(t, d, core.Discover{Query: "radon in the cellar", Image: url, ImageName: "../../cellar wall.png"})
	if v.Image == nil || v.Image.MIME != "image/png" || v.Image.Seen || strings.Contains(v.Image.Name, "/") || len(v.Warnings) == 0 {
		t.Errorf("image %+v, warnings %q", v.Image, v.Warnings)
	}
	for name, bad := range map[string]string{"no base64": "data:image/png;base64,???", "no data": "data:image/png;base64,", "a text": "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte("<svg onload=alert(1)>")),
		"no file": "/no/such/picture.png", "large": "data:;base64," + base64.StdEncoding.EncodeToString(append(dot.Bytes(), make([]byte, 11<<20)...))} {
		if _, err := d.StartDiscover(core.Discover{Query: "radon", Image: bad, Engine: "extractive"}); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if list, err := d.AttachedContext(); err != nil || len(list) != 0 {
		t.Errorf("%+v wait, %v", list, err)
	}
	if runs, err := d.Runs(); err != nil || len(runs) != 1 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}
