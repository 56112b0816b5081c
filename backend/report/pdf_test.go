package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rabbithole/backend/cite"
	"rabbithole/backend/pdf"
	"rabbithole/backend/report/reporttest"
	"rabbithole/backend/report/typeset"
	"rabbithole/backend/source"
)

// extractor reads PDFs for all tests of the package: its child process is slow to start.
var extractor *pdf.Extractor

func TestMain(m *testing.M) {
	pdf.RunWorkerIfAsked()
	extractor = pdf.New(pdf.Options{Workers: 1})
	code := m.Run()
	extractor.Close()
	os.Exit(code)
}

// readPDF reads a PDF as the library would.
func readPDF(t *testing.T, data []byte) (source.Meta, []source.Page) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.pdf")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := extractor.Open(t.Context(), path, source.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var pages []source.Page
	if err := f.Pages(t.Context(), 1, func(p source.Page) error { pages = append(pages, p); return nil }); err != nil {
		t.Fatal(err)
	}
	return f.Meta(), pages
}

func textsOf(pages []source.Page) []string {
	var out []string
	for _, p := range pages {
		out = append(out, p.Text)
	}
	return out
}

func makePDF(t *testing.T, r Report, fonts func() ([][]byte, error)) ([]byte, []string) {
	t.Helper()
	data, warnings, err := PDF(r, sampleLinks, fonts)
	if err != nil {
		t.Fatal(err)
	}
	return data, warnings
}

func TestPDF_GoldenText(t *testing.T) {
	for name, r := range samples(t) {
		t.Run(name, func(t *testing.T) {
			data, _ := makePDF(t, r, nil)
			again, _ := makePDF(t, r, nil)
			if !bytes.Equal(data, again) {
				t.Error("the same report gives other bytes")
			}
			_, pages := readPDF(t, data)
			golden(t, name+".pdf.txt", []byte(strings.Join(textsOf(pages), "\n\f\n")))
		})
	}
}

func TestPDF_TellsWhatTheJSONTells(t *testing.T) {
	for name, r := range samples(t) {
		t.Run(name, func(t *testing.T) {
			data, _ := makePDF(t, r, nil)
			_, pages := readPDF(t, data)
			raw, err := JSON(r)
			if err != nil {
				t.Fatal(err)
			}
			reporttest.SameStory(t, raw, textsOf(pages))
		})
	}
}

func TestPDF_LinksOpenSourcesAndLeadWithin(t *testing.T) {
	r := sampleEnglish(t)
	data, _ := makePDF(t, r, nil)
	_, pages := readPDF(t, data)
	var outside []string
	within := 0
	for _, p := range pages {
		for _, l := range p.Links {
			if l.URI != "" {
				outside = append(outside, l.URI)
			} else if l.Page > 0 && l.Page <= len(pages) {
				within++
			}
		}
	}
	for _, c := range r.Claims {
		for _, x := range cite.Whole(c.Citations) {
			if want := sampleLinks(x.Document, x.Page); !slices.Contains(outside, want) {
				t.Errorf("no link opens %s", want)
			}
		}
	}
	for _, uri := range outside {
		if !strings.HasPrefix(uri, "file:///data/") {
			t.Errorf("a link opens %s", uri)
		}
	}
	if within < len(r.Claims) {
		t.Errorf("only %d links lead within the file", within)
	}
}

func TestPDF_SaysWhatItIs(t *testing.T) {
	r := sampleGerman(t)
	data, _ := makePDF(t, r, nil)
	meta, pages := readPDF(t, data)
	if meta.Title != r.Question || meta.Author != "Rabbithole" || !strings.HasPrefix(meta.Date, "2026-11-20") {
		t.Errorf("title %q, author %q, date %q", meta.Title, meta.Author, meta.Date)
	}
	var titles []string
	for _, m := range meta.Outline {
		titles = append(titles, fmt.Sprintf("%d %s", m.Level, m.Title))
	}
	want := []string{"1 Antwort", "1 Offen geblieben", "1 Quellen", "1 Anhang: zum Nachprüfen", "2 Aussagen und ihre Belege", "2 Zitiert, aber nicht verfolgt", "2 Wie dieser Bericht entstand"}
	if !slices.Equal(titles, want) {
		t.Errorf("outline %q", titles)
	}
	if !bytes.Contains(data, []byte("/Lang (de)")) {
		t.Error("the language is not said")
	}
	for i, p := range pages {
		if !strings.Contains(p.Text, fmt.Sprintf("%d / %d", i+1, len(pages))) {
			t.Errorf("page %d does not carry its number", i+1)
		}
	}
}

func TestPDF_EmbedsWhatItUsesAndNoMore(t *testing.T) {
	data, _ := makePDF(t, sampleEnglish(t), nil)
	descriptors, files := bytes.Count(data, []byte("/Type /FontDescriptor")), len(regexp.MustCompile(`/FontFile2 \d+ 0 R`).FindAll(data, -1))
	if descriptors == 0 || descriptors != files {
		t.Errorf("%d fonts, %d of them embedded", descriptors, files)
	}
	if len(data) > 120_000 {
		t.Errorf("%d bytes: the fonts are embedded whole", len(data))
	}
}

// unshowable are letters of scripts that have to be shaped, and a symbol that no font here has.
const unshowable = "قانون שלום 😀"

func TestPDF_NamesLettersItCannotShow(t *testing.T) {
	r := sampleGerman(t)
	r.Notes = []string{unshowable + " und 参考"}
	data, warnings := makePDF(t, r, nil)
	_, pages := readPDF(t, data)
	last := pages[len(pages)-1].Text
	flat := strings.Join(strings.Fields(last), " ")
	for _, want := range []string{"5 × Arabic (etwa U+0627)", "4 × Hebrew", "1 × Symbole (etwa U+1F600)", "2 × Han"} {
		if len(warnings) != 1 || !strings.Contains(warnings[0], want) {
			t.Errorf("warnings %q, want %q", warnings, want)
		}
		if !strings.Contains(flat, want) {
			t.Errorf("the page does not say %q:\n%s", want, last)
		}
	}
	if n := strings.Count(flat, "□"); n < 12 {
		t.Errorf("%d signs stand for 12 letters", n)
	}
	if _, warnings := makePDF(t, sampleGerman(t), nil); len(warnings) > 0 {
		t.Errorf("German text warns: %q", warnings)
	}
}

func TestPDF_ChineseWithTheFontItWasBuiltWith(t *testing.T) {
	fonts, err := typeset.WideFonts()
	if err != nil {
		t.Fatal(err)
	}
	if len(fonts) == 0 {
		t.Skip("no font for Chinese was built in: run build/fonts.sh")
	}
	r := sampleChinese(t)
	data, warnings := makePDF(t, r, typeset.WideFonts)
	_, pages := readPDF(t, data)
	raw, err := JSON(r)
	if err != nil {
		t.Fatal(err)
	}
	reporttest.SameStory(t, raw, textsOf(pages))
	if len(warnings) > 0 || strings.ContainsRune(strings.Join(textsOf(pages), ""), '□') {
		t.Errorf("letters are missing: %q", warnings)
	}
	if len(data) > 200_000 {
		t.Errorf("%d bytes: the font is embedded whole", len(data))
	}
}

// A word of 5,000 letters, paragraphs of 2,000 words.
func TestPDF_NothingIsTooLong(t *testing.T) {
	r := sampleEnglish(t)
	word, words := strings.Repeat("Donaudampf", 500), strings.TrimSpace(strings.Repeat("word ", 2000))
	r.Claims[0].Text, r.Answer[0].Sentences[0].Text = word, word
	r.Open[0].Text, r.Silent = words, []string{words}
	data, _ := makePDF(t, r, nil)
	_, pages := readPDF(t, data)
	if len(pages) < 8 || len(pages) > 40 {
		t.Errorf("%d pages", len(pages))
	}
	all := strings.Join(textsOf(pages), "")
	if n := strings.Count(all, "word"); n < 4000 {
		t.Errorf("%d of 4000 words are there", n)
	}
	if n := strings.Count(strings.Join(strings.Fields(all), ""), "Donaudampf"); n < 500 {
		t.Errorf("%d of 500 parts of a long word are there", n)
	}
}

func TestPDF_HeadingsDoNotStandAlone(t *testing.T) {
	for n := 0; n < 45; n += 3 {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			if testing.Short() && n%12 != 0 {
				t.Skip("-short typesets every fourth length alone")
			}
			r := sampleEnglish(t)
			r.Silent = slices.Repeat([]string{"One more thing that nobody says."}, n+1)
			data, _ := makePDF(t, r, nil)
			_, pages := readPDF(t, data)
			for _, p := range pages {
				lines := strings.Split(strings.TrimSpace(footForm.ReplaceAllString(p.Text, "")), "\n")
				if last := strings.TrimSpace(lines[len(lines)-1]); slices.Contains([]string{"Evidence", "Cited, but not followed", "Claims and their quotes", "How this was made", "Notes"}, last) {
					t.Errorf("with %d lines more, page %d ends with the heading %q", n, p.Number, last)
				}
			}
		})
	}
}

var footForm = regexp.MustCompile(`\n[^\n]*?\s*\d+ / \d+\s*$`)
