//go:build unix

package private_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"rabbithole/backend/private"
)

// umaskEnv makes a copy of the test binary a program that writes into the folder it names, under the umask of
// umaskEnv + "_IS".
const umaskEnv = "RABBITHOLE_TEST_UMASK"

func TestMain(m *testing.M) {
	folder := os.Getenv(umaskEnv)
	if folder == "" {
		os.Exit(m.Run())
	}
	umask, _ := strconv.ParseInt(os.Getenv(umaskEnv+"_IS"), 8, 32)
	syscall.Umask(int(umask))
	if err := makeAll(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// makeAll makes one of everything.
func makeAll(folder string) error {
	deep := filepath.Join(folder, "a", "b", "c")
	if err := private.MkdirAll(deep); err != nil {
		return err
	}
	temporary, err := private.MkdirTemp(deep, "folder-")
	if err != nil {
		return err
	}
	if err := private.WriteFile(filepath.Join(temporary, "written"), []byte("text")); err != nil {
		return err
	}
	if err := private.WriteFile(filepath.Join(folder, "old"), []byte("new")); err != nil {
		return err
	}
	f, err := private.CreateTemp(deep, "part-*")
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if f, err = private.CreateNew(filepath.Join(deep, "new")); err != nil {
		return err
	}
	return f.Close()
}

// modes returns the permissions of everything in a folder by its path in it.
func modes(t *testing.T, folder string) map[string]fs.FileMode {
	t.Helper()
	found := map[string]fs.FileMode{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		info, err := entry.Info()
		found[path[len(folder)+1:]] = info.Mode()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestPrivate_UnderEveryUmask(t *testing.T) {
	for _, umask := range []string{"0", "022", "077", "0777"} {
		t.Run(umask, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "old"), []byte("old and long"), 0o644); err != nil {
				t.Fatal(err)
			}
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), umaskEnv+"="+folder, umaskEnv+"_IS="+umask)
			if out, err := child.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			found := modes(t, folder)
			for path, mode := range found {
				if want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[mode.IsDir()]; mode.Perm() != want {
					t.Errorf("%s has mode %v, want %v", path, mode.Perm(), want)
				}
			}
			if len(found) != 8 {
				t.Errorf("%d files and folders, want 8: %v", len(found), found)
			}
			if text, err := os.ReadFile(filepath.Join(folder, "old")); err != nil || string(text) != "new" {
				t.Errorf("the old file holds %q, %v", text, err)
			}
		})
	}
}

func TestTree_ClosesWhatIsOpenAndFollowsNoLinkInside(t *testing.T) {
	base := t.TempDir()
	home, elsewhere := filepath.Join(base, "home"), filepath.Join(base, "elsewhere")
	for path, mode := range map[string]fs.FileMode{home: 0o755, home + "/in": 0o777, home + "/own": 0o500, elsewhere: 0o755} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	for path, mode := range map[string]fs.FileMode{home + "/a": 0o644, home + "/in/b": 0o755, home + "/in/c": 0o600, elsewhere + "/d": 0o644} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(base, "link")
	for to, at := range map[string]string{home: link, elsewhere: home + "/out"} {
		if err := os.Symlink(to, at); err != nil {
			t.Fatal(err)
		}
	}
	var found private.Tightened
	found.Tree(link)
	found.Tree(filepath.Join(base, "nothing"))
	if found.Closed != 4 || len(found.Open) > 0 || found.Err != nil {
		t.Errorf("Tighten: %+v", found)
	}
	for path, want := range map[string]fs.FileMode{"home/a": 0o600, "home/in": 0o700, "home/in/b": 0o700, "home/in/c": 0o600, "home/own": 0o500,
		"elsewhere": 0o755, "elsewhere/d": 0o644} {
		if info, err := os.Stat(filepath.Join(base, path)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, want %v (%v)", path, info.Mode(), want, err)
		}
	}
	found = private.Tightened{}
	if found.Tree(home); found.Closed != 0 {
		t.Errorf("a second time: %+v", found)
	}
}

func TestFolder_ClosesItAloneAndLeavesASharedOneAsItIs(t *testing.T) {
	folder, shared := t.TempDir(), t.TempDir()
	for path, mode := range map[string]fs.FileMode{folder: 0o755, shared: 0o777 | fs.ModeSticky} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	inside := filepath.Join(folder, "a")
	if err := os.WriteFile(inside, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var found private.Tightened
	found.Folder(folder)
	found.Folder(inside)
	found.Folder(shared)
	if found.Closed != 1 || len(found.Open) != 1 || found.Open[0] != shared || found.Err == nil {
		t.Errorf("%+v", found)
	}
	if info, err := os.Stat(inside); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("what is inside: %v, %v", info.Mode(), err)
	}
}
