package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// server is an Ollama with an empty model folder on a free loopback port.
type server struct {
	host, binary string
	env          []string
	cmd          *exec.Cmd
}

// serve starts the server and waits until it answers; binary "" is the one that build/ollama.sh prints.
func serve(ctx context.Context, binary, folder string) (*server, error) {
	if binary == "" {
		found := exec.CommandContext(ctx, "bash", "build/ollama.sh")
		found.Stderr = os.Stderr
		out, err := found.Output()
		if err != nil {
			return nil, fmt.Errorf("find an Ollama server: %w", err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		binary = lines[len(lines)-1]
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{host: l.Addr().String(), binary: binary}
	l.Close()
	s.env = append(os.Environ(), "OLLAMA_HOST="+s.host, "OLLAMA_MODELS="+filepath.Join(folder, "models"), "HOME="+folder, "OLLAMA_NUM_PARALLEL=1",
		"HTTP_PROXY=", "HTTPS_PROXY=")
	s.cmd = exec.Command(binary, "serve")
	s.cmd.Env = s.env
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for range 300 {
		list := exec.CommandContext(ctx, binary, "list")
		if list.Env = s.env; list.Run() == nil {
			return s, nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			s.stop()
			return nil, ctx.Err()
		}
	}
	s.stop()
	return nil, errors.New("the Ollama server did not answer within 30 seconds")
}

// stop ends the server, which ends its model runners.
func (s *server) stop() {
	s.cmd.Process.Signal(os.Interrupt)
	ended := time.AfterFunc(10*time.Second, func() { s.cmd.Process.Kill() })
	s.cmd.Wait()
	ended.Stop()
}

// create makes the model that a Modelfile describes.
func (s *server) create(ctx context.Context, name, file string) error {
	cmd := exec.CommandContext(ctx, s.binary, "create", name, "-f", file)
	cmd.Env = s.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("make model %s: %w: %s", name, err, out)
	}
	return nil
}
