package main

import (
	"context"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/core/watch"
)

type watchCommand struct {
	Add    watchAddCommand    `cmd:"" help:"Watch a folder and those below it."`
	List   watchListCommand   `cmd:"" help:"List the folders that are watched."`
	Remove watchRemoveCommand `cmd:"" help:"Stop watching a folder; its documents stay."`
	Run    watchRunCommand    `cmd:"" help:"Add what comes into the watched folders, until Ctrl-C."`
}

type watchAddCommand struct {
	Folder string `arg:"" help:"Folder to watch."`
	JSON   bool   `help:"Print one JSON array: all folders watched."`
}

// Run puts a folder on the list.
func (c *watchAddCommand) Run(ctx context.Context, s *shell, app writable) error {
	folder, err := app.WatchFolder(ctx, c.Folder)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.watched(ctx, app.Core)
	}
	s.printf("%s is watched while the window is open or `rabbithole watch run` runs.\n", folder)
	return nil
}

type watchListCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run lists the watched folders.
func (c *watchListCommand) Run(ctx context.Context, s *shell, app readable) error {
	if c.JSON {
		return s.watched(ctx, app.Core)
	}
	folders, err := app.Watched(ctx)
	for _, f := range folders {
		s.printf("%s\n", f)
	}
	if err == nil && len(folders) == 0 {
		s.note("No folder is watched. `rabbithole watch add FOLDER` watches one.")
	}
	return err
}

type watchRemoveCommand struct {
	Folder string `arg:"" help:"Folder as 'watch list' prints it."`
	JSON   bool   `help:"Print one JSON array: the folders still watched."`
}

// Run takes a folder off the list.
func (c *watchRemoveCommand) Run(ctx context.Context, s *shell, app writable) error {
	folder, err := app.UnwatchFolder(ctx, c.Folder)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.watched(ctx, app.Core)
	}
	s.printf("%s is not watched any more. Its documents stay.\n", folder)
	return nil
}

// watched prints the watched folders as JSON.
func (s *shell) watched(ctx context.Context, app *core.Core) error {
	folders, err := app.Watched(ctx)
	if err != nil {
		return err
	}
	return s.value(folders)
}

type watchRunCommand struct {
	Poll time.Duration `help:"How often folders are looked through that send no events." default:"30s"`
	JSON bool          `help:"Print one JSON object a line for each event."`
}

// Run watches in the foreground until it is stopped, which is how it is meant to end.
func (c *watchRunCommand) Run(ctx context.Context, s *shell, app writable) error {
	folders, err := app.Watched(ctx)
	if err != nil {
		return err
	}
	if len(folders) == 0 {
		s.note("No folder is watched yet. `rabbithole watch add FOLDER` watches one.")
	}
	return app.Watch(ctx, watch.Options{Poll: c.Poll, Tell: func(e watch.Event) {
		if c.JSON {
			s.line(e)
			return
		}
		s.event(e, len(folders))
	}})
}

// event prints what the watch saw or did.
func (s *shell) event(e watch.Event, folders int) {
	switch e.Kind {
	case watch.Scanned:
		s.printf("Watching %s with %s. Ctrl-C ends it.\n", plural(folders, "folder", "folders"), plural(e.Files, "file", "files"))
	case watch.Gone:
		s.printf("gone       %s: its file was deleted or moved; the library's copy stays\n", e.Name)
	case watch.Back:
		s.printf("back       %s\n", e.Name)
	case watch.Unreadable:
		s.printf("unreadable %s\n           %s\n", e.Path, e.Reason)
	default:
		s.printf("%-10s %s\n", e.Kind, e.Name)
		if e.Reason != "" {
			s.printf("           %s\n", e.Reason)
		}
	}
}
