package ingest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rabbithole/backend/private"
	"rabbithole/backend/source"
)

// A file that is larger than any that is read is refused by name and alone, before it is looked at: one full of nothing costs whoever made it no room.
func TestKeep_RefusesAFileThatIsTooLarge(t *testing.T) {
	for name, c := range map[string]struct {
		format source.Format
		size   int64
	}{"a.txt": {source.Text, mostTextBytes + 1}, "a.pdf": {source.PDF, 1 << 40}} {
		path := filepath.Join(t.TempDir(), name)
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(file.Truncate(c.size), file.Close()); err != nil {
			t.Skip("this disk holds no file with a hole of that size: ", err)
		}
		folder := t.TempDir()
		_, _, err = Files{folder}.keep(t.Context(), path, c.format, func(string) error { return nil })
		if why := reasonForFile(err); why.trouble != source.TooLarge || stopsAll(t.Context(), err) || !strings.Contains(why.text, "MB") {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind %v, %v", name, left, err)
		}
	}
}

func TestKeep_RefusesWhatTheDiskHasNoRoomFor(t *testing.T) {
	f := Files{t.TempDir()}
	room, ok := private.Room(f.Folder)
	if !ok || room <= 0 {
		t.Skip("this system does not say how much room there is")
	}
	if err := f.mayHold(large); err != nil {
		t.Errorf("a small file is tried in any case: %v", err)
	}
	err := f.mayHold(max(room, large+1))
	if why := reasonForFile(err); why.trouble != source.NoRoom || stopsAll(t.Context(), err) {
		t.Errorf("%v", err)
	}
}
