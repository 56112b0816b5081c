package main

import (
	"context"
	"fmt"
	"os"
	"sync"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"rabbithole/backend/desk"
)

// App is what the window's TypeScript may call: everything on the desk, and what only a window can do.
type App struct {
	*desk.Desk
	call     call
	page     page
	ctx      context.Context // of the window, for the toolkit
	state    *state
	requests *requests    // of later windows; nil when the library is another process's
	closing  func() error // of the desk
	once     sync.Once
	work     sync.WaitGroup
	problem  error // of closing
}

func newApp(c call) *App {
	return &App{call: c, state: readState(c.home, os.Getenv)}
}

// ChooseFiles lets the person choose documents to add; none when they change their mind.
func (a *App) ChooseFiles() (_ []string, err error) {
	defer settle(&err)
	paths, err := runtime.OpenMultipleFilesDialog(a.ctx, runtime.OpenDialogOptions{Title: a.state.say(addTitle), Filters: []runtime.FileFilter{
		{DisplayName: a.state.say(documentsFilter), Pattern: "*.pdf;*.md;*.txt;*.html;*.htm"}}})
	if paths == nil {
		paths = []string{}
	}
	return paths, err
}

// ChooseFolder lets the person choose a folder; "" when they change their mind.
func (a *App) ChooseFolder() (_ string, err error) {
	defer settle(&err)
	return runtime.OpenDirectoryDialog(a.ctx, runtime.OpenDialogOptions{Title: a.state.say(folderTitle)})
}

// ChooseWatched is ChooseFolder for a folder to watch: a browser copies what is added, and cannot watch it.
func (a *App) ChooseWatched() (string, error) { return a.ChooseFolder() }

// ChooseSave lets the person choose where to write a file; "" when they change their mind.
func (a *App) ChooseSave(name string) (_ string, err error) {
	defer settle(&err)
	return runtime.SaveFileDialog(a.ctx, runtime.SaveDialogOptions{Title: a.state.say(saveTitle), DefaultFilename: name})
}

// Remember keeps a small thing about the user interface, as the desk does. Language and theme are also the window's, before its page is there.
func (a *App) Remember(key, value string) (err error) {
	defer settle(&err)
	if a.state.adopt(key, value) {
		runtime.MenuSetApplicationMenu(a.ctx, a.menu())
		runtime.MenuUpdateApplicationMenu(a.ctx)
	}
	return a.Desk.Remember(key, value)
}

// settle makes an error of a panic: a promise that never settles is worse. What the desk does is guarded there.
func settle(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the window stumbled: %v", p)
	}
	if *err != nil {
		*err = desk.FaultOf(*err)
	}
}

// add adds what was named on the command line or handed over by a second start.
func (a *App) add(paths []string) {
	if len(paths) == 0 {
		return
	}
	if err := a.AddFiles(paths, desk.AddWish{}); err != nil {
		a.page.Emit(problemEvent, desk.FaultOf(err))
	}
}

// close brings the desk to rest, once: runs wait at their last checkpoint.
func (a *App) close() error {
	a.once.Do(func() {
		a.page.leave()
		a.requests.close()
		a.problem = a.closing()
		a.work.Wait()
	})
	return a.problem
}
