package core

import (
	"context"
	"regexp"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

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
