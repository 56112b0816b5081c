package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rabbithole/backend/ask"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// open begins a run: what is known of the person's files without reading them, then one after the other.
func (f *run) open(ctx context.Context, s State) (graph.Step[State], error) {
	s.Settings, s.Language, s.Files = s.Settings.Filled(), cmp.Or(s.Language, ask.Language(s.Question)), nil
	out := graph.Step[State]{State: &s}
	used := map[string]int{}
	for _, hash := range s.Attached {
		file := File{Document: hash, Name: hash, Status: FileAttached}
		if f.Attached == nil {
			return out, fmt.Errorf("open the attached file %s: nothing reads attached files", hash)
		}
		if m, err := f.Attached.File(ctx, hash); err == nil {
			file.Name, file.Bytes = m.Name, m.Bytes
		} else if ctx.Err() != nil {
			return out, err
		}
		if used[file.Name]++; used[file.Name] > 1 {
			file.Name += " (" + strconv.Itoa(used[file.Name]) + ")"
		}
		s.Files = append(s.Files, file)
	}
	s.Context = ContextProcessing{Status: ContextNone, Total: len(s.Files)}
	var said string
	if len(s.Files) > 0 { // of files that there are not, nothing is said
		s.Context.Status = ContextParsing
		said = sayStarted.In(s.Language, aContextFile.In(s.Language, len(s.Files)))
	}
	d := ParsingData{ContextProcessing: s.Context, Text: said}
	out.Next = s.parseNext(0)
	out.Events = append(out.Events, event.New(EventParsingStarted, d))
	return out, nil
}

// parseNext leads to the file at i, or on when there is none. Files are read one after the other, so that every event counts what is done.
func (s State) parseNext(i int) []graph.Task {
	if i < len(s.Files) {
		return []graph.Task{graph.With("parse", i)}
	}
	return []graph.Task{graph.To("bind")}
}

// parse reads one file and makes its digest. A file that cannot be read is marked and harms no other; a model that is gone stops the run.
func (f *run) parse(ctx context.Context, s State) (graph.Step[State], error) {
	i, err := graph.Arg[int](ctx)
	if err != nil {
		return graph.Step[State]{}, err
	}
	file, index := s.Files[i], i+1
	readings, err := f.readings(ctx, file.Document, f.leafing(ctx, s.Language, file.Name))
	if ctx.Err() != nil {
		return graph.Step[State]{}, ctx.Err()
	}
	if kind := fault.KindOf(err); kind == fault.Storage || kind == fault.Locked { // nothing is wrong with the file
		return graph.Step[State]{}, err
	}
	d := ParsingData{File: file.Name, Index: index}
	if err != nil {
		file.Status = FileError
		file.Trouble, file.Error = unread(err)
		d.Text = sayFileError.In(s.Language, index, len(s.Files), file.Name, strings.TrimRight(file.Why(s.Language), "."))
	} else {
		items, err := f.digesting(s.Language, file.Name).Digest(ctx, s.asks(s.Question), file.Name, readings)
		if err != nil {
			return graph.Step[State]{}, err
		}
		if err := put(ctx, f.Rows, digestKey(file.Document), items); err != nil {
			return graph.Step[State]{}, err
		}
		file.Status, file.Passages, file.Items = FileReady, len(readings), len(items)
		d.Text = sayFile.In(s.Language, index, len(s.Files), file.Name, anItem.In(s.Language, len(items)))
	}
	s.Files[i] = file
	s.Context.Ready, s.Context.Error = 0, 0
	for _, f := range s.Files {
		switch f.Status {
		case FileReady:
			s.Context.Ready++
		case FileError:
			s.Context.Error++
		}
	}
	d.ContextProcessing, d.State, d.Items, d.Error, d.Trouble = s.Context, file.Status, file.Items, file.Error, file.Trouble
	return graph.Step[State]{State: &s, Next: s.parseNext(i + 1), Events: []event.Event{event.New(EventFileCompleted, d)}}, nil
}

// leafInterval is how often is told which page of a file is read.
const leafInterval = 300 * time.Millisecond

// leafing tells how far the reading of a file is, while it lasts.
func (f *run) leafing(ctx context.Context, language, name string) func(pages, all int) {
	last := f.Now()
	return func(pages, all int) {
		now := f.Now()
		if now.Sub(last) < leafInterval {
			return
		}
		last = now
		graph.Emit(ctx, event.New(EventLeafing, LeafingData{File: name, Page: pages, Pages: all, Text: sayLeafing.In(language, name, pages, all)}))
	}
}

// digesting is the kit that tells of every part of a file's digest when it is made: a long file takes many.
func (f *run) digesting(language, name string) *step.Kit {
	kit, parts := *f.Kit, 0
	kit.Emit = func(ctx context.Context, e event.Event) {
		if f.Kit.Emit != nil {
			f.Kit.Emit(ctx, e)
		}
		if e.Kind == reason.EventCalled {
			parts++
			graph.Emit(ctx, event.New(EventLeafing, LeafingData{File: name, Part: parts, Text: sayPart.In(language, name, parts)}))
		}
	}
	return &kit
}

// readings parses a file.
func (f *run) readings(ctx context.Context, hash string, done func(pages, all int)) ([]extract.Reading, error) {
	passages, err := f.Attached.Parse(ctx, hash, done)
	if err != nil {
		return nil, err
	}
	if len(passages) == 0 {
		return nil, errNoText
	}
	return f.Kit.Readings(ctx, flow.AllCitable(passages)...)
}

// bind joins the digests of the files that could be read and plants the root.
func (f *run) bind(ctx context.Context, s State) (graph.Step[State], error) {
	out := graph.Step[State]{State: &s, Next: []graph.Task{graph.With("search", at{ID: "1"})}}
	s.Context.Status = ContextNone
	var digests [][]extract.ContextItem
	for _, file := range s.Files {
		if file.Status != FileReady {
			continue
		}
		items, _, err := get[[]extract.ContextItem](ctx, f.Rows, s.Runs, digestKey(file.Document))
		if err != nil {
			return out, err
		}
		digests = append(digests, items)
	}
	all, err := f.Kit.Aggregate(ctx, s.asks(s.Question), digests)
	if err != nil {
		return out, err
	}
	if err := put(ctx, f.Rows, aggregateKey, all); err != nil {
		return out, err
	}
	if err := put(ctx, f.Rows, (Node{ID: "1"}).key(), Record{Question: s.Question}); err != nil {
		return out, err
	}
	if err := f.analyse(ctx, s); err != nil {
		return out, err
	}
	text := sayCompleted.In(s.Language, s.Context.Ready, aFile.In(s.Language, s.Context.Total), anItem.In(s.Language, len(all)))
	switch {
	case s.Context.Total == 0:
		text = ""
	case len(all) == 0:
		s.Context.Status, text = ContextUnusable, sayUnusable.In(s.Language)
		if s.Context.Ready > 0 {
			text = sayBeside.In(s.Language)
		}
		s.Warnings = append(s.Warnings, text)
		out.Events = append(out.Events, warning(text))
	default:
		s.Context.Status = ContextReady
	}
	nothing, err := f.unreadable(ctx, s)
	if nothing != nil {
		out.Next = done()
	}
	s.Revision++
	s.Tree = []Node{{ID: "1", Key: keyOf(f.Kit.Lexicon, s.Language, s.Question), Status: NodeOpen}}
	out.Events = append(out.Events, event.New(EventParsingCompleted, ParsingData{ContextProcessing: s.Context, Items: len(all), Text: text}))
	return out, err
}

// unreadable explains why a tree has nothing to read, nil if it has: neither chosen documents nor files nor the web.
func (f *run) unreadable(ctx context.Context, s State) ([]string, error) {
	if s.Context.Ready > 0 || f.MayAsk(s.Allow) {
		return nil, nil
	}
	return flow.Unreadable(ctx, f.Kit.Library, s.Language)
}

const analysisKey = "analysis"

// analyse finds what the question is about, once for all queries of the tree.
func (f *run) analyse(ctx context.Context, s State) error {
	docs, err := f.Kit.Library.Documents(ctx)
	if err != nil {
		return err
	}
	var titles []string
	for _, d := range docs[:min(len(docs), 30)] {
		titles = append(titles, d.Title)
	}
	a, err := f.Kit.Analyse(ctx, s.asks(s.Question), titles)
	if err != nil {
		return err
	}
	return put(ctx, f.Rows, analysisKey, a)
}

// asks is a question of the tree as the steps read it.
func (s State) asks(text string) ask.Question {
	return ask.Question{Text: text, Language: s.Language}
}

// unread names why a file cannot be read, and says it in English.
func unread(err error) (source.Trouble, string) {
	if trouble, reason := source.TroubleOf(err); reason != "" {
		return trouble, reason
	}
	return "", flow.Reason(err)
}

// wordless is the failure of a file that nothing can be quoted from.
type wordless struct{}

func (wordless) Error() string           { return "There is no text in the file." }
func (wordless) Trouble() source.Trouble { return source.Wordless }

var errNoText = fault.New("read the attached file", fault.Unreadable, "", wordless{})

// Why says why the file cannot be read, in the language; "" when nothing is the matter. What has no name it says in English.
func (f File) Why(language string) string {
	return flow.Why(language, f.Trouble, f.Error)
}

// warned is what a report says of what went wrong: of every file that could not be read, too, which the run's files say while it is on.
func (s State) warned() []string {
	out := slices.Clone(s.Warnings)
	for _, f := range s.Files {
		if f.Status == FileError {
			out = append(out, sayReadFailed.In(s.Language, f.Name, f.Why(s.Language)))
		}
	}
	return out
}
