package discover

import "rabbithole/backend/event"

// The flow's events, in the order in which a run tells them. Their data are the structs named.
const (
	EventPhase    event.Kind = "discover.phase"         // Phase: a phase begins
	EventImage    event.Kind = "discover.image"         // Picture: what the query shows
	EventSummary  event.Kind = "discover.summary_chunk" // Chunk: the answer of the research, piece by piece
	EventWarning  event.Kind = "discover.warning"       // Warning
	EventHeadline event.Kind = "discover.headline"      // Card, as soon as it stands
	EventDone     event.Kind = "discover.done"          // Done
)

// Phase says what a run does now.
type Phase struct {
	Phase string `json:"phase"`
}

// Picture tells of the image of the query.
type Picture struct {
	Path string `json:"path"` // where its bytes lie
	MIME string `json:"mime_type"`
}

// Chunk is a piece of the summary: natural language, in order; together they are the answer with its citations as [1], [2], ...
type Chunk struct {
	Text string `json:"text"`
}

// Warning is something that a person should know about the cards, in the language of the query.
type Warning struct {
	Text string `json:"text"`
}

// Done ends a run.
type Done struct {
	Cards    int `json:"cards"`
	Warnings int `json:"warnings"`
}
