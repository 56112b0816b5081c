package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
)

// beyond asks what no document of the sample library says.
const beyond = "Who painted the ceiling of the Sistine Chapel in Rome?"

// barren is a search provider that knows no page, and how often it was asked.
func barren(t *testing.T) (host string, searches *atomic.Int64) {
	t.Helper()
	searches = &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		searches.Add(1)
		w.Header().Set("Content-Type", "application/json")
		w.Write([]byte(`{"results": []}`))
	}))
	t.Cleanup(server.Close)
	t.Setenv("WEB_SEARCH_PROVIDER", "searxng")
	t.Setenv("SEARXNG_URL", server.URL)
	return strings.TrimPrefix(server.URL, "http://"), searches
}

// The commands share flags; each says for itself what it uses the web for and what it does not ask.
func TestHelp_SaysWhatEachCommandUsesTheWebFor(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	for command, wanted := range map[string][]string{
		"ask":      {"Use the web too. You are shown", "Ask nothing: with --web", "--deep", "--follow=RUN"},
		"research": {"Use the web for what the documents do not say. You are shown", "Ask nothing: no clarification, the plan as it is; with --web", "--follow=RUN"},
		"explore":  {"Use the web for what documents and files do not say. You are shown", "Ask nothing: with --web", "--context=FILE", "--nodes=N"},
	} {
		cmd := exec.Command(os.Args[0], command, "--help")
		cmd.Env = append(os.Environ(), childEnv+"=1")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		help := strings.Join(strings.Fields(string(out)), " ")
		for _, text := range append(wanted, "--collection=NAME", "--document=NAME", "--engine=NAME", "--model=NAME", "--host=HOST", "--json") {
			if !strings.Contains(help, text) {
				t.Errorf("%s --help lacks %q:\n%s", command, text, out)
			}
		}
	}
}
