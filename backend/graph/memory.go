package graph

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"rabbithole/backend/event"
)

// Memory is a Store without a disk, for tests and for runs nobody wants to keep.
type Memory struct {
	mu          sync.Mutex // guards all below
	runs        map[string]Run
	order       []string // IDs, oldest first
	checkpoints map[string][]Checkpoint
	inbox       []Message
	events      []event.Event
	sent        int64
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{runs: map[string]Run{}, checkpoints: map[string][]Checkpoint{}}
}

// Commit implements Store.
func (m *Memory) Commit(ctx context.Context, c Commit) ([]event.Event, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	old, exists := m.runs[c.Run.ID]
	switch {
	case c.New && exists:
		return nil, fmt.Errorf("%s: %w", c.Run.ID, ErrExists)
	case !c.New && !exists:
		return nil, fmt.Errorf("%s: %w", c.Run.ID, ErrNotFound)
	case c.Checkpoint != nil && c.Checkpoint.Seq != m.lastSeq(c.Run.ID)+1:
		return nil, fmt.Errorf("%s: %w", c.Run.ID, ErrConflict)
	}
	if c.New {
		m.order = append(m.order, c.Run.ID)
		old = c.Run
	}
	old.Status, old.Error, old.Hint, old.Updated = c.Run.Status, c.Run.Error, c.Run.Hint, c.Run.Updated
	m.runs[c.Run.ID] = old
	if c.Checkpoint != nil {
		m.checkpoints[c.Run.ID] = append(m.checkpoints[c.Run.ID], *c.Checkpoint)
	}
	m.inbox = slices.DeleteFunc(m.inbox, func(msg Message) bool {
		return msg.Run == c.Run.ID && slices.Contains(c.Handled, msg.ID)
	})
	return m.append(c.Events), nil
}

func (m *Memory) append(events []event.Event) []event.Event {
	out := slices.Clone(events)
	for i := range out {
		out[i].Seq = int64(len(m.events)) + 1
		m.events = append(m.events, out[i])
	}
	return out
}

func (m *Memory) lastSeq(run string) int {
	all := m.checkpoints[run]
	if len(all) == 0 {
		return 0
	}
	return all[len(all)-1].Seq
}

// Run implements Store.
func (m *Memory) Run(_ context.Context, id string) (Run, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	run, ok := m.runs[id]
	if !ok {
		return run, fmt.Errorf("%s: %w", id, ErrNotFound)
	}
	return run, nil
}

// Runs returns the runs that the filter agrees to, newest first.
func (m *Memory) Runs(_ context.Context, f Filter) ([]Run, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Run
	for _, id := range slices.Backward(m.order) {
		if run := m.runs[id]; f.Match(run) && (f.Limit == 0 || len(out) < f.Limit) {
			out = append(out, run)
		}
	}
	return out, nil
}

// Checkpoint implements Store.
func (m *Memory) Checkpoint(_ context.Context, run string, seq int) (Checkpoint, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if seq == 0 {
		seq = m.lastSeq(run)
	}
	for _, c := range m.checkpoints[run] {
		if c.Seq == seq {
			return c, nil
		}
	}
	return Checkpoint{}, fmt.Errorf("checkpoint %d of %s: %w", seq, run, ErrNotFound)
}

// Checkpoints implements Store.
func (m *Memory) Checkpoints(_ context.Context, run string) ([]Checkpoint, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := slices.Clone(m.checkpoints[run])
	for i := range out {
		out[i].State, out[i].Tasks = nil, nil
	}
	return out, nil
}

// DropCheckpoints implements Store.
func (m *Memory) DropCheckpoints(_ context.Context, run string, seqs []int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.checkpoints[run] = slices.DeleteFunc(m.checkpoints[run], func(c Checkpoint) bool { return slices.Contains(seqs, c.Seq) })
	return nil
}

// Send implements Store.
func (m *Memory) Send(_ context.Context, msg Message) (Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.runs[msg.Run]; !ok {
		return msg, fmt.Errorf("%s: %w", msg.Run, ErrNotFound)
	}
	m.sent++
	msg.ID = m.sent
	m.inbox = append(m.inbox, msg)
	return msg, nil
}

// Inbox implements Store.
func (m *Memory) Inbox(_ context.Context, run string) ([]Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Message
	for _, msg := range m.inbox {
		if msg.Run == run {
			out = append(out, msg)
		}
	}
	return out, nil
}

// Events returns the durable events after Seq since, oldest first: of one run, or of all for "". limit 0 means all.
func (m *Memory) Events(_ context.Context, run string, since int64, limit int) ([]event.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []event.Event
	for _, e := range m.events {
		if e.Seq > since && (run == "" || e.Run == run) && (limit == 0 || len(out) < limit) {
			out = append(out, e)
		}
	}
	return out, nil
}
