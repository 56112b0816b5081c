package core_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
)

// A server that answers and tells of no model in words that can be read keeps nobody from the built-in engine, unless the model was asked for.
func TestAuto_AServerThatTellsOfNoModel(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/version" {
			io.WriteString(w, `{"version":"0.11.4"}`)
			return
		}
		http.Error(w, "no", http.StatusInternalServerError)
	}))
	t.Cleanup(server.Close)
	c := open(t, t.TempDir(), env("OLLAMA_HOST", server.URL))
	addNotes(t, c)
	begin := core.Begin{Question: "What is the barn roof made of?", Engine: settings.Auto}
	run, err := c.StartResearch(t.Context(), begin)
	if err != nil {
		t.Fatal(err)
	}
	var meta struct{ Engine settings.Engine }
	if err := json.Unmarshal(run.Meta, &meta); err != nil || meta.Engine != settings.Extractive {
		t.Errorf("it is to be done by %s, %v", meta.Engine, err)
	}
	begin.Engine = settings.Ollama
	if _, err := c.StartResearch(t.Context(), begin); err == nil {
		t.Error("a run was begun with a model that nobody knows")
	}
}
