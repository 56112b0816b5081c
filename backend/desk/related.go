package desk

import (
	"context"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
	"rabbithole/backend/graph"
)

// RelatedInfo is what was found beside a document, and the work on it. While a search goes on, or after it failed, what was found before is
// shown; core.EventRelated tells of every change.
type RelatedInfo struct {
	core.Related
	Bullets     []related.Bullet         `json:"bullets"` // here and not within, where the bindings would miss their types
	Sources     []related.Source         `json:"sources"`
	MadeAt      *time.Time               `json:"madeAt" ts_type:"string"` // when what is shown was found; null while nothing was
	UpdatedAt   *time.Time               `json:"updatedAt" ts_type:"string"`
	ExpiresAt   *time.Time               `json:"expiresAt" ts_type:"string"`
	Consent     *Consent                 `json:"consent"`     // what it asks before anything leaves: AnswerConsent answers; null when it does not
	Connections []Connection             `json:"connections"` // that the run opened or was refused
	Settings    settings.RelatedSettings `json:"settings"`
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

// FindRelated returns what is fresh, or begins to look in the background; whoever wants what is newest forces it. A client begins so many searches and no more.
func (d *Desk) FindRelated(f core.FindRelated) (RelatedInfo, error) {
	return ask(d, func(c *core.Core, ctx context.Context) (RelatedInfo, error) {
		if f.Client == "" && f.Web != core.WebOff { // of the window: what leaves is counted, what stays in the library is not
			f.Client = "desk"
		}
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
	out := RelatedInfo{Related: r, Bullets: r.Bullets, Sources: r.Sources, MadeAt: known(r.MadeAt), UpdatedAt: known(r.Updated), ExpiresAt: known(r.Expires), Settings: c.RelatedSettings()}
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
