// Command rabbithole-app is Rabbithole in a window: research over one's own documents, offline, every claim with a page one can open.
//
// It opens the library, puts a desk in front of it and lets Wails draw the window. It refuses to know anything else.
package main

import (
	"fmt"
	"os"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/pdf"
	"rabbithole/frontend"
)

func main() {
	pdf.RunWorkerIfAsked()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "rabbithole-app:", err)
		os.Exit(1)
	}
}

func run() error {
	app := &App{Desk: &desk.Desk{}}
	_ = core.Version
	return wails.Run(&options.App{Title: "Rabbithole", AssetServer: &assetserver.Options{Assets: frontend.Dist}, Bind: []any{app}})
}
