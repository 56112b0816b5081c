package fake

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"rabbithole/prompts"
)

// ask renders a prompt and lets Sensible answer it.
func ask[In, Out any](t *testing.T, tmpl prompts.Template[In, Out], in In) Out {
	t.Helper()
	call, err := tmpl.Render(in)
	if err != nil {
		t.Fatal(err)
	}
	req := newChatRequest(api.ChatRequest{Format: call.Schema, Messages: []api.Message{{Role: "system", Content: call.System}, {Role: "user", Content: call.User}}})
	if req.Step != tmpl.Name {
		t.Fatalf("step recognised as %q, want %q", req.Step, tmpl.Name)
	}
	out, err := prompts.Check[Out](json.RawMessage(Sensible(req).Text))
	if err != nil {
		t.Fatalf("step %s: the answer breaks its schema: %v", tmpl.Name, err)
	}
	return out
}

func TestSensible_JudgesByWhatThePassagesSay(t *testing.T) {
	key := "[1] Nothing is said here.\n[2] The reference level for radon in homes\nis 300 Bq/m³. [3] It is reviewed every year."
	out := ask(t, prompts.Judge, prompts.JudgeIn{Asked: prompts.Asked{Question: "What is the reference level for radon in homes?", Language: "English"},
		Task: "find the level", Passages: []prompts.Passage{{ID: "P1", Source: "Cats > Food", Text: "[1] Cats eat fish."}, {ID: "P2", Source: "Act > Levels", Text: key}}})
	if len(out.Passages) != 1 || out.Passages[0].Relevance <= 0.6 || out.Passages[0].Ref != "P2" || !slices.Equal(out.Others, []string{"P1"}) {
		t.Fatalf("judged %+v", out)
	}
	if span := out.Passages[0].Spans[0]; span != "P2.2" {
		t.Errorf("span %s is not the key sentence", span)
	}
}

func TestSensible_NamesTheGapWhenTheKeyEvidenceIsGone(t *testing.T) {
	asked := prompts.Asked{Question: "Which radon level applies to waterworks?", Language: "English"}
	general := prompts.EvidenceLine{ID: "E1", Source: "Act", Extract: "The radon level that applies to homes is 300."}
	special := prompts.EvidenceLine{ID: "E2", Source: "Act", Extract: "For waterworks the radon level that applies is 1000."}
	whole := func(e prompts.EvidenceLine) prompts.Passage {
		return prompts.Passage{ID: e.ID, Source: e.Source, Text: "[1] " + e.Extract}
	}
	full := ask(t, prompts.Draft, prompts.DraftIn{Asked: asked, Passages: []prompts.Passage{whole(general), whole(special)}})
	if !strings.HasPrefix(full.Answer, "For waterworks the radon level that applies is 1000 [E2].") || len(full.Silent) != 0 {
		t.Errorf("draft = %+v", full)
	}
	poor := ask(t, prompts.Draft, prompts.DraftIn{Asked: asked, Passages: []prompts.Passage{whole(general)}})
	if strings.Contains(poor.Answer, "1000") || len(poor.Silent) != 1 || !strings.Contains(poor.Silent[0], "waterworks") {
		t.Errorf("draft without the key evidence = %+v", poor)
	}
}

func TestSensible_AnswersEveryOtherStepWithinItsSchema(t *testing.T) {
	asked := prompts.Asked{Question: "Which radon level applies to waterworks?", Language: "English"}
	analysis := ask(t, prompts.Analyse, prompts.AnalyseIn{Asked: asked, Titles: []string{"Act"}})
	if len(analysis.KeyConcepts) == 0 {
		t.Error("no concepts")
	}
	if out := ask(t, prompts.Clarify, prompts.ClarifyIn{Asked: asked, Analysis: analysis, Count: 3}); len(out.Questions) != 3 {
		t.Errorf("questions = %v", out.Questions)
	}
	if out := ask(t, prompts.Plan, prompts.PlanIn{Asked: asked, Min: 3, Max: 5}); len(out.Items) != 3 || len(out.Items[1].Queries) != 2 {
		t.Errorf("items = %v", out.Items)
	}
	if out := ask(t, prompts.Queries, prompts.QueriesIn{Asked: asked, Analysis: analysis, Task: "Find conditions", Min: 2, Max: 4}); len(out.Queries) != 2 || !strings.Contains(out.Queries[1], "conditions") {
		t.Errorf("queries = %v", out.Queries)
	}
	sifting := prompts.SiftIn{Asked: asked, Tasks: []string{"Find the level", "Find exceptions"}, Max: 2,
		Passages: []prompts.Passage{{ID: "P1", Source: "Act", Text: "[1] Cats sleep in the cellar."}, {ID: "P2", Source: "Act", Text: "[1] The radon level that applies to waterworks is 1000."}}}
	if out := ask(t, prompts.Sift, sifting); len(out.Passages) != 1 || out.Passages[0].Ref != "P2" || !slices.Equal(out.Others, []string{"P1"}) || len(out.Tasks) != 2 || out.Tasks[1].Answered != "yes" || len(out.Queries) != 0 {
		t.Errorf("sifted = %+v", out)
	}
	sifting.Passages = sifting.Passages[:1]
	if out := ask(t, prompts.Sift, sifting); len(out.Passages) != 0 || out.Tasks[0].Answered != "partly" || len(out.Queries) != 1 {
		t.Errorf("sifted without the passage that answers = %+v", out)
	}
	claims := []prompts.CheckClaim{
		{Ref: "K1", Text: "The radon level of waterworks is 1000.", Cites: "E1"}, {Ref: "K2", Text: "Cats sleep in the cellar.", Before: "Dogs do.", Cites: "E1"},
	}
	read := []prompts.Passage{{ID: "E1", Source: "Act", Text: "[1] The radon level of waterworks is 1000."}}
	if out := ask(t, prompts.Proof, prompts.CheckIn{Asked: asked, Passages: read, Claims: claims}); len(out.Claims) != 2 || out.Claims[0].Verdict != "supported" || !slices.Equal(out.Claims[0].Spans, []string{"E1.1"}) || out.Claims[1].Verdict != "unproven" {
		t.Errorf("opinions = %v", out.Claims)
	}
	if out := ask(t, prompts.Seek, prompts.SeekIn{Asked: asked, Max: 2}); out.NextAction != "search_more" || len(out.Queries) == 0 {
		t.Errorf("plan = %+v", out)
	}
	if out := ask(t, prompts.Weigh, prompts.WeighIn{Asked: asked, Max: 2}); out.NextAction != "search_more" {
		t.Errorf("nothing is enough: %+v", out)
	}
	settling := prompts.SettleIn{Asked: asked, Max: 2, Left: 1, Passages: []prompts.Passage{{ID: "E4", Source: "Act", Text: "[1] The radon level of waterworks is 1000."}}}
	if out := ask(t, prompts.Settle, settling); out.NextAction != "search_more" || len(out.Passages) != 1 || out.Answer != "" {
		t.Errorf("a word of the question is missing: %+v", out)
	}
	settling.Left = 0
	if out := ask(t, prompts.Settle, settling); out.NextAction != "finalize" || !strings.Contains(out.Answer, "[E4]") {
		t.Errorf("no round is left: %+v", out)
	}
	if out := ask(t, prompts.Respond, prompts.RespondIn{Asked: asked, Passages: []prompts.Passage{{ID: "E4", Source: "Act", Text: "[1] The radon level of waterworks is 1000."}}}); !strings.Contains(out.Answer, "[E4]") {
		t.Errorf("answer = %+v", out)
	}
}
