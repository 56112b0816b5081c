package ollama

import "strings"

// The marks of thinking that some models write into their text although they were told not to think.
const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// splitThinking separates an answer from thinking in its text. A template may have opened the thinking already, so that only its end
// shows. An answer that begins as JSON is left alone: its strings may quote anything. Thinking that never ends leaves no answer.
func splitThinking(text string) (answer, thinking string) {
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
		return trimmed, ""
	}
	rest, opened := strings.CutPrefix(trimmed, thinkOpen)
	before, after, closed := strings.Cut(rest, thinkClose)
	switch {
	case closed:
		return strings.TrimSpace(after), strings.TrimSpace(before)
	case opened:
		return "", strings.TrimSpace(rest)
	}
	return trimmed, ""
}

// thinkFilter passes a growing reply on, thinking at its start left out.
type thinkFilter struct {
	emit    func(string)
	pending strings.Builder // held back until it is clear what it is
	open    bool            // the answer itself has begun
}

// newThinkFilter returns a filter that writes to emit; nil means nobody listens.
func newThinkFilter(emit func(string)) *thinkFilter {
	return &thinkFilter{emit: emit}
}

func (f *thinkFilter) write(part string) {
	if f.emit == nil || part == "" {
		return
	}
	if f.open {
		f.emit(part)
		return
	}
	f.pending.WriteString(part)
	text := strings.TrimLeft(f.pending.String(), " \t\r\n")
	if strings.HasPrefix(text, thinkOpen) {
		_, after, closed := strings.Cut(text, thinkClose)
		if after = strings.TrimLeft(after, " \t\r\n"); closed && after != "" {
			f.start(after)
		}
		return
	}
	if text != "" && !strings.HasPrefix(thinkOpen, text) {
		f.start(text)
	}
}

// flush passes on what was held back and turned out to be no thinking.
func (f *thinkFilter) flush() {
	text := strings.TrimSpace(f.pending.String())
	if f.emit != nil && !f.open && text != "" && !strings.HasPrefix(text, thinkOpen) {
		f.start(text)
	}
}

func (f *thinkFilter) start(text string) {
	f.open = true
	f.emit(text)
}
