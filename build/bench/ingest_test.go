package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"
)

// ingest measures adding whole sets to a new library, without embeddings and without recognising scanned pages: the program as a person
// starts it.
func (b *bench) ingest(ctx context.Context) error {
	program, err := b.program(ctx)
	if err != nil {
		return err
	}
	sets, err := b.found()
	if err != nil {
		return err
	}
	row := table("documents", "pages", "time", "pages/s", "peak memory, all processes")
	for _, s := range sets {
		home := filepath.Join(b.dir, "library of "+s.name)
		took, err := execute(ctx, quiet, program, "--home", home, "add", "--no-embed", "--no-ocr", s.folder)
		if err != nil {
			return err
		}
		pages, err := pagesOf(ctx, program, home)
		if err != nil {
			return err
		}
		row(fmt.Sprintf("all %d of %s", len(s.files), s.name), fmt.Sprint(pages), took.wall.Round(10*time.Millisecond).String(),
			fmt.Sprintf("%.0f", float64(pages)/took.wall.Seconds()), memoryCell(took.memory))
	}
	return nil
}

// quiet keeps the settings of the person who measures out of it.
var quiet = []string{"RABBITHOLE_ENGINE=extractive", "RABBITHOLE_EMBEDDER=built-in", "RABBITHOLE_MODEL=", "OLLAMA_HOST=127.0.0.1:1"}

// pagesOf counts the pages of a library.
func pagesOf(ctx context.Context, program, home string) (int, error) {
	out, err := exec.CommandContext(ctx, program, "--home", home, "documents", "--json").Output()
	if err != nil {
		return 0, fmt.Errorf("list the documents: %w", err)
	}
	var rows []struct {
		Pages int `json:"pages"`
	}
	if err := json.Unmarshal(out, &rows); err != nil {
		return 0, err
	}
	sum := 0
	for _, r := range rows {
		sum += r.Pages
	}
	return sum, nil
}
