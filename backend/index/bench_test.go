package index_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"rabbithole/backend/index"
	"rabbithole/backend/source"
)

// BenchmarkSearch searches by words in libraries of invented text: words are as frequent as in language (Zipf), 120 to a passage, five
// passages to a page, 500 to a document, and a query has eight of them, one of them rare.
func BenchmarkSearch(b *testing.B) {
	for _, passages := range []int{1_000, 20_000, 100_000} {
		b.Run(fmt.Sprint(passages), func(b *testing.B) {
			l := newLibrary(b, nil)
			text := invented(passages)
			for i := 0; i < passages; i += 500 {
				l.inventedDocument(fmt.Sprintf("report%d_%d.pdf", i/500, 1990+i/500%30), text, min(500, passages-i))
			}
			var took []time.Duration
			for b.Loop() {
				query := index.Query{Text: text.sentence(7) + " " + text.word(20_000+text.r.IntN(5_000)) + " report3",
					Mode: index.Lexical, Scope: source.All()}
				begin := time.Now()
				if hits := l.search(query); len(hits) == 0 {
					b.Fatal("nothing found")
				}
				took = append(took, time.Since(begin))
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2].Seconds()*1000, "p50-ms")
			b.ReportMetric(took[len(took)*95/100].Seconds()*1000, "p95-ms")
		})
	}
}

// prose makes text of invented words.
type prose struct {
	r    *rand.Rand
	rank *rand.Zipf
}

func invented(seed int) prose {
	r := rand.New(rand.NewPCG(uint64(seed), 7))
	return prose{r, rand.NewZipf(r, 1.07, 4, 60_000)}
}

// word returns the word of a rank.
func (prose) word(rank int) string {
	const syllables = "bamikutolesarinodepagofe"
	var b strings.Builder
	for n := rank + 40; n > 0; n /= 12 {
		b.WriteString(syllables[n%12*2 : n%12*2+2])
	}
	return b.String()
}

func (p prose) sentence(words int) string {
	out := make([]string, words)
	for i := range out {
		out[i] = p.word(int(p.rank.Uint64()))
	}
	return strings.Join(out, " ")
}

func (l *library) inventedDocument(name string, p prose, passages int) {
	l.t.Helper()
	d := source.Document{Hash: name, Name: name, Title: p.sentence(4), Language: "en", State: source.Searchable, Format: source.PDF, Passages: passages}
	if _, err := l.db.PutDocument(l.t.Context(), d); err != nil {
		l.t.Fatal(err)
	}
	list := make([]source.Passage, passages)
	for i := range list {
		spans := []source.Span{{Page: 1 + i/5, Start: i % 5 * 1000, End: i%5*1000 + 900}}
		text := p.sentence(120)
		list[i] = source.Passage{ID: source.PassageID(name, spans), Document: name, Ordinal: i, Headings: []string{d.Title, p.sentence(3)}, Spans: spans,
			Text: text, Hash: source.TextHash(text), Tokens: 150, Role: source.Body}
	}
	l.addPassages(name, list)
}
