package core

import (
	"context"
	"errors"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
	"rabbithole/backend/step"
)

// automaticWeb is the web of a search that nobody asked for. It is there as long as the setting says so: one that waited for its turn, for a model or for the
// program to be started again sends nothing any more after a person switched it off.
type automaticWeb struct {
	step.Web
	core     *Core
	language string // of what is said about it
}

// Search implements step.Web.
func (w automaticWeb) Search(ctx context.Context, query string, limit int) ([]source.WebHit, error) {
	if err := w.switchedOff(); err != nil {
		return nil, err
	}
	return w.Web.Search(ctx, query, limit)
}

// Read implements step.Web.
func (w automaticWeb) Read(ctx context.Context, address string) (source.Article, []source.Passage, error) {
	if err := w.switchedOff(); err != nil {
		return source.Article{}, nil, err
	}
	return w.Web.Read(ctx, address)
}

func (w automaticWeb) switchedOff() error {
	if w.core.settings.get().Related.AutomaticWeb {
		return nil
	}
	op, why, hint := "search by itself", "searching the web by itself was switched off", "Start the search yourself to use the web."
	if w.language == "de" {
		op, why, hint = "von selbst suchen", "die Suche im Web von selbst wurde abgeschaltet", "Starten Sie die Suche selbst, um das Web zu nutzen."
	}
	return fault.New(op, fault.Cancelled, hint, errors.New(why))
}
