package fake

import (
	"regexp"
	"strings"

	"rabbithole/prompts"
)

// prompt is what a reader finds in a rendered prompt: fenced blocks with the label above them, the question, the task.
type prompt struct {
	blocks   []block
	question string
	task     string
	tasks    int // of a call that reads for several
}

// block is fenced text; ref is the first word above it: "P3", "E7". spans are the parts of a passage by their numbers, which text has no more.
type block struct {
	ref, text string
	spans     []span
}

// span is a numbered part of a passage.
type span struct{ number, text string }

var spanMark = regexp.MustCompile(`(?:^|\s)\[(\d+)\] `)

// passage takes the numbers out of a text.
func passage(text string) (string, []span) {
	var spans []span
	marks := spanMark.FindAllStringSubmatchIndex(text, -1)
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		spans = append(spans, span{text[m[2]:m[3]], strings.TrimSpace(text[m[1]:end])})
	}
	return spanMark.ReplaceAllStringFunc(text, func(mark string) string {
		if mark[0] == '[' {
			return ""
		}
		return mark[:1]
	}), spans
}

var (
	fenceOpen = regexp.MustCompile(`<<<(` + prompts.MarkForm + `)\n`)
	taskLine  = regexp.MustCompile(`(?m)^Task: (.*)$`)
	tasksLine = regexp.MustCompile(`(?m)^T\d+ .*$`)
)

// read takes a prompt apart. The question is the last fenced block.
func read(user string) prompt {
	var p prompt
	outside := ""
	rest := user
	for {
		open := fenceOpen.FindStringSubmatchIndex(rest)
		if open == nil {
			break
		}
		before, mark := rest[:open[0]], rest[open[2]:open[3]]
		text, after, closed := strings.Cut(rest[open[1]:], "\n"+mark+">>>")
		if !closed {
			break
		}
		outside += before
		b := block{ref: label(before)}
		b.text, b.spans = passage(text)
		p.blocks = append(p.blocks, b)
		rest = after
	}
	if n := len(p.blocks); n > 0 {
		p.question = p.blocks[n-1].text
	}
	if m := taskLine.FindStringSubmatch(outside); m != nil {
		p.task = m[1]
	}
	p.tasks = len(tasksLine.FindAllString(outside, -1))
	return p
}

// label returns the first word of the line above a fence.
func label(before string) string {
	before = strings.TrimRight(before, "\n")
	words := strings.Fields(before[strings.LastIndexByte(before, '\n')+1:])
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

var refForm = regexp.MustCompile(`^[A-Z]\d+$`)

// labelled returns the blocks whose label is kind and a number.
func (p prompt) labelled(kind string) []block {
	var list []block
	for _, b := range p.blocks {
		if refForm.MatchString(b.ref) && strings.HasPrefix(b.ref, kind) {
			list = append(list, b)
		}
	}
	return list
}

// all joins the texts of the blocks of a kind.
func (p prompt) all(kind string) string {
	var b strings.Builder
	for _, block := range p.labelled(kind) {
		b.WriteString(block.text + "\n")
	}
	return b.String()
}

var wordForm = regexp.MustCompile(`[\p{L}\p{N}]+`)

// smallWords carry no content.
const smallWords = " what which when where that this with from have does must should there their about into than then they were been will would could " +
	"welche welcher welches wann oder nicht eine einer einem einen dass sind wird werden muss nach beim über unter wenn auch "

// words returns the content words of a text, lower case, each once: at least four letters, or a number.
func words(text string) []string {
	var list []string
	seen := map[string]bool{}
	for _, w := range wordForm.FindAllString(strings.ToLower(text), -1) {
		number := w[0] >= '0' && w[0] <= '9'
		if seen[w] || !number && len([]rune(w)) < 4 || strings.Contains(smallWords, " "+w+" ") {
			continue
		}
		seen[w] = true
		list = append(list, w)
	}
	return list
}

// overlap is the share of the question's content words that a text contains; inflected forms count by their first five letters.
func overlap(question, text string) float64 {
	have := map[string]bool{}
	for _, w := range words(text) {
		have[stem(w)] = true
	}
	asked := words(question)
	found := 0
	for _, w := range asked {
		if have[stem(w)] {
			found++
		}
	}
	if len(asked) == 0 {
		return 0
	}
	return float64(found) / float64(len(asked))
}

func stem(w string) string {
	if r := []rune(w); len(r) > 5 {
		return string(r[:5])
	}
	return w
}

func line(words []string) string { return clip(strings.Join(first(10, words), " "), 190) }

func first[T any](n int, list []T) []T { return list[:min(n, len(list))] }

func clip(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n])
	}
	return text
}
