package core

import (
	"context"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/source"
)

// How many lines tell what a document says as a whole: of one, and of each of several.
const (
	linesOfOne  = 8
	linesOfEach = 4
)

// ofDocuments narrows the scope of a question to the documents that it asks about by their titles, and returns what it asks of them: a topic, or a summary, and the passages that summarise them.
func (c *Core) ofDocuments(ctx context.Context, question, language string, scope source.Scope) (only source.Scope, topic string, openings []string, err error) {
	kit, _, err := c.kit(ctx, "", scope, runMeta{Engine: settings.Extractive})
	if err != nil {
		return scope, "", nil, err
	}
	documents, err := kit.Library.Documents(ctx)
	if err != nil {
		return scope, "", nil, err
	}
	asked := kit.OfDocuments(question, language, documents)
	if len(asked.Documents) == 0 {
		return scope, "", nil, nil
	}
	most := linesOfOne
	if len(asked.Documents) > 1 {
		most = linesOfEach
	}
	var hashes []string
	for _, d := range asked.Documents {
		hashes = append(hashes, d.Hash)
		if !asked.Whole() {
			continue
		}
		passages, err := c.db.PassagesOf(ctx, d.Hash)
		if err != nil {
			return scope, "", nil, err
		}
		for _, p := range kit.Openings(d, passages, most) {
			openings = append(openings, p.ID)
		}
	}
	return scope.Only(hashes...), asked.Topic, openings, nil
}
