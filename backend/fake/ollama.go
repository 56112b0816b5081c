package fake

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rabbithole/backend/fake/tinymodel"
)

// Ollama is a real Ollama server with an empty model folder on a free loopback port. It ends with the test that started it.
type Ollama struct {
	URL    *url.URL
	t      testing.TB
	binary string
	home   string
	cmd    *exec.Cmd
	exited chan struct{}
}

// StartOllama starts the server whose binary RABBITHOLE_OLLAMA_BIN names (build/ollama.sh prints its path) and waits until it
// answers. The test is skipped when the variable is unset and fails when it names no file.
func StartOllama(t testing.TB) *Ollama {
	t.Helper()
	binary := os.Getenv("RABBITHOLE_OLLAMA_BIN")
	if binary == "" {
		t.Skip("RABBITHOLE_OLLAMA_BIN is unset: set it to the path that build/ollama.sh prints to run against a real Ollama")
	}
	if _, err := os.Stat(binary); err != nil {
		t.Fatalf("RABBITHOLE_OLLAMA_BIN: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := &Ollama{t: t, binary: binary, home: t.TempDir(), URL: &url.URL{Scheme: "http", Host: l.Addr().String()}}
	l.Close()
	t.Cleanup(o.Kill)
	o.Start()
	return o
}

// Start starts the server again on the same port with the same models and waits until it answers.
func (o *Ollama) Start() {
	o.t.Helper()
	if o.cmd != nil {
		o.t.Fatal("the Ollama server runs already")
	}
	log, err := os.OpenFile(filepath.Join(o.home, "server.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		o.t.Fatal(err)
	}
	defer log.Close()
	cmd := exec.Command(o.binary, "serve")
	cmd.Env = append(os.Environ(), "OLLAMA_HOST="+o.URL.Host, "HOME="+o.home, "USERPROFILE="+o.home,
		"OLLAMA_MODELS="+filepath.Join(o.home, "models"), "OLLAMA_KEEP_ALIVE=5m", "OLLAMA_NUM_PARALLEL=1",
		"OLLAMA_DEBUG=0", "HTTP_PROXY=", "HTTPS_PROXY=", "http_proxy=", "https_proxy=")
	cmd.Stdout, cmd.Stderr = log, log
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		o.t.Fatalf("start %s: %v", o.binary, err)
	}
	o.cmd, o.exited = cmd, make(chan struct{})
	go func(exited chan struct{}) { cmd.Wait(); close(exited) }(o.exited)
	if err := o.await(30 * time.Second); err != nil {
		o.t.Fatalf("%v\n%s", err, o.Log())
	}
}

// Kill ends the server and its model runners at once, as a crash would. It may be called twice.
func (o *Ollama) Kill() {
	if o.cmd == nil {
		return
	}
	killGroup(o.cmd)
	<-o.exited
	o.cmd = nil
}

// Restart kills the server and starts it again.
func (o *Ollama) Restart() {
	o.t.Helper()
	o.Kill()
	o.Start()
}

// CreateTiny makes the random model under name ("tiny:latest").
func (o *Ollama) CreateTiny(name string) {
	o.t.Helper()
	if err := tinymodel.Create(context.Background(), &http.Client{}, o.URL, name); err != nil {
		o.t.Fatalf("%v\n%s", err, o.Log())
	}
}

// CreateTooled makes the random model under name as one that may be given tools.
func (o *Ollama) CreateTooled(name string) {
	o.t.Helper()
	if err := tinymodel.CreateTooled(context.Background(), &http.Client{}, o.URL, name); err != nil {
		o.t.Fatalf("%v\n%s", err, o.Log())
	}
}

// Log returns what the server wrote so far.
func (o *Ollama) Log() string {
	text, err := os.ReadFile(filepath.Join(o.home, "server.log"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func (o *Ollama) await(limit time.Duration) error {
	client := &http.Client{Timeout: time.Second}
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		select {
		case <-o.exited:
			return fmt.Errorf("the Ollama server ended at once")
		default:
		}
		resp, err := client.Get(o.URL.JoinPath("/api/version").String())
		if err == nil {
			resp.Body.Close()
			return nil
		}
	}
	return fmt.Errorf("the Ollama server did not answer within %s", limit)
}
