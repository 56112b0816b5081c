package server

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"rabbithole/backend/desk"
	"rabbithole/backend/source"
)

// document returns the first document of a format.
func document(t *testing.T, s *site, format source.Format) desk.Document {
	t.Helper()
	for _, d := range ask[[]desk.Document](t, s, "GET", "/api/documents", "", 200) {
		if d.Format == format {
			return d
		}
	}
	t.Fatalf("no document is %s", format)
	return desk.Document{}
}

func TestFiles_HaveRangesAndTheirType(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	d := document(t, s, source.PDF)
	whole := s.request(t, "GET", "/files/"+d.Hash, nil)
	data := text(t, whole)
	for name, want := range map[string]string{"Content-Type": "application/pdf", "X-Content-Type-Options": "nosniff", "Accept-Ranges": "bytes",
		"Content-Disposition": `inline; filename=` + d.Name, "Etag": `"` + d.Hash + `"`} {
		if got := whole.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if int64(len(data)) != d.Bytes || !strings.HasPrefix(data, "%PDF-") {
		t.Errorf("%d bytes of %d", len(data), d.Bytes)
	}
	head := s.request(t, "HEAD", "/files/"+d.Hash, nil)
	if head.ContentLength != d.Bytes || text(t, head) != "" {
		t.Errorf("HEAD says %d bytes", head.ContentLength)
	}
	cases := []struct {
		ask, got string
		status   int
	}{
		{"bytes=100-199", data[100:200], 206},
		{"bytes=-50", data[len(data)-50:], 206},
		{"bytes=1000-", data[1000:], 206},
		{"bytes=999999999-", "", 416},
	}
	for _, c := range cases {
		resp := s.request(t, "GET", "/files/"+d.Hash, nil, header("Range", c.ask))
		if got := text(t, resp); resp.StatusCode != c.status || c.status == 206 && got != c.got {
			t.Errorf("%s: %s, %d bytes", c.ask, resp.Status, len(got))
		}
	}
	if resp := s.request(t, "GET", "/files/"+d.Hash, nil, header("If-None-Match", `"`+d.Hash+`"`)); resp.StatusCode != 304 {
		t.Errorf("what the browser has is sent again: %s", resp.Status)
	}
}

func TestFiles_ShowADocumentAndRunNothingOfIt(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	d := document(t, s, source.HTML)
	resp := s.request(t, "GET", "/files/"+d.Hash, nil)
	policy := resp.Header.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "sandbox;") || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "allow-scripts") {
		t.Errorf("policy %q", policy)
	}
	if got := resp.Header.Get("Content-Disposition"); got != "inline; filename*=utf-8''Stra%C3%9Fe%20%C3%BCber%20%C3%96l.html" {
		t.Errorf("disposition %q", got)
	}
}

func TestFiles_SayWhatIsGone(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	for _, hash := range []string{"nonsense", strings.Repeat("0", 64), "..%2f..%2flibrary.db"} {
		if resp := s.request(t, "GET", "/files/"+hash, nil); resp.StatusCode != 404 || !strings.Contains(text(t, resp), "not_found") {
			t.Errorf("%s: %s", hash, resp.Status)
		}
	}
	d := document(t, s, source.PDF)
	if err := os.RemoveAll(home + "/files"); err != nil {
		t.Fatal(err)
	}
	if resp := s.request(t, "GET", "/files/"+d.Hash, nil); resp.StatusCode != 404 || !strings.Contains(text(t, resp), "Add the file again") {
		t.Errorf("a copy that is gone: %s", resp.Status)
	}
}

// A name is anybody's choice: whoever sends a file that is named as another's hash must not hide that one.
func TestFiles_AreFoundByHashWhateverOthersAreCalled(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	d := document(t, s, source.PDF)
	added(t, s, send(t, s, "batch-0001", d.Hash+".md", note).Top)
	if resp := s.request(t, "GET", "/files/"+d.Hash, nil); resp.StatusCode != 200 {
		t.Errorf("it is not found any more: %s", resp.Status)
	}
	for _, part := range []string{d.Name[:len(d.Name)-4], d.Hash[:12], d.Name} { // a program that has the hash wrong removes nothing
		ask[any](t, s, "DELETE", "/api/documents/"+part, "", 404)
	}
	ask[any](t, s, "DELETE", "/api/documents/"+d.Hash, "", 204)
}

// The window's toolkit hands requests to the same handler, without the server around it.
func TestFiles_ServeTheWindowToo(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	d := document(t, s, source.PDF)
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "wails://wails/files/"+d.Hash, nil)
	r.Header.Set("Range", "bytes=0-4")
	Files(s.desk).ServeHTTP(w, r)
	if w.Code != 206 || w.Body.String() != "%PDF-" {
		t.Errorf("%d: %q", w.Code, w.Body)
	}
}
