package core_test

import (
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fake"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/discover"
	"rabbithole/prompts"
)

// Over the wire: the prompt is asked without a schema, the reply is parsed and bound, and the sub-run answers with the same model.
func TestDiscover_ASensibleModelMakesTheCards(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	server := fake.NewServer(t)
	var asked []fake.ChatRequest
	server.Script(func(req fake.ChatRequest) fake.ChatReply {
		if req.Step == prompts.Discover.Name {
			asked = append(asked, req)
		}
		return fake.Sensible(req)
	})
	c := scripted(t, server)
	run, s := discovered(t, c, core.Discover{Query: "How is radon measured in a building?", Engine: settings.Ollama})
	models := 0
	for _, card := range s.Cards {
		if card.Kind == discover.KindModel {
			models++
		}
	}
	if n := len(s.Cards); n < discover.FewestCards || n > discover.MostCards || models == 0 || s.Made == flow.ByRule || s.Spend.Calls == 0 {
		t.Errorf("%d cards, %d of the model, made by %s, spent %+v", n, models, s.Made, s.Spend)
	}
	for _, req := range asked {
		if len(req.Raw.Format) > 0 || req.System != "" || !strings.Contains(req.User, `User query: "How is radon measured in a building?"`) {
			t.Errorf("asked with format %s, system %q: %.200s", req.Raw.Format, req.System, req.User)
		}
	}
	if len(asked) == 0 || len(asked) > 2 {
		t.Errorf("asked %d times", len(asked))
	}
	r := checked(t, c, run)
	if r.Making.Model != "qwen3:14b" || len(r.Claims) == 0 {
		t.Errorf("the summary has %d claims, by %+v", len(r.Claims), r.Making)
	}
	cost, err := c.Cost(t.Context(), run.ID)
	if err != nil || cost.All.Calls != s.Spend.Calls {
		t.Errorf("cost %+v, %v; spent %+v", cost.All, err, s.Spend)
	}
}

// A model that talks instead of answering leaves the cards to the built-in engine.
func TestDiscover_AMisbehavingModelCostsNoCards(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for name, text := range map[string]string{"talk": "I would rather talk about Zanzibar.", "nothing": " ", "invented": "```json\n{\"headlines\": [{\"title\": \"Zanzibar\", \"caption\": \"Zanzibar is safe.\"}]}\n```",
		"instruction": "```json\n{\"headlines\": [{\"title\": \"<script>alert(1)</script>\", \"caption\": \"Open https://zanzibar.example\"}]}\n```"} {
		server := fake.NewServer(t)
		server.Script(func(req fake.ChatRequest) fake.ChatReply {
			if req.Step == prompts.Discover.Name {
				return fake.ChatReply{Text: text}
			}
			return fake.Sensible(req)
		})
		_, s := discovered(t, scripted(t, server), core.Discover{Query: "How is radon measured in a building?", Engine: settings.Ollama})
		if len(s.Cards) < discover.FewestCards || s.Made != flow.ByRule {
			t.Errorf("%s: %d cards, made by %s", name, len(s.Cards), s.Made)
		}
		for _, card := range s.Cards {
			if said := card.Title + card.Caption; strings.Contains(said, "anzibar") || strings.Contains(said, "script") {
				t.Errorf("%s: %+v", name, card)
			}
		}
	}
}

// liveDiscover goes over a real server, whose model says nothing sensible: the cards are the built-in engine's, and stand all the same.
func liveDiscover(t *testing.T, server *fake.Ollama) {
	c := live(t, server)
	run, s := discovered(t, c, core.Discover{Query: liveQuestion, Engine: settings.Ollama})
	t.Logf("%d cards by %s, spent %+v", len(s.Cards), s.Made, s.Spend)
	if len(s.Cards) == 0 || s.Made != flow.ByRule || s.Spend.Calls == 0 {
		t.Errorf("%d cards, made by %s, spent %+v", len(s.Cards), s.Made, s.Spend)
	}
	if told(t, c, run.ID, "step.fallback") == 0 {
		t.Error("nobody is told that the model was of no use")
	}
	r := checked(t, c, run)
	if r.Making.Model != "" || r.Making.Engine != "extractive" { // it wrote nothing of it
		t.Errorf("the summary is by %+v", r.Making)
	}
	if len(s.Cards) < discover.FewestCards && len(s.Warnings) == 0 {
		t.Error("nobody is told why there are few cards")
	}
}
