package core

import (
	"context"
	"encoding/json"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/flow/related"
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
	Article   int64
	Document  string // hash
	Name      string
	Status    related.Status
	Doing     related.Doing // while it runs
	Message   string        // for people: what it does
	Error     string        // for people, "" unless it failed
	Summary   string        // Markdown
	Bullets   []related.Bullet
	Sources   []related.Source
	Questions []string
	Warnings  []string
	Made      string // "model", "model+rule" or "rule"; "" while nothing was found
	Model     string // "" without one
	Mode      related.Mode
	Automatic bool
	Fresh     bool // what is shown has not expired
	Updated   time.Time
	MadeAt    time.Time // when what is shown was found
	Expires   time.Time
	Run       string // that is looking, or failed last, else the one that found what is shown; "" for neither
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
	r := Related{Article: a.ID, Document: a.Hash, Name: a.Name, Status: related.Status(row.Status), Error: row.Error, Summary: row.Summary, Made: row.MadeBy, Model: row.Model,
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
