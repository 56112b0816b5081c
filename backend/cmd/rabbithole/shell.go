package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"rabbithole/backend/core"
	"rabbithole/backend/event"
	"rabbithole/backend/fault"
)

// shell is what every command prints to and reads from.
type shell struct {
	out, err io.Writer
	in       io.Reader
	attended bool       // a person sits at both ends: questions can be asked, and bars drawn
	screen   bool       // out is a terminal, on which only text may be printed
	stream   bool       // what a model writes is shown as it grows, terminal or not
	drafted  bool       // a draft was shown that nobody had checked
	width    func() int // of the terminal that err is, in characters; nil where it is none
	called   string     // the program, as the person called it; "" for its name
	home     string
	named    string     // home as the person named it on the command line, "" when it is the usual one
	json     bool       // the command prints JSON: errors too
	verbose  bool       // what happens goes into the log
	logged   func()     // waits until it is there
	app      *core.Core // the library that is open, nil while none is
	code     int        // exit code of a command that succeeded with a reservation
}

// Exit codes, documented in docs/cli.md.
const (
	exitInternal = 1
	exitWaiting  = 10 // the run waits for a person
	exitPartly   = 11 // some files could not be read
)

var exitCodes = map[fault.Kind]int{
	fault.Internal: exitInternal, fault.Usage: 2, fault.NotFound: 3, fault.Locked: 4, fault.Unreadable: 5, fault.Password: 5,
	fault.Unavailable: 6, fault.Storage: 7, fault.Denied: 8, fault.Cancelled: 130,
}

// What the Run method of a command asks for that needs the library: it is opened before, and closed after it.
type (
	writable struct{ *core.Core } // as open opens it
	readable struct{ *core.Core } // as look does
	anyhow   struct{ *core.Core } // as peek does
)

// provide lets a command have the library in the way that it asks for.
func (s *shell) provide(ctx context.Context, command *kong.Context) error {
	return errors.Join(
		command.BindToProvider(func() (writable, error) { app, err := s.open(ctx); return writable{app}, err }),
		command.BindToProvider(func() (readable, error) { app, err := s.look(ctx); return readable{app}, err }),
		command.BindToProvider(func() (anyhow, error) { app, err := s.peek(ctx); return anyhow{app}, err }))
}

// open opens the library for writing.
func (s *shell) open(ctx context.Context) (app *core.Core, err error) {
	app, err = core.Open(ctx, core.Config{Home: s.home, Log: s.note})
	if err == nil && s.verbose {
		s.logged = logging(app.Events.Subscribe(manyEvents))
	}
	s.app = app
	return app, err
}

// close closes the library, if one was opened, and waits until what happened is logged.
func (s *shell) close() {
	if s.app != nil {
		s.app.Close()
	}
	if s.logged != nil {
		s.logged()
	}
}

// manyEvents is how many events may wait to be logged before some are missing in the log.
const manyEvents = 10_000

// logging logs what happens, as it is kept: not how far things are, nor words as they come. The function that it returns ends it once all is logged.
func logging(events *event.Subscription) (end func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for e := range events.C {
			if e.Seq > 0 {
				slog.Debug(string(e.Kind), "run", e.Run, "seq", e.Seq, "data", e.Data)
			}
		}
	}()
	return func() {
		events.Close()
		<-done
	}
}

// look opens the library for reading: it works while another process writes, and never makes a library.
func (s *shell) look(ctx context.Context) (*core.Core, error) {
	if err := s.hasHome(); err != nil {
		return nil, err
	}
	app, err := core.Open(ctx, core.Config{Home: s.home, ReadOnly: true, Log: s.note})
	s.app = app
	return app, err
}

// hasHome fails where there is no library yet.
func (s *shell) hasHome() error {
	if _, err := os.Stat(s.home); errors.Is(err, os.ErrNotExist) {
		return fault.New("open the library in "+s.home, fault.NotFound,
			"There is none yet. `rabbithole add FOLDER` makes it; --home names another folder.", nil)
	}
	return nil
}

// peek opens the library for a command that needs none: read-only where there is one, so that it works beside a writer.
func (s *shell) peek(ctx context.Context) (*core.Core, error) {
	if app, err := s.look(ctx); fault.KindOf(err) != fault.NotFound {
		return app, err
	}
	return s.open(ctx)
}

// fail prints an error, what to do about it, and returns the exit code.
func (s *shell) fail(err error) int {
	kind, hint, message := fault.KindOf(err), s.homed(fault.Hint(err)), fault.Said(err)
	if errors.Is(err, context.Canceled) {
		kind, message = fault.Cancelled, "cancelled" // where it was is nothing that a person who pressed Ctrl-C asks for
	}
	if s.json {
		s.line(map[string]any{"error": map[string]any{"message": message, "kind": kind, "hint": hint}})
	} else {
		s.note("rabbithole: %s", message)
		if hint != "" {
			s.note("  %s", hint)
		}
	}
	return exitCodes[kind]
}

// misused says what is wrong with the command line.
func misused(err error) error {
	hint := "`rabbithole --help` lists the commands, `rabbithole COMMAND --help` explains one."
	var at *kong.ParseError
	if errors.As(err, &at) && at.Context.Selected() == nil {
		err = errors.New(strings.Replace(err.Error(), "unexpected argument", "there is no command", 1))
	} else if at != nil {
		switch name := at.Context.Selected().Name; {
		case name == "fork":
			hint = "A checkpoint is named with --checkpoint N; `rabbithole show RUN --checkpoints` lists those that RUN has. `rabbithole fork --help` says more."
		case strings.Contains(err.Error(), `"<question>`):
			hint = "Write the question behind it: rabbithole " + name + " What is radon? `rabbithole " + name + " --help` says more."
		case strings.Contains(err.Error(), `"<run>`):
			hint = "Name the run behind it: rabbithole " + name + " last takes the newest, `rabbithole runs` lists them."
		}
	}
	return fault.New("read the command line", fault.Usage, hint, err)
}

// line prints v as one line of JSON.
func (s *shell) line(v any) {
	data, err := encode(v, "")
	if err != nil {
		data = []byte(fmt.Sprintf("{\"error\":{\"message\":%q}}\n", err.Error()))
	}
	s.out.Write(data)
}

// result prints what a command found: as JSON where that is asked for, and otherwise as print does for people.
func (s *shell) result(found any, err error, print func()) error {
	switch {
	case err != nil:
		return err
	case s.json:
		return s.value(found)
	}
	print()
	return nil
}

// value prints v as one indented JSON value.
func (s *shell) value(v any) error {
	data, err := encode(v, "  ")
	if err != nil {
		return err
	}
	_, err = s.out.Write(data)
	return err
}

// printf prints to standard output. On a terminal no line is broken in the middle of a word.
func (s *shell) printf(format string, args ...any) {
	text := worded(s.form(format), args...)
	if s.screen && s.width != nil {
		text = wrapped(text, s.room())
	}
	fmt.Fprint(s.out, text)
}

// room is how many characters a line of the terminal has for text: one that fills it to the last breaks on some.
func (s *shell) room() int { return max(20, s.width()-1) }

// told is text for standard error: on a terminal broken between words.
func (s *shell) told(format string, args ...any) string {
	text := worded(s.form(format), args...)
	if s.width != nil {
		text = wrapped(text, s.room())
	}
	return text
}

// note prints to standard error, so that results can be piped.
func (s *shell) note(format string, args ...any) {
	fmt.Fprintln(s.err, s.told(format, args...))
}

// singleWord matches one word of a script that has blanks between words.
var singleWord = regexp.MustCompile(`^\s*[^\s?？\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]+\s*$`)

// oneWord says of a question of one word what a whole one would bring.
func (s *shell) oneWord(question string) {
	if !s.json && singleWord.MatchString(question) {
		s.note("One word finds passages about it. A whole question gets an answer.")
	}
}

// prompt is note for what a person answers on the same line.
func (s *shell) prompt(format string, args ...any) {
	fmt.Fprint(s.err, s.told(format, args...))
}

// warn says what went wrong on the way.
func (s *shell) warn(text string) { s.note("! %s", text) }
