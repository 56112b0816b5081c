package fake

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"rabbithole/kb"
)

// Unpack writes the sample documents into a folder, and makes the folder.
func Unpack(folder string) error { return os.CopyFS(folder, kb.Files) }

// Samples is a library with the sample documents, made once for all tests of a package; each test works on a copy. The zero value works.
type Samples struct {
	once sync.Once
	home string
	err  error
}

// Copy returns the home of a fresh copy. add adds a folder of documents to the library in home.
func (s *Samples) Copy(t testing.TB, add func(home, folder string) error) string {
	t.Helper()
	s.once.Do(func() { s.err = s.make(add) })
	if s.err != nil {
		t.Fatal(s.err)
	}
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS(s.home)); err != nil {
		t.Fatal(err)
	}
	return home
}

func (s *Samples) make(add func(home, folder string) error) (err error) {
	if s.home, err = os.MkdirTemp("", "rabbithole-samples"); err != nil {
		return err
	}
	folder := filepath.Join(s.home, "radon")
	if err := Unpack(folder); err != nil {
		return err
	}
	return add(s.home, folder)
}

// Remove deletes what was made; the tests are over.
func (s *Samples) Remove() {
	if s.home != "" {
		os.RemoveAll(s.home)
	}
}
