package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"rabbithole/backend/report/plain"
)

// wrapped breaks lines of more than so many characters between words; what goes on stands below the text of its line. A longer word, such
// as a path, is left whole.
func wrapped(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		words := strings.TrimLeft(line, " -")
		indent := strings.Repeat(" ", min(len(line)-len(words), width/2))
		var out strings.Builder
		out.WriteString(line[:len(line)-len(words)])
		at := len(line) - len(words)
		for j, word := range strings.Split(words, " ") {
			n := utf8.RuneCountInString(word)
			switch {
			case j == 0:
			case at+1+n > width:
				out.WriteString("\n" + indent)
				at = len(indent)
			default:
				out.WriteByte(' ')
				at++
			}
			out.WriteString(word)
			at += n
		}
		lines[i] = out.String()
	}
	return strings.Join(lines, "\n")
}

// encode writes JSON that people can read too: < > & stay as they are.
func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b.Bytes(), err
}

// paragraphs is text of several lines that the program composed.
type paragraphs string

// worded is fmt.Sprintf for a terminal. Only the format and paragraphs have ends of lines: names, titles and what a model wrote stay on
// the line they are put in, and nothing commands the terminal.
func worded(format string, args ...any) string {
	args = slices.Clone(args)
	for i, arg := range args {
		switch arg.(type) {
		case paragraphs:
			continue
		case error, fmt.Stringer:
			arg = fmt.Sprint(arg)
		}
		if v := reflect.ValueOf(arg); v.Kind() == reflect.String {
			args[i] = strings.NewReplacer("\n", " ", "\t", " ").Replace(plain.Text(v.String()))
		}
	}
	return plain.Text(fmt.Sprintf(format, args...))
}

// oneLine folds white space, takes out what would command a terminal, and cuts text between words to at most n runes.
func oneLine(text string, n int) string {
	if text = plain.Line(text); utf8.RuneCountInString(text) <= n {
		return text
	}
	return plain.Shorten(text, n-2)
}

// plural returns "1 page" or "3 pages".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// eta prints how long something will still take.
func eta(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < time.Minute:
		return fmt.Sprintf(", %d s left", int(d.Seconds())+1)
	}
	return fmt.Sprintf(", %d min left", int(d.Minutes()+0.5))
}

// ownCommand is a command of the program in a text of its own.
var ownCommand = regexp.MustCompile(`\brabbithole (--help|COMMAND|[a-z]+)\b`)

// homed puts into the commands of a text of the program how it was called, and the library that it was started with: pasted as they stand
// they find both.
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
