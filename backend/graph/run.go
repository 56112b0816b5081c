package graph

import (
	"encoding/json"
	"slices"
	"time"
)

// Run is one execution of a graph, as the store knows it.
type Run struct {
	ID         string          `json:"id"`
	Flow       string          `json:"flow"`  // the graph's name
	Title      string          `json:"title"` // what the person asked
	Status     Status          `json:"status"`
	Error      string          `json:"error,omitempty"`              // why it failed
	Hint       string          `json:"hint,omitempty"`               // what the person can do about it
	Parent     string          `json:"parent,omitempty"`             // the run that this is a sub-run of
	ForkedFrom string          `json:"forked_from,omitempty"`        // the run whose checkpoint this began with
	Meta       json.RawMessage `json:"meta,omitempty" ts_type:"any"` // the flow's own: settings it was started with
	Created    time.Time       `json:"created" ts_type:"string"`
	Updated    time.Time       `json:"updated" ts_type:"string"` // last commit
}

// Status says where a run stands. Every status but finished can be resumed; running with nobody running it is a crash.
type Status string

// The statuses of a run.
const (
	Queued    Status = "queued"    // created, never resumed
	Running   Status = "running"   // being executed, or its process died
	Waiting   Status = "waiting"   // everything that is left waits for a person
	Paused    Status = "paused"    // stopped at a node boundary by a message or a shutdown
	Finished  Status = "finished"  // nothing is left to do
	Cancelled Status = "cancelled" // stopped at once by a message or a context
	Failed    Status = "failed"    // a node failed; resuming tries that node again
)

// Checkpoint is a position of a run that it can be resumed or forked from.
type Checkpoint struct {
	Run     string          `json:"run"`
	Seq     int             `json:"seq"`            // 1-based and without gaps until pruned
	Node    string          `json:"node,omitempty"` // whose end it records; "" for the start, messages and status changes
	Task    string          `json:"task,omitempty"` // that node's task
	Version int             `json:"version"`        // of the state
	State   json.RawMessage `json:"state,omitempty"`
	Tasks   json.RawMessage `json:"tasks,omitempty"` // what is under way: this package's own JSON
	At      time.Time       `json:"at"`
}

// Begin describes a run to create. The zero value works.
type Begin struct {
	ID     string // "" for a new one; a parent keys its sub-run with RunID and TaskID, so that it finds it again after a crash
	Title  string
	Parent string
	Meta   json.RawMessage
}

// Filter chooses runs for a list. The zero value chooses all.
type Filter struct {
	Flow   string   // "" for any
	Status []Status // empty for any
	Parent *string  // nil for any; "" for runs that are nobody's sub-run
	Limit  int      // 0 for no limit; the newest are kept
}

// Match says whether the filter chooses the run, whatever its Limit.
func (f Filter) Match(r Run) bool {
	return (f.Flow == "" || r.Flow == f.Flow) &&
		(len(f.Status) == 0 || slices.Contains(f.Status, r.Status)) &&
		(f.Parent == nil || r.Parent == *f.Parent)
}
