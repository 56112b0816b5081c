package server

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/related"
)

func (s *Server) articleRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/articles", get(s.articles))
	mux.HandleFunc("GET /api/articles/events", s.streamed(s.articleEvents))
	mux.HandleFunc("GET /api/articles/{id}/research", get(s.articleResearch))
	mux.HandleFunc("POST /api/articles/{id}/research", s.startResearch)
	mux.HandleFunc("GET /api/articles/{id}/research/events", s.streamed(s.researchEvents))
}

// article is a document or a saved web article as programs call it.
type article struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Hash  string `json:"hash"`
	Name  string `json:"name"`
	URL   string `json:"url,omitempty"` // of a web article
}

func (s *Server) articles(*http.Request) (any, error) {
	return desk.Ask(s.desk, func(c *core.Core, ctx context.Context) ([]article, error) {
		list, err := c.Articles(ctx)
		out := make([]article, 0, len(list))
		for _, a := range list {
			title := a.Title
			if title == "" {
				title = a.Name
			}
			out = append(out, article{a.ID, title, a.Hash, a.Name, a.URL})
		}
		return out, err
	})
}

// beside is what was found beside an article, under the specification's names.
type beside struct {
	Article   int64            `json:"articleId"`
	Status    related.Status   `json:"status"`
	Doing     related.Doing    `json:"doing,omitempty"`
	Summary   string           `json:"summaryMd"`
	Sources   []related.Source `json:"sources"`
	Questions []string         `json:"questions"`
	Bullets   []related.Bullet `json:"bullets"` // the summary, with the places it stands on
	Warnings  []string         `json:"warnings"`
	Error     string           `json:"error,omitempty"` // for people
	Made      string           `json:"made,omitempty"`  // "model" or "rule"
	Mode      related.Mode     `json:"mode,omitempty"`
	Fresh     bool             `json:"fresh"` // it has not expired
	Updated   *time.Time       `json:"updatedAt,omitempty"`
	Expires   *time.Time       `json:"expiresAt,omitempty"`
}

func researchOf(i desk.RelatedInfo) beside {
	return beside{Article: i.Article, Status: i.Status, Doing: i.Doing, Summary: i.Summary, Sources: i.Sources, Questions: i.Questions,
		Bullets:  i.Bullets,
		Warnings: i.Warnings, Error: i.Error, Made: i.Made, Mode: i.Mode, Fresh: i.Fresh, Updated: i.UpdatedAt, Expires: i.ExpiresAt}
}

func (s *Server) articleResearch(r *http.Request) (any, error) {
	hash, err := s.articleHash(r)
	if err != nil {
		return nil, err
	}
	i, err := s.desk.Related(hash)
	if err != nil {
		return nil, err
	}
	return researchOf(i), nil
}

// articleHash finds the document that a request names by its number.
func (s *Server) articleHash(r *http.Request) (string, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return "", fault.New("find article "+r.PathValue("id"), fault.NotFound, "GET /api/articles lists the articles with their numbers.", err)
	}
	return desk.Ask(s.desk, func(c *core.Core, ctx context.Context) (string, error) {
		a, err := c.ArticleNumbered(ctx, id)
		return a.Hash, err
	})
}

// researchWish is how far to look. The web is only used by a wish that says so, which is the consent to what is sent.
type researchWish struct {
	Mode  string   `json:"mode"`  // "quick", "standard" or "deep"; "" is the setting
	Page  int      `json:"page"`  // being read
	Web   bool     `json:"web"`   // the web may be searched and read
	Hosts []string `json:"hosts"` // with web: pages of these hosts alone
}

// startResearch answers at once: with what is fresh, or with a search that has begun.
func (s *Server) startResearch(w http.ResponseWriter, r *http.Request) {
	limit(w, r)
	i, err := s.beginResearch(r)
	if err != nil {
		if f := desk.FaultOf(err); f.Reason == desk.ReasonTooMany {
			w.Header().Set("Retry-After", strconv.Itoa(f.Wait))
			failWith(w, http.StatusTooManyRequests, problem(f))
			return
		}
		fail(w, err)
		return
	}
	status := http.StatusOK
	if i.Status == related.StatusQueued || i.Status == related.StatusRunning {
		status = http.StatusAccepted
	}
	writeJSON(w, status, researchOf(i))
}

func (s *Server) beginResearch(r *http.Request) (desk.RelatedInfo, error) {
	hash, err := s.articleHash(r)
	if err != nil {
		return desk.RelatedInfo{}, err
	}
	in, err := body[researchWish](r)
	if err != nil {
		return desk.RelatedInfo{}, err
	}
	force := false
	if text := r.URL.Query().Get("force"); text != "" {
		if force, err = strconv.ParseBool(text); err != nil {
			return desk.RelatedInfo{}, fault.New("read force", fault.Usage, "It is true or false.", err)
		}
	}
	return s.desk.FindRelated(core.FindRelated{Client: asker(r), Document: hash, Page: in.Page, Mode: related.Mode(in.Mode), Web: webOf(in.Web, in.Hosts),
		Hosts:     in.Hosts,
		Consented: in.Web, Force: force})
}

// asker names who asks: the address that the request came from.
func asker(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
