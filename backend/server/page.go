package server

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed bridge.js
var bridgeScript []byte

// unbuilt stands in for a page that was not built in.
const unbuilt = `<!doctype html><html lang="en"><head><title>Rabbithole</title></head><body><p>This program was built without its user interface. Build it with "make build"; the addresses below /api/ work all the same.</p></body></html>`

// isProgramCode reports whether an address is a part of the interface that is the same for everybody and says nothing of the library. A
// page that stayed open asks for it below its path of an earlier start.
func isProgramCode(at string) bool {
	return (strings.HasPrefix(at, "/assets/") || at == "/favicon.svg") && path.Clean(at) == at
}

// page serves the user interface as it was built. Its index gets a ticket and the bridge as the first script: it must run before any other.
func page(ui fs.FS) http.Handler {
	index, err := fs.ReadFile(ui, "index.html")
	if err != nil {
		index = []byte(unbuilt)
	}
	sums := integrity(ui)
	index = bytes.Replace(index, []byte("<head>"), []byte(`<head><script type="importmap">`+sums+`</script>`), 1)
	own := strings.Replace(policy, "script-src 'self'", "script-src 'self' "+sumOf(sha256.New(), []byte(sums)), 1)
	files := http.FileServerFS(ui)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" || r.URL.Path == "/index.html" {
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("Content-Security-Policy", own)
			serveBytes(w, r, "text/html; charset=utf-8", withBridge(index, r))
			return
		}
		if strings.HasPrefix(r.URL.Path, "/assets/") { // their names hold the hash of what they hold
			w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
		}
		files.ServeHTTP(w, r)
	})
}

// integrity returns an import map with a checksum of each script: a page that fetches one later runs no other in its place.
func integrity(ui fs.FS) string {
	sums := map[string]string{}
	names, _ := fs.Glob(ui, "assets/*js") // the pattern is right
	for _, name := range names {
		if data, err := fs.ReadFile(ui, name); err == nil {
			sums["./"+name] = strings.Trim(sumOf(sha512.New384(), data), "'")
		}
	}
	out, _ := json.Marshal(map[string]any{"integrity": sums}) // strings always can be
	return string(out)
}

// sumOf returns a checksum as policies and import maps write it: 'sha256-...'.
func sumOf(h hash.Hash, data []byte) string {
	h.Write(data)
	return fmt.Sprintf("'sha%d-%s'", 8*h.Size(), base64.StdEncoding.EncodeToString(h.Sum(nil)))
}

// withBridge puts ticket and bridge into the index.
func withBridge(index []byte, r *http.Request) []byte {
	head := `<head>`
	if p, ok := r.Context().Value(passKey{}).(*pass); ok {
		t := p.newTicket()
		head += `<meta name="rabbithole-ticket" content="` + t.name + " " + t.key + `">`
	}
	return bytes.Replace(index, []byte("<head>"), []byte(head+`<script src="bridge.js"></script>`), 1)
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
