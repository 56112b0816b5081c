package site

import (
	"fmt"
	"html"
	"net/http"
	"strings"
)

// Article is a page that is what it says it is.
type Article struct {
	Host, Path string
	Subject    string // "radon" or "velmar"
	Title      string
	Site       string
	Author     string
	Date       string // ISO 8601
	Language   string
	Official   bool   // of an authority or of who runs the plant
	Contrary   string // what it says against the others, "" when it agrees
	Type       string // media type
	Text       string // paragraphs between empty lines, headings after "## "; the whole body where Type is not text/html
}

func (a Article) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != a.Path {
		http.NotFound(w, r)
		return
	}
	switch a.Type {
	case "text/html":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, a.page())
	case "application/pdf":
		w.Header().Set("Content-Type", a.Type)
		w.Write(PDF(a.Title, strings.Split(a.Text, "\n\n")...))
	default:
		w.Header().Set("Content-Type", a.Type+"; charset=utf-8")
		fmt.Fprint(w, a.Text)
	}
}

// page dresses the text as a site does: menu, notice about cookies, related articles, footer.
func (a Article) page() string {
	var b strings.Builder
	e := html.EscapeString
	menu, related, notice := "Home|News|About us|Contact", "You may also like", "We use cookies. Accept all or manage preferences."
	if a.Language == "de" {
		menu, related, notice = "Start|Aktuelles|Über uns|Kontakt", "Das könnte Sie auch interessieren",
			"Wir verwenden Cookies. Alle akzeptieren oder Einstellungen verwalten."
	}
	fmt.Fprintf(&b, `<!doctype html><html lang="%s"><head><meta charset="utf-8"><title>%s | %s</title><meta property="og:site_name" content="%s">`, a.Language, e(a.Title), e(a.Site), e(a.Site))
	if a.Author != "" {
		fmt.Fprintf(&b, `<meta name="author" content="%s">`, e(a.Author))
	}
	if a.Date != "" {
		fmt.Fprintf(&b, `<meta property="article:published_time" content="%sT08:30:00+02:00">`, a.Date)
	}
	fmt.Fprintf(&b, `<link rel="canonical" href="%s"><link rel="stylesheet" href="/assets/style.css"><script src="/assets/app.js"></script></head><body>`, a.Path)
	b.WriteString(`<header><nav><ul>`)
	for _, m := range strings.Split(menu, "|") {
		fmt.Fprintf(&b, `<li><a href="/menu">%s</a></li>`, m)
	}
	fmt.Fprintf(&b, `</ul></nav></header><div class="cookie-banner">%s</div><main><article><h1>%s</h1>`, notice, e(a.Title))
	for _, p := range strings.Split(a.Text, "\n\n") {
		if h, ok := strings.CutPrefix(p, "## "); ok {
			fmt.Fprintf(&b, "<h2>%s</h2>", e(h))
			continue
		}
		fmt.Fprintf(&b, "<p>%s</p>\n", e(p))
	}
	fmt.Fprintf(&b, `<img src="/assets/picture.jpg" alt=""></article><aside class="related"><h3>%s</h3><ul><li><a href="/other/1">Ten things nobody tells you</a></li><li><a href="/other/2">Sommer im Garten</a></li></ul></aside></main>`, related)
	fmt.Fprintf(&b, `<footer>© %s · <a href="/imprint">Impressum</a> · <a href="/privacy">Privacy</a></footer><img src="/pixel.gif" width="1" height="1" alt=""></body></html>`, e(a.Site))
	return b.String()
}

// PDF returns a small PDF file, a page for each text. Letters beyond ASCII are left out.
func PDF(title string, texts ...string) []byte {
	var objects []string
	kids := make([]string, len(texts))
	for i, text := range texts {
		kids[i] = fmt.Sprintf("%d 0 R", 4+2*i)
		var lines strings.Builder
		lines.WriteString("BT /F1 11 Tf 14 TL 60 780 Td ")
		for _, line := range wrapped(text, 85) {
			fmt.Fprintf(&lines, "(%s) Tj T* ", strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(line))
		}
		lines.WriteString("ET")
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>", 5+2*i),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", lines.Len(), lines.String()))
	}
	objects = append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids)),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}, objects...)
	objects = append(objects, fmt.Sprintf("<< /Title (%s) >>", title))
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, len(objects), xref)
	return []byte(b.String())
}

// wrapped cuts a text into lines of at most n letters.
func wrapped(text string, n int) []string {
	var out []string
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && len(line)+1+len(w) > n {
			out, line = append(out, line), ""
		}
		line = strings.TrimSpace(line + " " + w)
	}
	return append(out, line)
}
