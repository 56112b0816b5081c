package main

import (
	"context"
	_ "embed"
	"io/fs"
	"net/http"

	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/options/mac"
	"github.com/wailsapp/wails/v2/pkg/options/windows"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"rabbithole/backend/core"
	"rabbithole/backend/server"
	"rabbithole/frontend"
)

//go:embed build/appicon.png
var icon []byte

// contentPolicy keeps the page to what this program serves: nothing is loaded from elsewhere, and no script that is not a file of ours runs.
const contentPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
	"font-src 'self' data:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// window says what the toolkit is to draw.
func window(a *App) *options.App {
	if a.state == nil { // when the bindings are made
		return &options.App{Bind: []any{a}}
	}
	page, err := fs.Sub(frontend.Dist, "dist")
	if err != nil {
		panic(err) // the name of an embedded folder
	}
	s := a.state.read()
	start := options.Normal
	if s.Maximised {
		start = options.Maximised
	}
	return &options.App{
		Title: "Rabbithole", Width: s.Width, Height: s.Height, MinWidth: leastWidth, MinHeight: leastHeight, WindowStartState: start,
		BackgroundColour: ground(s.Theme),
		AssetServer:      &assetserver.Options{Assets: page, Handler: server.Files(a.Desk), Middleware: guarded},
		Menu:             a.menu(),
		Bind:             []any{a},
		OnStartup:        a.started, OnDomReady: a.ready, OnBeforeClose: a.leaving, OnShutdown: func(context.Context) { a.close() },
		DragAndDrop:              &options.DragAndDrop{EnableFileDrop: true}, // the page stops the web view from opening what is dropped
		EnableDefaultContextMenu: true,                                       // for selected text and fields only: Copy and Paste
		// Pages of text need no graphics card: without one a window is never blank for its driver's sake, and takes a quarter less memory.
		Linux:   &linux.Options{Icon: icon, ProgramName: "rabbithole-app", WebviewGpuPolicy: linux.WebviewGpuPolicyNever},
		Windows: &windows.Options{Theme: windows.SystemDefault},
		Mac: &mac.Options{About: &mac.AboutInfo{Title: "Rabbithole " + core.Version, Icon: icon,
			Message: "Research over your own documents, offline, every claim with a page you can open."}},
	}
}

// ground is the colour of the window before its page is there.
func ground(theme string) *options.RGBA {
	if theme == "dark" {
		return options.NewRGB(0x1a, 0x1a, 0x18)
	}
	return options.NewRGB(0xfc, 0xfc, 0xfa)
}

func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", contentPolicy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

func (a *App) started(ctx context.Context) {
	a.ctx = ctx
	a.work.Go(func() { a.add(a.call.files) })
	if a.requests == nil {
		return
	}
	a.work.Go(func() {
		a.requests.each(func(files []string) {
			runtime.WindowUnminimise(ctx)
			runtime.WindowShow(ctx)
			a.add(files)
		})
	})
}

func (a *App) ready(ctx context.Context) {
	// With several screens the toolkit reads and writes positions in different coordinates: the window manager decides there.
	s := a.state.read()
	if screens, err := runtime.ScreenGetAll(ctx); err == nil && len(screens) == 1 && s.Placed && !s.Maximised {
		if size := screens[0].Size; s.X >= 0 && s.Y >= 0 && s.X < size.Width-100 && s.Y < size.Height-100 {
			runtime.WindowSetPosition(ctx, s.X, s.Y)
		}
	}
	a.page.listens(ctx)
}

// leaving keeps where the window stands. It never keeps a person from closing it: what runs is safe at its checkpoint.
func (a *App) leaving(ctx context.Context) (stay bool) {
	normal, maximised := runtime.WindowIsNormal(ctx), runtime.WindowIsMaximised(ctx)
	width, height := runtime.WindowGetSize(ctx)
	x, y := runtime.WindowGetPosition(ctx)
	a.state.change(func(k *kept) {
		k.Maximised = maximised
		if normal { // else the sizes are those of the screen
			k.Width, k.Height, k.X, k.Y, k.Placed = width, height, x, y, true
		}
	})
	return false
}
