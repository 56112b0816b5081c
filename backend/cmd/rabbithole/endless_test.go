package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/fake"
)

// A model that never stops writing costs a step its answer, and neither the run nor the memory of the computer.
func TestAsk_ModelThatNeverStops(t *testing.T) {
	home := library(t)
	for name, word := range map[string]string{"an answer": "content", "thinking": "thinking"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("OLLAMA_HOST", neverStopping(t, word))
			p := launch(t, home, "ask", "--engine", "ollama", "--json", askedOf)
			most := peakOf(p.cmd.Process.Pid)
			events, last := stream(t, p.wait(t).ok(t))
			if most := <-most; most > 600<<10 {
				t.Errorf("%d MB of memory", most>>10)
			}
			fell := 0
			for _, e := range events {
				if e["kind"] == "step.fallback" {
					fell++
					if said := fmt.Sprint(e["data"]); !strings.Contains(said, "the answer was cut at its token limit") {
						t.Errorf("the fallback says %s", said)
					}
				}
			}
			if fell == 0 || !strings.Contains(fmt.Sprint(last["answer"]), "[1]") {
				t.Errorf("%d steps fell back; answer %v", fell, last["answer"])
			}
		})
	}
}

// neverStopping is an Ollama whose model writes on and on into a field of its messages.
func neverStopping(t *testing.T, field string) string {
	ordinary := httputil.NewSingleHostReverseProxy(fake.NewServer(t).URL)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		if r.URL.Path != "/api/chat" || strings.Contains(string(body), `"messages":null`) {
			ordinary.ServeHTTP(w, r)
			return
		}
		for i := 0; r.Context().Err() == nil; i++ {
			if _, err := fmt.Fprintf(w, `{"message":{%q:"and %d "}}`+"\n", field, i); err != nil {
				return
			}
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// peakOf returns, when the process has ended, the most memory that it held, in kB; 0 where the system does not tell.
func peakOf(pid int) <-chan int64 {
	peak := make(chan int64, 1)
	go func() {
		var most int64
		for {
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			_, line, ok := strings.Cut(string(status), "VmHWM:")
			if !ok {
				peak <- most
				return
			}
			fmt.Sscan(line, &most)
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return peak
}
