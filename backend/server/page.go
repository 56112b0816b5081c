package server

import (
	"bytes"
	_ "embed"
	"io/fs"
	"net/http"
	"strings"
	"time"
)

//go:embed bridge.js
var bridgeScript []byte

// unbuilt stands in for a page that was not built in.
const unbuilt = `<!doctype html><html lang="en"><head><title>Rabbithole</title></head><body><p>This program was built without its user interface. Build it with "make build"; the addresses below /api/ work all the same.</p></body></html>`

// page serves the user interface as it was built, its index with the bridge as the first script: it must run before any other.
func page(ui fs.FS) http.Handler {
	index, err := fs.ReadFile(ui, "index.html")
	if err != nil {
		index = []byte(unbuilt)
	}
	index = bytes.Replace(index, []byte("<head>"), []byte(`<head><script src="/bridge.js"></script>`), 1)
	files := http.FileServerFS(ui)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" || r.URL.Path == "/index.html" {
			w.Header().Set("Cache-Control", "no-store")
			serveBytes(w, r, "text/html; charset=utf-8", index)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/assets/") { // their names hold the hash of what they hold
			w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
		}
		files.ServeHTTP(w, r)
	})
}

// bridge serves the script.
func bridge(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	serveBytes(w, r, "text/javascript; charset=utf-8", bridgeScript)
}

func serveBytes(w http.ResponseWriter, r *http.Request, kind string, data []byte) {
	w.Header().Set("Content-Type", kind)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}
