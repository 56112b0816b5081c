package server

import (
	"bufio"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The script runs in Node, over the real socket: testdata/bridge.mjs says what it sees.
func TestBridge_ComesBackByItselfAndSettlesEveryCall(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	s, m := standIn(t)
	address := strings.TrimPrefix(s.url, "http://")
	cmd := exec.CommandContext(t.Context(), node, "--experimental-websocket", "--no-warnings", "testdata/bridge.mjs", address, token)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		switch line := lines.Text(); line {
		case "waiting":
			s.close()
			close(m.release) // too late for who waits for it
		case "lost":
			s, _ := standInAt(t, portOf(t, address))
			defer s.close()
		default:
			seen = append(seen, line)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	want := []string{`echo [1,["ü"]]`, "told before the result 1", "told after the end of listening 1", `refused {"message":"no","kind":"internal","hint":""}`,
		"under way unavailable", "connection false", "meanwhile unavailable", "connection true", "again [2,[]]"}
	if !slices.Equal(seen, want) {
		t.Errorf("the page saw\n%s\nwant\n%s", strings.Join(seen, "\n"), strings.Join(want, "\n"))
	}
}
