package core

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"sync"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
	"rabbithole/backend/reason"
	"rabbithole/backend/source"
	"rabbithole/backend/store"
)

// EventRelated tells that what is known of a document's company changed. It is ephemeral; its data is a RelatedChanged.
const EventRelated event.Kind = "related.changed"

// RelatedChanged says how far the search beside a document is, under the specification's names.
type RelatedChanged struct {
	Type     string         `json:"type"` // "research.updated"
	Article  int64          `json:"articleId"`
	Document string         `json:"document"` // hash
	Status   related.Status `json:"status"`
	Doing    related.Doing  `json:"doing"`
	Message  string         `json:"message"` // for people
	Calling  bool           `json:"-"`       // Message says how far a call of the model has come
	Updated  time.Time      `json:"updatedAt" ts_type:"string"`
	Web      bool           `json:"web"` // while it works: it may leave this computer
}

// Related is what was found beside a document, and the work on it.
type Related struct {
	Article   int64            `json:"articleId"`
	Document  string           `json:"document"` // hash
	Name      string           `json:"-"`
	Status    related.Status   `json:"status"`    // "none", "queued", "running", "ready" or "failed"
	Doing     related.Doing    `json:"doing"`     // while it runs: "waiting", "searching", "fetching", "summarizing"; "" not known
	Message   string           `json:"message"`   // for people: what it does
	Error     string           `json:"error"`     // for people, "" unless it failed
	Summary   string           `json:"summaryMd"` // Markdown
	Bullets   []related.Bullet `json:"-"`
	Sources   []related.Source `json:"-"`
	Questions []string         `json:"questions"` // to verify
	Warnings  []string         `json:"warnings"`
	Made      string           `json:"made"`  // "model" or "rule"; "" while nothing was found
	Model     string           `json:"model"` // that wrote it, "" without one
	Mode      related.Mode     `json:"mode"`
	Automatic bool             `json:"automatic"` // nobody pressed a button
	Fresh     bool             `json:"fresh"`     // what is shown has not expired
	Updated   time.Time        `json:"-"`
	MadeAt    time.Time        `json:"-"` // when what is shown was found
	Expires   time.Time        `json:"-"`
	Run       string           `json:"run"` // that is looking, or failed last, else the one that found what is shown; "" for neither
}

// Article is a document or a saved web article with the number that programs call it by.
type Article = store.Numbered

// Articles returns what has such a number, by it.
func (c *Core) Articles(ctx context.Context) ([]Article, error) {
	if !c.config.ReadOnly {
		if err := c.db.NumberDocuments(ctx); err != nil {
			return nil, err
		}
	}
	return c.db.NumberedDocuments(ctx)
}

// ArticleNumbered returns the document or saved article with a number; a fault of kind NotFound when there is none.
func (c *Core) ArticleNumbered(ctx context.Context, id int64) (Article, error) {
	return c.db.DocumentNumbered(ctx, id)
}

// RelatedTo returns what is known of the company of a document, by its hash.
func (c *Core) RelatedTo(ctx context.Context, hash string) (Related, error) {
	a, err := c.db.NumberOf(ctx, hash)
	if err != nil {
		return Related{}, err
	}
	return c.related(ctx, a)
}

func (c *Core) related(ctx context.Context, a Article) (Related, error) {
	row, err := c.db.Related(ctx, a.ID)
	if err != nil {
		return Related{}, err
	}
	return c.relatedRow(a, row)
}

// relatedRow reads a row; what a running search does is known to who executes it alone.
func (c *Core) relatedRow(a Article, row store.Related) (Related, error) {
	r := Related{Article: a.ID, Document: a.Hash, Name: a.Name, Status: related.Status(row.Status), Error: row.Error, Summary: row.Summary,
		Made: row.MadeBy, Model: row.Model,
		Mode: related.Mode(row.Mode), Automatic: row.Automatic, Updated: row.Updated, MadeAt: row.Made, Expires: row.Expires, Run: row.Run}
	if row.Job != "" {
		r.Run = row.Job
	}
	for _, l := range []struct {
		raw  json.RawMessage
		into any
	}{{row.Bullets, &r.Bullets}, {row.Sources, &r.Sources}, {row.Questions, &r.Questions}, {row.Warnings, &r.Warnings}} {
		if len(l.raw) == 0 {
			continue
		}
		if err := json.Unmarshal(l.raw, l.into); err != nil {
			return r, err
		}
	}
	r.Fresh = !row.Made.IsZero() && c.config.Now().Before(row.Expires)
	switch at := c.beside.at(row.Job); {
	case c.beside.stuck(row.Job):
		r.Status, r.Error = at.Status, at.Message
	case row.Status == store.RelatedRunning:
		r.Doing, r.Message = at.Doing, at.Message
	}
	return r, nil
}

// lookAgain is how often it is looked without being told, and told that it goes on: what is told is not kept for who falls behind.
const lookAgain = 3 * time.Second

// AwaitRelated waits until the search beside a document is at rest, because it ended or a person is asked, and returns what is known then.
// tell is called with how it stands at first, with every change on the way, and anew where nothing changed for a while; nil is allowed.
func (c *Core) AwaitRelated(ctx context.Context, hash string, tell func(RelatedChanged)) (Related, error) {
	heard := c.Events.Subscribe(1024) // before the first look, so that nothing falls between
	defer heard.Close()
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	for quiet := true; ; {
		r, err := c.RelatedTo(ctx, hash)
		if err != nil {
			return r, err
		}
		rests, err := c.relatedRests(ctx, r)
		if err != nil {
			return r, err
		}
		if rests { // it may have come to rest since the look
			return c.RelatedTo(ctx, hash)
		}
		if quiet && tell != nil {
			tell(RelatedChanged{Type: relatedUpdated, Article: r.Article, Document: hash, Status: r.Status, Doing: r.Doing, Message: r.Message,
				Updated: r.Updated})
		}
		quiet = true
		for changed := false; !changed; {
			select {
			case e := <-heard.C:
				if said, ok := besideSaid(e, r.Run); ok && tell != nil {
					tell(RelatedChanged{Type: relatedUpdated, Article: r.Article, Document: hash, Status: r.Status, Doing: r.Doing, Message: said,
						Calling: true, Updated: e.At})
					quiet = false
					continue
				}
				var now RelatedChanged
				if e.Kind != EventRelated || json.Unmarshal(e.Data, &now) != nil || now.Document != hash {
					continue
				}
				if changed, quiet = true, false; tell != nil {
					tell(now)
				}
			case <-again.C:
				changed = true
			case <-ctx.Done():
				return r, ctx.Err()
			}
		}
	}
}

// besideSaid is how far a call of the run's model has come, in words.
func besideSaid(e event.Event, run string) (string, bool) {
	var call reason.Asking
	if e.Kind != reason.EventAsking || e.Run != run || json.Unmarshal(e.Data, &call) != nil {
		return "", false
	}
	return call.Text, call.Text != ""
}

// relatedRests reports whether nothing happens beside a document until somebody does something.
func (c *Core) relatedRests(ctx context.Context, r Related) (bool, error) {
	if c.beside.busy(r.Run) {
		return false, nil
	}
	if r.Status != related.StatusQueued && r.Status != related.StatusRunning {
		return true, nil
	}
	questions, err := c.Questions(ctx, r.Run)
	return len(questions) > 0, err
}

// languageBeside is what a search beside a document is talked about in: the person's language where it is known, else the document's.
func (c *Core) languageBeside(ctx context.Context, row store.Related) string {
	s, _ := c.RelatedState(ctx, row.Job) // of one that is gone the document is left
	if s.Language != "" {
		return s.Language
	}
	a, _ := c.db.DocumentNumbered(ctx, row.Article)
	return a.Language
}

// whyRelated says to a person why a search ended. What the program says of it is English: in another language it stands second, as wherever
// it is shown.
func whyRelated(language string, run graph.Run, problem error) string {
	why, hint := run.Error, run.Hint
	if why == "" && problem != nil {
		why, hint = problem.Error(), fault.Hint(problem)
	}
	german := language == "de"
	switch {
	case why == "" && german:
		return "Die Suche wurde unterbrochen. Starten Sie sie erneut."
	case why == "":
		return "The search was interrupted. Start it again."
	}
	if hint != "" {
		why += ". " + hint
	}
	if german {
		return cmp.Or(germanFaults[fault.KindOf(problem)], "Die Suche ist gescheitert.") + " Das Programm meldet: " + why
	}
	return why
}

// germanFaults say what happened by the kind of the failure.
var germanFaults = map[fault.Kind]string{
	fault.Usage:       "Für die Suche ist etwas nicht eingerichtet.",
	fault.NotFound:    "Etwas, das für die Suche gebraucht wird, gibt es hier nicht oder nicht mehr.",
	fault.Locked:      "Etwas anderes benutzt gerade, was für die Suche gebraucht wird.",
	fault.Unreadable:  "Das Dokument lässt sich nicht lesen.",
	fault.Password:    "Das Dokument braucht ein Passwort.",
	fault.Unavailable: "Ein Programm oder Dienst, den die Suche braucht, antwortet nicht.",
	fault.Storage:     "Was gefunden wurde, ließ sich nicht speichern. Ist noch Platz auf dem Datenträger?",
	fault.Cancelled:   "Die Suche wurde abgebrochen.",
	fault.Denied:      "Ihre Einstellungen erlauben das nicht.",
}

// How long what was found beside a document counts as fresh.
const (
	newsLife    = 24 * time.Hour
	generalLife = 7 * 24 * time.Hour
	// failedLife is how long opening a document does not try again what failed.
	failedLife = time.Hour
)

// lifeOf is how long what is found beside a document counts as fresh: beside news it is soon overtaken.
func (c *Core) lifeOf(ctx context.Context, hash string) (time.Duration, error) {
	d, err := c.db.Document(ctx, hash)
	if err != nil {
		return 0, err
	}
	page, err := c.db.Page(ctx, hash, 1)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return 0, err
	}
	if newsLike(d, page.Text) {
		return newsLife, nil
	}
	return generalLife, nil
}

// newsHead is how much of a first page says that it is news: bytes.
const newsHead = 1500

// newsWords are words that stand at the head of what the press prints, or sends to it.
var newsWords = regexp.MustCompile(`(?i)\b(?:press release|news release|breaking news|for immediate release|newsletter|news agency|reuters|associated press|` +
	`pressemitteilung|presseinformation|pressemeldung|eilmeldung|nachrichtenagentur|dpa|kna|epd)\b|\((?:AP|AFP|dpa)\)`)

// newsLike reports whether a text is of the day: a web article that is dated, or one that speaks like the press at its head.
func newsLike(d source.Document, head string) bool {
	if len(head) > newsHead {
		head = head[:newsHead]
	}
	return d.Format == source.Web && d.Date != "" || newsWords.MatchString(d.Title+"\n"+head)
}

// The most searches beside documents that one client may begin, and in what time.
const (
	relatedRuns   = 5
	relatedWithin = 10 * time.Minute
)

// TooMany refuses what a client asked for too often.
type TooMany struct{ After time.Duration } // when to ask again

// Error says how often is not too often.
func (t TooMany) Error() string {
	return fmt.Sprintf("%d were begun within %d minutes", relatedRuns, int(relatedWithin.Minutes()))
}

// relatedLimit counts what clients begin. The zero value works.
type relatedLimit struct {
	mu    sync.Mutex
	began map[string][]time.Time
}

// take counts one more of a client's runs, or refuses it.
func (l *relatedLimit) take(client string, now time.Time) error {
	if client == "" {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.began == nil {
		l.began = map[string][]time.Time{}
	}
	var recent []time.Time
	for _, at := range l.began[client] {
		if now.Sub(at) < relatedWithin {
			recent = append(recent, at)
		}
	}
	if len(recent) >= relatedRuns {
		l.began[client] = recent
		after := relatedWithin - now.Sub(recent[0])
		return fault.New("look for what is related", fault.Unavailable,
			fmt.Sprintf("Try again in %d seconds. What was found before can be read meanwhile.", int(after.Seconds())+1), TooMany{after})
	}
	l.began[client] = append(recent, now)
	return nil
}
