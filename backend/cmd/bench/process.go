package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// spent is what a process took: wall-clock time from start to end, and the most memory that it and its children held together.
type spent struct {
	wall   time.Duration
	memory int64 // bytes; 0 where it cannot be told
}

// execute runs a program to its end.
func execute(ctx context.Context, environment []string, name string, args ...string) (spent, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), environment...)
	var said bytes.Buffer
	cmd.Stderr = &said
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return spent{}, err
	}
	ended := make(chan struct{})
	peak := make(chan int64)
	go func() { peak <- watch(cmd.Process.Pid, ended) }()
	err := cmd.Wait()
	s := spent{wall: time.Since(begun)}
	close(ended)
	s.memory = <-peak
	if err != nil {
		return s, fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err, strings.TrimSpace(said.String()))
	}
	return s, nil
}

// watch looks at the memory of a process and its descendants twenty times a second until ended is closed.
func watch(pid int, ended <-chan struct{}) (peak int64) {
	if runtime.GOOS != "linux" {
		<-ended
		return 0
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		peak = max(peak, family(pid))
		select {
		case <-tick.C:
		case <-ended:
			return peak
		}
	}
}

// family sums the resident memory of a process and its descendants.
func family(pid int) int64 {
	parents := map[int]int{}
	paths, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		_, after, _ := strings.Cut(string(raw), ") ")
		if fields := strings.Fields(after); len(fields) > 1 {
			id, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			parents[id], _ = strconv.Atoi(fields[1])
		}
	}
	var sum int64
	for id := range parents {
		up := id
		for up != pid && up > 1 {
			up = parents[up]
		}
		if up == pid {
			sum += resident(id)
		}
	}
	return sum
}

func resident(pid int) int64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if fields := strings.Fields(string(raw)); err == nil && len(fields) > 1 {
		pages, _ := strconv.ParseInt(fields[1], 10, 64)
		return pages * int64(os.Getpagesize())
	}
	return 0
}

// program builds the command line into the bench's folder, once, and returns its path.
func (b *bench) program(ctx context.Context) (string, error) {
	path := filepath.Join(b.dir, "rabbithole")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("the go command is needed to build the program: https://go.dev/dl")
	}
	_, err = execute(ctx, []string{"CGO_ENABLED=0"}, tool, "build", "-trimpath", "-ldflags", "-s -w", "-o", path, "rabbithole/backend/cmd/rabbithole")
	return path, err
}

func memoryCell(bytes int64) string {
	if bytes == 0 {
		return "not told by this system"
	}
	return megabytes(bytes)
}
