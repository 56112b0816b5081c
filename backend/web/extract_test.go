package web

import (
	"net/url"
	"runtime"
	"strings"
	"testing"
)

const sentence = "This is a sentence of ordinary words that somebody wrote. "

// bombs are pages that cost a careless reader more time or memory than they weigh.
func bombs() map[string]string {
	return map[string]string{
		"nested divs":        strings.Repeat("<div>", 100_000) + sentence + strings.Repeat("</div>", 100_000),
		"unclosed marks":     "<p>" + strings.Repeat(sentence, 20) + strings.Repeat("<b>", 300_000),
		"paragraphs":         strings.Repeat("<p>"+sentence+"</p>", 22_000),
		"tiny paragraphs":    strings.Repeat("<p>a</p>", 180_000),
		"links":              strings.Repeat("<a href=x>word</a> ", 75_000),
		"nested tables":      strings.Repeat("<table><tr><td>", 500) + sentence + strings.Repeat("</td></tr></table>", 500),
		"one attribute":      "<div class=\"" + strings.Repeat("a ", 5_000_000) + "\">" + sentence + "</div>",
		"attributes":         "<div " + strings.Repeat("a=b ", 300_000) + ">" + sentence + "</div>",
		"rules":              "<style>" + strings.Repeat(".a{display:none}", 90_000) + "</style><p>" + sentence,
		"open rules":         "<style>" + strings.Repeat(".a{", 400_000) + "</style><p>" + sentence,
		"entities":           "<p>" + sentence + strings.Repeat("&amp;&lt;&notin;", 80_000),
		"entity definitions": `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><p>` + sentence + strings.Repeat("&b;", 100_000),
		"nested white":       strings.Repeat("<div style='color:white'>", 400) + "<p style='color:black'>" + sentence + strings.Repeat("<p style='color:white'>x</p>", 9_000),
		"breaks":             "<div><p>" + sentence + "</p>" + strings.Repeat("<br>", 300_000) + "</div>",
		"linked data":        "<script type='application/ld+json'>" + strings.Repeat("[", 190_000) + "</script><p>" + sentence,
		"invitations":        "<p>" + sentence + strings.Repeat("<div class=related>", 400) + strings.Repeat("<p>"+sentence+"</p>", 9_000),
	}
}

// A page of 1.5 MB took at most half a second and 1 GB of short-lived memory; the bound here is on what is allocated, which does not depend on
// how busy the machine is.
func TestExtract_BombsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("parses 15 MB of markup")
	}
	for name, page := range bombs() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := Extract(t.Context(), []byte("<html><body>"+page), nil)
		runtime.ReadMemStats(&after)
		if spent := (after.TotalAlloc - before.TotalAlloc) >> 20; spent > 2500 {
			t.Errorf("%s: %d MB allocated", name, spent)
		}
		if name == "tiny paragraphs" || name == "links" {
			continue // nothing but noise
		}
		if err != nil || !strings.Contains(got.Text(), strings.TrimSpace(sentence)) {
			t.Errorf("%s: %v, %.80q", name, err, got.Text())
		}
	}
}

func TestExtract_KeepsHeadingsListsTablesAndSpaces(t *testing.T) {
	page := `<html lang="de-AT"><head><title>Öfen | Haus</title></head><body><nav><a href="/">Start</a></nav><article><h1>Öfen</h1>
<p>Ein <a href="/x">Ofen</a> <b>wärmt</b> das <i>ganze</i> Haus, und er tut das seit vielen hundert Jahren in jedem Winter.</p>
<h2>Arten</h2><ul><li>der <a href="/k">Kachelofen</a>, der lange wärmt und viel Platz in der Stube braucht</li><li>der Schwedenofen, der schnell warm wird und schnell wieder kalt ist</li></ul>
<table><tr><th>Art</th><th>Watt</th></tr><tr><td>Kachelofen</td><td>6000</td></tr></table>
<p>Ein guter Ofen steht lange, und wer ihn pflegt, vererbt ihn an seine Kinder und deren Kinder.</p></article></body></html>`
	got, err := Extract(t.Context(), []byte(page), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `Ein Ofen wärmt das ganze Haus, und er tut das seit vielen hundert Jahren in jedem Winter.
Arten
- der Kachelofen, der lange wärmt und viel Platz in der Stube braucht
- der Schwedenofen, der schnell warm wird und schnell wieder kalt ist
Art | Watt
Kachelofen | 6000
Ein guter Ofen steht lange, und wer ihn pflegt, vererbt ihn an seine Kinder und deren Kinder.`
	if got.Text() != want {
		t.Errorf("got\n%s", got.Text())
	}
	if got.Pieces[1].Level != 2 || got.about.title != "Öfen" || got.about.language != "de" {
		t.Errorf("%+v, %+v", got.Pieces[1], got.about)
	}
}

func TestExtract_GathersATextThatAdvertisementsDivide(t *testing.T) {
	part := func(words string) string {
		return `<div class="body chunk"><p>` + words + strings.Repeat(" and the rest of a sentence about it that goes on for a while", 3) + `.</p></div><div class="ad">Advertisement</div>`
	}
	page := "<html><body><main>" + part("First the harbour") + part("Second the ships") + part("Third the people") + "</main></body></html>"
	got, err := Extract(t.Context(), []byte(page), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := got.Text()
	for _, words := range []string{"First the harbour", "Second the ships", "Third the people"} {
		if !strings.Contains(text, words) {
			t.Errorf("%q is missing in %q", words, text)
		}
	}
}

func TestAbout_ReadsWhatAPageSaysOfItself(t *testing.T) {
	at, err := url.Parse("https://news.example/2024/05/06/ships")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		head string
		want about
	}{
		"meta":      {`<meta property="og:title" content="Ships"><meta name="author" content="By Ada Byron"><meta property="article:published_time" content="2024-05-07T10:00:00Z"><meta property="og:site_name" content="News">`, about{title: "Ships", author: "Ada Byron", date: "2024-05-07", site: "News"}},
		"ld":        {`<script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","headline":"Ships","datePublished":"2024-05-07","author":[{"name":"Ada"},{"name":"Bo"}],"publisher":{"name":"News"}}]}</script>`, about{title: "Ships", author: "Ada, Bo", date: "2024-05-07", site: "News"}},
		"broken ld": {`<title>Ships</title><script type="application/ld+json">{"@type":</script>`, about{title: "Ships", date: "2024-05-06"}},
		"citation":  {`<meta name="citation_title" content="Ships"><meta name="citation_author" content="Byron, Ada"><meta name="citation_publication_date" content="2024/05/07"><meta name="citation_journal_title" content="J. Ships">`, about{title: "Ships", author: "Byron, Ada", date: "2024-05-07", site: "J. Ships"}},
		"shown":     {`<title>Ships - News</title><meta property="og:site_name" content="News"></head><body><span class="post-date">Veröffentlicht am 7. März 2023, 8 Uhr</span>`, about{title: "Ships", site: "News", date: "2024-05-06"}},
		"no name":   {`<title>Ships</title><meta name="author" content="https://facebook.example/ada"><meta name="date" content="soon">`, about{title: "Ships", date: "2024-05-06"}},
	} {
		got, err := Extract(t.Context(), []byte("<html><head>"+c.head+"</head><body><p>"+strings.Repeat(sentence, 5)+"</p></body></html>"), at)
		if err != nil || got.about != c.want {
			t.Errorf("%s: %v, %+v, want %+v", name, err, got.about, c.want)
		}
	}
}

func TestDateWithin(t *testing.T) {
	for words, want := range map[string]string{
		"Veröffentlicht am 7. März 2023, 8 Uhr": "2023-03-07", "March 7th, 2023": "2023-03-07", "7 Mar 2023": "2023-03-07", "Stand: 07.03.2023": "2023-03-07",
		"am 7.3.2023": "2023-03-07", "2023-03-07T10:00": "2023-03-07", "03/07/2023": "", "7 Bananas 2023": "", "31. Februar 2023": "", "41. März 2023": "", "": "", "5 Uhr": "",
	} {
		if got := dateWithin(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestAbout_TakesADateThatThePageShows(t *testing.T) {
	got, err := Extract(t.Context(), []byte(`<html><head><title>Ships – What they carry</title></head><body><p class="article-meta">By Ada, 7 March 2023</p><p>`+strings.Repeat(sentence, 5)+`</p></body></html>`), nil)
	if err != nil || got.about.date != "2023-03-07" || got.about.title != "Ships – What they carry" {
		t.Errorf("%v, %+v", err, got.about)
	}
}

func BenchmarkExtract(b *testing.B) {
	page := []byte("<html><body><nav>" + strings.Repeat("<a href=/x>menu</a> ", 100) + "</nav><article>" + strings.Repeat("<p>"+strings.Repeat(sentence, 5)+"</p>", 60) + "</article></body></html>")
	for b.Loop() {
		if _, err := Extract(b.Context(), page, nil); err != nil {
			b.Fatal(err)
		}
	}
}
