package ollama_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fake"
	"rabbithole/backend/fault"
	"rabbithole/backend/ollama"
)

// saying is a server that is an ordinary one but for the text it sends on one path.
func saying(t *testing.T, path, text string) *url.URL {
	t.Helper()
	ordinary := httputil.NewSingleHostReverseProxy(fake.NewServer(t).URL)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == path {
			io.WriteString(w, text)
			return
		}
		ordinary.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func absurd() []string {
	return []string{"-5", "1000000000000000000", "1e30", "1e400", `"many"`, "null", "NaN", "-Infinity", "[]", "{}"}
}

func TestGenerate_AbsurdCountsAreIgnored(t *testing.T) {
	for _, n := range append(absurd(), "") {
		counts := fmt.Sprintf(`,"prompt_eval_count":%s,"eval_count":%s,"eval_duration":%s`, n, n, n)
		if n == "" {
			counts = ""
		}
		end := `{"message":{"content":""},"done":true,"done_reason":"stop"` + counts + "}\n"
		u := saying(t, "/api/chat", says("Radon ")+says("is a gas.")+end)
		m := open(t, connect(u, ollama.Options{Limits: hurried()}), "")
		for range 2 {
			reply, err := m.Generate(t.Context(), hello(), nil)
			if err != nil || reply.Text != "Radon is a gas." || reply.DoneReason != "stop" || reply.Truncated ||
				reply.PromptTokens != 0 || reply.ReplyTokens != 3 {
				t.Errorf("%q: %+v, %v", n, reply, err)
			}
		}
	}
}

// A server that does not tell of a model in time has the others all the same; one that tells of none, or nothing of what runs, is given up.
func TestModels_ASilentServerIsGivenUp(t *testing.T) {
	ordinary := httputil.NewSingleHostReverseProxy(fake.NewServer(t).URL)
	for path, silent := range map[string]func(body string) bool{
		"/api/show": func(body string) bool { return strings.Contains(body, "qwen3") },
		"/api/ps":   func(string) bool { return true },
		"all":       func(string) bool { return true },
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			if (r.URL.Path == path || path == "all" && r.URL.Path == "/api/show") && silent(string(body)) {
				<-r.Context().Done()
				return
			}
			ordinary.ServeHTTP(w, r)
		}))
		defer server.Close()
		u, err := url.Parse(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		cards, err := connect(u, ollama.Options{Limits: ollama.Limits{Facts: 100 * time.Millisecond}, Memory: func() int64 { return 1 << 30 }}).Models(t.Context())
		switch {
		case path == "all" && (fault.KindOf(err) != fault.Unavailable || cards != nil):
			t.Errorf("%s: %d models, %v", path, len(cards), err)
		case path == "/api/show" && (err != nil || len(cards) == 0 || strings.Contains(cards[0].Name, "qwen3")):
			t.Errorf("%s: %+v, %v", path, cards, err)
		case path == "/api/ps" && (err != nil || len(cards) < 2):
			t.Errorf("%s: %d models, %v", path, len(cards), err)
		}
	}
}

func TestModels_AbsurdCountsAreIgnored(t *testing.T) {
	for _, n := range absurd() {
		tags := fmt.Sprintf(`{"models":[{"name":"qwen3:14b","digest":"d","size":%s},{"name":"","size":1}]}`, n)
		if n == "NaN" || n == "-Infinity" {
			continue // nobody measures a file so
		}
		cards, err := connect(saying(t, "/api/tags", tags), ollama.Options{}).Models(t.Context())
		if err != nil || len(cards) != 1 || cards[0].Bytes != 0 {
			t.Errorf("size %s: %+v, %v", n, cards, err)
		}
		shown := fmt.Sprintf(`{"capabilities":["completion"],"model_info":{"general.architecture":"a",`+
			`"a.context_length":%s,"a.block_count":%s}}`, n, n)
		cards, err = connect(saying(t, "/api/show", shown), ollama.Options{}).Models(t.Context())
		if err != nil || len(cards) != 2 || cards[0].MaxCtx != 0 || cards[0].NumCtx != 4096 || !cards[0].Chats {
			t.Errorf("context length %s: %+v, %v", n, cards, err)
		}
		free := connect(saying(t, "/api/ps", fmt.Sprintf(`{"models":[{"size":%s,"size_vram":%s}]}`, n, n)),
			ollama.Options{Memory: func() int64 { return 1 << 30 }}).Memory(t.Context())
		if free != 1<<30 {
			t.Errorf("size in memory %s: %d bytes are free", n, free)
		}
	}
}

func TestPull_AbsurdCountsAreIgnored(t *testing.T) {
	for _, n := range absurd() {
		line := fmt.Sprintf(`{"status":"pulling`+strings.Repeat(" a layer", 100)+`","total":%s,"completed":%s}`, n, n)
		if n == "NaN" || n == "-Infinity" {
			continue
		}
		var last ollama.Progress
		c := connect(saying(t, "/api/pull", line+"\n"+`{"status":"success"}`), ollama.Options{})
		err := c.Pull(t.Context(), "mistral", func(p ollama.Progress) {
			if p.Status != "success" {
				last = p
			}
		})
		if err != nil || last.Total != 0 || last.Completed != 0 || len(last.Status) > 510 {
			t.Errorf("%s: %+v, %v", n, last, err)
		}
	}
}

func TestEmbedder_RepliesThatAreNoVectors(t *testing.T) {
	good := `{"embeddings":[[0.6,0.8]],"prompt_eval_count":NaN,"total_duration":"long"}`
	for _, c := range []struct{ name, reply, problem string }{
		{"good, with counts that are none", good, ""},
		{"none", `{"embeddings":[]}`, "0 vectors for 1 texts"},
		{"too many", `{"embeddings":[[1,2],[3,4]]}`, "2 vectors for 1 texts"},
		{"missing", `{}`, "0 vectors for 1 texts"},
		{"empty", `{"embeddings":[[]]}`, "no usable vectors"},
		{"not a list", `{"embeddings":[7]}`, "no usable vectors"},
		{"text", `{"embeddings":[["a","b"]]}`, "no usable vectors"},
		{"beyond a float", `{"embeddings":[[1e39,1]]}`, "no usable vectors"},
		{"null among numbers", `{"embeddings":[[0.6,null,0.8]]}`, "no usable vectors"},
		{"too long", `{"embeddings":[[1` + strings.Repeat(",1", 9000) + `]]}`, "no usable vectors"},
		{"NaN", `{"embeddings":[[NaN,1]]}`, "cannot be read"},
		{"an HTML page", "<html>\x1b[2J" + strings.Repeat("no ", 10_000), "cannot be read"},
	} {
		client := connect(saying(t, "/api/embed", c.reply), ollama.Options{Limits: hurried()})
		_, err := client.OpenEmbedder(t.Context(), "nomic-embed-text")
		if c.problem == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.problem) || len(err.Error()) > 800 ||
			strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %.1000v", c.name, err)
		}
	}
}

func TestGenerate_ToolCallsAsServersWriteThem(t *testing.T) {
	for args, want := range map[string]string{
		`{"query":"radon"}`: `{"query":"radon"}`, `"{\"query\":\"radon\"}"`: `{"query":"radon"}`,
		"": "{}", `{}`: "{}", `[1]`: "", `"radon"`: "", "null": "",
	} {
		if args != "" {
			args = `,"arguments":` + args
		}
		line := `{"message":{"tool_calls":[{"function":{"name":"search_library"` + args + `}}]},"done":true}`
		m := open(t, connect(saying(t, "/api/chat", line), ollama.Options{}), "")
		reply, err := m.Generate(t.Context(), tooled(), nil)
		got := ""
		if len(reply.ToolCalls) == 1 {
			got = string(reply.ToolCalls[0].Arguments)
		}
		if err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", args, got, err, want)
		}
	}
}

func TestClient_ErrorsOfAServerAreShort(t *testing.T) {
	u := saying(t, "/api/chat", `{"error":"`+strings.Repeat("no ", 100_000)+`"}`)
	_, err := open(t, connect(u, ollama.Options{Limits: hurried()}), "").Generate(t.Context(), hello(), nil)
	if fault.KindOf(err) != fault.Internal || len(err.Error()) > 1000 {
		t.Errorf("%.2000v", err)
	}
}
