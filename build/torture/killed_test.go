//go:build unix

package torture

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// killed starts a command, kills it as a power cut does, and returns how many of the processes that it started go on without it.
func (l library) killed(ctx context.Context, after time.Duration, args ...string) (left int, err error) {
	mark := fmt.Sprintf("RABBITHOLE_TORTURE=%d", time.Now().UnixNano())
	cmd := exec.CommandContext(ctx, l.program, append([]string{"--home", l.home}, args...)...)
	cmd.Env = append(os.Environ(), "OLLAMA_HOST=127.0.0.1:1", mark)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	time.Sleep(after)
	_ = cmd.Process.Kill() // it may have ended
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	for range 20 { // a child may need a moment to see that its parent is gone
		if left = marked(mark); left == 0 {
			return 0, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return left, nil
}

// marked counts the processes with a mark in their environment; where /proc does not tell, none.
func marked(mark string) (n int) {
	list, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is right
	for _, path := range list {
		if env, err := os.ReadFile(path); err == nil && strings.Contains(string(env), mark) {
			n++
		}
	}
	return n
}
