package main

import (
	goruntime "runtime"

	"github.com/wailsapp/wails/v2/pkg/menu"
	"github.com/wailsapp/wails/v2/pkg/menu/keys"
	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// phrase is a text of the window itself; those of its page are the user interface's.
type phrase struct{ en, de string }

var (
	addTitle        = phrase{"Add documents", "Dokumente hinzufügen"}
	documentsFilter = phrase{"Documents (PDF, Markdown, text, HTML)", "Dokumente (PDF, Markdown, Text, HTML)"}
	folderTitle     = phrase{"Choose a folder", "Ordner wählen"}
	saveTitle       = phrase{"Save as", "Speichern unter"}
	quit            = phrase{"Quit", "Beenden"}
)

// entry is a line of the menu. Its name is what the user interface is told; one without a name separates.
type entry struct {
	name string
	text phrase
	keys *keys.Accelerator
}

type drawer struct {
	text    phrase
	entries []entry
}

// drawers are the menus on every system. What they do is the user interface's to know.
func drawers() []drawer {
	return []drawer{
		{phrase{"File", "Datei"}, []entry{
			{"library.add", phrase{"Add documents…", "Dokumente hinzufügen…"}, keys.CmdOrCtrl("o")},
			{"research.new", phrase{"New question", "Neue Frage"}, keys.CmdOrCtrl("n")},
			{},
			{"report.export", phrase{"Export report…", "Bericht exportieren…"}, keys.CmdOrCtrl("e")},
		}},
		{phrase{"View", "Ansicht"}, []entry{
			{"go.library", phrase{"Library", "Bibliothek"}, keys.CmdOrCtrl("1")},
			{"go.research", phrase{"New question", "Neue Frage"}, keys.CmdOrCtrl("2")},
			{"go.history", phrase{"History", "Verlauf"}, keys.CmdOrCtrl("3")},
			{"go.ask", phrase{"Quick", "Schnell"}, keys.CmdOrCtrl("4")},
			{"go.explore", phrase{"Deep", "Gründlich"}, keys.CmdOrCtrl("5")},
			{"go.discover", phrase{"Discover", "Entdecken"}, keys.CmdOrCtrl("6")},
			{},
			{"zoom.in", phrase{"Larger text", "Größere Schrift"}, keys.CmdOrCtrl("+")},
			{"zoom.out", phrase{"Smaller text", "Kleinere Schrift"}, keys.CmdOrCtrl("-")},
			{"zoom.reset", phrase{"Normal text", "Normale Schrift"}, keys.CmdOrCtrl("0")},
			{},
			{"theme.light", phrase{"Light", "Hell"}, nil},
			{"theme.dark", phrase{"Dark", "Dunkel"}, nil},
			{"theme.system", phrase{"As the system", "Wie das System"}, nil},
		}},
		{phrase{"Help", "Hilfe"}, []entry{
			{"help.keys", phrase{"Keyboard shortcuts", "Tastenkürzel"}, nil},
			{"help.data", phrase{"Data folder", "Datenordner"}, nil},
			{},
			{"help.about", phrase{"About Rabbithole", "Über Rabbithole"}, nil},
		}},
	}
}

// menu returns the window's menu in the person's language. What is chosen in it goes to the user interface as an event.
func (a *App) menu() *menu.Menu {
	bar := menu.NewMenu()
	if goruntime.GOOS == "darwin" { // elsewhere the roles are not drawn, and copying works without
		bar.Append(menu.AppMenu())
	}
	for i, d := range drawers() {
		sub := bar.AddSubmenu(a.state.say(d.text))
		for _, e := range d.entries {
			if e.name == "" {
				sub.AddSeparator()
				continue
			}
			sub.AddText(a.state.say(e.text), e.keys, func(*menu.CallbackData) { a.page.Emit(menuEvent, e.name) })
		}
		if i > 0 {
			continue
		}
		if goruntime.GOOS == "darwin" {
			bar.Append(menu.EditMenu())
			continue
		}
		sub.AddSeparator()
		sub.AddText(a.state.say(quit), keys.CmdOrCtrl("q"), func(*menu.CallbackData) { runtime.Quit(a.ctx) })
	}
	return bar
}
