package research

import (
	"context"
	"fmt"
	"slices"

	"rabbithole/backend/cite"
	"rabbithole/backend/event"
	"rabbithole/backend/extract"
	shared "rabbithole/backend/flow"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// Chapter is a part of a document that a question wants summarised. It is an item of the plan; an item that the person wrote anew is none any more.
type Chapter struct {
	Task     string   `json:"task"`     // what the plan calls it
	Title    string   `json:"title"`    // of its section; "" of what the document says of itself, which is the answer
	Passages []string `json:"passages"` // IDs of those that tell it
}

// Outline makes the plan of a summary by rule of documents that a question names: what each is about, then its chapters, at most most in all. Of several
// documents each is one chapter.
func Outline(k *step.Kit, language string, documents []source.Document, passages func(source.Document) ([]source.Passage, error), most int) ([]Chapter, error) {
	var out []Chapter
	for _, d := range documents {
		all, err := passages(d)
		if err != nil {
			return nil, err
		}
		title := d.Title
		if title == "" {
			title = d.Name
		}
		about, _ := k.About(d, all)
		if len(documents) > 1 {
			out = append(out, chapter(title, title, k.Openings(d, all, most)))
			continue
		}
		if about.ID != "" {
			out = append(out, chapter(sayAbout.In(language), "", []source.Passage{about}))
		}
		for _, c := range k.Chapters(d, all, most-len(out)) {
			if c.Title == "" {
				c.Title = sayPages.In(language, c.Passages[0].Page(), c.Passages[len(c.Passages)-1].Page())
			}
			task := c.Title
			if slices.ContainsFunc(out, func(o Chapter) bool { return o.Task == task }) {
				task = fmt.Sprintf("%s (%d)", task, c.Passages[0].Page())
			}
			out = append(out, chapter(task, c.Title, c.Passages))
		}
	}
	return slices.DeleteFunc(out, func(c Chapter) bool { return len(c.Passages) == 0 }), nil
}

func chapter(task, title string, passages []source.Passage) Chapter {
	c := Chapter{Task: task, Title: title}
	for _, p := range passages {
		c.Passages = append(c.Passages, p.ID)
	}
	return c
}

// chapter returns the chapter that an item of the plan tells.
func (s State) chapter(item *Item) (Chapter, bool) {
	i := slices.IndexFunc(s.Outline, func(c Chapter) bool { return c.Task == item.Task })
	if i < 0 {
		return Chapter{}, false
	}
	return s.Outline[i], true
}

// summarises reports whether the report is a summary by rule of documents that the question names.
func (f *flow) summarises(s State) bool {
	return f.Kit != nil && f.Kit.Model == nil && len(s.Outline) > 0
}

// outlined are the tasks of a summary.
func (s State) outlined() (tasks []extract.Task) {
	for _, c := range s.Outline {
		tasks = append(tasks, extract.Task{Task: c.Task, Queries: []string{}})
	}
	return tasks
}

// readChapter keeps the sentences that tell a chapter.
func (f *flow) readChapter(ctx context.Context, s State, item *Item, c Chapter, change *read, events *[]event.Event) error {
	var pending []pendingReading
	for i, q := range s.Queries {
		if q.Item == item.ID {
			for _, id := range q.Hits {
				pending = append(pending, pendingReading{id: id, item: item, query: i})
			}
		}
	}
	readings, err := f.readings(ctx, pending)
	if err != nil {
		return err
	}
	change.note(s, pending)
	for i, r := range readings {
		j := extract.Judgement{Relevance: 1, Quotes: []string{f.Kit.TopicSentence(r.Document, r.Passage)}}
		if c.Title == "" {
			_, j.Quotes = f.Kit.About(r.Document, []source.Passage{r.Passage})
		}
		if err := f.take(ctx, s, pending[i], r, j, change, events); err != nil {
			return err
		}
	}
	return nil
}

// overview is the draft of a summary: what the document says it is about, then a section for each chapter.
func (s State) overview(evidence []cite.Evidence) (out extract.Draft) {
	documents := map[string]bool{}
	known := cite.ByID(evidence)
	told := map[string]bool{}
	for i := range s.Plan {
		c, ok := s.chapter(&s.Plan[i])
		title := c.Title
		if !ok {
			title = s.Plan[i].Task
		}
		var lines []cite.Sentence
		for n, k := range s.Evidence {
			if k.Item != s.Plan[i].ID {
				continue
			}
			e := known[k.ID]
			documents[e.Document] = true
			for _, q := range e.Quotes {
				if told[q.Text] {
					continue
				}
				told[q.Text] = true
				line := cite.Sentence{Text: q.Text, Evidence: []string{e.ID}}
				if !ok || c.Title != "" {
					line.Block, line.Item = n, true
					if e.Section != "" && e.Section != title {
						line.Text = e.Section + ": " + q.Text
					}
				}
				lines = append(lines, line)
			}
		}
		switch {
		case ok && c.Title == "":
			out.Answer = append(out.Answer, lines...)
		case len(lines) > 0:
			out.Sections = append(out.Sections, extract.DraftSection{Title: title, Lines: lines})
		}
	}
	if len(out.Answer) == 0 { // of several documents the first sentence of each
		for n := range out.Sections {
			first := out.Sections[n].Lines[0]
			first.Block = n
			out.Answer, out.Sections[n].Lines = append(out.Answer, first), out.Sections[n].Lines[1:]
		}
		out.Sections = slices.DeleteFunc(out.Sections, func(s extract.DraftSection) bool { return len(s.Lines) == 0 })
	}
	if len(documents) > 1 {
		_, apart := shared.Extracts(s.Language)
		out.Silent = append(out.Silent, apart)
	}
	return out
}
