package explore_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"rabbithole/backend/flow/explore"
	"rabbithole/backend/source"
)

// Whatever the reading of a copy can find wrong is said in German, in German words alone.
func TestWhy_InGermanIsGerman(t *testing.T) {
	english := regexp.MustCompile(`\b(?:the|file|is|it)\b`)
	for _, trouble := range []source.Trouble{source.Protected, source.Locked, source.Scans, source.Unseen, source.Garbled, source.EmptyFile, source.NoPages, source.Wordless, source.Moved, source.Damaged, source.Defect} {
		f := explore.File{Status: explore.FileError, Error: "The file is odd.", Trouble: trouble}
		if why := f.Why("de"); why == "" || english.MatchString(why) {
			t.Errorf("%s: %q", trouble, why)
		}
		if f.Why("en") != f.Error || f.Why("fr") != f.Error {
			t.Errorf("%s in English: %q", trouble, f.Why("en"))
		}
	}
	if why := (explore.File{Error: "it is broken"}).Why("de"); !strings.Contains(why, "Das Programm meldet: it is broken") {
		t.Errorf("without a name: %q", why)
	}
	if why := (explore.File{Status: explore.FileReady}).Why("de"); why != "" {
		t.Errorf("of a file that was read: %q", why)
	}
}

// The names that this flow has German words for are the ones that a file's reader gives: none was left out when one came.
func TestWhy_KnowsEveryTroubleOfReading(t *testing.T) {
	data, err := os.ReadFile("../../source/trouble.go")
	if err != nil {
		t.Fatal(err)
	}
	before := map[source.Trouble]bool{source.Foreign: true, source.NothingThere: true, source.NotAFile: true,
		source.OfLibrary: true} // found when a file is taken, or of the library alone
	names := regexp.MustCompile(`Trouble = "(\w+)"`).FindAllStringSubmatch(string(data), -1)
	if len(names) < 15 {
		t.Fatalf("%d names found", len(names))
	}
	for _, name := range names {
		trouble := source.Trouble(name[1])
		known := !strings.HasPrefix(explore.File{Error: "x", Trouble: trouble}.Why("de"), "Das Programm")
		if trouble == source.Defect {
			known = true // the program speaks of itself
		}
		if known == before[trouble] {
			t.Errorf("%s: words %t", trouble, known)
		}
	}
}

// A German run tells in German which file could not be read and why: while it is tried, and in the report.
func TestParse_TellsAnUnreadableFileInGerman(t *testing.T) {
	w := lanterns()
	w.troubles = map[string]source.Trouble{"hash-lock.pdf": source.Protected}
	d := newDesk(t, w)
	const question = "Wer repariert nach einem Sturm das Tor?"
	s, run := d.run(explore.State{Question: question, Language: "de", Attached: []string{w.attach("lock.pdf", ""), w.attach("notes.md", notes)}})
	if f := s.Files[0]; f.Trouble != source.Protected || f.Error != "The file needs care." {
		t.Errorf("%+v", f)
	}
	told := data[explore.ParsingData](t, d.events(run, explore.EventFileCompleted)[0])
	if told.Trouble != source.Protected || !strings.HasPrefix(told.Text, "Kontextdatei 1/2 nicht lesbar: lock.pdf (Sie braucht ein Passwort.") || strings.Contains(told.Text, "needs") {
		t.Errorf("told %+v", told)
	}
	warnings := strings.Join(w.reports[run+"/0"].Warnings, "\n")
	if !strings.Contains(warnings, "lock.pdf war nicht zu lesen: Sie braucht ein Passwort.") || strings.Contains(warnings, "needs") {
		t.Errorf("the report warns %q", warnings)
	}
	_, run = d.run(explore.State{Question: question, Language: "de", Attached: []string{w.attach("lock.pdf", "")}})
	if all := w.reports[run+"/0"].Warnings; len(all) != 2 || !strings.Contains(all[0], "Keine der Dateien ist lesbar") || !strings.HasPrefix(all[1], "lock.pdf war nicht zu lesen: ") {
		t.Errorf("alone: %q", all)
	}
}
