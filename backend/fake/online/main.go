// Command online serves the program with a pretended web in place of the real one: for tests of the user interface in a browser.
//
// It takes the place of `rabbithole serve --json` and prints its line with one more address, "site", where a test asks what the web was asked
// for and makes it misbehave. It promises that nothing it does reaches beyond this computer.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/signal"
	"syscall"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/egress"
	"rabbithole/backend/egress/egresstest"
	"rabbithole/backend/fake/site"
	"rabbithole/backend/server"
	"rabbithole/frontend"
)

// searchHost is the name of the pretended search service.
const searchHost = "search.example"

func main() {
	core.RunWorkerIfAsked()
	home := flag.String("home", "", "folder of the library")
	port := flag.Int("port", 0, "port of the user interface")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *home, *port); err != nil {
		log.Fatal(err)
	}
}

func serve(ctx context.Context, home string, port int) error {
	web, internet := site.Named(), egresstest.New()
	defer web.Close()
	for _, host := range append(web.Hosts(), searchHost) {
		internet.Host(host, web.Listener())
	}
	control := httptest.NewServer(controls(web, internet))
	defer control.Close()

	hub := &server.Hub{}
	d, closing := desk.New(core.Config{Home: home, Keyring: ring{}, Web: egress.WebOptions{Wire: internet.Wire(), Sleep: unhurried}}, hub)
	defer closing()
	if err := desk.AwaitOpen(ctx, d); err != nil {
		return err
	}
	if os.Getenv("WEB_SEARCH_PROVIDER") == "" {
		if err := searching(d); err != nil {
			return err
		}
	}
	token, err := server.CurrentToken(home)
	if err != nil {
		return err
	}
	ui, err := fs.Sub(frontend.Dist, "dist")
	if err != nil {
		return err
	}
	listener, err := server.Listen(port)
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	served := server.New(d, hub, token, ui)
	said := map[string]string{"url": "http://" + address + "/?token=" + served.Code(), "address": address, "token": token(), "site": control.URL}
	if err := json.NewEncoder(os.Stdout).Encode(said); err != nil {
		return err
	}
	return served.Serve(ctx, listener)
}

// searching sets the search service up, unless somebody has chosen another.
func searching(d *desk.Desk) error {
	set, err := d.WebSettings()
	if err != nil || set.SearXNG != "" {
		return err
	}
	return errors.Join(d.ChangeSetting("SEARXNG_URL", "http://"+searchHost+"/searxng"), d.ChangeSetting("WEB_SEARCH_PROVIDER", "searxng"))
}

// unhurried waits only a moment where politeness asks for more: nobody is served here.
func unhurried(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// controls tells a test what was asked for, and lets it make the web misbehave.
func controls(web *site.Site, internet *egresstest.Net) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /requests", func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(append([]site.Request{}, web.Requests()...))
	})
	mux.HandleFunc("GET /hostile", func(w http.ResponseWriter, _ *http.Request) {
		var list []string
		for _, p := range web.Hostile() {
			list = append(list, p.URL)
		}
		json.NewEncoder(w).Encode(list)
	})
	// The name leads nowhere from now on.
	mux.HandleFunc("POST /break/{host}", func(_ http.ResponseWriter, r *http.Request) {
		internet.Answer(r.PathValue("host"), []netip.Addr{netip.MustParseAddr("93.184.255.255")})
	})
	// Nothing is answered until it is let go.
	mux.HandleFunc("POST /hold", func(http.ResponseWriter, *http.Request) { web.Hold(true) })
	mux.HandleFunc("POST /release", func(http.ResponseWriter, *http.Request) { web.Hold(false) })
	return mux
}

// ring keeps keys in memory, so that no test reaches into the keyring of who runs it.
type ring map[string]string

func (r ring) Set(name, key string) error { r[name] = key; return nil }
func (r ring) Delete(name string) error   { delete(r, name); return nil }
func (r ring) Get(name string) (string, error) {
	if r[name] == "" {
		return "", errors.New("there is none")
	}
	return r[name], nil
}
