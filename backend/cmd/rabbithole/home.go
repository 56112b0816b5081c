package main

import (
	"regexp"
	"runtime"
	"strings"
)

// ownCommand is a command of the program in a text of its own.
var ownCommand = regexp.MustCompile(`\brabbithole ([a-z]+)\b`)

// homed puts into the commands of a text of the program the library that it was started with: pasted as they stand they find it.
func (s *shell) homed(text string) string {
	if s.named == "" {
		return text
	}
	return ownCommand.ReplaceAllStringFunc(text, func(command string) string {
		return strings.Replace(command, " ", " --home "+quoted(s.named)+" ", 1)
	})
}

// form is homed for a format.
func (s *shell) form(format string) string {
	escaped := shell{named: strings.ReplaceAll(s.named, "%", "%%")}
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
