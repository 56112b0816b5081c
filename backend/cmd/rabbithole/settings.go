package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"

	"rabbithole/backend/core/keys"
	"rabbithole/backend/fault"
)

type settingsCommand struct {
	JSON bool `help:"Print one JSON array."`
}

// Run lists the settings.
func (c *settingsCommand) Run(ctx context.Context, s *shell, app anyhow) error {
	list := app.SettingList()
	if c.JSON {
		return s.value(list)
	}
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "SETTING\tVALUE\tDEFAULT\tWHAT IT DOES")
	for _, d := range list {
		fmt.Fprint(w, worded("%s\t%s\t%s\t%s\n", d.Name, d.Value, d.Default, d.Help))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if unread := app.UnreadSettings(); unread != "" {
		s.warn(unread)
	}
	at, changing, err := app.Reembedding(ctx)
	if changing && err == nil {
		s.note("%s. `rabbithole embedder` goes on with it.", at)
	}
	return err
}

type keyCommand struct {
	Set    keySetCommand    `cmd:"" help:"Keep the key of a search provider; it is read from standard input and not shown."`
	Remove keyRemoveCommand `cmd:"" help:"Forget the key of a search provider."`
	List   keyListCommand   `cmd:"" default:"1" help:"Say which providers the web can be searched with, and whether they have their key."`
}

type keySetCommand struct {
	Provider string `arg:"" help:"brave or tavily."`
}

// Run keeps a key.
func (c *keySetCommand) Run(ctx context.Context, s *shell) error {
	if keys.KeyedProviders[c.Provider] == "" { // before somebody types a key in vain
		return fault.New("keep the key of "+c.Provider, fault.Usage, "Only brave and tavily want a key.", nil)
	}
	app, err := s.open(ctx)
	if err != nil {
		return err
	}
	secret, err := s.secret(ctx, "Key of "+c.Provider+": ")
	if err != nil {
		return err
	}
	where, err := app.SetKey(ctx, c.Provider, secret)
	if err != nil {
		return err
	}
	if where == keys.KeyInKeyring {
		s.note("Kept in the keyring.")
	} else {
		s.note("Kept in the library's folder, in a file that only you may read: this computer has no keyring.")
	}
	return nil
}

// secret reads a line without showing it.
func (s *shell) secret(ctx context.Context, prompt string) (string, error) {
	file, ok := s.in.(*os.File)
	if ok && term.IsTerminal(int(file.Fd())) {
		s.err.Write([]byte(prompt))
		raw, err := term.ReadPassword(int(file.Fd()))
		s.note("")
		return string(raw), err
	}
	var in typist
	in.sitDown(s.in)
	select {
	case line, open := <-in.lines:
		if open && strings.TrimSpace(line) != "" {
			return line, nil
		}
	case <-ctx.Done():
		return "", ctx.Err()
	}
	return "", fault.New("read the key", fault.Usage, "Write it to standard input: rabbithole key set brave < FILE", errors.New("there is none"))
}

type keyRemoveCommand struct {
	Provider string `arg:"" help:"brave or tavily."`
}

// Run forgets a key.
func (c *keyRemoveCommand) Run(ctx context.Context, s *shell, app writable) error {
	if err := app.RemoveKey(ctx, c.Provider); err != nil {
		return err
	}
	s.note("Forgotten.")
	return nil
}

type keyListCommand struct{}

// Run lists the providers.
func (c *keyListCommand) Run(ctx context.Context, s *shell, app anyhow) error {
	list, set, err := app.WebProviders(ctx)
	if err != nil {
		return err
	}
	for _, p := range list {
		state := "ready"
		switch {
		case !p.Ready:
			state = p.Needs
		case p.Key != "":
			state = "ready; key in the " + p.Key
		}
		mark := " "
		if p.Name == set.Provider {
			mark = "*"
		}
		s.printf("%s %-11s %s\n", mark, p.Name, state)
	}
	return nil
}
