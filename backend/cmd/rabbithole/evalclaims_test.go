package main

import (
	"os"
	"path/filepath"
	"testing"

	"rabbithole/backend/fake"
)

// A library that is there already gets what the model says, as a new one does.
func TestEvalClaims_WithAModelOnALibrary(t *testing.T) {
	t.Setenv("OLLAMA_HOST", fake.NewServer(t).URL.String())
	file := filepath.Join(t.TempDir(), "claims.jsonl")
	claim := `{"id": "A1", "lang_claim": "en", "question": "What is the limit?", "claim": "The limit is 300 Bq/m³.", ` +
		`"evidence": [{"document": "a.pdf", "page": 1, "text": "The limit is 300 Bq/m³ in homes."}], "label": "supported", "kind": "light paraphrase"}`
	if err := os.WriteFile(file, []byte(claim+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	modes := lines(t, rabbithole(t, library(t), "eval", "claims", file, "--engine", "ollama", "--json").ok(t))
	if len(modes) != 3 || modes[2]["mode"] != "model" || modes[2]["unchecked"] != nil {
		t.Errorf("%v", modes)
	}
}
