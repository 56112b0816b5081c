package screen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Page is what stands in a program's window, seen through WebKitWebDriver.
type Page struct {
	PID     int       // of the program
	Started time.Time // when it was executed
	session string    // address
	driver  *exec.Cmd
}

// Drive starts a program with a driver that sees its page. home is as for Environment; the program may put its own folders there.
func (s *Screen) Drive(home, program string, args ...string) (*Page, error) {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0") // a free port
	if err != nil {
		return nil, err
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	l.Close()
	begun, start := filepath.Join(home, "begun"), filepath.Join(home, "start")
	line := "#!/bin/sh\necho $$ $(date +%s%N) >" + quoted(begun) + "\nexec env LD_PRELOAD=" + quoted(s.automation) + " " + quoted(program)
	for _, arg := range args {
		line += " " + quoted(arg)
	}
	if err := os.WriteFile(start, []byte(line+"\n"), 0o700); err != nil {
		return nil, err
	}
	p := &Page{session: "http://127.0.0.1:" + port + "/session", driver: exec.Command("WebKitWebDriver", "--port="+port)}
	p.driver.Env = s.Environment(home)
	if err := p.driver.Start(); err != nil {
		return nil, err
	}
	if err := p.begin(start); err != nil {
		p.Close()
		return nil, err
	}
	data, err := os.ReadFile(begun)
	if err == nil {
		var nanoseconds int64
		_, err = fmt.Sscan(string(data), &p.PID, &nanoseconds)
		p.Started = time.Unix(0, nanoseconds)
	}
	return p, err
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// begin lets the driver start the program; it may not listen yet.
func (p *Page) begin(program string) error {
	want := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": program}}}}
	var got struct{ SessionID string }
	err := p.post("", want, &got)
	for end := time.Now().Add(10 * time.Second); errors.Is(err, errUnreachable) && time.Now().Before(end); err = p.post("", want, &got) {
		time.Sleep(20 * time.Millisecond)
	}
	p.session += "/" + got.SessionID
	return err
}

var errUnreachable = errors.New("the driver does not answer")

func (p *Page) post(path string, body, out any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.Post(p.session+path, "application/json", bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%w: %w", errUnreachable, err)
	}
	defer r.Body.Close()
	said, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", r.Status, said)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(said, &struct{ Value any }{out})
}

// Eval decodes into out what the body of an asynchronous function in JavaScript returns. Its arguments stand in args.
func (p *Page) Eval(out any, body string, args ...any) error {
	script := `const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1);
		(async () => { ` + body + ` })().then((v) => done({ value: v ?? null }), (e) => done({ error: String(e?.message ?? e) }))`
	var got struct {
		Value json.RawMessage
		Error string
	}
	if err := p.post("/execute/async", map[string]any{"script": script, "args": append([]any{}, args...)}, &got); err != nil {
		return err
	}
	if got.Error != "" {
		return errors.New(got.Error)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(got.Value, out)
}

// Close ends the driver. The program goes on: it is its starter's to end, by its process.
func (p *Page) Close() {
	p.driver.Process.Kill()
	p.driver.Wait()
}
