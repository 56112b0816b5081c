package bench

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// frontend is the folder of the user interface.
const frontend = "../../frontend"

// ui measures the user interface in a browser: its size, how soon it can be used, how soon a citation shows its passage, and whether
// it stays smooth while much happens. frontend/tests/bench.ts does the work and prints the rows.
func (b *bench) ui(ctx context.Context) error {
	program, err := b.program(ctx)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(frontend, "node_modules", "playwright-core")); err != nil {
		fmt.Println("Not measured: this needs `make ui` and `sh build/need.sh chromium`.")
		return nil
	}
	cmd := exec.CommandContext(ctx, "npx", "vitest", "run", "--config", "tests/vitest.config.ts")
	cmd.Dir = frontend
	cmd.Env = append(os.Environ(), "JOURNEYS=bench.ts", "RABBITHOLE_CLI="+program)
	var told strings.Builder
	cmd.Stderr = &told
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	table("what", "median", "worst")
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if line := lines.Text(); strings.HasPrefix(line, "| ") {
			fmt.Println(line)
		} else {
			fmt.Fprintln(&told, line)
		}
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%w\n%s", err, told.String())
	}
	return nil
}
