package core

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/graph"
)

// Two runs read the same page at once: each has it for itself, and the one that stays keeps it. When the page says something else later,
// what was cited still says what it said.
func TestAsk_TwoRunsReadTheSamePage(t *testing.T) {
	p := pretend(t)
	var level atomic.Int64
	level.Store(300)
	p.site.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/home" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, `<html lang="en"><head><title>Radon at home</title></head><body><article>%s</article></body></html>`,
			strings.Repeat(fmt.Sprintf("<p>The reference level for radon in dwellings is %d becquerel per cubic metre, says the office.</p>", level.Load()), 3))
	})
	c := p.online(t, t.TempDir(), "WEB_CACHE_HOURS", "0")
	question := Ask{Question: "What is the reference level for radon in dwellings?", Web: WebOpen, Consented: true, Engine: settings.Extractive}
	var runs [2]graph.Run
	var wait sync.WaitGroup
	for i := range runs {
		wait.Add(1)
		go func() {
			defer wait.Done()
			run, err := c.StartAnswer(t.Context(), question)
			if err == nil {
				run, err = c.Resume(t.Context(), run.ID)
			}
			if runs[i] = run; err != nil {
				t.Error(err)
			}
		}()
	}
	wait.Wait()
	one, err1 := c.MessageOf(t.Context(), runs[0])
	two, err2 := c.MessageOf(t.Context(), runs[1])
	if err1 != nil || err2 != nil || len(one.Citations) != 1 || len(two.Citations) != 1 || one.Citations[0].Document != two.Citations[0].Document {
		t.Fatalf("%+v, %v and %+v, %v", one.Citations, err1, two.Citations, err2)
	}
	level.Store(250)
	_, later := asked(t, c, question)
	if len(later.Citations) != 1 || later.Citations[0].Document == one.Citations[0].Document || !strings.Contains(later.Answer, "250 becquerel") {
		t.Errorf("later: %q, %+v", later.Answer, later.Citations)
	}
	if err := c.DeleteRun(t.Context(), runs[0].ID); err != nil {
		t.Fatal(err)
	}
	a, err := c.Article(t.Context(), two.Citations[0].Document)
	if err != nil || !strings.Contains(a.Pages[0].Text, "300 becquerel") {
		t.Errorf("the other run's article: %+v, %v", a, err)
	}
	if err := c.DeleteRun(t.Context(), runs[1].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Article(t.Context(), two.Citations[0].Document); fault.KindOf(err) != fault.NotFound {
		t.Errorf("nobody holds the article: %v", err)
	}
	if _, err := c.Article(t.Context(), later.Citations[0].Document); err != nil {
		t.Errorf("the later article went, too: %v", err)
	}
}

// What a person allowed one run is not allowed its fork.
func TestAsk_AForkAsksBeforeAnythingLeaves(t *testing.T) {
	p := pretend(t)
	c := p.online(t, t.TempDir())
	run, _ := asked(t, c, Ask{Question: "What is the reference level for radon in dwellings?", Web: WebOpen, Consented: true})
	fork, err := c.ForkAttended(t.Context(), run.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	before := p.fetched.Load()
	fork, err = c.Resume(t.Context(), fork.ID)
	log, err2 := c.RunConnections(t.Context(), fork.ID)
	if err != nil || err2 != nil || fork.Status != graph.Waiting || len(log) != 0 || p.fetched.Load() != before {
		t.Errorf("the fork is %s after %d connections, %v, %v", fork.Status, len(log), err, err2)
	}
}
