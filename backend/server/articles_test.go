package server

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/desk"
)

// newsOf is a stream of news of articles, as a program reads it.
type newsOf struct {
	lines *bufio.Scanner
	resp  *http.Response
}

func streamNews(t *testing.T, s *site, path string) *newsOf {
	t.Helper()
	resp := s.request(t, "GET", path, nil, header("Accept", "text/event-stream"))
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%s: %s, %s", path, resp.Status, resp.Header.Get("Content-Type"))
	}
	silent := time.AfterFunc(2*time.Minute, func() { resp.Body.Close() }) // a stream that says nothing more ends, and fails the test
	t.Cleanup(func() { silent.Stop() })
	return &newsOf{bufio.NewScanner(resp.Body), resp}
}

// next returns the next message with its event.
func (n *newsOf) next(t *testing.T) (name string, news articleNews) {
	t.Helper()
	for n.lines.Scan() {
		if text, is := strings.CutPrefix(n.lines.Text(), "event: "); is {
			name = text
		}
		text, is := strings.CutPrefix(n.lines.Text(), "data: ")
		if !is {
			continue
		}
		if err := json.Unmarshal([]byte(text), &news); err != nil {
			t.Fatal(err)
		}
		return name, news
	}
	t.Fatal("the stream ended")
	return "", news
}

// until reads on to a status of an article, and returns the statuses on the way, each once.
func (n *newsOf) until(t *testing.T, article int64, status string) (seen []string) {
	t.Helper()
	for {
		name, news := n.next(t)
		if name != nameResearch || news.Article != article {
			continue
		}
		if news.Type != typeResearch || news.Updated.IsZero() && news.Status != "none" {
			t.Errorf("told %+v", news)
		}
		if len(seen) == 0 || seen[len(seen)-1] != news.Status {
			seen = append(seen, news.Status)
		}
		if news.Status == status {
			return seen
		}
	}
}

// numberOf returns the number of the document whose name begins so.
func numberOf(t *testing.T, s *site, name string) int64 {
	t.Helper()
	list := ask[[]article](t, s, "GET", "/api/articles", "", 200)
	i := slices.IndexFunc(list, func(a article) bool { return strings.HasPrefix(a.Name, name) })
	if i < 0 || list[i].ID == 0 || list[i].Hash == "" || list[i].Title == "" {
		t.Fatalf("%+v", list)
	}
	return list[i].ID
}

// A program begins a search, follows it, reads what was found, is served it again, and forces another.
func TestArticles_AProgramFindsWhatIsRelated(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	id := numberOf(t, s, "TN-3")
	at := fmt.Sprintf("/api/articles/%d/research", id)
	if none := ask[beside](t, s, "GET", at, "", 200); none.Status != "none" || none.Article != id || none.Updated != nil {
		t.Errorf("before: %+v", none)
	}
	all, one := streamNews(t, s, "/api/articles/events"), streamNews(t, s, at+"/events")
	if name, first := one.next(t); name != nameResearch || first.Status != "none" || first.Article != id {
		t.Errorf("the stream begins with %s %+v", name, first)
	}
	begun := ask[beside](t, s, "POST", at, `{"mode": "quick", "page": 2}`, 202)
	if begun.Article != id || begun.Status != "queued" && begun.Status != "running" || begun.Updated == nil {
		t.Errorf("begun: %+v", begun)
	}
	for _, stream := range []*newsOf{all, one} {
		if seen := stream.until(t, id, "ready"); !slices.Equal(seen, []string{"queued", "running", "ready"}) {
			t.Errorf("statuses %q", seen)
		}
	}
	got := ask[beside](t, s, "GET", at, "", 200)
	if got.Status != "ready" || !strings.HasPrefix(got.Summary, "- ") || len(got.Sources) == 0 || got.Expires == nil || !got.Expires.After(*got.Updated) || !got.Fresh || got.Mode != "quick" || got.Made != "rule" {
		t.Errorf("found: %+v", got)
	}
	if again := ask[beside](t, s, "POST", at, "", 200); !again.Updated.Equal(*got.Updated) || again.Summary != got.Summary {
		t.Errorf("asked again: %+v", again)
	}
	ask[beside](t, s, "POST", at+"?force=false", "", 200)
	ask[beside](t, s, "POST", at+"?force=true", "", 202)
	if seen := one.until(t, id, "ready"); seen[0] == "ready" {
		t.Errorf("forced: %q", seen)
	}
	if now := ask[beside](t, s, "GET", at, "", 200); !now.Updated.After(*got.Updated) {
		t.Errorf("forced at %s, before at %s", now.Updated, got.Updated)
	}
}

func TestArticles_WhoIsLetIn(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	id := numberOf(t, s, "Memo")
	at := fmt.Sprintf("/api/articles/%d/research", id)
	for _, k := range []struct{ method, path string }{{"GET", "/api/articles"}, {"GET", "/api/articles/events"}, {"GET", at}, {"POST", at}, {"GET", at + "/events"}} {
		resp := s.request(t, k.method, k.path, nil, func(r *http.Request) { r.Header.Del("Authorization") })
		if said := text(t, resp); resp.StatusCode != 403 || !strings.Contains(said, "token") {
			t.Errorf("%s %s without a token: %s %s", k.method, k.path, resp.Status, said)
		}
	}
	for _, k := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/api/articles/9999/research", "", 404}, {"POST", "/api/articles/9999/research", "", 404}, {"GET", "/api/articles/9999/research/events", "", 404},
		{"GET", "/api/articles/memo/research", "", 404}, {"POST", at, `{"mode": "endless"}`, 400}, {"POST", at + "?force=perhaps", "", 400}, {"POST", at, `{"colour": "red"}`, 400},
	} {
		ask[map[string]problem](t, s, k.method, k.path, k.body, k.status)
	}
	if now := ask[beside](t, s, "GET", at, "", 200); now.Status != "none" {
		t.Errorf("what was refused left %+v", now)
	}
}

// The sixth search within ten minutes is refused with the time to wait; what is fresh is served all the same.
func TestArticles_TooManySearches(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	at := fmt.Sprintf("/api/articles/%d/research", numberOf(t, s, "Memo"))
	for range 5 {
		ask[beside](t, s, "POST", at+"?force=true", `{"mode": "quick"}`, 202)
		until(t, "it is found", func() bool { return ask[beside](t, s, "GET", at, "", 200).Status == "ready" })
	}
	resp := s.request(t, "POST", at+"?force=true", strings.NewReader(`{"mode": "quick"}`))
	said := text(t, resp)
	after, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if resp.StatusCode != 429 || err != nil || after < 1 || after > 601 || !strings.Contains(said, desk.ReasonTooMany) {
		t.Errorf("the sixth: %s, Retry-After %q, %s", resp.Status, resp.Header.Get("Retry-After"), said)
	}
	ask[beside](t, s, "POST", at, "", 200)
}

// Who listens to all articles hears of those that come and go.
func TestArticles_ComeAndGo(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	before := ask[[]article](t, s, "GET", "/api/articles", "", 200)
	stream := streamNews(t, s, "/api/articles/events")
	up := decode[uploaded](t, []byte(text(t, s.request(t, "PUT", "/bridge/upload/other.md?batch=batch-0010", strings.NewReader(note+"More."), header("Content-Type", "application/octet-stream")))))
	ask[any](t, s, "POST", "/api/documents", `{"paths": ["`+up.Top+`"]}`, 202)
	next := func(status string) articleNews {
		for {
			if name, news := stream.next(t); name == nameArticle && news.Type == typeArticle && news.Status == status {
				return news
			}
		}
	}
	added := next("added")
	now := ask[[]article](t, s, "GET", "/api/articles", "", 200)
	i := slices.IndexFunc(now, func(a article) bool { return a.ID == added.Article })
	if i < 0 || len(now) != len(before)+1 || now[i].Name != "other.md" {
		t.Fatalf("%+v was added to %+v", added, now)
	}
	ask[any](t, s, "DELETE", "/api/documents/"+now[i].Hash, "", 204)
	if gone := next("removed"); gone.Article != added.Article {
		t.Errorf("%+v went", gone)
	}
}

// articles asks for everything that can be asked about them.
func (c *contract) articles(t *testing.T) {
	list := decode[[]article](t, c.get(t, "/api/articles"))
	at := fmt.Sprintf("/api/articles/%d/research", list[len(list)-1].ID)
	for _, path := range []string{"/api/articles/events", at + "/events"} { // they do not end: streamNews holds them against what is described
		streamNews(t, c.site, path).resp.Body.Close()
	}
	c.proved["GET /api/articles/events 200"], c.proved["GET /api/articles/{id}/research/events 200"] = true, true
	found := func() {
		until(t, "it is found", func() bool { return decode[beside](t, c.get(t, at)).Status == "ready" })
	}
	for range 5 {
		c.post(t, at+"?force=true", `{"mode": "quick", "page": 1, "web": false, "hosts": []}`, 202)
		found()
	}
	c.post(t, at, "", 200)
	c.post(t, at+"?force=true", `{"mode": "deep"}`, 429)
}
