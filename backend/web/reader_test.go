package web_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rabbithole/backend/fake/site"
	"rabbithole/backend/fault"
	"rabbithole/backend/source"
	"rabbithole/backend/web"
)

// serve starts the fixture web for a test.
func serve(t *testing.T) *site.Site {
	t.Helper()
	s := site.New()
	t.Cleanup(s.Close)
	return s
}

// pdfText stands for the extractor that core hands in: it finds the texts that site.PDF shows.
func pdfText(_ context.Context, data []byte) ([]source.Page, source.Meta, error) {
	var pages []source.Page
	for i, stream := range strings.Split(string(data), "stream\nBT")[1:] {
		var words []string
		for _, part := range strings.Split(stream, ") Tj")[:strings.Count(stream, ") Tj")] {
			words = append(words, part[strings.LastIndexByte(part, '(')+1:])
		}
		pages = append(pages, source.Page{Number: i + 1, Text: strings.Join(words, "\n"), Links: []source.Link{{URI: "http://evil.example"}}})
	}
	return pages, source.Meta{Title: "A PDF", Pages: len(pages)}, nil
}

func read(t *testing.T, address string) (source.Article, string, error) {
	t.Helper()
	r := web.NewReader(http.DefaultClient, web.ReaderOptions{PDF: pdfText, Timeout: 10 * time.Second})
	a, pages, err := r.Read(t.Context(), address)
	return a, textOf(pages), err
}

func textOf(pages []source.Page) string {
	var all []string
	for _, p := range pages {
		all = append(all, p.Text)
	}
	return strings.Join(all, "\n")
}

func TestRead_EveryArticleOfTheSite(t *testing.T) {
	s := serve(t)
	for _, a := range site.Articles() {
		s.Forget()
		got, text, err := read(t, s.Of(a)+"?utm_source=test#part")
		if err != nil {
			t.Errorf("%s: %v", a.Path, err)
			continue
		}
		if got.URL != s.Of(a) || got.Status != 200 || got.ContentType != a.Type || got.Bytes == 0 || got.FetchedAt.IsZero() || len(got.Document) != 64 {
			t.Errorf("%s: article %+v", a.Path, got)
		}
		if a.Type == "text/html" && (got.Title != a.Title || got.Author != a.Author || got.Date != a.Date || got.Site != a.Site || got.Language != a.Language) {
			t.Errorf("%s: says of itself %+v", a.Path, got)
		}
		if s.Pages() != 1 {
			t.Errorf("%s: %d requests", a.Path, s.Pages())
		}
		for _, paragraph := range strings.Split(a.Text, "\n\n") {
			if a.Type == "text/html" && !strings.Contains(text, strings.TrimPrefix(paragraph, "## ")) {
				t.Errorf("%s: %.60q is missing in %q", a.Path, paragraph, text)
			}
		}
		for _, menu := range []string{"Impressum", "Contact", "Kontakt", "cookies", "Cookies", "Ten things"} {
			if strings.Contains(text, menu) {
				t.Errorf("%s: holds %q of the site", a.Path, menu)
			}
		}
	}
}

func TestRead_TablesAndData(t *testing.T) {
	s := serve(t)
	for path, want := range map[string]string{
		"/daten/radon-2023.csv":         "Region | Messungen | Jahresmittel Bq/m3 | Anteil über 300 Bq/m3\nNordküste | 412 | 38 | 0,4 %",
		"/api/turbines.json":            "plant: Velmar tidal power plant\nturbines:\n  -\n    number: 1\n    maker: Hald\n    megawatts: 4",
		"/papers/radon-lung-cancer.pdf": "increases by 16 percent per 100 becquerels",
		"/velmar.txt":                   "Spring range 7.9 m, neap range 3.6 m.\nHigh water",
		"/docs/fish-monitoring.md":      "18,400 salmon",
		"/lying-pdf":                    "The lighthouse of Orn",
		"/lying-html":                   site.Honest,
		"/lying-json":                   "lighthouse: The lighthouse of Orn",
		"/unsaid":                       site.Honest,
		"/redirect/3":                   site.Honest,
	} {
		if _, text, err := read(t, s.URL(path)); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v\n%s", path, err, text)
		}
	}
}

func TestRead_MarkdownGoesThroughItsOpener(t *testing.T) {
	s := serve(t)
	r := web.NewReader(http.DefaultClient, web.ReaderOptions{Markdown: func(_ context.Context, data []byte) ([]source.Page, source.Meta, error) {
		return []source.Page{{Number: 1, Text: "read by another package: " + string(data), Links: []source.Link{{URI: "http://evil.example"}}}}, source.Meta{Title: "Fish"}, nil
	}})
	a, pages, err := r.Read(t.Context(), s.URL("/docs/fish-monitoring.md"))
	if err != nil || a.Title != "Fish" || !strings.Contains(pages[0].Text, "read by another package: # Fish") || pages[0].Links != nil {
		t.Errorf("%v, %+v, %+v", err, a, pages)
	}
}

func TestRead_MarkdownHidesNothing(t *testing.T) {
	page := "# Lamps\n\nThe <b>lamp</b> of Orn <!-- PWNED --> burns.\n\n<div style='display:none'>\n\nPWNED <div>PWNED</div>\n\n</div>\n\n<script>PWNED</script>\n\n" +
		"```html\n<script>kept()</script>\n```\n\nA `Vec<T>` and 3 < 4 stay. <span hidden>not closed\n"
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/markdown")
		io.WriteString(w, page)
	}))
	defer s.Close()
	var got string
	r := web.NewReader(http.DefaultClient, web.ReaderOptions{Markdown: func(_ context.Context, data []byte) ([]source.Page, source.Meta, error) {
		got = string(data)
		return []source.Page{{Number: 1, Text: got}}, source.Meta{}, nil
	}})
	if _, _, err := r.Read(t.Context(), s.URL); err != nil || strings.Contains(got, "PWNED") {
		t.Errorf("%v, %q", err, got)
	}
	for _, kept := range []string{"# Lamps", "<b>lamp</b> of Orn", "<script>kept()</script>", "`Vec<T>` and 3 < 4 stay.", "not closed"} {
		if !strings.Contains(got, kept) {
			t.Errorf("%q is missing in %q", kept, got)
		}
	}
}

func TestRead_FeedsAreReadElementByElement(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/rss+xml")
		io.WriteString(w, `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "boom">]><rss><channel><title>Port news</title><item><title>Plant opens</title><description><![CDATA[<p>The plant has <b>48</b> megawatts. &a;</p>]]></description></item></channel></rss>`)
	}))
	defer s.Close()
	a, text, err := read(t, s.URL)
	if err != nil || a.ContentType != "application/xml" || !strings.Contains(text, "Port news\n\nPlant opens\n\nThe plant has 48 megawatts. &a;") {
		t.Errorf("%v, %+v, %q", err, a, text)
	}
}

func TestRead_Charsets(t *testing.T) {
	s := serve(t)
	for _, c := range site.Charsets() {
		if _, text, err := read(t, s.URL("/charset/"+c.Name)); err != nil || !strings.Contains(text, c.Text) {
			t.Errorf("%s: %v, %q, want %q", c.Name, err, text, c.Text)
		}
	}
}

func TestRead_PagesWithoutTextSayWhy(t *testing.T) {
	s := serve(t)
	for path, want := range map[string]struct {
		kind fault.Kind
		why  string
	}{
		"/status/404":    {fault.NotFound, "404 Not Found"},
		"/status/410":    {fault.NotFound, "410"},
		"/status/403":    {fault.Denied, "403"},
		"/status/401":    {fault.Denied, "401"},
		"/status/429":    {fault.Unavailable, "429"},
		"/status/500":    {fault.Unavailable, "500"},
		"/empty":         {fault.Unreadable, "empty"},
		"/blank":         {fault.Unreadable, "no text"},
		"/login":         {fault.Unreadable, "login"},
		"/consent":       {fault.Unreadable, "consent"},
		"/script-only":   {fault.Unreadable, "JavaScript"},
		"/lying-image":   {fault.Unreadable, "picture"},
		"/zip":           {fault.Unreadable, "archive"},
		"/redirect/loop": {fault.Unavailable, ""},
		"/redirect/file": {fault.Unavailable, ""},
	} {
		_, _, err := read(t, s.URL(path))
		if err == nil || fault.KindOf(err) != want.kind || !strings.Contains(err.Error(), want.why) || fault.Hint(err) == "" {
			t.Errorf("%s: %v (%s, %q)", path, err, fault.KindOf(err), fault.Hint(err))
		}
	}
	if _, _, err := read(t, s.URL("/status/429")); !strings.Contains(fault.Hint(err), "90 seconds") {
		t.Errorf("the site's wish to wait is not told: %q", fault.Hint(err))
	}
}

func TestRead_RefusesWhatIsNoPage(t *testing.T) {
	for _, address := range []string{"", "file:///etc/passwd", "ftp://a.example/x", "javascript:alert(1)", "data:text/html,x", "http://", "//a.example", "http://user:secret@a.example/", "http://a.example/" + strings.Repeat("x", 3000)} {
		_, _, err := read(t, address)
		if fault.KindOf(err) != fault.Usage || strings.Contains(err.Error(), "secret") {
			t.Errorf("%.40q: %v", address, err)
		}
	}
}

func TestRead_HugeAndPackedPagesAreCut(t *testing.T) {
	s := serve(t)
	for _, path := range []string{"/huge", "/bomb"} {
		r := web.NewReader(http.DefaultClient, web.ReaderOptions{MaxBytes: 300_000, MaxText: 20_000})
		a, pages, err := r.Read(t.Context(), s.URL(path))
		text := textOf(pages)
		if err != nil || !a.Cut || a.Bytes != 300_000 || !strings.Contains(text, site.Honest) || len(text) > 21_000 {
			t.Errorf("%s: %v, %+v, %d bytes of text", path, err, a, len(text))
		}
	}
}

func TestRead_StalledPageEndsInTime(t *testing.T) {
	s := serve(t)
	r := web.NewReader(http.DefaultClient, web.ReaderOptions{Timeout: 100 * time.Millisecond})
	for _, path := range []string{"/stalled", "/slow?ms=60000"} {
		_, _, err := r.Read(t.Context(), s.URL(path))
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.Hint(err), "too long") {
			t.Errorf("%s: %v", path, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := r.Read(ctx, s.URL("/plain")); err == nil || fault.KindOf(err) == fault.Unavailable {
		t.Errorf("a cancelled read: %v", err)
	}
}

func TestRead_SameTextIsTheSameDocument(t *testing.T) {
	s := serve(t)
	first, _, _ := read(t, s.URL("/plain"))
	second, _, _ := read(t, s.URL("/plain#elsewhere"))
	other, _, _ := read(t, s.URL("/unsaid"))
	if first.Document == "" || first.Document != second.Document || first.Document == other.Document {
		t.Errorf("documents %q, %q, %q", first.Document, second.Document, other.Document)
	}
	_, pages, err := web.NewReader(http.DefaultClient, web.ReaderOptions{}).Read(t.Context(), s.URL("/plain"))
	if err != nil || first.Document != source.TextHash(first.URL+"\n"+textOf(pages)) {
		t.Errorf("the hash is not that of the address and the text: %v", err)
	}
}

func TestRead_FreshArticlesAreNotFetchedAgain(t *testing.T) {
	s := serve(t)
	now := time.Now()
	for name, c := range map[string]struct {
		age     time.Duration
		fetches int
	}{"fresh": {23 * time.Hour, 0}, "old": {25 * time.Hour, 1}, "from the future": {-time.Hour, 1}} {
		s.Forget()
		r := web.NewReader(http.DefaultClient, web.ReaderOptions{Now: func() time.Time { return now }, Cached: func(_ context.Context, address string) (source.Article, []source.Page, bool) {
			return source.Article{URL: address, FetchedAt: now.Add(-c.age)}, []source.Page{{Number: 1, Text: "as it was"}}, true
		}})
		a, _, err := r.Read(t.Context(), s.URL("/plain"))
		if err != nil || s.Pages() != c.fetches || a.Cached != (c.fetches == 0) {
			t.Errorf("%s: %v, %d requests, cached %v", name, err, s.Pages(), a.Cached)
		}
	}
}

func TestRead_AtTheSameTimeFetchesOnce(t *testing.T) {
	s := serve(t)
	r := web.NewReader(http.DefaultClient, web.ReaderOptions{})
	var wait sync.WaitGroup
	var failed atomic.Int32
	for range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if _, pages, err := r.Read(t.Context(), s.URL("/slow?ms=150")); err != nil || len(pages) == 0 {
				failed.Add(1)
			}
		}()
	}
	wait.Wait()
	if failed.Load() > 0 || s.Count("/slow") != 1 {
		t.Errorf("%d failed, %d requests", failed.Load(), s.Count("/slow"))
	}
}

func TestRead_AnotherOnesEndIsNotOurs(t *testing.T) {
	s := serve(t)
	r := web.NewReader(http.DefaultClient, web.ReaderOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() { _, _, err := r.Read(ctx, s.URL("/slow?ms=300")); gone <- err }()
	for s.Count("/slow") == 0 {
		time.Sleep(time.Millisecond)
	}
	stays := make(chan error, 1)
	go func() { _, _, err := r.Read(t.Context(), s.URL("/slow?ms=300")); stays <- err }()
	time.Sleep(20 * time.Millisecond)
	cancel()
	if err := <-gone; err == nil {
		t.Error("the cancelled read did not end")
	}
	if err := <-stays; err != nil {
		t.Errorf("the other read ended with it: %v", err)
	}
}

func TestRead_HostilePagesComeBackAsPlainText(t *testing.T) {
	s := serve(t)
	pages := s.Hostile()
	if len(pages) < 40 {
		t.Fatalf("%d hostile pages", len(pages))
	}
	for _, p := range pages {
		s.Forget()
		a, text, err := read(t, p.URL)
		if err != nil || !strings.Contains(text, site.Honest) {
			t.Errorf("%s: %v, %q", p.Name, err, text)
			continue
		}
		for _, word := range p.Hidden {
			if strings.Contains(text, word) || strings.Contains(a.URL+a.Author+a.Site, word) {
				t.Errorf("%s: %q came through: %q, %+v", p.Name, word, text, a)
			}
		}
		for _, word := range p.Shown {
			if !strings.Contains(text+a.Title, word) {
				t.Errorf("%s: %q, which a visitor sees, is missing", p.Name, word)
			}
		}
		if strings.ContainsAny(a.Title+a.Author+a.Site, "<>") {
			t.Errorf("%s: markup in what it says of itself: %+v", p.Name, a)
		}
		if requests := s.Requests(); len(requests) != 1 || requests[0].Method != http.MethodGet {
			t.Errorf("%s: requests %+v", p.Name, requests)
		}
		if !slices.ContainsFunc(p.Shown, func(w string) bool { return strings.Contains(w, "END OF") || strings.Contains(w, "obey") }) && strings.ContainsAny(text, "<>") {
			t.Errorf("%s: markup came through: %q", p.Name, text)
		}
	}
}
