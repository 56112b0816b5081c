package main

import (
	"strings"
	"testing"
)

// A file may be called whatever it likes: its name does not command the terminal.
func TestExplore_NamesDoNotCommandTheTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home := library(t)
	letter := file(t, "le\x1b[31mtter\a.md", []byte(lent))
	torn := file(t, "to\x1b]0;mine\arn.pdf", []byte("this is no PDF"))
	for _, args := range [][]string{{"explore", "--nodes", "2", "--context", letter, "--context", torn, exploredOf}, {"show", "last"}, {"show", "last", "--tree"}} {
		s := rabbithole(t, home, args...).ok(t)
		for _, line := range strings.Split(s.out+"\n"+s.err, "\n") {
			if strings.ContainsAny(line, "\x1b\a") {
				t.Errorf("%s prints %q", args[0], line)
			}
		}
	}
}
