package core_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rabbithole/backend/core"
	"rabbithole/backend/graph"
	"rabbithole/backend/ollama"
	"rabbithole/backend/store"
)

// childEnv tells a copy of the test binary that it is a child: its value is a JSON victim.
const childEnv = "RABBITHOLE_CORE_CHILD"

// victim is a run in a library of its own that a child process executes and the test kills.
type victim struct {
	Home string
	Host string // of the model server; "" for none
	Run  string
}

// numCtx is pinned: what a process finds of free memory must not decide what a prompt holds.
const numCtx = 8192

// runChild is the child: it goes on with the run as a fresh process of the program would.
func runChild(value string) int {
	var v victim
	err := json.Unmarshal([]byte(value), &v)
	if err == nil {
		_, err = v.resume(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "child:", err)
		return 1
	}
	return 0
}

func (v victim) resume(ctx context.Context) (graph.Run, error) {
	c, err := core.Open(ctx, core.Config{Home: v.Home, Env: env("OLLAMA_HOST", v.Host), Ollama: ollama.Options{NumCtx: numCtx}})
	if err != nil {
		return graph.Run{}, err
	}
	defer c.Close()
	return c.Resume(ctx, v.Run)
}

// start starts the child; its exit arrives on the channel.
func (v victim) start(t *testing.T) (*exec.Cmd, chan error) {
	t.Helper()
	value, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+string(value))
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	exit := make(chan error, 1)
	go func() { exit <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, exit
}

// killWhen starts the child and ends it as kill -9 does, as soon as the moment has come; false when it was done before.
func (v victim) killWhen(t *testing.T, moment func() bool) bool {
	t.Helper()
	cmd, exit := v.start(t)
	for deadline := time.Now().Add(time.Minute); !moment(); {
		select {
		case err := <-exit:
			if err != nil {
				t.Fatalf("the child failed: %v", err)
			}
			return false
		case <-time.After(time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatal("the moment to kill did not come within a minute")
		}
	}
	_ = cmd.Process.Kill() // fails when the child is done, which its exit says
	return <-exit != nil
}

// look reads the library while the child writes to it.
func (v victim) look(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.OpenReadOnly(t.Context(), filepath.Join(v.Home, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
