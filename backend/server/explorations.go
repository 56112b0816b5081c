package server

import (
	"context"
	"crypto/rand"
	"mime"
	"net/http"
	"os"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow/explore"
)

func (s *Server) explorationRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/context", get(shown(s.desk.AttachedContext)))
	mux.HandleFunc("POST /api/context", s.attach)
	mux.HandleFunc("DELETE /api/context/{id}", get(named(s.desk.DetachContext)))
	mux.HandleFunc("POST /api/explorations", api(http.StatusCreated, asked(s.desk.StartExplore)))

	handle := func(pattern string, h http.HandlerFunc) { mux.HandleFunc(pattern, s.ofRun(h)) }
	handle("GET /api/sessions/{id}/context", get(func(r *http.Request) (any, error) { return s.desk.ExploredContext(r.PathValue("id")) }))
	handle("GET /api/sessions/{id}/nodes/{node}", get(func(r *http.Request) (any, error) {
		return s.desk.ExploredNodeDetail(r.PathValue("id"), r.PathValue("node"))
	}))
	handle("POST /api/sessions/{id}/nodes/{node}/stop", get(s.atNode(func(run, node, _ string) error { return s.desk.StopBranch(run, node) })))
	handle("POST /api/sessions/{id}/nodes/{node}/reask", get(s.atNode(s.desk.AskAnew)))
	handle("POST /api/sessions/{id}/nodes/{node}/dig", get(s.atNode(s.desk.DigDeeper)))
}

// words are a question of the person's for a place in the tree; to dig needs none.
type words struct {
	Question string `json:"question"`
}

// atNode is a handler for what is said to a question of the tree.
func (s *Server) atNode(do func(run, node, question string) error) handler {
	return func(r *http.Request) (any, error) {
		in, err := body[words](r)
		if err != nil {
			return nil, err
		}
		return nil, do(r.PathValue("id"), r.PathValue("node"), in.Question)
	}
}

// places are files on this machine.
type places struct {
	Paths []string `json:"paths"`
}

// attach keeps files for an exploration as they are: named by paths as JSON, or sent as a form. Nothing of them is read.
func (s *Server) attach(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "multipart/form-data" {
		api(http.StatusCreated, asked(func(in places) (any, error) {
			if len(in.Paths) == 0 {
				return nil, fault.New("attach context", fault.Usage, `Name the files: {"paths": ["letter.pdf"]}, or send them as multipart/form-data.`, nil)
			}
			return s.desk.AttachContext(in.Paths)
		}))(w, r)
		return
	}
	folder, err := s.uploadFolder(core.ContextUpload + rand.Text())
	if err != nil {
		fail(w, err)
		return
	}
	defer os.RemoveAll(folder) // what was attached has its copy
	in, err := s.receiveForm(w, r, folder)
	if err != nil {
		fail(w, err)
		return
	}
	list, err := s.desk.AttachContext(in.Paths)
	if err != nil {
		fail(w, err)
		return
	}
	writeJSON(w, http.StatusCreated, list)
}

// exploration is a run of that flow as it stands: what the user interface shows, under the specification's names where it has some.
type exploration struct {
	desk.Explored
	Tree    []sessionNode             `json:"tree"`
	Context explore.ContextProcessing `json:"context_processing"`
}

// sessionNode is a question of the tree with its context in short.
type sessionNode struct {
	desk.ExploredNode
	Slice *shortSlice `json:"context_slice"` // null while it has none
}

// shortSlice is a slice of the context without its sources and quotes. What is in it is told of runs that were started with ui_debug.
type shortSlice struct {
	Mode   string      `json:"mode"`
	Reason string      `json:"selection_reason"`
	Count  int         `json:"selected_items_count"`
	Items  []shortItem `json:"selected_items"`
}

type shortItem struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

func (s *Server) exploration(run string) (any, error) {
	e, err := s.desk.Explored(run)
	if err != nil {
		return nil, err
	}
	records, err := desk.Ask(s.desk, func(c *core.Core, ctx context.Context) (map[string]explore.Record, error) {
		return c.ExploreRecords(ctx, run)
	})
	out := exploration{Explored: e, Context: e.Summary.Context, Tree: make([]sessionNode, 0, len(e.Tree))}
	for _, n := range e.Tree {
		out.Tree = append(out.Tree, sessionNode{n, short(records[n.ID].Slice, e.Settings.UIDebug)})
	}
	return out, err
}

// itemLength is how many characters of an item are told in short.
const itemLength = 160

func short(slice *explore.NodeContextSlice, debug bool) *shortSlice {
	if slice == nil {
		return nil
	}
	out := &shortSlice{Mode: slice.Mode, Reason: slice.SelectionReason, Count: len(slice.SelectedItems), Items: []shortItem{}}
	for _, item := range slice.SelectedItems {
		if !debug {
			break
		}
		text := []rune(item.Text)
		if len(text) > itemLength {
			text = append(text[:itemLength-1], '…')
		}
		out.Items = append(out.Items, shortItem{item.Kind, string(text)})
	}
	return out
}
