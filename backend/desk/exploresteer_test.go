package desk_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/cite"
	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
)

// While a branch waits for consent the person digs, asks anew and stops; what cannot be is refused at once.
func TestExplore_IsSteeredWhileItWaits(t *testing.T) {
	d := online(t)
	if err := d.AddFiles(ownFiles(t, map[string]string{"tax.md": "# Dog tax\n\nWho keeps a dog pays the dog tax. The level of the tax is 90 euro for dwellings with a garden.\n"}), desk.AddWish{}); err != nil {
		t.Fatal(err)
	}
	for docs := 0; docs == 0; time.Sleep(10 * time.Millisecond) {
		docs = must[desk.Status](t)(d.Status()).Documents
	}
	run := must[desk.Run](t)(d.StartExplore(core.Explore{Question: "What is the reference level for radon in dwellings?", Web: "open", Engine: "extractive", MaxNodes: 9}))
	e := explored(t, d, run.ID, func(e desk.Explored) bool { return e.Consent != nil && e.Run.Status == graph.Waiting && !e.Run.Live })
	if len(e.Consent.Queries) == 0 || e.Consent.Provider.Host == "" || len(e.Connections) != 0 || e.Web != "open" || e.Settings.MaxNodes != 9 {
		t.Fatalf("asks %+v, connections %+v, bounds %+v", e.Consent, e.Connections, e.Settings)
	}
	for what, err := range map[string]error{
		"no such question":  d.StopBranch(run.ID, "1.9"),
		"nothing to look":   d.AskAnew(run.ID, "1", "And who?"),
		"the question says": d.AskAnew(run.ID, "1", " "),
		"no such run":       d.StopBranch("nothing", "1"),
		"characters":        d.DigDeeper(run.ID, "1", strings.Repeat("radon ", 900)),
	} {
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := d.DigDeeper(run.ID, "1", "How is a radon cellar aired?"); err != nil {
		t.Fatal(err)
	}
	e = explored(t, d, run.ID, func(e desk.Explored) bool { return len(e.Tree) == 2 && e.Consent != nil && !e.Run.Live })
	if own := node(t, e, "1.q1"); !own.Own || own.Question != "How is a radon cellar aired?" {
		t.Errorf("dug %+v", own)
	}
	const anew = "What does sealing a cellar floor change?"
	if err := d.AskAnew(run.ID, "1.q1", anew); err != nil {
		t.Fatal(err)
	}
	explored(t, d, run.ID, func(e desk.Explored) bool { return node(t, e, "1.q1").Question == anew && !e.Run.Live })
	if err := d.StopBranch(run.ID, "1.q1"); err != nil {
		t.Fatal(err)
	}
	explored(t, d, run.ID, func(e desk.Explored) bool { return node(t, e, "1.q1").Status == explore.NodeStopped && !e.Run.Live })
	if err := d.DigDeeper(run.ID, "1.q1", ""); err == nil || !strings.Contains(err.Error(), "works on it any more") {
		t.Errorf("dug under a stopped question: %v", err)
	}
	if err := d.PauseRun(run.ID); err != nil {
		t.Fatal(err)
	}
	// What it is told while it rests stands at the question until it is read.
	if err := d.StopBranch(run.ID, "1.q1"); err != nil {
		t.Fatal(err)
	}
	e = must[desk.Explored](t)(d.Explored(run.ID))
	if orders := node(t, e, "1.q1").Orders; len(orders) != 1 || orders[0].Kind != explore.MessageStop || len(node(t, e, "1").Orders) != 0 {
		t.Errorf("ordered %+v", e.Tree)
	}
	must[desk.Run](t)(d.ResumeRun(run.ID))
	e = explored(t, d, run.ID, func(e desk.Explored) bool { return e.Consent != nil && !e.Run.Live })
	if len(node(t, e, "1.q1").Orders) != 0 {
		t.Errorf("still ordered %+v", node(t, e, "1.q1"))
	}
	if err := d.AnswerConsent(run.ID, e.Consent.Question, flow.ConsentRun, e.Consent.Queries); err != nil {
		t.Fatal(err)
	}
	e = explored(t, d, run.ID, ended)
	if len(e.Connections) == 0 || node(t, e, "1").Kept == 0 || node(t, e, "1.q1").Status != explore.NodeStopped {
		t.Errorf("after consent %+v, connections %+v", e.Tree, e.Connections)
	}
	detail := must[desk.ExploredDetail](t)(d.ExploredNodeDetail(run.ID, "1"))
	if !slices.ContainsFunc(detail.Evidence, func(x cite.Evidence) bool { return x.Locator.URL == "http://www.radon-office.org/home" }) {
		t.Errorf("nothing of the web is kept: %+v", detail.Evidence)
	}
}
