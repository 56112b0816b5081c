package server

import (
	"context"
	"mime"
	"net/http"
	"os"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
)

// Files serves the bytes of documents at /files/{hash}, with ranges: the library's own copies, which never change. The window's toolkit
// uses it as it is.
func Files(d *desk.Desk) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /files/{hash}", func(w http.ResponseWriter, r *http.Request) { serveFile(d, w, r) })
	return mux
}

// fileTypes are what copies are served as. A document is read, not run: HTML is shut into a sandbox, and Markdown is text.
var fileTypes = map[source.Format]string{
	source.PDF: "application/pdf", source.HTML: "text/html; charset=utf-8", source.Markdown: "text/plain; charset=utf-8",
	source.Text: "text/plain; charset=utf-8",
}

// sandbox lets a document show itself with its own styles and pictures; nothing in it runs, loads or leads elsewhere.
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// copied is a copy on disk: of a document, or of the picture of a query.
type copied struct {
	Document source.Document
	Path     string
	Type     string
}

func serveFile(d *desk.Desk, w http.ResponseWriter, r *http.Request) {
	found, err := desk.Ask(d, func(c *core.Core, ctx context.Context) (out copied, err error) {
		hash := r.PathValue("hash")
		if picture, err := c.Picture(ctx, hash); err == nil {
			return copied{source.Document{Hash: hash, Name: picture.Name, AddedAt: picture.At}, picture.Path, picture.MIME}, nil
		}
		if out.Path, err = c.FilePath(ctx, hash); err == nil {
			out.Document, err = c.Document(ctx, hash)
		}
		out.Type = fileTypes[out.Document.Format]
		return out, err
	})
	if err != nil {
		fail(w, err)
		return
	}
	f, err := os.Open(found.Path)
	if err != nil {
		fail(w, fault.New("open the copy of "+found.Document.Name, fault.Storage, "Check the permissions of the library's folder.", err))
		return
	}
	defer f.Close()
	h := w.Header()
	h.Set("Content-Type", found.Type)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": found.Document.Name}))
	h.Set("Cache-Control", "private, max-age=86400")
	h.Set("ETag", `"`+found.Document.Hash+`"`)
	if found.Document.Format != source.PDF { // a sandbox would keep browsers' own PDF viewers from showing it
		h.Set("Content-Security-Policy", sandbox)
	}
	http.ServeContent(w, r, "", found.Document.AddedAt, f)
}
