package bench

import (
	"context"
	"path/filepath"
	"time"
)

// start measures the command line from its start to its end, which a person waits for: what little it does is the library's opening.
func (b *bench) start(ctx context.Context) error {
	home, err := b.standard(ctx)
	if err != nil {
		return err
	}
	row := table("command", "library", "median", "slowest")
	return b.commands(ctx, home, "sample library", row, []string{"--version"}, []string{"documents"}, []string{"search", "radon in the cellar"})
}

// commands times whole calls of the program and prints a row for each.
func (b *bench) commands(ctx context.Context, home, library string, row func(...string), calls ...[]string) error {
	program, err := b.program(ctx)
	if err != nil {
		return err
	}
	for _, args := range calls {
		var times []time.Duration
		for range 2 * b.repeats() {
			took, err := execute(ctx, quiet, program, append([]string{"--home", home}, args...)...)
			if err != nil {
				return err
			}
			times = append(times, took.wall)
		}
		row("`rabbithole "+args[0]+"`", library, ms(median(times)), ms(quantile(times, 1)))
	}
	return nil
}

// standard makes the sample library, once, with its embeddings, and returns its home.
func (b *bench) standard(ctx context.Context) (string, error) {
	home := filepath.Join(b.dir, "home")
	folder, err := b.sample()
	if err != nil {
		return "", err
	}
	program, err := b.program(ctx)
	if err != nil {
		return "", err
	}
	_, err = execute(ctx, quiet, program, "--home", home, "add", folder)
	return home, err
}
