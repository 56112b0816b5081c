package ollama_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/backend/ollama"
)

// mostMemory is what the client may hold at its peak, in kB, whatever a server sends.
const mostMemory = 600 << 10

// flood is a reply without end, or one that is larger than anybody needs.
type flood struct {
	name string
	path string
	ask  string // what the child does: see ask
	want string // part of what the child says
	send http.HandlerFunc
}

// again writes text until the reader has had enough.
func again(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { pour(w, r, text) }
}

func pour(w io.Writer, r *http.Request, text string) {
	block := []byte(strings.Repeat(text, 1+(64<<10)/len(text)))
	for r.Context().Err() == nil {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// begun writes a beginning once, then text without end.
func begun(beginning, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, beginning)
		pour(w, r, text)
	}
}

// packed sends what next sends as gzip, which makes a great flood of few bytes.
func packed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		next(wrapped{w, z}, r)
	}
}

type wrapped struct {
	http.ResponseWriter
	to io.Writer
}

func (w wrapped) Write(b []byte) (int, error) { return w.to.Write(b) }

// whole sends one complete reply of size bytes.
func whole(beginning, text, end string, size int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, beginning+strings.Repeat(text, size/len(text))+end)
	}
}

func failing(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		next(w, r)
	}
}

// endlessHeader never comes to the body.
func endlessHeader(w http.ResponseWriter, r *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	io.WriteString(conn, "HTTP/1.1 200 OK\r\n")
	for err == nil {
		_, err = io.WriteString(conn, strings.Repeat("X-More: and more\r\n", 1000))
	}
}

func says(content string) string {
	return `{"message":{"role":"assistant","content":"` + content + `"},"done":false}` + "\n"
}

func thinks(text string) string {
	return `{"message":{"role":"assistant","content":"","thinking":"` + text + `"},"done":false}` + "\n"
}

func floods() []flood {
	two := says("and so ") + says("on ")
	use, padded := `{"message":{"tool_calls":[{"function":{"name":"a","arguments":`, strings.Repeat("y", 500_000)
	chat, cut := "/api/chat", "cut: "
	return []flood{
		{"many small lines", chat, "chat", cut, again(two)},
		{"many small lines of thinking", chat, "chat", cut, again(thinks("hm ") + thinks("well "))},
		{"a thinking block in the text without end", chat, "chat", cut, begun(says("<think>"), two)},
		{"lines that say nothing", chat, "chat", cut, again(says(""))},
		{"one line", chat, "chat", cut, begun(`{"message":{"content":"`, "and so on ")},
		{"one line of thinking", chat, "chat", cut, begun(`{"message":{"thinking":"`, "and so on ")},
		{"one line of blanks", chat, "chat", cut, again(" ")},
		{"one line of tool calls", chat, "chat", cut, begun(`{"message":{"tool_calls":[{}`, ",{}")},
		{"one call with much in it", chat, "chat", cut, begun(use+`{"a":[{}`, ",{}")},
		{"many tool calls", chat, "chat", cut, again(use + `{"b":[1,2,3]}}}]}}` + "\n")},
		{"lines full of what nobody asked for", chat, "chat", cut, again(`{"x":"` + padded + `","message":{}}` + "\n")},
		{"not streamed", chat, "chat", cut, whole(`{"message":{"content":"`, "and so on ", `"},"done":true}`, 50<<20)},
		{"packed, many small lines", chat, "chat", cut, packed(again(two))},
		{"packed, one line", chat, "chat", cut, packed(begun(`{"message":{"content":"`, strings.Repeat("a", 1000)))},
		{"empty lines", chat, "chat", "no answer", again("\n")},
		{"an error without end", chat, "chat", "no answer", failing(begun(`{"error":"`, "no and "))},
		{"a header without end", chat, "chat", "no answer", endlessHeader},
		{"the version", "/api/version", "chat", "more than", begun(`{"version":"`, "1")},
		{"the models", "/api/tags", "models", "more than", begun(`{"models":[{}`, ",{}")},
		{"the models, packed", "/api/tags", "models", "more than", packed(begun(`{"models":[{}`, ",{}"))},
		{"a very long list of models", "/api/tags", "models", "0 models", whole(`{"models":[{}`, ",{}", "]}", 1e6)},
		{"the facts of a model", "/api/show", "models", "more than", begun(`{"model_info":{"a":[[]`, ",[]")},
		{"large facts", "/api/show", "models", "2 models", whole(`{"model_info":{"a":[[]`, ",[]", "]}}", 3e6)},
		{"what is loaded", "/api/ps", "models", "2 models", begun(`{"models":[{}`, ",{}")},
		{"vectors", "/api/embed", "embed", "more than", begun(`{"embeddings":[[1]`, ",[]")},
		{"one vector", "/api/embed", "embed", "more than", begun(`{"embeddings":[[1`, ",1")},
		{"one long vector", "/api/embed", "embed", "more than", whole(`{"embeddings":[[1`, ",1", `]]}`, 2e6)},
		{"vectors of nothing", "/api/embed", "embed", "no answer", whole(`{"embeddings":[[]`, ",[]", "]}", 1<<20)},
		{"progress", "/api/pull", "pull", "more than", again(`{"status":"pulling","x":"` + padded + `"}` + "\n")},
		{"one line of progress", "/api/pull", "pull", "more than", begun(`{"status":"`, "pulling ")},
	}
}

// swamped is a server that is an ordinary one but for one path. What only loads a model is answered.
func swamped(t *testing.T, f flood) string {
	ordinary := httputil.NewSingleHostReverseProxy(fake.NewServer(t).URL)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if r.URL.Path == f.path && !bytes.Contains(body, []byte(`"messages":null`)) {
			f.send(w, r)
			return
		}
		ordinary.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

const (
	floodedEnv = "RABBITHOLE_TEST_FLOODED" // address of the server that a child of the test asks
	floodedAsk = "RABBITHOLE_TEST_ASK"
)

// outcome is what a child says at its end.
type outcome struct {
	Said string
	Peak int64 // kB; 0 where the system does not tell
}

func TestMain(m *testing.M) {
	if server := os.Getenv(floodedEnv); server != "" {
		json.NewEncoder(os.Stdout).Encode(outcome{said(server, os.Getenv(floodedAsk)), peak()})
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// said asks a server and puts in words what came of it.
func said(server, ask string) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	u, err := url.Parse(server)
	if err != nil {
		return err.Error()
	}
	c := connect(u, ollama.Options{Limits: hurried(), Memory: func() int64 { return 1 << 40 }})
	words, err := asked(ctx, c, ask)
	if err != nil {
		return "no answer: " + err.Error()
	}
	return words
}

func asked(ctx context.Context, c *ollama.Client, ask string) (string, error) {
	switch ask {
	case "models":
		cards, err := c.Models(ctx)
		return fmt.Sprintf("%d models", len(cards)), err
	case "embed":
		e, err := c.OpenEmbedder(ctx, "nomic-embed-text")
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d dimensions", e.Dim()), nil
	case "pull":
		return "pulled", c.Pull(ctx, "mistral", nil)
	}
	card, err := c.Pick(ctx, "")
	if err != nil {
		return "", err
	}
	m, err := c.Open(ctx, card)
	if err != nil {
		return "", err
	}
	reply, err := m.Generate(ctx, hello(), nil)
	if reply.DoneReason == "length" {
		return fmt.Sprintf("cut: %d bytes", len(reply.Text)+len(reply.Thinking)), err
	}
	return fmt.Sprintf("an answer of %d bytes", len(reply.Text)), err
}

// peak is the most memory that this process has held, in kB.
func peak() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	var kB int64
	if _, line, ok := strings.Cut(string(status), "VmHWM:"); ok {
		fmt.Sscan(line, &kB)
	}
	return kB
}

func TestClient_EndlessRepliesAreCut(t *testing.T) {
	for _, f := range floods() {
		t.Run(f.name, func(t *testing.T) {
			if f.name == "progress" && testing.Short() {
				t.Skip("a quarter of a gigabyte is read before it is cut")
			}
			child := exec.CommandContext(t.Context(), os.Args[0])
			child.Env = append(os.Environ(), floodedEnv+"="+swamped(t, f), floodedAsk+"="+f.ask)
			out, err := child.Output()
			var got outcome
			if err != nil || json.Unmarshal(out, &got) != nil {
				t.Fatalf("%v: %s", err, out)
			}
			t.Logf("%s; %d MB", got.Said, got.Peak>>10)
			if !strings.Contains(got.Said, f.want) || len(got.Said) > 1000 {
				t.Errorf("the client says %.1000q, want %q", got.Said, f.want)
			}
			if got.Peak > mostMemory {
				t.Errorf("%d MB of memory", got.Peak>>10)
			}
		})
	}
}
