package main

import (
	"context"
	"fmt"
	"text/tabwriter"
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
