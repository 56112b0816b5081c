package main

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const curious = "What was measured at the Lindenhof School?"

func TestDiscover_PrintsItsCardsAndGoesIntoOne(t *testing.T) {
	home := library(t)
	s := rabbithole(t, home, "discover", curious).ok(t).has(t, "C1  ", "C8  ", "Memo: Radon at Lindenhof School, p. ", "[1] ")
	for _, told := range []string{"Researching", "Reading what was found", "Making cards", "discover --from"} {
		if !strings.Contains(s.err, told) || strings.Contains(s.out, told) {
			t.Errorf("%q is not told:\n%s", told, s.err)
		}
	}
	if strings.Count(s.err, "Run ") != 1 {
		t.Errorf("more than one run is named:\n%s", s.err)
	}
	if list := rabbithole(t, home, "runs").ok(t).has(t, "discover", "finished"); strings.Contains(list.out, "/") {
		t.Errorf("a part of a run is listed:\n%s", list.out)
	}
	if shown := rabbithole(t, home, "show", "last").ok(t); shown.out != s.out {
		t.Errorf("shown as\n%s", shown.out)
	}
	_, command, named := strings.Cut(s.err, "Report: rabbithole ")
	words := strings.Fields(command)
	if !named || len(words) < 2 || words[0] != "export" {
		t.Fatalf("where its report is, is not told:\n%s", s.err)
	}
	rabbithole(t, home, "export", words[1], "--format", "html").ok(t).has(t, "<h1", curious)
	all := lines(t, rabbithole(t, home, "discover", "--from", "last", "--card", "c2", "--json").ok(t))
	last := all[len(all)-1]
	for _, e := range all[:len(all)-1] {
		if e["run"] != last["run"] {
			t.Errorf("an event of run %v in the stream of %v", e["run"], last["run"])
		}
	}
	keysOf(t, "a discovery", last, "query headlines citations run status cards made trail summary sources warnings")
	card := last["cards"].([]any)[0].(map[string]any)
	keysOf(t, "a card", card, "id title caption kind places")
	keysOf(t, "a place", card["places"].([]any)[0].(map[string]any), "passage document name page quote | label url")
	keysOf(t, "a headline", last["headlines"].([]any)[0].(map[string]any), "title caption")
	trail := last["trail"].([]any)
	if len(trail) != 1 || trail[0].(map[string]any)["query"] != curious || trail[0].(map[string]any)["title"] != last["query"] {
		t.Errorf("trail %v of %v", trail, last["query"])
	}
	rabbithole(t, home, "research", "--yes", "--from", "last", "How is a dose calculated?").ok(t).has(t, "Report: ")
}

func TestDiscover_APictureIsSaidToBeUnseen(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs are very slow under the race detector")
	}
	home, path := library(t), filepath.Join(t.TempDir(), "radon in the cellar.png")
	f, err := os.Create(path)
	if err == nil {
		err = png.Encode(f, image.NewGray(image.Rect(0, 0, 40, 40)))
	}
	if err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	s := rabbithole(t, home, "discover", "--image", path).ok(t).has(t, "C1  ")
	if !strings.Contains(s.err, "! ") && !strings.Contains(s.err, "Warning") && !strings.Contains(s.err, "picture") {
		t.Errorf("nobody is told that the picture was not looked at:\n%s", s.err)
	}
}

func TestDiscover_Misuse(t *testing.T) {
	home := library(t)
	for _, k := range []struct {
		args []string
		code int
	}{
		{[]string{}, 2}, {[]string{"--card", "C1"}, 2}, {[]string{"--host", "who.int", "radon"}, 2}, {[]string{"--image", home, "radon"}, 2},
		{[]string{"--image", "no such.png", "radon"}, 3}, {[]string{"--from", "nothing", "radon"}, 3},
	} {
		if s := rabbithole(t, home, append([]string{"discover"}, k.args...)...); s.code != k.code || s.err == "" {
			t.Errorf("%q ends with %d, want %d: %s", k.args, s.code, k.code, s.err)
		}
	}
}
