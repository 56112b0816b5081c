package core

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"rabbithole/backend/core/settings"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/flow/discover"
	"rabbithole/backend/graph"
)

// curious is a discovery that waits for consent: the library has bread alone.
func curious(t *testing.T, c *Core) graph.Run {
	t.Helper()
	run, err := c.StartDiscover(t.Context(), Discover{Query: "What is the reference level for radon in dwellings?", Web: WebOpen, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Waiting {
		t.Fatalf("the run is %s, %v", run.Status, err)
	}
	return run
}

// consentAsked returns the one question that a run waits for.
func consentAsked(t *testing.T, c *Core, run string) (graph.Question, shared.ConsentData) {
	t.Helper()
	questions, err := c.Questions(t.Context(), run)
	if err != nil || len(questions) != 1 || questions[0].Kind != shared.QuestionConsent {
		t.Fatalf("asked %+v, %v", questions, err)
	}
	var data shared.ConsentData
	if err := json.Unmarshal(questions[0].Data, &data); err != nil || len(data.Queries) == 0 {
		t.Fatalf("asked %s, %v", questions[0].Data, err)
	}
	return questions[0], data
}

// answerConsent tells a run, or its sub-run, what may leave.
func answerConsent(t *testing.T, c *Core, to, decision string) {
	t.Helper()
	q, data := consentAsked(t, c, to)
	told, err := c.Consent(t.Context(), to, q.ID, shared.ConsentAnswer{Decision: decision, Queries: data.Queries})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range told {
		if err := c.Send(t.Context(), to, m); err != nil {
			t.Fatal(err)
		}
	}
}

const guideName = "www.cellar-guide.org"

// guide has the search find a page with sections, that says more than one thing.
func guide(t *testing.T, p *pretended) {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.fetched.Add(1)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<html lang="en"><head><title>Radon in dwellings</title></head><body><article><h1>Radon in dwellings</h1>
<h2>Reference level</h2><p>The reference level for radon in dwellings is 300 becquerel per cubic metre. It is an annual mean, and no limit: whoever stays below it should lower the concentration all the same.</p>
<h2>Measuring in dwellings</h2><p>Radon in dwellings is measured with two passive detectors for twelve months. One lies in the bedroom, the other in the living room, and both are read in a laboratory.</p>
<h2>Sealing the floor</h2><p>Cracks in the floor let radon into dwellings from below. Sealing them lowers the concentration by a third at most, so that a sump below the floor is dug in most dwellings.</p>
</article></body></html>`)
	}))
	t.Cleanup(site.Close)
	p.net.Host(guideName, site.Listener.Addr().String())
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{"results": []map[string]string{{"url": "http://" + guideName + "/dwellings", "title": "Reference level for radon in dwellings", "content": "radon in dwellings"}}})
	})
}

func inquiry(t *testing.T, c *Core, run string) graph.Run {
	t.Helper()
	id, err := c.InquiryOf(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	sub, err := c.Run(t.Context(), id)
	if err != nil || sub.Parent != run {
		t.Fatalf("the sub-run is %+v, %v", sub, err)
	}
	return sub
}

// Before anything leaves the person is asked, by the discovery for its sub-run; what was allowed is sent, read, stands behind cards and is logged; a fork
// asks for itself.
func TestDiscover_AsksBeforeItGoesToTheWeb(t *testing.T) {
	p := pretend(t)
	guide(t, p)
	c := cooking(t, p)
	run := curious(t, c)
	if log, err := c.RunConnections(t.Context(), run.ID); err != nil || len(log)+int(p.fetched.Load()) != 0 {
		t.Errorf("connected before: %+v, %v", log, err)
	}
	answerConsent(t, c, run.ID, shared.ConsentRun)
	run, err := c.Resume(t.Context(), run.ID)
	if err != nil || run.Status != graph.Finished {
		t.Fatalf("the run is %s, %v", run.Status, err)
	}
	s, err := c.DiscoverState(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(s.Cards, func(card discover.Card) bool { return card.Places[0].URL == "http://"+guideName+"/dwellings" }) {
		t.Errorf("no card stands on the page: %+v, %q", s.Cards, s.Warnings)
	}
	if log, err := c.RunConnections(t.Context(), run.ID); err != nil || len(log) == 0 {
		t.Errorf("the log is %+v, %v", log, err)
	}
	fork, err := c.ForkAttended(t.Context(), run.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if fork, err = c.Resume(t.Context(), fork.ID); err != nil || fork.Status != graph.Waiting {
		t.Errorf("the fork is %s, %v", fork.Status, err)
	}
}

// What was agreed to when the discovery began is asked no more, but by a fork.
func TestDiscover_AForkOfWhatWasAgreedToAsks(t *testing.T) {
	c := cooking(t, pretend(t))
	run, err := c.StartDiscover(t.Context(), Discover{Query: "What is the reference level for radon in dwellings?", Web: WebOpen, Consented: true, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Fatalf("the run is %s, %v", run.Status, err)
	}
	fork, err := c.ForkAttended(t.Context(), run.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if fork, err = c.Resume(t.Context(), fork.ID); err != nil || fork.Status != graph.Waiting {
		t.Errorf("the fork is %s, %v", fork.Status, err)
	}
}

// A sub-run shares the fate of its run: what stops or goes on with one does so with the other, whichever of them is named.
func TestDiscover_SubRunSharesTheFateOfItsRun(t *testing.T) {
	p := pretend(t)
	c := cooking(t, p)
	run := curious(t, c)
	for _, stop := range []graph.Status{graph.Cancelled, graph.Paused} {
		if err := c.Stop(t.Context(), run.ID, stop); err != nil {
			t.Fatal(err)
		}
		if sub := inquiry(t, c, run.ID); sub.Status != stop {
			t.Errorf("the sub-run of the %s run is %s", stop, sub.Status)
		}
		again, err := c.Resume(t.Context(), inquiry(t, c, run.ID).ID)
		if err != nil || again.ID != run.ID || again.Status != graph.Waiting {
			t.Fatalf("resumed by its sub-run: %s is %s, %v", again.ID, again.Status, err)
		}
	}
	answerConsent(t, c, inquiry(t, c, run.ID).ID, shared.ConsentLibrary)
	run, err := c.Resume(t.Context(), run.ID)
	if err != nil || run.Status != graph.Finished || p.fetched.Load() != 0 {
		t.Errorf("kept in the library the run is %s, %v, after %d fetches", run.Status, err, p.fetched.Load())
	}
}

// An answer reaches a run that is at work: it need not come to rest first.
func TestDiscover_AnAnswerWakesARunAtWork(t *testing.T) {
	p := pretend(t)
	c := cooking(t, p)
	run := curious(t, c)
	answerConsent(t, c, run.ID, shared.ConsentThese)
	ended := make(chan graph.Run, 1)
	go func() {
		run, _ := c.Resume(t.Context(), run.ID)
		ended <- run
	}()
	select {
	case run := <-ended:
		if run.Status == graph.Waiting { // the queries of the next round are asked for, too
			answerConsent(t, c, run.ID, shared.ConsentLibrary)
			run, _ = c.Resume(t.Context(), run.ID)
		}
		if run.Status != graph.Finished {
			t.Errorf("the run is %s", run.Status)
		}
	case <-time.After(time.Minute):
		t.Fatal("the run does not end")
	}
}

// Cancelling while a page is on its way stops the sub-run within a second, and the run can be resumed.
func TestDiscover_IsCancelledWhileItsSubRunReads(t *testing.T) {
	p := pretend(t)
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{"results": []map[string]string{{"url": "http://" + siteName + "/slow", "title": "Reference level for radon in dwellings", "content": "radon in dwellings"}}})
	})
	c := cooking(t, p)
	run, err := c.StartDiscover(t.Context(), Discover{Query: "What is the reference level for radon in dwellings?", Web: WebOpen, Consented: true, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan graph.Run, 1)
	go func() {
		run, _ := c.Resume(t.Context(), run.ID)
		ended <- run
	}()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if log, err := c.RunConnections(t.Context(), run.ID); err != nil || slices.ContainsFunc(log, func(e Connection) bool { return PurposeOf(e) == "page" }) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no page is read")
		}
	}
	if err := c.Stop(t.Context(), run.ID, graph.Cancelled); err != nil {
		t.Fatal(err)
	}
	if run := <-ended; run.Status != graph.Cancelled || inquiry(t, c, run.ID).Status != graph.Cancelled {
		t.Errorf("the run is %s, its sub-run %s", run.Status, inquiry(t, c, run.ID).Status)
	}
	close(p.stall)
	if run, err = c.Resume(t.Context(), run.ID); err != nil || run.Status != graph.Finished {
		t.Errorf("resumed the run is %s, %v", run.Status, err)
	}
}

// To finish a discovery that waits ends its research with what there is; the cards are made of that.
func TestDiscover_FinishEndsItsResearch(t *testing.T) {
	p := pretend(t)
	c := cooking(t, p)
	run := curious(t, c)
	if err := c.Send(t.Context(), run.ID, graph.Note(answer.MessageFinish, nil)); err != nil {
		t.Fatal(err)
	}
	run, err := c.Resume(t.Context(), run.ID)
	if err != nil || run.Status != graph.Finished || p.fetched.Load() != 0 {
		t.Fatalf("the run is %s, %v, after %d fetches", run.Status, err, p.fetched.Load())
	}
	if s, err := c.AnswerState(t.Context(), inquiry(t, c, run.ID).ID); err != nil || !s.Early {
		t.Errorf("the research was not ended early: %v", err)
	}
}
