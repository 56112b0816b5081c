package server

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/flow/explore"
	"rabbithole/backend/graph"
)

// letter says what no sample document does.
const letter = "# Letter\n\nThe canteen of the Lindenhof School was measured too: 612 becquerel per cubic metre on 9 February. It is not known how long the detector lay there.\n"

const explorable = "What was measured at the Lindenhof School and its canteen, and how many barrels of tar does the dredger Wilhelmina need?"

// form is files as a browser or curl sends them.
func form(t *testing.T, files ...string) (kind, body string) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		part, err := w.CreateFormFile("file", files[i])
		if err == nil {
			_, err = io.WriteString(part, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), out.String()
}

// explore attaches files in one call and explores in another, tells the run all that it can be told, and looks at what it says of itself.
func (c *contract) explore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "torn.pdf")
	if err := os.WriteFile(path, []byte("this is no PDF"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.exchange(t, "PUT", "/api/settings/UI_DEBUG", "application/json", `{"value": "true"}`, 204)
	kind, files := form(t, "letter.md", letter, "other.txt", "Nothing of interest.")
	sent := decode[[]core.Attachment](t, c.exchange(t, "POST", "/api/context", kind, files, 201))
	torn := decode[[]core.Attachment](t, c.post(t, "/api/context", `{"paths": [`+fmt.Sprintf("%q", path)+`]}`, 201))
	c.exchange(t, "DELETE", "/api/context/"+sent[1].Hash, "", "", 204)
	if list := decode[[]core.Attachment](t, c.get(t, "/api/context")); len(list) != 2 {
		t.Errorf("%+v wait", list)
	}
	wish := `{"question": "` + explorable + `", "context": ["` + sent[0].Hash + `", "` + torn[0].Hash + `"], "max_nodes": 6, "engine": "extractive"}`
	at := "/api/sessions/" + decode[desk.Run](t, c.post(t, "/api/explorations", wish, 201)).ID
	until(t, "the exploration is finished", func() bool { return decode[exploration](t, c.get(t, at)).Run.Status == graph.Finished })
	e := decode[exploration](t, c.get(t, at))
	if e.Context != (explore.ContextProcessing{Status: explore.ContextReady, Total: 2, Ready: 1, Error: 1}) || len(e.Tree) < 3 || len(e.Thoughts) == 0 {
		t.Errorf("%+v, %d questions, %d thoughts", e.Context, len(e.Tree), len(e.Thoughts))
	}
	root, child := e.Tree[0].Slice, e.Tree[1].Slice
	if root == nil || root.Mode != explore.ModeRootFull || root.Count != len(root.Items) || !slices.ContainsFunc(root.Items, func(x shortItem) bool { return strings.Contains(x.Text, "612 becquerel") }) {
		t.Errorf("the root has %+v", root)
	}
	if child == nil || child.Mode == explore.ModeRootFull || child.Reason == "" {
		t.Errorf("the first child has %+v", child)
	}
	if bundle := decode[explore.ContextBundle](t, c.get(t, at+"/context")); len(bundle.AggregateDigest) != root.Count {
		t.Errorf("%+v", bundle)
	}
	if d := decode[desk.ExploredDetail](t, c.get(t, at+"/nodes/1")); len(d.Slice.SelectedItems) != root.Count || len(d.Places) == 0 {
		t.Errorf("%+v", d)
	}
	c.exchange(t, "GET", at+"/nodes/9", "", "", 404)
	c.post(t, at+"/nodes/1/dig", "", 400) // it is finished
	c.exchange(t, "DELETE", at, "", "", 204)
	c.exchange(t, "PUT", "/api/settings/UI_DEBUG", "application/json", `{"value": "false"}`, 204)
	c.steerTree(t)
}

// steerTree tells an exploration that waits for consent what only a tree understands.
func (c *contract) steerTree(t *testing.T) {
	wish := `{"question": "Who painted the ceiling of the Sistine Chapel in Rome?", "web": "open", "max_nodes": 6}`
	at := "/api/sessions/" + decode[desk.Run](t, c.post(t, "/api/explorations", wish, 201)).ID
	now := func() exploration { return decode[exploration](t, c.get(t, at)) }
	until(t, "it asks", func() bool { return now().Consent != nil })
	for path, body := range map[string]string{"/plan": `{"items": [{"id": 1, "task": "Who painted it"}]}`, "/items": `{"task": "Who painted it"}`, "/dig": `{"evidence": "E1"}`, "/stop": `{"item": 1}`,
		"/answers": `{"question": "` + now().Consent.Question + `", "enough": true}`} { // a tree has no plan
		if said := string(c.post(t, at+path, body, 400)); !strings.Contains(said, "a run of explore") || !strings.Contains(said, "at a question of its tree") {
			t.Errorf("%s says %s", path, said)
		}
	}
	c.post(t, at+"/nodes/1/reask", `{"question": ""}`, 400)
	c.post(t, at+"/nodes/1/dig", `{"question": "Which pope ordered the ceiling?"}`, 204)
	until(t, "it has dug", func() bool { return len(now().Tree) == 2 })
	c.post(t, at+"/nodes/1.q1/reask", `{"question": "Which pope paid for the ceiling?"}`, 204)
	c.post(t, at+"/nodes/1.q1/stop", "", 204)
	until(t, "the branch is stopped", func() bool { e := now(); return e.Tree[1].Status == explore.NodeStopped && e.Consent != nil })
	c.post(t, at+"/consent", `{"question": "`+now().Consent.Question+`", "decision": "library"}`, 204)
	until(t, "it is finished", func() bool { return now().Run.Status == graph.Finished })
}

// A file is taken as it is, whatever it holds; what is no file of a kind that is read is refused, and nothing of it stays.
func TestContext_IsTakenAsItIs(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	kind, body := form(t, "torn.pdf", "this is no PDF", "torn too.pdf", "this is no PDF", "../../Straße.md", letter)
	list := decode[[]core.Attachment](t, []byte(text(t, s.request(t, "POST", "/api/context", strings.NewReader(body), header("Content-Type", kind)))))
	if len(list) != 2 || list[0].Name != "torn.pdf" || list[1].Name != "Straße.md" || list[1].Bytes != int64(len(letter)) {
		t.Fatalf("attached %+v", list)
	}
	ask[any](t, s, "GET", "/api/documents/"+list[1].Hash, "", 404) // nobody has read it
	if docs := ask[[]desk.Document](t, s, "GET", "/api/documents", "", 200); len(docs) != 0 {
		t.Errorf("the library lists %+v", docs)
	}
	for name, k := range map[string]struct {
		files []string
		says  string
	}{
		"a program": {[]string{"tool.exe", "MZ"}, "What can be read"},
		"no file":   {nil, "at least one file"},
		"no name":   {[]string{"..", "x"}, "needs a name"},
	} {
		kind, body := form(t, k.files...)
		resp := s.request(t, "POST", "/api/context", strings.NewReader(body), header("Content-Type", kind))
		if told := text(t, resp); resp.StatusCode != 400 || !strings.Contains(told, k.says) {
			t.Errorf("%s: %s %s", name, resp.Status, told)
		}
	}
	for body, status := range map[string]int{`{"paths": []}`: 400, `{"paths": ["/nowhere.pdf"]}`: 404, `{"paths": ["` + filepath.ToSlash(home) + `"]}`: 400} {
		ask[any](t, s, "POST", "/api/context", body, status)
	}
	ask[any](t, s, "DELETE", "/api/context/nonsense", "", 404)
	ask[any](t, s, "POST", "/api/explorations", `{"question": "What is radon?", "context": ["nonsense"]}`, 404)
	ask[any](t, s, "POST", "/api/explorations", `{"question": "What is radon?"}`, 404)
	if left, err := os.ReadDir(filepath.Join(home, "uploads")); err != nil && !os.IsNotExist(err) || len(left) != 0 {
		t.Errorf("uploads left over: %v (%v)", left, err)
	}
	if n := ask[desk.Status](t, s, "GET", "/api/status", "", 200).Unfinished; n != 0 {
		t.Errorf("%d files wait to be added to the library", n)
	}
}

// What the page uploads and attaches does not wait to be added; uploads that wait leave no room for more.
func TestContext_OfThePageAndItsLimits(t *testing.T) {
	home := t.TempDir()
	s := openAt(t, home, 0, func(s *Server) { s.waiting.limit = 1000 })
	up := send(t, s, "batch-0001", "letter.md", letter)
	list, err := s.desk.AttachContext([]string{up.Path})
	if err != nil || len(list) != 1 || list[0].Name != "letter.md" {
		t.Fatalf("%+v, %v", list, err)
	}
	if _, err := os.Stat(up.Path); !os.IsNotExist(err) {
		t.Errorf("the upload is there still: %v", err)
	}
	kind, body := form(t, "large.txt", strings.Repeat("radon ", 400))
	resp := s.request(t, "POST", "/api/context", strings.NewReader(body), header("Content-Type", kind))
	if told := text(t, resp); resp.StatusCode != 507 || !strings.Contains(told, "wait to be added") {
		t.Errorf("%s %s", resp.Status, told)
	}
	if list := ask[[]core.Attachment](t, s, "GET", "/api/context", "", 200); len(list) != 1 {
		t.Errorf("%+v wait", list)
	}
	kind, body = form(t, "small.txt", "radon")
	if resp := s.request(t, "POST", "/api/context", strings.NewReader(body), header("Content-Type", kind)); resp.StatusCode != 201 {
		t.Errorf("what was refused takes room: %s %s", resp.Status, text(t, resp))
	}
}

// A stream tells an exploration's events under their names, each once.
func TestExploration_IsToldAsAStream(t *testing.T) {
	home, _ := library(t)
	s := open(t, home)
	kind, body := form(t, "letter.md", letter)
	list := decode[[]core.Attachment](t, []byte(text(t, s.request(t, "POST", "/api/context", strings.NewReader(body), header("Content-Type", kind)))))
	run := ask[desk.Run](t, s, "POST", "/api/explorations", `{"question": "`+explorable+`", "engine": "extractive", "context": ["`+list[0].Hash+`"]}`, 201)
	resp := s.request(t, "GET", "/api/sessions/"+run.ID+"/events", nil, header("Accept", "text/event-stream"))
	heard := map[string]int{}
	for lines := bufio.NewReader(resp.Body); heard[string(graph.RunFinished)] == 0; {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var e desk.Event
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatal(err)
		}
		heard[e.Kind]++
	}
	nodes := decode[exploration](t, []byte(text(t, s.request(t, "GET", "/api/sessions/"+run.ID, nil)))).Summary.Nodes
	for kind, n := range map[string]int{"context_binding_parsing_started": 1, "context_binding_parsing_file_completed": 1, "context_binding_parsing_completed": 1,
		"context_for_node_ready": nodes, "report_context_attached": 1} {
		if heard[kind] != n {
			t.Errorf("%s was told %d times, want %d: %v", kind, heard[kind], n, heard)
		}
	}
}
