package server

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/graph"
	"rabbithole/backend/pdf/pdftest"
	"rabbithole/backend/report"
)

// scanned is a library of one text and a scan without text.
func scanned(t *testing.T) (home string) {
	t.Helper()
	home = t.TempDir()
	folder := t.TempDir()
	for name, data := range map[string][]byte{
		"scan.pdf": pdftest.Doc{Pages: []pdftest.Page{{Scan: true}, {Scan: true}}}.Bytes(),
		"beacon.md": []byte(
			"# Beacon Act\n\n## Section 5 Lanterns\n\nThe quokkalamp rule: the keeper lights 77 lanterns on page 1.\n"),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := core.Open(context.Background(), core.Config{Home: home, Env: environment})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Add(context.Background(), []string{folder}, core.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	return home
}

// TestChosen_AScanIsNotAnsweredFromOthers limits whatever can be asked over HTTP to a scan without text.
func TestChosen_AScanIsNotAnsweredFromOthers(t *testing.T) {
	s := open(t, scanned(t))
	const asked = "What does Section 5 on page 1 require of the keeper of the lanterns?"
	for path, wish := range map[string]string{
		"/api/runs":         `{"question": "` + asked + `", "documents": ["scan.pdf"], "engine": "extractive"}`,
		"/api/explorations": `{"question": "` + asked + `", "documents": ["scan.pdf"], "engine": "extractive"}`,
		"/api/discoveries":  `{"query": "` + asked + `", "documents": ["scan.pdf"], "engine": "extractive"}`,
	} {
		run := ask[desk.Run](t, s, "POST", path, wish, 201)
		until(t, path+" is finished", func() bool {
			return ask[desk.Snapshot](t, s, "GET", "/api/sessions/"+run.ID, "", 200).Run.Status == graph.Finished
		})
		raw := text(t, s.request(t, "GET", "/api/sessions/"+run.ID, nil)) + text(t, s.request(t, "GET",
			"/api/sessions/"+run.ID+"/events?since=0", nil))
		r := ask[report.Report](t, s, "GET", "/api/reports/"+run.ID, "", 200)
		if strings.Contains(raw, "quokkalamp") || len(r.Claims) > 0 || len(r.Silent) != 2 ||
			r.Silent[0] != "Nothing readable in the documents you chose." {
			t.Errorf("%s: %d claims, %q: %s", path, len(r.Claims), r.Silent, raw)
		}
	}
	for _, mode := range []string{"chat", "deep_research"} {
		resp := s.request(t, "POST", "/v1/chat/messages",
			strings.NewReader(`{"message": "`+asked+`", "mode": "`+mode+`", "documents": ["scan.pdf"]}`))
		told := text(t, resp)
		if strings.Contains(told, "quokkalamp") || !strings.Contains(told,
			"Nothing readable in the documents you chose.") || !strings.Contains(told,
			`"stopReason":"budget_exhausted"`) {
			t.Errorf("%s: %s", mode, told)
		}
	}
	resp := s.request(t, "GET", "/api/search?document=scan.pdf&q="+url.QueryEscape(asked), nil)
	warned, err := url.PathUnescape(resp.Header.Get("X-Warnings"))
	if found := strings.TrimSpace(text(t, resp)); found != "[]" || err != nil || !strings.HasPrefix(warned,
		`["Nothing readable in the documents you chose.","scan.pdf: `) {
		t.Errorf("search: %s, warned %s, %v", found, warned, err)
	}
	if resp := s.request(t, "GET", "/api/search?q=zebra", nil); text(t, resp) != "[]\n" ||
		resp.Header.Get("X-Warnings") != "" {
		t.Errorf("a search without limits warns %q", resp.Header.Get("X-Warnings"))
	}
}
