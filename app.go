package main

import (
	"context"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"rabbithole/backend/desk"
)

// App is what the window's TypeScript may call: everything on the desk, and what only a window can do.
type App struct {
	*desk.Desk
	ctx context.Context // of the window, for the toolkit
}

// ChooseFiles lets the person choose documents to add; none when they change their mind.
func (a *App) ChooseFiles() ([]string, error) {
	paths, err := runtime.OpenMultipleFilesDialog(a.ctx, runtime.OpenDialogOptions{Title: "Add documents",
		Filters: []runtime.FileFilter{{DisplayName: "Documents (PDF, Markdown, text, HTML)", Pattern: "*.pdf;*.md;*.txt;*.html;*.htm"}}})
	if paths == nil {
		paths = []string{}
	}
	return paths, err
}

// ChooseFolder lets the person choose a folder; "" when they change their mind.
func (a *App) ChooseFolder() (string, error) {
	return runtime.OpenDirectoryDialog(a.ctx, runtime.OpenDialogOptions{Title: "Choose a folder"})
}

// ChooseSave lets the person choose where to write a file; "" when they change their mind.
func (a *App) ChooseSave(name string) (string, error) {
	return runtime.SaveFileDialog(a.ctx, runtime.SaveDialogOptions{DefaultFilename: name})
}
