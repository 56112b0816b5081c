package windowtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"
)

// page is what stands in the window, seen through WebKitWebDriver.
type page struct {
	t       *testing.T
	session string // address
}

// newPage lets the driver start the program.
func newPage(t *testing.T, driver, program string) *page {
	t.Helper()
	p := &page{t: t, session: driver + "/session"}
	want := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": program}}}}
	var got struct{ SessionID string }
	var err error
	for range 100 { // the driver begins to listen
		if err = p.post("", want, &got); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.session += "/" + got.SessionID
	return p
}

func (p *page) post(path string, body, out any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.Post(p.session+path, "application/json", bytes.NewReader(data))
	if err != nil {
		return err
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

// eval returns what a function body of JavaScript returns; promises are awaited.
func (p *page) eval(out any, body string, args ...any) error {
	if args == nil {
		args = []any{}
	}
	script := `const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1);
		(async () => { ` + body + ` })().then((v) => done({ value: v ?? null }), (e) => done({ error: String(e?.message ?? e) }))`
	var got struct {
		Value json.RawMessage
		Error string
	}
	if err := p.post("/execute/async", map[string]any{"script": script, "args": args}, &got); err != nil {
		return err
	}
	if got.Error != "" {
		return fmt.Errorf("%s", got.Error)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(got.Value, out)
}

// must is eval that may not fail.
func (p *page) must(out any, body string, args ...any) {
	p.t.Helper()
	if err := p.eval(out, body, args...); err != nil {
		p.t.Fatalf("%s: %v", body, err)
	}
}

// count returns how many elements of a selector there are.
func (p *page) count(selector string) (n int) {
	if err := p.eval(&n, `return document.querySelectorAll(args[0]).length`, selector); err != nil {
		return -1
	}
	return n
}

// waitFor waits for an element.
func (p *page) waitFor(selector string) {
	p.t.Helper()
	eventually(p.t, selector+" is on the page", func() bool { return p.count(selector) > 0 })
}

// click clicks on the first element of a selector.
func (p *page) click(selector string) {
	p.t.Helper()
	p.waitFor(selector)
	p.must(nil, `document.querySelector(args[0]).click()`, selector)
}

// leave ends the session; the program is gone by then, and the driver says so.
func (p *page) leave() {
	r, err := http.NewRequest(http.MethodDelete, p.session, nil)
	if err != nil {
		return
	}
	if answer, err := http.DefaultClient.Do(r); err == nil {
		answer.Body.Close()
	}
}
