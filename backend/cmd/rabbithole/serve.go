package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"runtime"

	"rabbithole/backend/core"
	"rabbithole/backend/desk"
	"rabbithole/backend/fault"
	"rabbithole/backend/server"
	"rabbithole/frontend"
)

type serveCommand struct {
	Port   int  `help:"Port; without it 8000, or a free one when that is taken." placeholder:"N"`
	NoOpen bool `help:"Do not open the browser."`
	JSON   bool `help:"Print one JSON object: the address and its token."`
}

// Run serves the user interface until it is stopped, which is how it is meant to end.
func (c *serveCommand) Run(ctx context.Context, s *shell) (err error) {
	hub := &server.Hub{}
	d, closing := desk.New(core.Config{Home: s.home, Log: s.note}, hub)
	defer func() { err = errors.Join(err, closing()) }()
	if err := desk.AwaitOpen(ctx, d); err != nil {
		return err
	}
	token, err := server.CurrentToken(s.home)
	if err != nil {
		return err
	}
	ui, err := fs.Sub(frontend.Dist, "dist")
	if err != nil {
		return err
	}
	listener, err := server.Listen(c.Port)
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	if _, err := desk.Ask(d, func(c *core.Core, _ context.Context) (string, error) { return address, c.SetAddress(address) }); err != nil {
		return errors.Join(err, listener.Close())
	}
	site := server.New(d, hub, token, ui)
	c.announce(s, address, site.Code(), token())
	if !c.NoOpen && display() {
		if err := browse(entrance(address, site.Invite())); err != nil {
			s.note("The browser could not be opened (%v). Open the address above.", err)
		}
	}
	return site.Serve(ctx, listener)
}

// entrance is the address that lets a browser in.
func entrance(address, code string) string { return "http://" + address + "/?token=" + code }

// announce says where to look. The address carries a code that is worth nothing after this start; programs get the token itself.
func (c *serveCommand) announce(s *shell, address, code, token string) {
	url := entrance(address, code)
	if c.JSON {
		s.line(map[string]string{"url": url, "address": address, "token": token})
		return
	}
	s.printf("Rabbithole is at\n\n  %s\n\nOnly this computer reaches it. Ctrl-C ends it; runs go on later where they were.\n", url)
}

// display reports whether there is something to draw on.
func display() bool {
	return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// browse opens the default browser.
func browse(url string) error {
	command := map[string][]string{"linux": {"xdg-open"}, "darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if command == nil {
		return fault.New("open the browser", fault.Unavailable, "", errors.New("how is unknown on "+runtime.GOOS))
	}
	started := exec.Command(command[0], append(command[1:], url)...)
	if err := started.Start(); err != nil {
		return err
	}
	go started.Wait() // so that no zombie is left
	return nil
}

type tokenCommand struct {
	Show  tokenShowCommand  `cmd:"" default:"1" help:"Print the token."`
	Renew tokenRenewCommand `cmd:"" help:"Replace the token: pages and programs that know the old one are let in no more."`
}

type tokenShowCommand struct{}

// Run prints the token that programs send to a server of this library.
func (c *tokenShowCommand) Run(_ context.Context, s *shell) error { return s.tellToken(server.Token) }

type tokenRenewCommand struct{}

// Run replaces the token. It may run beside the server, which notices.
func (c *tokenRenewCommand) Run(_ context.Context, s *shell) error {
	return s.tellToken(server.RenewToken)
}

func (s *shell) tellToken(of func(folder string) (string, error)) error {
	if err := s.hasHome(); err != nil {
		return err
	}
	token, err := of(s.home)
	if err == nil {
		s.printf("%s\n", token)
	}
	return err
}
