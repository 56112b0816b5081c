package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"rabbithole/backend/extract"
	"rabbithole/backend/fault"
	"rabbithole/backend/flow"
	"rabbithole/backend/graph"
	"rabbithole/backend/source"
)

// Rows keeps what a run's checkpoints only name: questions with their findings, slices, digests. Putting a row again under the same run and key
// replaces it; a run that is resumed writes the same again.
type Rows interface {
	PutRow(ctx context.Context, run, key string, data json.RawMessage) error
	// Row returns nil when there is none.
	Row(ctx context.Context, run, key string) (json.RawMessage, error)
}

// Attached is the person's files. They are stored as they are when they are attached; nothing of them is read before Parse.
type Attached interface {
	// File tells what is known without reading it.
	File(ctx context.Context, document string) (Metadata, error)
	// Parse reads a file and keeps its pages and passages, so that extract.Library reads them under the document's hash. It returns the passages in
	// order. Parsing a file again gives the same passages. Done is told how many pages of all are read.
	Parse(ctx context.Context, document string, done func(pages, all int)) ([]source.Passage, error)
}

// Metadata is what is known of a file that nobody read.
type Metadata struct {
	Name  string
	Bytes int64
}

// Record is a question's row.
type Record struct {
	Question  string               `json:"question"`
	Reason    string               `json:"reason,omitempty"` // which gap of its parent it closes
	Slice     *NodeContextSlice    `json:"context_slice,omitempty"`
	Queries   []string             `json:"queries,omitempty"`
	Read      []string             `json:"read,omitempty"` // IDs of passages judged
	Evidence  []flow.Kept          `json:"evidence,omitempty"`
	Followed  []Followed           `json:"followed,omitempty"` // references of its findings
	Judgement *extract.Sufficiency `json:"judgement,omitempty"`

	seen map[string]bool // passages that the questions before have read
}

// NodeContextSlice is the context of one question.
type NodeContextSlice struct {
	NodeID          string                `json:"node_id"`
	Mode            string                `json:"mode"`
	SelectionReason string                `json:"selection_reason"`
	SelectedItems   []extract.ContextItem `json:"selected_items"`
}

// The modes of a slice, under the specification's names.
const (
	ModeRootFull       = "root_full"
	ModeSplit          = "split_from_parent"
	ModeSplitFallback  = "split_fallback"
	ModeInherited      = "inherited_from_parent"
	ModeFallbackParent = "fallback_inherit_missing_parent"
)

// ContextBundle is the context of the whole run.
type ContextBundle struct {
	SessionContextID string                `json:"session_context_id"`
	Revision         int                   `json:"revision"`
	Files            []File                `json:"files"`
	AggregateDigest  []extract.ContextItem `json:"aggregate_digest"`
}

const aggregateKey = "aggregate"

func digestKey(document string) string { return "digest/" + document }

func (n Node) key() string { return fmt.Sprintf("node/%s/%d/%d", n.ID, n.Gen, n.Rev) }

// RowKey is what the question's row is kept under.
func (n Node) RowKey() string { return n.key() }

// put writes a row of the run under way.
func put(ctx context.Context, rows Rows, key string, v any) error {
	raw, err := json.Marshal(v)
	if err == nil {
		err = rows.PutRow(ctx, graph.RunID(ctx), key, raw)
	}
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	return nil
}

// get reads a row that one of the runs wrote, the newest first; ok is false when none did.
func get[T any](ctx context.Context, rows Rows, runs []string, key string) (v T, ok bool, err error) {
	for _, run := range slices.Backward(runs) {
		raw, err := rows.Row(ctx, run, key)
		if err != nil {
			return v, false, fmt.Errorf("read %s again: %w", key, err)
		}
		if raw != nil {
			return v, true, json.Unmarshal(raw, &v)
		}
	}
	return v, false, nil
}

// Read returns a question's row. A question the person wrote has none before it was searched.
func Read(ctx context.Context, rows Rows, s State, n Node) (Record, error) {
	r, ok, err := get[Record](ctx, rows, s.Runs, n.key())
	if n.Question != "" {
		r.Question = n.Question
	}
	if err == nil && !ok && n.Question == "" { // a repair could not read it: nothing must be asked in its place
		return r, fault.New("read question "+n.ID+" of the tree", fault.Storage, "It was lost with a damaged database. Ask the question again, in a new run.", nil)
	}
	return r, err
}

// Bundle returns the context of a run: files, and the digest once they are parsed.
func Bundle(ctx context.Context, rows Rows, s State) (ContextBundle, error) {
	items, _, err := get[[]extract.ContextItem](ctx, rows, s.Runs, aggregateKey)
	return ContextBundle{SessionContextID: s.SessionContextID, Revision: s.Revision, Files: append([]File{}, s.Files...), AggregateDigest: items}, err
}
