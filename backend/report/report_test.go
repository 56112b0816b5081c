package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rabbithole/backend/report/reporttest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from %s; look at it and run the test with -update:\n%s", name, file, got)
	}
}

func samples(t *testing.T) map[string]Report {
	return map[string]Report{"english": sampleEnglish(t), "german": sampleGerman(t), "silent": sampleSilent(), "hostile": sampleHostile(t),
		"chinese": sampleChinese(t), "web": sampleWeb(t)}
}

func TestReport_Golden(t *testing.T) {
	for name, r := range samples(t) {
		t.Run(name, func(t *testing.T) {
			page, err := HTML(r, sampleLinks)
			if err != nil {
				t.Fatal(err)
			}
			data, err := JSON(r)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".html", page)
			golden(t, name+".json", data)
			golden(t, name+".md", Markdown(r, sampleLinks))
			golden(t, name+".txt", []byte(Spoken(r)))
		})
	}
}

func TestReport_EveryCitationOfTheSamplesStands(t *testing.T) {
	want := map[string][2]int{"english": {5, 7}, "german": {2, 2}, "silent": {0, 0}, "hostile": {2, 2}, "chinese": {1, 1}, "web": {2, 2}}
	for name, r := range samples(t) {
		if name == "hostile" { // its sentences carry links on purpose, which the check refuses
			continue
		}
		data, err := JSON(r)
		if err != nil {
			t.Fatal(err)
		}
		got := reporttest.Check(t, data, samplePage)
		if got.Claims != want[name][0] || got.Citations != want[name][1] {
			t.Errorf("%s: %d claims with %d citations, want %v", name, got.Claims, got.Citations, want[name])
		}
	}
}

func TestJSON_ParseGivesTheSameReport(t *testing.T) {
	for name, r := range samples(t) {
		data, err := JSON(r)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(": null")) {
			t.Errorf("%s: a list is null:\n%s", name, data)
		}
		back, err := Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if name == "hostile" { // control characters travel through JSON as they are
			continue
		}
		if !reflect.DeepEqual(back, r.complete()) {
			t.Errorf("%s: got %+v, want %+v", name, back, r)
		}
	}
	if _, err := Parse([]byte("{")); err == nil {
		t.Error("half a report was read")
	}
}

func TestJSON_LeavesTheReportAlone(t *testing.T) {
	r := Report{Sections: []Section{{Title: "a"}}}
	if _, err := JSON(r); err != nil || r.Sections[0].Blocks != nil {
		t.Errorf("%v, blocks %v", err, r.Sections[0].Blocks)
	}
}

func TestReport_WithoutLinks(t *testing.T) {
	r := sampleEnglish(t)
	if md := string(Markdown(r, nil)); strings.Contains(md, "](") || !strings.Contains(md, "[1, § 4, p. 2047 (PDF p. 12)]") {
		t.Errorf("Markdown without links:\n%s", md)
	}
	page, err := HTML(r, nil)
	if err != nil || bytes.Contains(page, []byte("file:")) || !bytes.Contains(page, []byte(`href="#C1-1"`)) {
		t.Errorf("HTML without links: %v", err)
	}
}

func TestSummary_HasNoControlCharacters(t *testing.T) {
	if text := Spoken(sampleHostile(t)); strings.ContainsAny(text, "\x1b\u202e\r") {
		t.Errorf("%q", text)
	}
}
