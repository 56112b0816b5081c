package bench

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

// execute runs a program to its end and looks at its memory meanwhile.
func execute(ctx context.Context, environment []string, name string, args ...string) (spent, error) {
	cmd := command(ctx, environment, name, args)
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
	return s, explained(cmd, err)
}

// timed runs a program to its end. Nothing else runs meanwhile: looking at memory would take time from programs that use all
// processors, and none from those that use one.
func timed(ctx context.Context, name string, args ...string) (time.Duration, error) {
	cmd := command(ctx, nil, name, args)
	begun := time.Now()
	err := cmd.Run()
	return time.Since(begun), explained(cmd, err)
}

func command(ctx context.Context, environment []string, name string, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), environment...)
	cmd.Stderr = new(bytes.Buffer)
	return cmd
}

// explained adds what the command was and what it said to why it failed.
func explained(cmd *exec.Cmd, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w: %s", filepath.Base(cmd.Path), strings.Join(cmd.Args[1:], " "), err, strings.TrimSpace(fmt.Sprint(cmd.Stderr)))
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
		peak = max(peak, family(pid, resident))
		select {
		case <-tick.C:
		case <-ended:
			return peak
		}
	}
}

// family sums the memory of a process and its descendants.
func family(pid int, memory func(pid int) int64) int64 {
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
			sum += memory(id)
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

// proportional is a process's memory with its share of what it has in common with others; so a family's sum counts nothing twice.
func proportional(pid int) int64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	_, after, found := strings.Cut(string(raw), "\nPss:")
	if fields := strings.Fields(after); err == nil && found && len(fields) > 0 {
		kilobytes, _ := strconv.ParseInt(fields[0], 10, 64)
		return kilobytes << 10
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
	_, err = execute(ctx, nil, tool, "build", "-trimpath", "-ldflags", "-s -w", "-o", path, "rabbithole/backend/cmd/rabbithole")
	return path, err
}

func memoryCell(bytes int64) string {
	if bytes == 0 {
		return "not told by this system"
	}
	return megabytes(bytes)
}
