package main

import (
	"context"
	"path/filepath"

	"rabbithole/backend/core"
	"rabbithole/backend/core/settings"
	"rabbithole/backend/fault"
	"rabbithole/backend/private"
	"rabbithole/kb"
)

type demoCommand struct {
	German bool   `help:"Ask the question in German."`
	Engine string `help:"auto, ollama or extractive." default:"extractive" placeholder:"NAME"`
}

// Run makes the sample library and researches its question.
func (c *demoCommand) Run(ctx context.Context, s *shell, app writable) error {
	folder := filepath.Join(s.home, "radon")
	if err := unpack(folder); err != nil {
		return err
	}
	bar := newAddPrinter(s, false)
	results, err := app.Add(ctx, []string{folder}, core.AddOptions{Progress: bar.show})
	bar.done()
	if err != nil {
		return err
	}
	printResults(s, results, bar.reading)
	language := "en"
	if c.German {
		language = "de"
	}
	question := kb.FirstExample(language)
	s.note("\n%s\n", question)
	run, err := app.StartResearch(ctx, core.Begin{Question: question, Engine: settings.Engine(c.Engine), Unattended: true})
	if err != nil {
		return err
	}
	return s.carry(ctx, app.Core, run.ID, true)
}

// unpack writes the sample PDFs, which are part of the program, into a folder.
func unpack(folder string) error {
	names, err := kb.Files.ReadDir(".")
	if err != nil {
		return err
	}
	if err := private.MkdirAll(folder); err != nil {
		return fault.New("unpack the sample library", fault.Storage, "Choose a folder that you may write to with --home.", err)
	}
	for _, n := range names {
		data, err := kb.Files.ReadFile(n.Name())
		if err != nil {
			return err
		}
		if err := private.WriteFile(filepath.Join(folder, n.Name()), data); err != nil {
			return fault.New("unpack the sample library", fault.Storage, "Free some disk space or choose another folder with --home.", err)
		}
	}
	return nil
}
