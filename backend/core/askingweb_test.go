package core

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/core/backup"
	"rabbithole/backend/core/keys"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
)

// A web that stalls costs a run its time and no more: it answers with what it has, says so, and is done soon after.
func TestAsk_EndsInTimeWhenTheWebStalls(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a timeout")
	}
	p := pretend(t)
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{"results": []map[string]string{{"url": "http://" + siteName + "/slow", "title": "Yeast dough rests", "content": "yeast dough"}}})
	})
	for _, k := range []struct {
		profile answer.Profile
		setting string
	}{{answer.Chat, "CHAT_RESEARCH_TIMEOUT_SECONDS"}, {answer.Deep, "DEEP_RESEARCH_TIMEOUT_SECONDS"}} {
		c := cooking(t, p, k.setting, "2")
		began := time.Now()
		_, m := asked(t, c, Ask{Question: "How long does the yeast dough rest, and who invented it?", Profile: k.profile, Web: WebOpen, Consented: true})
		if took := time.Since(began); took > 6*time.Second {
			t.Errorf("%s took %s", k.profile, took)
		}
		if !strings.Contains(m.Answer, "ninety minutes") || len(m.Warnings) == 0 {
			t.Errorf("%s: %q, warnings %+v, stopped by %s", k.profile, m.Answer, m.Warnings, m.Stats.StopReason)
		}
	}
}

// The program ends while a page is on its way: the run goes on later, and what it had read is not fetched again.
func TestAsk_GoesOnWhereTheProgramEnded(t *testing.T) {
	p := pretend(t)
	p.search.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var hits []map[string]string
		for _, address := range []string{siteName + "/home", "slow.weather-archive.org/slow"} { // a site is asked one page at a time
			hits = append(hits, map[string]string{"url": "http://" + address, "title": "Reference level for radon in dwellings", "content": "radon in dwellings"})
		}
		json.NewEncoder(w).Encode(map[string]any{"results": hits})
	})
	p.net.Host("slow.weather-archive.org", p.site.Listener.Addr().String())
	home := t.TempDir()
	c := p.online(t, home)
	run, err := c.StartAnswer(t.Context(), Ask{Question: "What is the reference level for radon in dwellings?", Web: WebOpen, Consented: true, Engine: settings.Extractive})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := c.Resume(t.Context(), run.ID)
		ended <- err
	}()
	for kept := 0; kept == 0; time.Sleep(5 * time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatalf("the run ended before: %v", err)
		default:
		}
		list, err := c.db.ArticlesOf(t.Context(), run.ID)
		if kept = len(list); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	<-ended
	close(p.stall)
	again := p.online(t, home)
	if r, err := again.Run(t.Context(), run.ID); err != nil || r.Status != graph.Paused {
		t.Fatalf("the run is %s, %v", r.Status, err)
	}
	_, m := resumed(t, again, run.ID)
	if !strings.Contains(m.Answer, "300 becquerel") || p.fetched.Load() != 1 {
		t.Errorf("%q after %d fetches", m.Answer, p.fetched.Load())
	}
	log, err := again.RunConnections(t.Context(), run.ID)
	sent := 0
	for _, e := range log {
		if e.Purpose == "search" {
			sent++
		}
	}
	if err != nil || sent == 0 || len(log) < 3 {
		t.Errorf("the log of both processes: %+v, %v", log, err)
	}
}

func TestAsk_GoesOnWithAConversation(t *testing.T) {
	p := pretend(t)
	c := cooking(t, p)
	first, one := asked(t, c, Ask{Question: "How long does the yeast dough rest?"})
	second, two := asked(t, c, Ask{Question: "And at how many degrees is it baked?", Follows: first.ID})
	third, _ := asked(t, c, Ask{Question: "Why does rye bread need sourdough?", Follows: second.ID})
	asked(t, c, Ask{Question: "Which bread needs sourdough?"})
	if !strings.Contains(one.Answer, "ninety minutes") || !strings.Contains(two.Answer, "230 degrees") {
		t.Errorf("%q, then %q", one.Answer, two.Answer)
	}
	all, err := c.Conversations(t.Context())
	if err != nil || len(all) != 2 || len(all[0].Runs) != 1 || len(all[1].Runs) != 3 || all[1].ID != first.ID || all[1].Title != one.Question {
		t.Fatalf("Conversations = %+v, %v", all, err)
	}
	if s, err := c.AnswerState(t.Context(), third.ID); err != nil || len(s.Turns) != 2 || s.Turns[0].Question != one.Question {
		t.Errorf("turns %+v, %v", s.Turns, err)
	}
	if err := c.DeleteRun(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	left, err := c.Conversation(t.Context(), first.ID)
	if err != nil || len(left.Runs) != 2 || left.Title != two.Question {
		t.Errorf("without its beginning: %+v, %v", left, err)
	}
	for _, run := range left.Runs {
		if err := c.DeleteRun(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
	}
	if all, err = c.Conversations(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("%d conversations are left, %v", len(all), err)
	}
}

// Both flows stand in one history; what only research can do says so of an answer.
func TestAsk_StandsInTheHistory(t *testing.T) {
	p := pretend(t)
	c := cooking(t, p)
	run, _ := asked(t, c, Ask{Question: "How long does the yeast dough rest?"})
	list, err := c.Glances(t.Context())
	if err != nil || len(list) != 1 || list[0].Flow != answer.Name || list[0].Phase != answer.PhaseDone || list[0].Claims == 0 {
		t.Errorf("Glances = %+v, %v", list, err)
	}
	if found, err := c.SearchRuns(t.Context(), "ninety minutes"); err != nil || len(found) == 0 {
		t.Errorf("SearchRuns = %+v, %v", found, err)
	}
	if cost, err := c.Cost(t.Context(), run.ID); err != nil || cost.Time == 0 {
		t.Errorf("Cost = %+v, %v", cost, err)
	}
	if _, err := c.State(t.Context(), run.ID, 0); err == nil || !strings.Contains(err.Error(), "answer") {
		t.Errorf("the research of an answer: %v", err)
	}
	fork, err := c.Fork(t.Context(), run.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.DeleteRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	if _, m := resumed(t, c, fork.ID); !strings.Contains(m.Answer, "ninety minutes") {
		t.Errorf("the fork answers %q", m.Answer)
	}
}

// The key goes to its provider and stands nowhere else: in no file but that of keys, no event, report, export, setting, error or backup.
func TestKey_IsSeenByItsProviderAlone(t *testing.T) {
	for name, status := range map[string]int{"Answered": 200, "Refused": 422} {
		t.Run(name, func(t *testing.T) {
			p, shown := pretend(t), ""
			p.secure(t, "api.search.brave.com", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				shown = r.Header.Get("X-Subscription-Token")
				w.WriteHeader(status)
				json.NewEncoder(w).Encode(map[string]any{"error": "bad key " + shown, "web": map[string]any{"results": []map[string]string{{"url": "http://" + siteName + "/home", "title": "Radon at home"}}}})
			}))
			home := t.TempDir()
			c := p.online(t, home, "WEB_SEARCH_PROVIDER", "brave")
			c.config.Keyring = keys.None{}
			if _, err := c.SetKey(t.Context(), "brave", secret); err != nil {
				t.Fatal(err)
			}
			events := c.Events.Subscribe(10_000)
			run, m := asked(t, c, Ask{Question: "What is the reference level for radon in dwellings?", Web: WebOpen, Consented: true})
			if shown != secret {
				t.Fatalf("the provider saw %q", shown)
			}
			var told bytes.Buffer
			say := func(v any) { json.NewEncoder(&told).Encode(v) }
			say(m)
			say(c.SettingList())
			say(c.Doctor(t.Context()))
			say(c.Connections())
			providers, set, err := c.WebProviders(t.Context())
			say([]any{providers, set, err})
			for len(events.C) > 0 {
				say(<-events.C)
			}
			if r, err := c.Report(t.Context(), run.ID, 0); err == nil {
				for _, format := range FormatNames() {
					out, _ := c.Render(t.Context(), r, format)
					told.Write(out.Data)
				}
			}
			if _, err := c.Backup(t.Context(), filepath.Join(t.TempDir(), "backup"), backup.Options{}); err != nil {
				t.Error(err)
			}
			if bytes.Contains(told.Bytes(), []byte(secret)) {
				t.Errorf("the key was told: %s", around(told.Bytes()))
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			nowhereIn(t, filepath.Dir(home)) // the test's other folders too
		})
	}
}

// nowhereIn looks for the key in every file but that of keys.
func nowhereIn(t *testing.T, folder string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == keys.FileName {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(raw, []byte(secret)) {
			t.Errorf("the key stands in %s: %s", d.Name(), around(raw))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func around(raw []byte) string {
	i := bytes.Index(raw, []byte(secret))
	return string(raw[max(0, i-120):min(len(raw), i+60)])
}
