package eval

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"rabbithole/backend/fault"
	"rabbithole/backend/web"
)

// HTML is how well the main content of web pages is found, as `eval html --json` prints it.
type HTML struct {
	Set       string     `json:"set"`
	Pages     int        `json:"pages"`
	Precision float64    `json:"precision"`
	Recall    float64    `json:"recall"`
	F1        float64    `json:"f1"`
	Accuracy  float64    `json:"accuracy,omitempty"` // of a set of segments
	Took      float64    `json:"ms_per_page"`
	Found     []HTMLPage `json:"found"` // page by page, so that two systems can be compared
}

// HTMLPage is what came of one page.
type HTMLPage struct {
	Page      string   `json:"page"`
	Precision float64  `json:"precision"`
	Recall    float64  `json:"recall"`
	Missing   []string `json:"missing,omitempty"` // wanted segments that are not there
	Unwanted  []string `json:"unwanted,omitempty"`
	Text      string   `json:"text"`
}

// MeasureHTML measures the set in dir: one with ground-truth.json (the text of each article) or with gold.json (wanted and unwanted segments).
func MeasureHTML(ctx context.Context, dir string) (HTML, error) {
	switch {
	case present(dir, "html", "ground-truth.json"):
		return measureArticles(ctx, dir)
	case present(dir, "html", "gold.json"):
		return measureSegments(ctx, dir)
	}
	return HTML{}, fault.New("measure the text of the pages in "+dir, fault.NotFound,
		"The folder of a set has html/ and ground-truth.json or gold.json; they are not there.", nil)
}

// pageText returns the main content of a page of a set, "" where none is found, and how long that took.
func pageText(ctx context.Context, dir, name, address string) (string, time.Duration, error) {
	f, err := os.Open(filepath.Join(dir, "html", name+".html.gz"))
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return "", 0, err
	}
	body, err := io.ReadAll(unpacked)
	if err != nil {
		return "", 0, err
	}
	at, err := url.Parse(address)
	if err != nil {
		at = nil
	}
	began := time.Now()
	page, err := web.Extract(ctx, []byte(web.Decode(body, http.Header{})), at)
	took := time.Since(began)
	if err != nil {
		return "", took, nil // a page without text is a page that was not read
	}
	return page.Text(), took, nil
}

// measureArticles compares four words at a time with the text of each article, as the set's own scorer does: precision and recall are means over
// the pages that have any.
func measureArticles(ctx context.Context, dir string) (HTML, error) {
	var gold map[string]struct {
		Body string `json:"articleBody"`
		URL  string `json:"url"`
	}
	if err := readJSON(filepath.Join(dir, "ground-truth.json"), &gold); err != nil {
		return HTML{}, err
	}
	out := HTML{Set: name(dir), Pages: len(gold)}
	var precision, recall average
	for _, id := range sortedKeys(gold) {
		text, took, err := pageText(ctx, dir, id, gold[id].URL)
		if err != nil {
			return HTML{}, err
		}
		out.Took += float64(took.Microseconds()) / 1000 / float64(len(gold))
		right, extra, missing := compareShingles(shingles(gold[id].Body), shingles(text))
		page := HTMLPage{Page: id, Text: text}
		if right+extra > 0 {
			page.Precision = float64(right) / float64(right+extra)
			precision.add(page.Precision)
		}
		if right+missing > 0 {
			page.Recall = float64(right) / float64(right+missing)
			recall.add(page.Recall)
		}
		out.Found = append(out.Found, page)
	}
	out.Precision, out.Recall = precision.value(), recall.value()
	out.F1 = harmonic(out.Precision, out.Recall)
	return out, nil
}

// segmentPage is a page with three segments that belong to its text and three that do not.
type segmentPage struct {
	File    string   `json:"file"`
	URL     string   `json:"url"`
	With    []string `json:"with"`
	Without []string `json:"without"`
}

// measureSegments looks for each segment verbatim, white space collapsed.
func measureSegments(ctx context.Context, dir string) (HTML, error) {
	var gold []segmentPage
	if err := readJSON(filepath.Join(dir, "gold.json"), &gold); err != nil {
		return HTML{}, err
	}
	out := HTML{Set: name(dir), Pages: len(gold)}
	var right, missing, extra, rightly int
	for _, g := range gold {
		id := strings.TrimSuffix(g.File, ".html.gz")
		text, took, err := pageText(ctx, dir, id, g.URL)
		if err != nil {
			return HTML{}, err
		}
		out.Took += float64(took.Microseconds()) / 1000 / float64(len(gold))
		page := HTMLPage{Page: id, Text: text}
		text = collapsed(text)
		for _, s := range g.With {
			if !strings.Contains(text, collapsed(s)) {
				page.Missing = append(page.Missing, s)
			}
		}
		for _, s := range g.Without {
			if strings.Contains(text, collapsed(s)) {
				page.Unwanted = append(page.Unwanted, s)
			}
		}
		here, there := len(g.With)-len(page.Missing), len(page.Unwanted)
		right, missing, extra, rightly = right+here, missing+len(page.Missing), extra+there, rightly+len(g.Without)-there
		page.Precision, page.Recall = float64(here)/float64(max(1, here+there)), float64(here)/float64(max(1, len(g.With)))
		out.Found = append(out.Found, page)
	}
	out.Precision = float64(right) / float64(max(1, right+extra))
	out.Recall = float64(right) / float64(max(1, right+missing))
	out.F1 = harmonic(out.Precision, out.Recall)
	out.Accuracy = float64(right+rightly) / float64(max(1, right+rightly+extra+missing))
	return out, nil
}

func collapsed(s string) string { return strings.Join(strings.Fields(s), " ") }

// word is what the set's scorer takes for one.
var word = regexp.MustCompile(`[\p{L}\p{N}_]+`)

// shingles counts the runs of four words of a text; a shorter text is one run.
func shingles(text string) map[string]int {
	words := word.FindAllString(text, -1)
	out := map[string]int{}
	for i := range max(min(len(words), 1), len(words)-3) {
		out[strings.Join(words[i:min(i+4, len(words))], " ")]++
	}
	return out
}

// compareShingles counts runs that are in both, in got alone and in want alone.
func compareShingles(want, got map[string]int) (right, extra, missing int) {
	for s, n := range want {
		right += min(n, got[s])
		missing += max(0, n-got[s])
	}
	for s, n := range got {
		extra += max(0, n-want[s])
	}
	return right, extra, missing
}

// average of what was added.
type average struct {
	sum  float64
	over int
}

func (m *average) add(v float64) { m.sum, m.over = m.sum+v, m.over+1 }

func (m *average) value() float64 { return m.sum / float64(max(m.over, 1)) }

func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

func readJSON(path string, value any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, value)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
