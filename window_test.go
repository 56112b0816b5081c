package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wailsapp/wails/v2/pkg/menu"

	"rabbithole/backend/core"
	"rabbithole/backend/fault"
)

// captions are the texts of a menu, all levels.
func captions(m *menu.Menu) []string {
	var out []string
	for _, item := range m.Items {
		if item.Type != menu.SeparatorType {
			out = append(out, item.Label)
		}
		if item.SubMenu != nil {
			out = append(out, captions(item.SubMenu)...)
		}
	}
	return out
}

func TestMenu_SpeaksBothLanguages(t *testing.T) {
	a := &App{state: readState(t.TempDir(), env(nil))}
	english := captions(a.menu())
	a.state.adopt("language", "de")
	deutsch := captions(a.menu())
	if len(english) != len(deutsch) || len(english) < 15 {
		t.Fatalf("%d entries in English, %d in German", len(english), len(deutsch))
	}
	for i := range english {
		if english[i] == deutsch[i] {
			t.Errorf("%q is the same in both languages", english[i])
		}
	}
}

func TestMenu_TellsThePageWhatWasChosen(t *testing.T) {
	a := &App{state: readState(t.TempDir(), env(nil))}
	var told []any
	a.page.open(func(name string, data any) {
		if name == menuEvent {
			told = append(told, data)
		}
	})
	seen := map[string]bool{}
	for _, d := range a.menu().Items {
		for _, item := range d.SubMenu.Items {
			if item.Accelerator != nil {
				key := fmt.Sprint(*item.Accelerator)
				if seen[key] {
					t.Errorf("two entries have the key %q", key)
				}
				seen[key] = true
			}
			if item.Click != nil && item.Label != quit.en {
				item.Click(nil)
			}
		}
	}
	want := 0
	for _, d := range drawers() {
		for _, e := range d.entries {
			if e.name == "" {
				continue
			}
			if want >= len(told) || told[want] != e.name {
				t.Fatalf("entry %d told %v, want %s", want, told, e.name)
			}
			want++
		}
	}
	if len(told) != want {
		t.Errorf("told %v", told)
	}
}

func TestCall_PathsAreThoseOfTheCaller(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	c, err := readCall([]string{"--home", "library", "a b.pdf", "/x/ü.pdf"})
	if err != nil || c.home != filepath.Join(folder, "library") || len(c.files) != 2 || c.files[0] != filepath.Join(folder, "a b.pdf") || c.files[1] != "/x/ü.pdf" {
		t.Errorf("readCall = %+v, %v", c, err)
	}
	t.Setenv("RABBITHOLE_HOME", filepath.Join(folder, "other"))
	if c, err := readCall(nil); err != nil || c.home != filepath.Join(folder, "other") || len(c.files) != 0 {
		t.Errorf("readCall = %+v, %v", c, err)
	}
	if _, err := readCall([]string{"--colour"}); fault.KindOf(err) != fault.Usage {
		t.Errorf("an unknown flag: %v", err)
	}
}

func TestPrepareScreen_WithoutADisplaySaysWhatToDo(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if err := prepareScreen("linux"); !strings.Contains(fault.Hint(err), "rabbithole serve") {
		t.Errorf("prepareScreen: %v, hint %q", err, fault.Hint(err))
	}
	if err := prepareScreen("windows"); err != nil {
		t.Errorf("a system that always has a display: %v", err)
	}
	t.Setenv("WAYLAND_DISPLAY", "wayland-0")
	if err := prepareScreen("linux"); err != nil {
		t.Errorf("on Wayland: %v", err)
	}
}

// The version stands where Wails and the systems look for it, too.
func TestVersion_IsThatOfTheProgram(t *testing.T) {
	data, err := os.ReadFile("wails.json")
	var project struct {
		Info struct{ ProductVersion string }
	}
	if err == nil {
		err = json.Unmarshal(data, &project)
	}
	if err != nil || project.Info.ProductVersion != core.Version {
		t.Errorf("wails.json says %q, %v; the program says %s", project.Info.ProductVersion, err, core.Version)
	}
}
