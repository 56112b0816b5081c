package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	text := flag.String("text", "kb/text", "folder of the sources")
	out := flag.String("out", "kb", "folder the PDFs go to")
	flag.Parse()
	if err := buildAll(*text, *out); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// buildAll writes a PDF into folder out for each source in folder text.
func buildAll(text, out string) error {
	sources, err := filepath.Glob(filepath.Join(text, "*.md"))
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		return fmt.Errorf("no sources in %s", text)
	}
	for _, source := range sources {
		if err := buildOne(source, out); err != nil {
			return fmt.Errorf("%s: %w", source, err)
		}
	}
	return nil
}

// buildOne typesets one source.
func buildOne(source, out string) error {
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	doc, err := parse(string(text))
	if err != nil {
		return err
	}
	pdf, err := setInType(doc)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, doc.head.file), pdf, 0o644)
}
