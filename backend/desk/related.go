package desk

import (
	"context"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
)

// RelatedWish is what a person wants to be found beside a document.
type RelatedWish struct {
	Document  string   `json:"document"`  // hash
	Page      int      `json:"page"`      // being read; 0: not known
	Mode      string   `json:"mode"`      // "quick", "standard" or "deep"; "" is the setting
	Language  string   `json:"language"`  // of what is said: "de" or "en"; "" is the document's
	Web       string   `json:"web"`       // "" not at all, "listed" hosts only, "open"
	Hosts     []string `json:"hosts"`     // that "listed" may read; empty: those of the settings
	Consented bool     `json:"consented"` // what is sent was agreed to beforehand: the search does not ask
	Force     bool     `json:"force"`     // look anew, although what was found is fresh
}

// RelatedInfo is what was found beside a document, and the work on it. While a search goes on, or after it failed, what was found before is
// shown; core.EventRelated tells of every change.
type RelatedInfo struct {
	Article     int64             `json:"articleId"`
	Document    string            `json:"document"` // hash
	Status      related.Status    `json:"status"`   // "none", "queued", "running", "ready" or "failed"
	Doing       related.Doing     `json:"doing"`    // while it runs: "waiting", "searching", "fetching", "summarizing"; "" not known
	Message     string            `json:"message"`  // for people: what it does
	Error       string            `json:"error"`    // for people, "" unless it failed
	Bullets     []related.Bullet  `json:"bullets"`
	Sources     []related.Source  `json:"sources"`
	Questions   []string          `json:"questions"` // to verify
	Warnings    []string          `json:"warnings"`
	SummaryMD   string            `json:"summaryMd"`
	Made        string            `json:"made"`  // "model", "model+rule" or "rule"; "" while nothing was found
	Model       string            `json:"model"` // that wrote it, "" without one
	Mode        related.Mode      `json:"mode"`
	Automatic   bool              `json:"automatic"`               // nobody pressed a button
	Fresh       bool              `json:"fresh"`                   // what is shown has not expired
	MadeAt      *time.Time        `json:"madeAt" ts_type:"string"` // when what is shown was found; null while nothing was
	UpdatedAt   *time.Time        `json:"updatedAt" ts_type:"string"`
	ExpiresAt   *time.Time        `json:"expiresAt" ts_type:"string"`
	Run         string            `json:"run"`         // that is looking, or that found what is shown; "" for neither
	Consent     *Consent          `json:"consent"`     // what it asks before anything leaves: AnswerConsent answers; null when it does not
	Connections []Connection      `json:"connections"` // that the run opened or was refused
	Settings    RelatedPreference `json:"settings"`
}

// RelatedPreference is what of the settings concerns the panel.
type RelatedPreference struct {
	Automatic    bool   `json:"automatic"`
	AutomaticWeb bool   `json:"automatic_web"`
	Mode         string `json:"mode"`
}

// Related returns what was found beside a document, by its hash. It begins nothing.
func (d *Desk) Related(document string) (RelatedInfo, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (RelatedInfo, error) {
		r, err := c.RelatedTo(ctx, document)
		if err != nil {
			return RelatedInfo{}, err
		}
		return relatedInfo(c, ctx, r)
	})
}

// OpenRelated is Related for a document that is opened: when nothing fresh is known, and the settings want it, a search begins by itself.
func (d *Desk) OpenRelated(document string, page int, language string) (RelatedInfo, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (RelatedInfo, error) {
		return startRelated(c, ctx, core.FindRelated{Document: document, Page: page, Language: language, Automatic: true})
	})
}

// FindRelated returns what is fresh, or begins to look in the background; whoever wants what is newest forces it.
func (d *Desk) FindRelated(w RelatedWish) (RelatedInfo, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (RelatedInfo, error) {
		f := w.find()
		if f.Web != core.WebOff { // what leaves is counted; what stays in the library is not
			f.Client = "desk"
		}
		return startRelated(c, ctx, f)
	})
}

// find is the wish as core takes it.
func (w RelatedWish) find() core.FindRelated {
	return core.FindRelated{Document: w.Document, Page: w.Page, Mode: related.Mode(w.Mode), Language: w.Language, Web: core.WebPolicy(w.Web),
		Hosts:     w.Hosts,
		Consented: w.Consented, Force: w.Force}
}

// FindRelatedFor is FindRelated for a program, which may begin so many searches and no more.
func FindRelatedFor(d *Desk, client string, w RelatedWish) (RelatedInfo, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (RelatedInfo, error) {
		f := w.find()
		f.Client = client
		return startRelated(c, ctx, f)
	})
}

// CancelRelated ends the search beside a document; what was found before stays.
func (d *Desk) CancelRelated(document string) (RelatedInfo, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (RelatedInfo, error) {
		r, err := c.CancelRelated(ctx, document)
		if err != nil {
			return RelatedInfo{}, err
		}
		return relatedInfo(c, ctx, r)
	})
}

func startRelated(c *core.Core, ctx context.Context, f core.FindRelated) (RelatedInfo, error) {
	r, err := c.StartRelated(ctx, f)
	if err != nil {
		return RelatedInfo{}, err
	}
	return relatedInfo(c, ctx, r)
}

func relatedInfo(c *core.Core, ctx context.Context, r core.Related) (RelatedInfo, error) {
	set := c.RelatedSettings()
	out := RelatedInfo{Article: r.Article, Document: r.Document, Status: r.Status, Doing: r.Doing, Message: r.Message, Error: r.Error,
		Bullets: r.Bullets, Sources: r.Sources,
		Questions: r.Questions, Warnings: r.Warnings, SummaryMD: r.Summary, Made: r.Made, Model: r.Model, Mode: r.Mode, Automatic: r.Automatic,
		Fresh:  r.Fresh,
		MadeAt: known(r.MadeAt), UpdatedAt: known(r.Updated), ExpiresAt: known(r.Expires), Run: r.Run, Settings: RelatedPreference(set)}
	if r.Run == "" {
		return out, nil
	}
	var err error
	if out.Connections, err = connectionsOf(c, ctx, r.Run); err != nil || r.Status != related.StatusRunning {
		return out, err
	}
	run, err := c.Run(ctx, r.Run)
	if fault.KindOf(err) == fault.NotFound { // somebody deleted it by its ID
		return out, nil
	}
	if err != nil {
		return out, err
	}
	if out.Consent, err = consentAsked(c, ctx, run); out.Consent != nil {
		out.Doing = related.DoingWaiting
	}
	return out, err
}

// known is a moment, null for none.
func known(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// tellRelated tells a search something and lets it go on.
func tellRelated(c *core.Core, ctx context.Context, run graph.Run, m graph.Message, follows []graph.Message) error {
	if err := sendAll(c, ctx, run.ID, m, follows); err != nil {
		return err
	}
	c.ContinueRelated(run.ID)
	return nil
}

// resumeRelated goes on with the searches beside documents that a crash or the end of the program left unfinished.
func (d *Desk) resumeRelated(ctx context.Context) {
	if err := d.core.ResumeRelated(ctx); err != nil && ctx.Err() == nil {
		d.emit.Emit(ProblemName, FaultOf(err))
	}
}
