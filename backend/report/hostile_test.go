package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// render turns Markdown into HTML as generously as GitHub does, raw HTML included.
func render(t *testing.T, md []byte) *goquery.Document {
	t.Helper()
	var b bytes.Buffer
	engine := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := engine.Convert(md, &b); err != nil {
		t.Fatal(err)
	}
	return parse(t, b.Bytes())
}

func parse(t *testing.T, page []byte) *goquery.Document {
	t.Helper()
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func attributes(doc *goquery.Document, selector, name string) []string {
	var out []string
	doc.Find(selector).Each(func(_ int, s *goquery.Selection) { out = append(out, s.AttrOr(name, "")) })
	return out
}

func TestMarkdown_HostileTextStaysText(t *testing.T) {
	doc := render(t, Markdown(sampleHostile(t), sampleLinks))
	if n := doc.Find("script, img, iframe, code, del, h4").Length(); n > 0 {
		t.Errorf("%d elements were injected", n)
	}
	links := attributes(doc, "a", "href")
	if len(links) < 5 {
		t.Errorf("only %d citations are links", len(links))
	}
	for _, href := range links {
		if !strings.HasPrefix(href, "file:///data/") {
			t.Errorf("a link to %q was injected", href)
		}
	}
	if rows := doc.Find("tr"); rows.Length() != 0 {
		t.Errorf("%d table rows were injected", rows.Length())
	}
	if got, want := doc.Find("h1").Text(), shorten(clean(hostileText), titleLength); got != want {
		t.Errorf("the title reads %q, want %q", got, want)
	}
	if got := doc.Find("h2, h3").Length(); got != 9 {
		t.Errorf("%d headings, want 9", got)
	}
}

func TestHTML_HostileTextStaysText(t *testing.T) {
	page, err := HTML(sampleHostile(t), sampleLinks)
	if err != nil {
		t.Fatal(err)
	}
	doc := parse(t, page)
	if n := doc.Find("script, img, iframe, [onerror], link, base").Length(); n > 0 {
		t.Errorf("%d elements were injected", n)
	}
	for _, href := range attributes(doc, "a", "href") {
		if !strings.HasPrefix(href, "file:///data/") && !strings.HasPrefix(href, "#") {
			t.Errorf("a link to %q was injected", href)
		}
	}
	if got, want := doc.Find("h1").Text(), shorten(clean(hostileText), titleLength); got != want {
		t.Errorf("the title reads %q, want %q", got, want)
	}
	if bytes.ContainsRune(page, '\u202e') || bytes.ContainsRune(page, '\x1b') {
		t.Error("control characters came through")
	}
}

func TestHTML_EveryInnerLinkLeadsSomewhere(t *testing.T) {
	for name, r := range samples(t) {
		page, err := HTML(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		doc := parse(t, page)
		seen := map[string]bool{}
		for _, id := range attributes(doc, "[id]", "id") {
			if seen[id] {
				t.Errorf("%s: the id %q stands twice", name, id)
			}
			seen[id] = true
		}
		for _, target := range append(attributes(doc, "a", "href"), attributes(doc, "[aria-describedby]", "aria-describedby")...) {
			if !seen[strings.TrimPrefix(target, "#")] && !(name == "web" && strings.HasPrefix(target, "https://www.authority.example/radon?")) {
				t.Errorf("%s: %q leads nowhere", name, target)
			}
		}
	}
}

func TestHTML_AsksForNothingFromOutside(t *testing.T) {
	page, err := HTML(sampleEnglish(t), sampleLinks)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"http://", "https://", "@import", "url(", "<script", "src="} {
		if bytes.Contains(page, []byte(word)) {
			t.Errorf("the page holds %q", word)
		}
	}
}

func TestHTML_ContradictionShowsBothSides(t *testing.T) {
	page, err := HTML(sampleEnglish(t), sampleLinks)
	if err != nil {
		t.Fatal(err)
	}
	text := parse(t, page).Find("#disagree").Text()
	if !strings.Contains(text, "300 Bq/m³ as an annual mean") || !strings.Contains(text, "guide names 100 Bq/m³") || !strings.Contains(text, "300 against 100 Bq/m³.") {
		t.Errorf("got %q", text)
	}
}

func TestEscape_TextReadsTheSameAfterRendering(t *testing.T) {
	for _, text := range []string{
		"a * b * c", "*a*", "snake_case_name", "_x_ y", "5 < 6 > 4 & 3", "AT&T &amp; co", "a|b", "~~gone~~", "www.x.example", "ftp://x.example",
		"mailto:a@b.example", "[1]", "[a]: b", "`code`", "\\", "a\\*b", "1. one", "2) two", "- item", "+ item", "# head", "> quote", "===", "---",
		"!x", "![x](y)", "<b>", "<!-- x -->", "<?x?>", "$4.2 billion and $5", "§ 62 Abs. 1 Satz 2", "10^3", "https://x.example/a_b", "~5 to ~6", "~~~ fence",
	} {
		doc := render(t, []byte(lineStart(text)+"\n"))
		if got := strings.TrimSuffix(doc.Find("body").Text(), "\n"); got != text {
			t.Errorf("%q (%s) reads %q", text, lineStart(text), got)
		}
		if n := doc.Find("body > p").Length(); n != 1 || doc.Find("body > p *").Length() > 0 {
			body, _ := doc.Find("body").Html()
			t.Errorf("%q becomes %s", text, body)
		}
	}
}
