package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
)

// contract holds requests and responses against the API's description, which it takes from the running server.
type contract struct {
	*site
	doc    *openapi3.T
	router routers.Router
	proved map[string]bool // "GET /api/status 200"
}

func agree(t *testing.T, s *site) *contract {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(text(t, s.request(t, "GET", "/api/openapi.json", nil))))
	if err == nil {
		err = doc.Validate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	doc.Servers = openapi3.Servers{{URL: s.url}}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &contract{s, doc, router, map[string]bool{}}
}

// exchange sends a request that the description allows, expects the status, and holds the response against the description.
func (c *contract) exchange(t *testing.T, method, path, kind, body string, status int, change ...func(*http.Request)) []byte {
	t.Helper()
	r, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	for _, do := range change {
		do(r)
	}
	route, params, err := c.router.FindRoute(r)
	if err != nil {
		t.Fatalf("%s %s is not described: %v", method, path, err)
	}
	in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true}}
	if err := openapi3filter.ValidateRequest(t.Context(), in); err != nil && status < 300 {
		t.Fatalf("%s %s: the request is not as described: %v", method, path, err)
	}
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body)) // validating has read it
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != status {
		t.Fatalf("%s %s: %s, want %d: %s", method, path, resp.Status, status, raw)
	}
	c.hold(t, in, resp, raw)
	c.proved[fmt.Sprintf("%s %s %d", method, route.Path, status)] = true
	return raw
}

func (c *contract) hold(t *testing.T, in *openapi3filter.RequestValidationInput, resp *http.Response, raw []byte) {
	t.Helper()
	if kind := resp.Header.Get("Content-Type"); kind != "application/json" && resp.StatusCode != http.StatusNoContent {
		described := in.Route.Operation.Responses.Status(resp.StatusCode).Value.Content
		if described.Get(kind) == nil || len(raw) == 0 {
			t.Errorf("%s %s: %d bytes of %s are not described", in.Request.Method, in.Request.URL.Path, len(raw), kind)
		}
		return
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: resp.StatusCode, Header: resp.Header, Options: in.Options}
	out.SetBodyBytes(raw)
	if err := openapi3filter.ValidateResponse(t.Context(), out); err != nil {
		t.Errorf("%s %s: the response is not as described: %.1500s", in.Request.Method, in.Request.URL.Path, err)
	}
}

func (c *contract) get(t *testing.T, path string) []byte {
	t.Helper()
	return c.exchange(t, "GET", path, "", "", 200)
}

func (c *contract) post(t *testing.T, path, body string, status int) []byte {
	t.Helper()
	kind := "application/json"
	if body == "" {
		kind = ""
	}
	return c.exchange(t, "POST", path, kind, body, status)
}

func decode[T any](t *testing.T, raw []byte) (out T) {
	t.Helper()
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Every operation of the description is asked for, and its responses are as described; what the server answers and the description does
// not know fails, because its objects are closed.
func TestOpenAPI_DescribesTheRunningServer(t *testing.T) {
	home, run := library(t)
	c := agree(t, open(t, home))
	t.Run("machine", c.machine)
	t.Run("library", c.library)
	t.Run("report", func(t *testing.T) { c.report(t, run) })
	t.Run("run", c.run)
	t.Run("consent", c.consent)
	t.Run("explore", c.explore)
	t.Run("discover", c.discover)
	t.Run("talk", c.talk)
	t.Run("articles", c.articles)
	t.Run("failures", c.failures)
	t.Run("crowded", func(t *testing.T) { c.crowded(t, run) })
	for path, item := range c.doc.Paths.Map() {
		for method, op := range item.Operations() {
			for status := range op.Responses.Map() {
				if status != "default" && status != "206" && !c.proved[method+" "+path+" "+status] {
					t.Errorf("nothing asked for %s %s with status %s", method, path, status)
				}
			}
		}
	}
}

func (c *contract) machine(t *testing.T) {
	for _, path := range []string{"/api/openapi.json", "/api/status", "/api/models", "/api/settings", "/api/doctor", "/api/connections", "/api/formats"} {
		c.get(t, path)
	}
	c.exchange(t, "PUT", "/api/settings/MAX_ITERATIONS", "application/json", `{"value": "7"}`, 204)
	for _, s := range decode[[]struct{ Name, Value string }](t, c.get(t, "/api/settings")) {
		if s.Name == "MAX_ITERATIONS" && s.Value != "7" {
			t.Errorf("MAX_ITERATIONS is %s", s.Value)
		}
	}
	c.post(t, "/api/models", `{"name": "qwen3:0.6b"}`, 204) // that nobody answers is told later
}

func (c *contract) library(t *testing.T) {
	docs := decode[[]desk.Document](t, c.get(t, "/api/documents"))
	i := slices.IndexFunc(docs, func(d desk.Document) bool { return strings.HasPrefix(d.Name, "Memo") })
	opened := decode[core.Opened](t, c.get(t, "/api/documents/"+docs[i].Hash))
	if len(opened.Pages) != docs[i].Pages {
		t.Errorf("%d pages of %d", len(opened.Pages), docs[i].Pages)
	}
	if data := c.get(t, opened.URL); int64(len(data)) != docs[i].Bytes {
		t.Errorf("%s has %d bytes", opened.URL, len(data))
	}
	c.get(t, "/api/missing")
	hits := decode[[]struct{ Text string }](t, c.get(t, "/api/search?q="+url.QueryEscape("radon in dwellings")+"&limit=3&collection=radon&mode=lexical"))
	if len(hits) != 3 {
		t.Errorf("%d hits", len(hits))
	}
	up := decode[uploaded](t, c.exchange(t, "PUT", "/bridge/upload/note.md?batch=batch-0001", "application/octet-stream", note, 201))
	c.post(t, "/api/documents", `{"paths": ["`+up.Top+`"], "collection": "notes"}`, 202)
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "other.md")
	if err == nil {
		_, err = io.WriteString(part, note+"Other.")
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	c.exchange(t, "POST", "/api/documents", w.FormDataContentType(), form.String(), 202)
	until(t, "both are read", func() bool {
		now := decode[desk.Status](t, c.get(t, "/api/status"))
		return now.Documents == len(docs)+2 && !now.Adding.Busy
	})
	c.exchange(t, "DELETE", "/api/documents/"+docs[i].Hash, "", "", 204)
	if left := decode[[]desk.Document](t, c.get(t, "/api/documents")); len(left) != len(docs)+1 {
		t.Errorf("%d documents are left of %d", len(left), len(docs)+2)
	}
}

func (c *contract) report(t *testing.T, run string) {
	report := decode[struct {
		Claims []struct{ Text string }
	}](t, c.get(t, "/api/reports/"+run+"?version=0"))
	if len(report.Claims) == 0 {
		t.Error("the report claims nothing")
	}
	for _, format := range decode[[]core.Format](t, c.get(t, "/api/formats")) {
		c.get(t, "/api/reports/"+run+"/"+format.Name)
	}
	c.get(t, "/api/runs")
	if found := decode[[]core.Found](t, c.get(t, "/api/runs/search?q=school")); len(found) == 0 {
		t.Error("no run speaks of the school")
	}
	for _, name := range []string{run, run[:len(run)-1], "last"} {
		if got := decode[session](t, c.get(t, "/api/sessions/"+name)).Run.ID; got != run {
			t.Errorf("%q names the run %s", name, got)
		}
	}
	c.get(t, "/api/sessions/"+run+"/checkpoints")
	c.get(t, "/api/sessions/"+run+"/events?since=3&limit=5")
}

// run steers a run through everything that it can be told.
func (c *contract) run(t *testing.T) {
	wish := `{"question": "Who has to measure radon at work places?", "collections": ["radon"], "depth": "standard"}`
	c.post(t, "/api/runs/estimate", wish, 200)
	id := decode[desk.Run](t, c.post(t, "/api/runs", wish, 201)).ID
	at := "/api/sessions/" + id
	now := func() session { return decode[session](t, c.get(t, at)) }
	waits := func(holds func(session) bool) {
		t.Helper()
		until(t, "the run waits", func() bool { return holds(now()) })
	}
	waits(func(s session) bool { return s.Clarify != nil })
	c.post(t, at+"/answers", `{"question": "`+now().Clarify.Question+`", "answers": ["All of them"], "enough": true}`, 204)
	waits(func(s session) bool { return s.Approve != nil })
	c.post(t, at+"/pause", "", 204)
	c.post(t, at+"/resume", "", 200)
	waits(func(s session) bool { return s.Approve != nil })
	c.post(t, at+"/cancel", "", 204)
	fork := decode[desk.Run](t, c.post(t, at+"/fork", `{"checkpoint": 0}`, 201)).ID
	c.post(t, at+"/resume", "", 200)
	waits(func(s session) bool { return s.Approve != nil })
	approve := now().Approve
	c.post(t, at+"/items", `{"task": "How long a measurement takes"}`, 204)
	c.post(t, at+"/plan", `{"question": "`+approve.Question+`", "items": [{"id": `+fmt.Sprint(approve.Items[0].ID)+`, "task": "Who measures radon", "context": "Work places"}]}`, 204)
	until(t, "the run is finished", func() bool { return now().Run.Status == "finished" })
	end := now()
	if len(end.TodoList) == 0 || len(end.ResearchContext.SearchQueries) == 0 || end.Query == "" {
		t.Errorf("the specification's shapes are empty: %+v", end.AgentState)
	}
	c.steer(t, fork, end.Evidence[0].ID)
}

// consent starts a run that may use the web and keeps it in the library.
func (c *contract) consent(t *testing.T) {
	wish := `{"question": "How is a dose calculated from the radon concentration, and how many bananas does the zoo of Lindental buy?", "web": "open"}`
	at := "/api/sessions/" + decode[desk.Run](t, c.post(t, "/api/runs", wish, 201)).ID
	done := map[string]bool{}
	until(t, "the run is finished", func() bool {
		s := decode[session](t, c.get(t, at))
		switch {
		case s.Clarify != nil && !done["clarify"]:
			done["clarify"] = true
			c.post(t, at+"/answers", `{"question": "`+s.Clarify.Question+`", "enough": true}`, 204)
		case s.Approve != nil && !done["plan"]:
			done["plan"] = true
			c.post(t, at+"/plan", `{"question": "`+s.Approve.Question+`"}`, 204)
		case s.Consent != nil && !done["consent"]:
			done["consent"] = true
			c.post(t, at+"/consent", `{"question": "`+s.Consent.Question+`", "decision": "library"}`, 204)
		}
		return s.Run.Status == "finished"
	})
	if !done["consent"] {
		t.Error("the run did not ask before it used the web")
	}
}

// steer tells a forked run what is only said to one that is at work, and deletes it.
func (c *contract) steer(t *testing.T, run, evidence string) {
	at := "/api/sessions/" + run
	for path, body := range map[string]string{"stop": "", "reask": `{"question": "Who measures radon at schools?"}`, "dig": ""} { // a plan is no tree
		if said := string(c.post(t, at+"/nodes/1/"+path, body, 400)); !strings.Contains(said, "a run of research") || !strings.Contains(said, "by its plan and its findings") {
			t.Errorf("%s says %s", path, said)
		}
	}
	c.post(t, at+"/dig", `{"evidence": "`+evidence+`"}`, 204)
	c.post(t, at+"/stop", `{"item": 1}`, 204)
	c.post(t, at+"/finish", "", 204)
	until(t, "the fork is finished", func() bool { return decode[session](t, c.get(t, at)).Run.Status == "finished" })
	c.exchange(t, "DELETE", at, "", "", 204)
	c.exchange(t, "GET", at, "", "", 404)
}

func (c *contract) failures(t *testing.T) {
	for _, k := range []struct {
		method, path, kind, body string
		status                   int
	}{
		{"GET", "/api/documents/nonsense", "", "", 404},
		{"GET", "/api/sessions/nonsense", "", "", 404},
		{"GET", "/api/reports/nonsense", "", "", 404},
		{"GET", "/api/reports/nonsense/pdf", "", "", 404},
		{"GET", "/api/reports/nonsense/exe", "", "", 404},
		{"GET", "/api/search?q=radon&limit=many", "", "", 400},
		{"GET", "/api/search?q=radon&documents=law.pdf", "", "", 400},
		{"POST", "/api/runs", "application/json", `{"question": ""}`, 400},
		{"POST", "/api/runs", "application/json", `{"question": "radon?", "colour": "red"}`, 400},
		{"POST", "/api/runs", "text/plain", `{"question": "radon?"}`, 400},
		{"POST", "/api/runs", "application/json", `{"question": "` + strings.Repeat("r", bodyLimit) + `"}`, 400},
		{"POST", "/api/documents", "application/json", `{"paths": []}`, 400},
		{"POST", "/api/sessions/nonsense/pause", "", "", 404},
	} {
		c.exchange(t, k.method, k.path, k.kind, k.body, k.status)
	}
	if resp := c.request(t, "PATCH", "/api/nowhere", nil); resp.StatusCode != 404 || !strings.Contains(text(t, resp), "not_found") {
		t.Errorf("nowhere: %s", resp.Status)
	}
}

// crowded asks for streams where no more may be open.
func (c *contract) crowded(t *testing.T, run string) {
	c.streams.mu.Lock()
	c.streams.each = 0
	c.streams.mu.Unlock()
	for _, path := range []string{"/api/sessions/" + run + "/events", "/api/articles/events", "/api/articles/1/research/events"} {
		c.exchange(t, "GET", path, "", "", 429, header("Accept", "text/event-stream"))
	}
	c.post(t, "/v1/chat/messages", `{"message": "What is radon?"}`, 429)
}

func TestOpenAPI_StandsInTheManual(t *testing.T) {
	manual, err := os.ReadFile("../../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	for path := range agree(t, open(t, t.TempDir())).doc.Paths.Map() {
		last := path[strings.LastIndex(path, "/"):]
		if !strings.Contains(string(manual), " "+path) && !strings.Contains(string(manual), "`"+last+"`") {
			t.Errorf("docs/http.md does not name %s", path)
		}
	}
}
