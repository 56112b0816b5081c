package main

import (
	"cmp"
	"context"
	"strings"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
)

type relatedCommand struct {
	Document []string `arg:"" help:"Name of the document, or the beginning of it; the hash of a saved web article."`
	Page     int      `help:"The page that is being read: what it says weighs most." placeholder:"N"`
	Mode     string   `help:"How far to look: quick, standard or deep." placeholder:"NAME" env:"RELATED_MODE"`
	Engine   string   `help:"auto, ollama or extractive." placeholder:"NAME" env:"RABBITHOLE_ENGINE"`
	Model    string   `help:"Ollama model to think with." placeholder:"NAME" env:"RABBITHOLE_MODEL"`
	Web      bool     `help:"Look in the web too. You are shown what would be sent, and to whom, before anything leaves."`
	Host     []string `help:"With --web: read pages of this host alone; repeatable." placeholder:"HOST"`
	Yes      bool     `short:"y" help:"Ask nothing: with --web this agrees to whatever the search sends."`
	Force    bool     `help:"Look anew, although what was found is fresh."`
	JSON     bool     `help:"Print NDJSON events and a final object."`
}

// Run looks for what is related to a document.
func (c *relatedCommand) Run(ctx context.Context, s *shell) error {
	app, web, err := (&reading{Web: c.Web, Host: c.Host}).open(ctx, "related", s)
	if err != nil {
		return err
	}
	d, err := app.Document(ctx, strings.Join(c.Document, " "))
	if err != nil {
		return err
	}
	r, err := app.StartRelated(ctx, core.FindRelated{Document: d.Hash, Page: c.Page, Mode: related.Mode(c.Mode), Web: web, Hosts: c.Host,
		Consented: c.Yes,
		Engine:    settings.Engine(c.Engine), Model: c.Model, Force: c.Force})
	status := runStatus{shell: s, signed: time.Now()}
	defer status.clear()
	for err == nil {
		if r, err = app.AwaitRelated(ctx, d.Hash, func(now core.RelatedChanged) { s.tellRelated(&status, now) }); err != nil ||
			r.Status != related.StatusRunning {
			break
		}
		status.clear()
		var asked bool
		if asked, err = s.askRelated(ctx, app, r, c.Yes); !asked {
			return err
		}
	}
	if err != nil {
		return stoppedBeside(d.Name, err)
	}
	status.clear()
	return s.company(ctx, app, r)
}

// stoppedBeside says that nothing is lost.
func stoppedBeside(name string, err error) error {
	if fault.KindOf(err) == fault.Internal && strings.Contains(err.Error(), context.Canceled.Error()) {
		return fault.New("look for what is related to "+name, fault.Cancelled, "The same command goes on where it was.", err)
	}
	return err
}

// besides are what a search does, in a line.
var besides = map[related.Doing]string{related.DoingWaiting: "Waiting: another run uses the model, or you are asked.",
	related.DoingSearching: "Searching.",
	related.DoingFetching:  "Reading pages of the web.", related.DoingSummarizing: "Summarizing."}

// tellRelated tells how a search goes on.
func (s *shell) tellRelated(status *runStatus, now core.RelatedChanged) {
	said := besides[now.Doing]
	switch {
	case s.json:
		s.line(now)
	case now.Calling:
		status.show(now.Message)
	case said != "" && status.node != string(now.Doing):
		status.node, status.since = string(now.Doing), time.Now()
		status.say(said)
	case said != "":
		status.show(strings.TrimSuffix(said, ".") + status.clock())
	}
}

// askRelated asks the person what the search asks; false where nobody can be asked.
func (s *shell) askRelated(ctx context.Context, app *core.Core, r core.Related, yes bool) (bool, error) {
	questions, err := app.Questions(ctx, r.Run)
	if err != nil {
		return false, err
	}
	if !yes && (s.json || !s.attended) {
		s.code = exitWaiting
		if s.json {
			s.line(map[string]any{"articleId": r.Article, "run": r.Run, "status": graph.Waiting, "questions": questions})
			return false, nil
		}
		for _, q := range questions {
			s.note("It asks: %s", q.Text)
		}
		s.note("The search waits for an answer: give the same command in a terminal, or with --yes --force.")
		return false, nil
	}
	var person typist
	person.sitDown(s.in)
	if err := s.answer(ctx, app, r.Run, questions, &person, yes); err != nil {
		return false, err
	}
	app.ContinueRelated(r.Run)
	return true, nil
}

// companyRow is the final object of `related --json`.
type companyRow struct {
	Article   int64            `json:"articleId"`
	Document  string           `json:"document"` // name
	Status    related.Status   `json:"status"`
	SummaryMD string           `json:"summaryMd"`
	Bullets   []related.Bullet `json:"bullets"`
	Sources   []related.Source `json:"sources"`
	Questions []string         `json:"questions"`
	Warnings  []string         `json:"warnings"`
	Error     string           `json:"error,omitempty"`
	Made      string           `json:"made"`
	Model     string           `json:"model"`
	Mode      related.Mode     `json:"mode"`
	UpdatedAt time.Time        `json:"updatedAt"`
	ExpiresAt time.Time        `json:"expiresAt"`
	Run       string           `json:"run"`
}

// company prints what is related to a document.
func (s *shell) company(ctx context.Context, app *core.Core, r core.Related) error {
	if r.Status == related.StatusFailed {
		return fault.New("look for what is related to "+r.Name, fault.Unavailable, r.Error, nil)
	}
	if s.json {
		s.line(companyRow{r.Article, r.Name, r.Status, r.Summary, filled(r.Bullets), filled(r.Sources), filled(r.Questions), filled(r.Warnings),
			r.Error, r.Made, r.Model, r.Mode, r.Updated, r.Expires, r.Run})
		return nil
	}
	documents := []string{r.Document}
	for _, x := range r.Sources {
		documents = append(documents, x.Document)
	}
	known, err := app.Called(ctx, documents...)
	if err != nil {
		return err
	}
	s.printf("Related to %s, %s", cmp.Or(known[r.Document].Called(), r.Name), r.MadeAt.Local().Format("2006-01-02 15:04"))
	made := "AI-generated summary by " + r.Model
	if r.Made == flow.ByRule {
		made = "found without a model"
	}
	s.printf(" (%s)\n", made)
	for _, w := range r.Warnings { // how little there is, and where, is told first
		s.warn(w)
	}
	if len(r.Bullets) == 0 {
		s.printf("\nNothing was found that says something to it.\n")
	}
	for _, b := range r.Bullets {
		s.printf("\n- %s: %s\n", cmp.Or(b.Relation.Word("en"), string(b.Relation)), oneLine(b.Text, 600))
		if b.About != nil {
			s.printf("    to %s: “%s”\n", pageOf(b.About.Page, b.About.Label), oneLine(b.About.Quote, 160))
		}
		for _, p := range b.Places {
			s.printf("    [%d] %s, %s: “%s”\n", p.Source, oneLine(cmp.Or(known[p.Document].Called(), p.Name), 90), pageOf(p.Page, p.Label), oneLine(p.Quote, 160))
		}
	}
	if len(r.Sources) > 0 {
		s.printf("\nSources\n")
	}
	for i, x := range r.Sources {
		where := cmp.Or(x.URL, x.Publisher)
		if x.PublishedAt != "" {
			where += ", " + x.PublishedAt
		}
		s.printf("%2d. %s, %s\n", i+1, oneLine(cmp.Or(known[x.Document].Called(), x.Title, x.Publisher), 120), oneLine(where, 160))
	}
	if len(r.Questions) > 0 {
		s.printf("\nQuestions to verify\n")
	}
	for _, q := range r.Questions {
		s.printf("- %s\n", oneLine(q, 300))
	}
	return nil
}
