package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rabbithole/backend/event"
	"rabbithole/backend/fault"
)

// Store keeps runs. The tests in graphtest have the contract that every implementation must pass; store.DB is one.
type Store interface {
	// Commit writes everything in c or nothing and returns c.Events with their Seq. Errors: ErrExists, ErrNotFound, ErrConflict.
	Commit(ctx context.Context, c Commit) ([]event.Event, error)
	// Run returns one run, or ErrNotFound.
	Run(ctx context.Context, id string) (Run, error)
	// Checkpoint returns the run's checkpoint seq, the last one for 0, or ErrNotFound.
	Checkpoint(ctx context.Context, run string, seq int) (Checkpoint, error)
	// Checkpoints returns all of the run's checkpoints, oldest first, without State and Tasks.
	Checkpoints(ctx context.Context, run string) ([]Checkpoint, error)
	// DropCheckpoints deletes checkpoints; numbers that do not exist are ignored.
	DropCheckpoints(ctx context.Context, run string, seqs []int) error
	// Send puts m into the inbox of m.Run and returns it with its ID, or ErrNotFound.
	Send(ctx context.Context, m Message) (Message, error)
	// Inbox returns the run's messages that are not handled yet, oldest first.
	Inbox(ctx context.Context, run string) ([]Message, error)
}

// Commit is one transaction of a run.
type Commit struct {
	Run        Run         // written as it is; Created, Flow, Title, Parent, ForkedFrom, Meta only when New
	New        bool        // the run must not exist yet; otherwise it must
	Checkpoint *Checkpoint // nil for none; its Seq must be one more than the run's last (1 for the first)
	Events     []event.Event
	Handled    []int64 // messages whose effect is in the checkpoint
}

// What Store methods fail with, wrapped.
var (
	ErrNotFound = errors.New("no such run or checkpoint")
	ErrExists   = errors.New("run exists already")
	ErrConflict = errors.New("run has gone on elsewhere")
)

// What a Runner refuses with, wrapped.
var (
	ErrLive     = errors.New("run is being executed")
	ErrFinished = errors.New("run is finished")
)

func newerVersion(run string) error {
	return fault.New("resume run "+run, fault.Usage, "This run was made by a newer version of the program. Update the program to go on with it.", nil)
}

// stamp fills in what events of a run have in common.
func stamp(events []event.Event, run string, at time.Time) {
	for i := range events {
		events[i].Run = run
		if events[i].At.IsZero() {
			events[i].At = at
		}
	}
}

func wrap(what, run string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s run %s: %w", what, run, err)
}
