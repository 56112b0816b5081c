package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// ownCommand is a command of the program in a text of its own.
var ownCommand = regexp.MustCompile(`\brabbithole (--help|COMMAND|[a-z]+)\b`)

// homed puts into the commands of a text of the program how it was called, and the library that it was started with: pasted as they stand they find both.
func (s *shell) homed(text string) string {
	program := cmp.Or(s.called, "rabbithole")
	if s.named != "" {
		program += " --home " + quoted(s.named)
	}
	return ownCommand.ReplaceAllStringFunc(text, func(command string) string {
		return program + strings.TrimPrefix(command, "rabbithole")
	})
}

// calledBy is how a program is called that was started by this name: by its own where a shell finds it so.
func calledBy(name string) string {
	base := strings.TrimSuffix(filepath.Base(name), ".exe")
	if found, err := exec.LookPath(base); err == nil {
		at, _ := os.Stat(found)
		if own, err := os.Stat(name); err != nil || os.SameFile(at, own) { // without a folder in it the name was looked for
			return base
		}
	}
	return quoted(name)
}

// form is homed for a format.
func (s *shell) form(format string) string {
	escaped := shell{named: strings.ReplaceAll(s.named, "%", "%%"), called: strings.ReplaceAll(s.called, "%", "%%")}
	return escaped.homed(format)
}

var unquoted = regexp.MustCompile(`^[\w./:~+-]+$`)

// quoted is a word as a command line takes it.
func quoted(word string) string {
	switch {
	case unquoted.MatchString(word) || runtime.GOOS == "windows" && !strings.ContainsAny(word, " &()^%"):
		return word
	case runtime.GOOS == "windows":
		return `"` + word + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
