// Command rabbithole-app is Rabbithole in a window: research over one's own documents, offline, every claim with a page one can open.
//
// It opens the library, puts a desk in front of it and lets Wails draw the window. It refuses to know anything else.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"runtime"
	"time"

	"github.com/wailsapp/wails/v2"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
)

func main() {
	core.RunWorkerIfAsked()
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "rabbithole-app:", err)
		if hint := fault.Hint(err); hint != "" {
			fmt.Fprintln(os.Stderr, "  "+hint)
		}
		os.Exit(1)
	}
}

func run(args []string) error {
	if generating { // bindings are made by running this program: it must touch nothing of the person's
		return wails.Run(window(&App{Desk: &desk.Desk{}}))
	}
	call, err := readCall(args)
	if err != nil || call.version {
		return err
	}
	if err := prepareScreen(runtime.GOOS); err != nil {
		return err
	}
	lock, err := core.Lock(call.home)
	if fault.KindOf(err) == fault.Locked && handOver(call.home, call.files, 3*time.Second) {
		return nil
	}
	app := newApp(call)
	if lock != nil {
		app.requests = takeRequests(call.home)
	} // whatever kept the lock from us, the desk meets it again, and says it in the window
	app.Desk, app.closing = desk.New(core.Config{Home: call.home, Lock: lock, Log: log.Printf}, &app.page)
	return errors.Join(wails.Run(window(app)), app.close())
}
