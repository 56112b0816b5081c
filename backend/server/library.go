package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
)

func (s *Server) libraryRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/documents", get(shown(s.desk.Documents)))
	mux.HandleFunc("GET /api/documents/{id}", get(func(r *http.Request) (any, error) { return s.desk.OpenDocument(r.PathValue("id")) }))
	mux.HandleFunc("POST /api/documents", s.addDocuments)
	mux.HandleFunc("DELETE /api/documents/{id}", get(named(s.desk.RemoveDocument)))
	mux.HandleFunc("GET /api/missing", get(shown(s.desk.Missing)))
	mux.HandleFunc("GET /api/search", s.search)
}

// search finds passages. The header X-Warnings says so if it is limited to documents without readable text.
func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	get(func(r *http.Request) (any, error) {
		q := r.URL.Query()
		for name := range q {
			if !slices.Contains([]string{"q", "limit", "collection", "document", "mode"}, name) { // a misspelt limit would be none
				return nil, fault.New("search", fault.Usage, "It has q, limit, collection, document and mode.", fmt.Errorf("it has no parameter %q", name))
			}
		}
		limit, err := number(q, "limit", 20)
		if err != nil {
			return nil, err
		}
		return desk.Ask(s.desk, func(c *core.Core, ctx context.Context) ([]core.Hit, error) {
			opt := core.SearchOptions{Limit: int(limit), Collections: q["collection"], Documents: q["document"],
				Mode: core.SearchMode(q.Get("mode"))}
			hits, err := c.Search(ctx, q.Get("q"), opt)
			if err != nil || len(hits) > 0 {
				return hits, err
			}
			unread, err := c.NothingReadable(ctx, opt)
			if unread != nil {
				warn(w, unread)
			}
			return hits, err
		})
	})(w, r)
}

// additions are files on this machine, named by path.
type additions struct {
	Paths []string `json:"paths"`
	desk.AddWish
}

// accepted says what is going to be added; how far it has come is told by status and events.
type accepted struct {
	Accepted []string `json:"accepted"` // paths
}

// addDocuments takes paths as JSON, or files as a form.
func (s *Server) addDocuments(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "multipart/form-data" {
		folder, err := s.uploadFolder(rand.Text())
		if err != nil {
			fail(w, err)
			return
		}
		in, err := s.receiveForm(w, r, folder)
		if err == nil {
			err = s.desk.AddFiles(in.Paths, in.AddWish)
		}
		if err != nil {
			os.RemoveAll(folder) // it has a name of its own, and nobody adds what is in it
			fail(w, err)
			return
		}
		writeJSON(w, http.StatusAccepted, accepted{in.Paths})
		return
	}
	api(http.StatusAccepted, asked(func(in additions) (any, error) {
		if len(in.Paths) == 0 {
			return nil, fault.New("add documents", fault.Usage, `Name them: {"paths": ["report.pdf"]}, or send them as multipart/form-data.`, nil)
		}
		return accepted{in.Paths}, s.desk.AddFiles(in.Paths, in.AddWish)
	}))(w, r)
}

// receiveForm takes the files of a form as they come into folder; the field "collection" names where they belong.
func (s *Server) receiveForm(w http.ResponseWriter, r *http.Request, folder string) (in additions, err error) {
	form, err := r.MultipartReader()
	if err != nil {
		return in, fault.New("read the form", fault.Usage, "Send the files as multipart/form-data, with its boundary in the content type.", err)
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return in, fault.New("read the form", fault.Usage, "Send it whole, as multipart/form-data.", err)
		}
		if err := s.takePart(&in, folder, w, part); err != nil {
			return in, err
		}
	}
	if len(in.Paths) == 0 {
		return in, fault.New("read the form", fault.Usage, "Send at least one file.", errors.New("it holds none"))
	}
	return in, nil
}

// takePart reads one part of a form. Each file has a folder of its own, because names may repeat.
func (s *Server) takePart(a *additions, folder string, w http.ResponseWriter, part *multipart.Part) error {
	if part.FileName() == "" {
		text, err := io.ReadAll(http.MaxBytesReader(w, part, bodyLimit))
		if err != nil {
			return fault.New("read the form's field "+part.FormName(), fault.Usage, "Send it whole; it may have "+strconv.Itoa(bodyLimit)+" bytes.", err)
		}
		if part.FormName() == "collection" {
			a.Collection = string(text)
		}
		return nil
	}
	place, _, err := within(filepath.Join(folder, fmt.Sprint(len(a.Paths)+1)), part.FileName())
	if err == nil {
		err = receive(place, s.waiting.metered(http.MaxBytesReader(w, part, uploadLimit)))
	}
	a.Paths = append(a.Paths, place)
	return err
}
