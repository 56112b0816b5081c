package site

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// Charset is a page whose bytes are not UTF-8, or not what the server says they are. It is at /charset/NAME.
type Charset struct {
	Name string
	Said string // the Content-Type header
	Text string // what a reader has to find
	enc  encoding.Encoding
}

// Charsets returns the pages of /charset/.
func Charsets() []Charset {
	german := "Für die Größe der Öfen gilt: fünf Stück über zwölf Grad, und schöne Grüße aus Köln – „so heißt es“ im Büro."
	japanese2 := "東京の潮力発電所は十二基のタービンで四十八メガワットを発電します。建設には四年かかりました。"
	chinese := "潮汐发电站共有十二台涡轮机，总装机容量为四十八兆瓦，建设历时四年，为三万五千户家庭供电。"
	return []Charset{
		{Name: "windows-1252-as-utf-8", Said: "text/html; charset=utf-8", Text: german, enc: charmap.Windows1252},
		{Name: "windows-1252", Said: "text/html; charset=windows-1252", Text: german, enc: charmap.Windows1252},
		{Name: "windows-1252-unsaid", Said: "text/html", Text: german, enc: charmap.Windows1252},
		{Name: "utf-16le-bom", Said: "text/html", Text: german, enc: unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
		{Name: "utf-16be-unsaid", Said: "text/html", Text: german, enc: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
		{Name: "utf-8-as-latin-1", Said: "text/html; charset=iso-8859-1", Text: german, enc: unicode.UTF8},
		{Name: "shift-jis", Said: "text/html; charset=Shift_JIS", Text: japanese2, enc: japanese.ShiftJIS},
		{Name: "shift-jis-unsaid", Said: "text/html", Text: japanese2, enc: japanese.ShiftJIS},
		{Name: "iso-2022-jp", Said: "text/html; charset=iso-2022-jp", Text: japanese2, enc: japanese.ISO2022JP},
		{Name: "gb18030", Said: "text/html; charset=gb18030", Text: chinese, enc: simplifiedchinese.GB18030},
		{Name: "gb18030-unsaid", Said: "text/html", Text: chinese, enc: simplifiedchinese.GB18030},
	}
}

// plain is a page of simple markup with a text long enough to be read.
func plain(title, body string) string {
	return "<!doctype html><html><head><title>" + title + "</title></head><body><article><h1>" + title + "</h1><p>" + body +
		"</p></article></body></html>"
}

// Honest is a sentence that stands on every odd page that has a text, and on every hostile one.
const Honest = "The lighthouse of Orn was built in 1871 and has been automatic since 1986; its light is seen from a distance of nineteen nautical miles."

// odd adds the pages that misbehave.
func (s *Site) odd(mux *http.ServeMux) {
	text := func(kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			if kind != "" {
				w.Header().Set("Content-Type", kind)
			}
			fmt.Fprint(w, body)
		}
	}
	good := plain("The lighthouse of Orn", Honest)
	mux.HandleFunc("/plain", text("text/html; charset=utf-8", good))
	mux.HandleFunc("/private/page", text("text/html", good))
	mux.HandleFunc("/rebinding", text("text/html", good))
	mux.HandleFunc("/unsaid", text("", good))
	mux.HandleFunc("/lying-pdf", text("text/html", string(PDF("Lighthouse", Honest))))
	mux.HandleFunc("/lying-html", text("application/pdf", good))
	mux.HandleFunc("/lying-json", text("text/html", `{"lighthouse": "`+Honest+`"}`))
	mux.HandleFunc("/lying-image", text("text/html", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00"))
	mux.HandleFunc("/zip", text("application/zip", "PK\x03\x04\x14\x00\x00\x00\x08\x00abcdefgh"))
	mux.HandleFunc("/empty", text("text/html", ""))
	mux.HandleFunc("/blank", text("text/html", "<html><body><div><br></div></body></html>"))
	mux.HandleFunc("/login", text("text/html", `<html><body><h1>Welcome back</h1><form><p>Please log in to read this article.</p><input type="email"><input type="password"></form></body></html>`))
	mux.HandleFunc("/consent", text("text/html", `<html><body><div class="dialog"><h2>Before you go on</h2><p>We and our partners use cookies. Please accept or manage options to continue.</p></div></body></html>`))
	mux.HandleFunc("/script-only", text("text/html", `<html><head><script src="/assets/app.js"></script></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript></body></html>`))
	mux.HandleFunc("/redirect/", s.redirect)
	mux.HandleFunc("/status/", status)
	mux.HandleFunc("/charset/", charset)
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		ms, _ := strconv.Atoi(r.URL.Query().Get("ms"))
		s.pause(r, time.Duration(ms)*time.Millisecond)
		fmt.Fprint(w, good)
	})
	mux.HandleFunc("/stalled", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, good[:60])
		w.(http.Flusher).Flush()
		s.pause(r, time.Hour)
	})
	mux.HandleFunc("/huge", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, strings.TrimSuffix(good, "</article></body></html>"))
		s.pour(w, r, []byte(strings.Repeat("<p>"+Honest+"</p>\n", 100)), 50<<20)
	})
	mux.HandleFunc("/bomb", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		fmt.Fprint(z, strings.TrimSuffix(good, "</article></body></html>"))
		s.pour(z, r, make([]byte, 1<<16), 200<<20)
	})
}

// pour writes a block again and again until the client leaves or limit is reached.
func (s *Site) pour(w interface{ Write([]byte) (int, error) }, r *http.Request, block []byte, limit int) {
	for n := 0; n < limit && r.Context().Err() == nil; n += len(block) {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// pause waits until the client leaves or the site closes, at most d.
func (s *Site) pause(r *http.Request, d time.Duration) {
	select {
	case <-r.Context().Done():
	case <-s.done:
	case <-time.After(d):
	}
}

// redirect leads /redirect/N over N steps to /plain; loop to itself, loopback and file to where no reader may go.
func (s *Site) redirect(w http.ResponseWriter, r *http.Request) {
	to := strings.TrimPrefix(r.URL.Path, "/redirect/")
	n, err := strconv.Atoi(to)
	switch {
	case to == "loop":
		to = "/redirect/loop"
	case to == "loopback":
		to = "http://" + s.Listener() + "/plain"
	case to == "file":
		to = "file:///etc/passwd"
	case to == "metadata":
		to = "http://169.254.169.254/latest/meta-data/"
	case err == nil && n > 1:
		to = "/redirect/" + strconv.Itoa(n-1)
	default:
		to = "/plain"
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusFound)
}

// status answers /status/N with that status.
func status(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/status/"))
	if err != nil {
		n = http.StatusNotFound
	}
	if n == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "90")
	}
	w.WriteHeader(n)
	fmt.Fprint(w, plain("An error", "This page tells of an error and of nothing else, at some length, so that nobody takes it for an article."))
}

func charset(w http.ResponseWriter, r *http.Request) {
	for _, c := range Charsets() {
		if r.URL.Path == "/charset/"+c.Name {
			body, err := c.enc.NewEncoder().String(plain("Charset", c.Text))
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", c.Said)
			w.Write([]byte(body))
			return
		}
	}
	http.NotFound(w, r)
}
