package server

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/event"
	"rabbithole/backend/flow/related"
)

// Types of what streams of articles tell, and the names of their events.
const (
	typeArticle  = "article"
	typeResearch = "research.updated"
	nameArticle  = "article"
	nameResearch = "research"
)

// articleNews says that an article is new, was renamed or is gone, or how far the search beside it is.
type articleNews struct {
	Type    string        `json:"type"`
	Article int64         `json:"articleId"`
	Status  string        `json:"status"` // of research.updated: its status; of article: "added", "changed" or "removed"
	Doing   related.Doing `json:"doing,omitempty"`
	Updated time.Time     `json:"updatedAt"`
}

// articleStream streams what happens to articles, or to the search beside one.
type articleStream struct {
	stream
	only   string // hash of the one article, "" for all of them
	server *Server
	known  map[int64]string // title by number, of all articles
}

// articleEvents streams what happens to all articles.
func (s *Server) articleEvents(w http.ResponseWriter, r *http.Request) {
	a := &articleStream{stream: newStream(w), server: s}
	a.follow(r.Context())
}

// researchEvents streams how the search beside one article goes on. It begins with how far it is.
func (s *Server) researchEvents(w http.ResponseWriter, r *http.Request) {
	hash, err := s.articleHash(r)
	if err != nil {
		fail(w, err)
		return
	}
	a := &articleStream{stream: newStream(w), only: hash, server: s}
	a.follow(r.Context())
}

// follow streams until the client goes away or the server ends.
func (a *articleStream) follow(ctx context.Context) {
	events, err := subscribe(a.server.desk) // before the first look, so that nothing falls between
	if err != nil {
		fail(a.w, err)
		return
	}
	defer events.Close()
	q := a.server.hub.listen()
	defer a.server.hub.leave(q)
	if err := a.open(); err != nil {
		fail(a.w, err)
		return
	}
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for a.err == nil {
		select {
		case <-ctx.Done():
			return
		case <-a.server.ctx.Done():
			return
		case <-tick.C:
			a.alive()
		case e := <-events.C:
			a.research(e)
		case <-q.ready:
			items, ok := q.take()
			if a.library(items); !ok {
				return // too far behind: the client connects again
			}
		}
	}
}

// open begins the stream: that of one article with how far it is.
func (a *articleStream) open() error {
	var first desk.RelatedInfo
	var err error
	if a.only == "" {
		a.known, err = a.titles()
	} else {
		first, err = a.server.desk.Related(a.only)
	}
	if err != nil {
		return err
	}
	a.begin(true)
	if a.only != "" {
		news := articleNews{Type: typeResearch, Article: first.Article, Status: string(first.Status), Doing: first.Doing}
		if first.UpdatedAt != nil {
			news.Updated = *first.UpdatedAt
		}
		a.news(nameResearch, news)
	}
	return nil
}

// research tells how far a search is.
func (a *articleStream) research(e event.Event) {
	var c core.RelatedChanged
	if e.Kind != core.EventRelated || json.Unmarshal(e.Data, &c) != nil || c.Article == 0 || a.only != "" && c.Document != a.only {
		return
	}
	a.news(nameResearch, articleNews{Type: typeResearch, Article: c.Article, Status: string(c.Status), Doing: c.Doing, Updated: c.Updated})
}

// library tells which articles came, changed or went, when the desk says that something did.
func (a *articleStream) library(items []message) {
	look := false
	for _, m := range items {
		events, _ := m.data.([]desk.Event)
		for _, e := range events {
			switch event.Kind(e.Kind) {
			case desk.EventChanged, desk.EventRuns, core.EventRelated, "lagging": // runs save articles
				look = true
			}
		}
	}
	if a.only != "" || !look {
		return
	}
	now, err := a.titles()
	if a.err = err; err != nil {
		return
	}
	for id, title := range now {
		switch old, known := a.known[id]; {
		case !known:
			a.tell(id, "added")
		case old != title:
			a.tell(id, "changed")
		}
	}
	for id := range a.known {
		if _, there := now[id]; !there {
			a.tell(id, "removed")
		}
	}
	a.known = now
}

func (a *articleStream) tell(id int64, what string) {
	a.news(nameArticle, articleNews{Type: typeArticle, Article: id, Status: what, Updated: time.Now()})
}

// titles returns the title of every article.
func (a *articleStream) titles() (map[int64]string, error) {
	return desk.Ask(a.server.desk, func(c *core.Core, ctx context.Context) (map[int64]string, error) {
		list, err := c.Articles(ctx)
		out := map[int64]string{}
		for _, n := range list {
			out[n.ID] = n.Name + "\n" + n.Title
		}
		return out, err
	})
}

func (a *articleStream) news(name string, news articleNews) {
	news.Updated = news.Updated.UTC()
	a.send(0, name, news)
}
