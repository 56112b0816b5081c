package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"rabbithole/backend/fake"
)

// serve starts an Ollama with an empty model folder; binary "" is the one that build/ollama.sh prints.
func serve(ctx context.Context, binary, folder string) (server *fake.Ollama, path string, err error) {
	if binary == "" {
		found := exec.CommandContext(ctx, "bash", "build/ollama.sh")
		found.Stderr = os.Stderr
		out, err := found.Output()
		if err != nil {
			return nil, "", fmt.Errorf("find an Ollama server: %w", err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		binary = lines[len(lines)-1]
	}
	server, err = fake.RunOllama(binary, folder)
	return server, binary, err
}

// create makes the model that a Modelfile describes.
func create(ctx context.Context, binary, host, name, file string) error {
	cmd := exec.CommandContext(ctx, binary, "create", name, "-f", file)
	cmd.Env = append(os.Environ(), "OLLAMA_HOST="+host)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("make model %s: %w: %s", name, err, out)
	}
	return nil
}
