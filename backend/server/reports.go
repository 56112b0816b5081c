package server

import (
	"context"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
)

func (s *Server) reportRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/formats", get(shown(s.desk.Formats)))
	mux.HandleFunc("GET /api/reports/{run}", get(func(r *http.Request) (any, error) {
		version, err := number(r.URL.Query(), "version", 0)
		if err != nil {
			return nil, err
		}
		return s.desk.Report(r.PathValue("run"), int(version))
	}))
	mux.HandleFunc("GET /api/reports/{run}/{format}", s.rendering)
}

// warn writes warnings into the header X-Warnings, a JSON list of sentences, percent-encoded.
func warn(w http.ResponseWriter, warnings []string) {
	list, _ := json.Marshal(append([]string{}, warnings...))
	w.Header().Set("X-Warnings", url.PathEscape(string(list)))
}

// rendering answers with a report as a file to save. What the format could not show stands in the header X-Warnings.
func (s *Server) rendering(w http.ResponseWriter, r *http.Request) {
	format := r.PathValue("format")
	version, err := number(r.URL.Query(), "version", 0)
	kind := slices.IndexFunc(core.Formats, func(f core.Format) bool { return f.Name == format })
	if kind < 0 {
		err = fault.New("render a report as "+format, fault.NotFound, "The formats are "+strings.Join(core.FormatNames(), ", ")+".", nil)
	}
	if err != nil {
		fail(w, err)
		return
	}
	out, err := desk.Ask(s.desk, func(c *core.Core, ctx context.Context) (core.Rendering, error) {
		report, err := c.Report(ctx, r.PathValue("run"), int(version))
		if err != nil {
			return core.Rendering{}, err
		}
		return c.Render(ctx, report, format)
	})
	if err != nil {
		fail(w, err)
		return
	}
	warn(w, out.Warnings)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", sandbox)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "report." + core.Formats[kind].Ending}))
	serveBytes(w, r, core.Formats[kind].Type, out.Data)
}
