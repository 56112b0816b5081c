package answer_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/flow"
	"rabbithole/backend/flow/answer"
	"rabbithole/backend/graph"
)

// looper is a model that wants a second round.
func looper() *thinker {
	return &thinker{on: map[string]func(asked) any{
		"seek": func(asked) any { return more("lantern brightness", "boat lantern limit") },
		"decide": func(a asked) any {
			if a.n == 0 {
				return more("fines lantern")
			}
			return enough()
		},
	}}
}

func TestConsent_AsksWithTheExactQueriesAndHostBeforeAnythingLeaves(t *testing.T) {
	for _, c := range []struct {
		name           string
		answers        []flow.ConsentAnswer
		sent           []string
		questions      int
		allow          flow.Allow
		fetchesNothing bool
	}{
		{"these, each round", []flow.ConsentAnswer{{Decision: flow.ConsentThese, Queries: []string{"lantern brightness", "boat lantern limit"}}, {Decision: flow.ConsentThese, Queries: []string{"fines lantern"}}},
			[]string{"boat lantern limit", "fines lantern", "lantern brightness"}, 2, flow.AllowAsk, false},
		{"whatever the run needs", []flow.ConsentAnswer{{Decision: flow.ConsentRun, Queries: []string{"lantern brightness", "boat lantern limit"}}},
			[]string{"boat lantern limit", "fines lantern", "lantern brightness"}, 1, flow.AllowRun, false},
		{"library only", []flow.ConsentAnswer{{Decision: flow.ConsentLibrary, Queries: []string{"lantern brightness"}}}, nil, 1, flow.AllowLibrary, true},
		{"a decision that does not exist", []flow.ConsentAnswer{{Decision: "sure", Queries: []string{"lantern brightness"}}}, nil, 1, flow.AllowLibrary, true},
		{"edited, and too many", []flow.ConsentAnswer{{Decision: flow.ConsentThese, Queries: []string{"  lantern   light ", "lantern light", "", "boat", "a third"}}, {Decision: flow.ConsentThese, Queries: nil}},
			[]string{"boat", "lantern light"}, 2, flow.AllowAsk, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, newWorld(t, harbour), looper(), false)
			d.begin(answer.State{Question: question, Profile: answer.Chat})
			s, r := d.end(func(q graph.Question) any {
				var data flow.ConsentData
				if err := json.Unmarshal(q.Data, &data); err != nil || q.Kind != flow.QuestionConsent {
					t.Fatal(q.Kind, err)
				}
				if n := len(d.asked); n == 1 && (len(d.world.asked)+len(d.world.fetched) > 0 || !slices.Equal(data.Queries, []string{"lantern brightness", "boat lantern limit"}) || data.Loop != 1) {
					t.Errorf("asked about %+v, after %v and %v had left", data, d.world.asked, d.world.fetched)
				}
				if data.Provider.Host != "search.example" || !strings.Contains(q.Text, "search.example") {
					t.Errorf("the question does not say where to: %+v %q", data.Provider, q.Text)
				}
				return c.answers[len(d.asked)-1]
			})
			sent := slices.Sorted(slices.Values(d.world.asked))
			if !slices.Equal(sent, c.sent) || len(d.asked) != c.questions || s.Allow != c.allow {
				t.Errorf("sent %v, %d questions, %q", sent, len(d.asked), s.Allow)
			}
			if c.fetchesNothing && len(d.world.fetched) > 0 {
				t.Errorf("fetched %v", d.world.fetched)
			}
			if !strings.Contains(answer.Text(r), "40 lumens") {
				t.Errorf("answer %q", answer.Text(r))
			}
		})
	}
}

func TestConsent_OfflineNothingIsAsked(t *testing.T) {
	d := newDesk(t, newWorld(t, harbour), looper(), true)
	d.begin(answer.State{Question: question, Profile: answer.Deep})
	s, r := d.end(nil)
	if len(d.asked)+len(d.world.asked)+len(d.world.fetched) > 0 || s.Stats.FetchAttempts > 0 || len(r.Claims) == 0 {
		t.Errorf("asked %v, sent %v, read %v", d.asked, d.world.asked, d.world.fetched)
	}
	for _, x := range r.Sources {
		if x.URL != "" {
			t.Errorf("source %+v", x)
		}
	}
}
